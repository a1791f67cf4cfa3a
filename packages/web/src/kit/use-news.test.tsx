import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useTold } from './announce.ts';
import { useNews } from './use-news.ts';

const said = (...ids: string[]) => ids.map((id) => ({ id, words: `says ${id}` }));
const told = () => useTold.getState().told.map(({ words }) => words);

beforeEach(() => useTold.setState({ told: [] }));

test('only what comes to the end of a talk after it was loaded is told', () => {
  const { rerender } = renderHook(({ entries }) => useNews(entries), {
    initialProps: { entries: undefined as ReturnType<typeof said> | undefined },
  });
  rerender({ entries: said('b', 'c') });
  expect(told()).toEqual([]);
  rerender({ entries: said('a', 'b', 'c') });
  expect(told()).toEqual([]);
  rerender({ entries: said('a', 'b', 'c', 'd', 'e') });
  expect(told()).toEqual(['says d', 'says e']);
  // One that was deleted, or is filtered for a while, is no news when it is back.
  rerender({ entries: said('a', 'b') });
  rerender({ entries: said('a', 'b', 'c', 'd', 'e') });
  expect(told()).toEqual(['says d', 'says e']);
});

test('the first text of an empty talk is told', () => {
  const { rerender } = renderHook(({ entries }) => useNews(entries), { initialProps: { entries: said() } });
  rerender({ entries: said('a') });
  expect(told()).toEqual(['says a']);
});
