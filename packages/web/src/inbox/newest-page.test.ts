import { expect, test } from 'vitest';
import { type Said, saidKey, type ThreadPage, withNewest, withoutNote } from './newest-page.ts';

const said = (id: number, direction: Said['direction'] = 'MO') => ({ id, direction }) as Said;
const page = (ids: number[], more = `before ${ids.at(-1)}`) =>
  ({ messages: ids.map((id) => said(id)), more }) as ThreadPage;
const idsOf = (pages: readonly ThreadPage[] | null) =>
  pages?.map(({ messages }) => messages.map(({ id }) => id));

test('what is newest is taken in, and nothing between it and the pages further back is lost', () => {
  const pages = withNewest([page([6, 5, 4]), page([3, 2, 1])], page([8, 7, 6]));
  expect(idsOf(pages)).toEqual([
    [8, 7, 6, 5, 4],
    [3, 2, 1],
  ]);
  expect(pages?.[0]?.more).toBe('before 4');
  expect(idsOf(withNewest(pages ?? [], page([9, 8, 7])))).toEqual([
    [9, 8, 7, 6, 5, 4],
    [3, 2, 1],
  ]);
});

test('a talk of one page is what was read', () => {
  expect(idsOf(withNewest([page([3, 2, 1])], page([4, 3, 2])))).toEqual([[4, 3, 2]]);
});

test('what the newest page does not reach any more is read anew', () => {
  expect(withNewest([page([3, 2]), page([1])], page([9, 8]))).toBeNull();
});

test('a note that a colleague deleted goes from any page; a text of the same number stays', () => {
  const notes = { messages: [said(2, 'NOTE'), said(2)], more: '' } as unknown as ThreadPage;
  expect(withoutNote([page([4, 3]), notes], 2)[1]?.messages.map(saidKey)).toEqual(['MO2']);
});
