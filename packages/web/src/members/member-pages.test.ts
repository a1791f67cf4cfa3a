import { expect, test } from 'vitest';
import { type Member, withoutMember } from './member-pages.ts';

const member = (contact: number): Member => ({
  contact,
  phone: `+1212555${1000 + contact}`,
  contactId: contact,
  list: 1,
  type: 3,
  typeId: 3,
  optedOut: 0,
  knownAs: '',
});
const pagesOf = (...sizes: number[]) => {
  let next = 0;
  const pages = sizes.map((size) =>
    Array.from({ length: size }, () => {
      next += 1;
      return member(next);
    }),
  );
  return { pages, pageParams: sizes.map((_, index) => index * 15) };
};

test('a removed member leaves its gap in the first page, so that the last one stays full', () => {
  const next = withoutMember(pagesOf(15, 15, 15), member(40).phone);
  expect(next?.pages.map((page) => page.length)).toEqual([14, 15, 15]);
  expect(next?.pages.flat().map((row) => row.contact)).toEqual(
    Array.from({ length: 45 }, (_, index) => index + 1).filter((contact) => contact !== 40),
  );
});

test('removing often keeps every other row once and in order', () => {
  let data = pagesOf(2, 3, 3);
  for (const contact of [1, 4, 8]) data = withoutMember(data, member(contact).phone) ?? data;
  expect(data.pages.flat().map((row) => row.contact)).toEqual([2, 3, 5, 6, 7]);
});

test('a single page must be asked for again; an unknown number changes nothing', () => {
  expect(withoutMember(pagesOf(15), member(3).phone)).toBeNull();
  const data = pagesOf(15, 2);
  expect(withoutMember(data, '+19995550000')).toBe(data);
});
