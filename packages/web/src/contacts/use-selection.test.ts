import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useSelection } from './use-selection.ts';

afterEach(cleanup);

const people = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const at = (contact: number) => ({ contact, index: contact - 1 });
const contactsOf = (first: number, last: number) => people(last + 1).slice(first);

function select(loaded: number[], total: number | undefined) {
  return renderHook((now) => useSelection({ loaded: now, total, contactsOf }), { initialProps: loaded });
}

test('one by one, and everybody between two with Shift', () => {
  const selection = select(people(10), 10).result;
  act(() => selection.current.mark(at(7), true, false));
  act(() => selection.current.mark(at(4), true, true));
  expect(selection.current.whom).toMatchObject({ all: false, count: 4 });
  expect(selection.current.whom.contacts.toSorted()).toEqual([4, 5, 6, 7]);
  act(() => selection.current.mark(at(5), false, false));
  expect(selection.current.whom.contacts.toSorted()).toEqual([4, 6, 7]);
  expect(selection.current.allShown).toBe(false);
});

test('with Shift those between are meant, too, whose rows are not loaded', async () => {
  const far = (first: number, last: number) => Promise.resolve(contactsOf(first, last));
  const { result } = renderHook(() => useSelection({ loaded: [1, 2], total: 90, contactsOf: far }));
  act(() => result.current.mark(at(1), true, false));
  act(() => result.current.mark(at(60), true, true));
  await waitFor(() => expect(result.current.whom.count).toBe(60));
});

test('all of a longer list are offered also when further ones come in after those above were marked', () => {
  const { result, rerender } = select(people(15), 40);
  act(() => result.current.markShown(true));
  rerender(people(30));
  expect(result.current.whom.count).toBe(15);
  expect(result.current.canMarkAll).toBe(true);
  act(() => result.current.mark(at(3), false, false));
  expect(result.current.canMarkAll).toBe(false);
});

test('all that are loaded, then all of a longer list; taking one out means those that are loaded again', () => {
  const selection = select(people(15), 40).result;
  act(() => selection.current.markShown(true));
  expect(selection.current.whom.count).toBe(15);
  expect(selection.current.canMarkAll).toBe(true);
  act(() => selection.current.markAll());
  expect(selection.current.whom).toEqual({ contacts: [], all: true, count: 40 });
  act(() => selection.current.mark(at(3), false, false));
  expect(selection.current.whom).toMatchObject({ all: false, count: 14 });
  act(() => selection.current.clear());
  expect(selection.current.whom.count).toBe(0);
});

test('marks stay while other rows are loaded', () => {
  const { result, rerender } = select(people(15), 4_000);
  act(() => result.current.mark(at(3), true, false));
  rerender([901, 902]);
  act(() => result.current.mark(at(902), true, false));
  expect(result.current.whom.contacts).toEqual([3, 902]);
});

test('in a search all of the list is not offered', () => {
  const selection = select(people(15), undefined).result;
  act(() => selection.current.markShown(true));
  expect(selection.current.canMarkAll).toBe(false);
});
