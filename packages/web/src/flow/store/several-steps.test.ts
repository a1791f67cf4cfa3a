import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { opened } from './memory-server.ts';

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
type Page = Awaited<ReturnType<typeof opened>>;
const keys = ({ entry }: Page, ...places: number[]) => places.map((place) => entry(place - 1).key);

describe('several steps at once', () => {
  test.each([
    ['down', [1, 3], 4, 'BDACE'],
    ['up', [4, 5], 1, 'ADEBC'],
    ['to the beginning', [2, 5], 0, 'BEACD'],
    ['below the last', [1, 2, 4], 5, 'CEABD'],
    ['from both sides', [1, 5], 3, 'BCAED'],
    ['to where they are', [2, 3], 1, 'ABCDE'],
  ])('go %s in their order, and back as one', async (_, moved, above, wanted) => {
    const page = await opened('A', 'B', 'C', 'D', 'E');
    page.flow.moveBelow(keys(page, ...moved), above === 0 ? '' : page.entry(above - 1).key);
    await pass(1000);
    expect([page.shown().join(''), page.server.texts().join('')]).toEqual([wanted, wanted]);
    page.flow.undo();
    await pass(1000);
    expect(page.server.texts().join('')).toBe('ABCDE');
  });

  test('do not go below one of themselves, or a step that is gone', async () => {
    const page = await opened('A', 'B', 'C');
    page.flow.moveBelow(keys(page, 1, 2), page.entry(1).key);
    page.flow.moveBelow(keys(page, 1), 'gone');
    expect(page.shown().join('')).toBe('ABC');
    expect(page.flow.undo()).toBeNull();
  });

  test('are deleted as one step of undo, and brought back by its answer', async () => {
    const page = await opened('A', 'B', 'C', 'D');
    const bringBack = page.flow.remove(...keys(page, 4, 2, 3));
    await pass(1000);
    expect(page.server.texts()).toEqual(['A']);
    bringBack();
    await pass(1000);
    expect(page.server.texts()).toEqual(['A', 'B', 'C', 'D']);
    expect(page.flow.undo()).toBeNull();
  });

  test('keep the way around them when they are deleted', async () => {
    const page = await opened('A', 'B', 'C', 'D', 'E');
    page.flow.edit(page.entry(2).key, (step) => ({ ...step, next: page.entry(4).step.id }));
    page.flow.remove(...keys(page, 2, 3));
    expect(page.entry(0).step.next).toBe(page.entry(2).step.id);
    page.flow.undo();
    await pass(1000);
    expect(page.shown().join('')).toBe('ABCDE');
    expect(page.entry(0).step.next).toBe(0);
  });

  test('are changed as one step of undo; those that stay as they are do not count', async () => {
    const page = await opened('A', 'B', 'C');
    page.flow.editAll(keys(page, 1, 2, 3), (step) =>
      'text' in step && step.text === 'B' ? step : { ...step, description: 'new' },
    );
    await pass(1000);
    expect(page.entries().map(({ step }) => step.description)).toEqual(['new', '', 'new']);
    page.flow.undo();
    expect(page.entries().map(({ step }) => step.description)).toEqual(['', '', '']);
  });
});
