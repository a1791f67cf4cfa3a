import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Member } from './member-pages.ts';
import { useSelection } from './use-selection.ts';

afterEach(cleanup);

const people = (count: number): Member[] =>
  Array.from({ length: count }, (_, index) => ({
    contact: index + 1,
    phone: `+1212555${1000 + index}`,
    contactId: index + 1,
    list: 1,
    type: 3,
    typeId: 3,
    optedOut: 0,
    knownAs: '',
  }));

function select(loaded: Member[], total: number | undefined) {
  return renderHook(() => useSelection(loaded, total)).result;
}

test('one by one, and everybody between two with Shift', () => {
  const selection = select(people(10), 10);
  act(() => selection.current.mark(7, true, false));
  act(() => selection.current.mark(4, true, true));
  expect(selection.current.whom).toEqual({ contacts: [4, 5, 6, 7], all: false, count: 4 });
  act(() => selection.current.mark(5, false, false));
  expect(selection.current.whom.contacts).toEqual([4, 6, 7]);
  expect(selection.current.allShown).toBe(false);
});

test('all that are loaded, then all of a longer list; taking one out means those that are loaded again', () => {
  const selection = select(people(15), 40);
  act(() => selection.current.markShown(true));
  expect(selection.current.whom.count).toBe(15);
  expect(selection.current.canMarkAll).toBe(true);
  act(() => selection.current.markAll());
  expect(selection.current.whom).toEqual({ contacts: [], all: true, count: 40 });
  act(() => selection.current.mark(3, false, false));
  expect(selection.current.whom).toMatchObject({ all: false, count: 14 });
  act(() => selection.current.clear());
  expect(selection.current.whom.count).toBe(0);
});

test('in a search all of the list is not offered: what is not shown is not meant', () => {
  const selection = select(people(15), undefined);
  act(() => selection.current.markShown(true));
  expect(selection.current.canMarkAll).toBe(false);
});
