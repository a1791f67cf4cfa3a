import { expect, it } from 'vitest';
import { wilson, winnerOf } from './wilson-interval.ts';

it('gives the published intervals', () => {
  // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
  const published = [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const;
  for (const [hits, tries, low, high] of published) {
    const interval = wilson(hits, tries);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  }
  expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
});

it('names no winner within the margin', () => {
  expect(
    winnerOf([
      { hits: 30, tries: 100 },
      { hits: 20, tries: 100 },
    ]),
  ).toBe(-1);
  expect(
    winnerOf([
      { hits: 300, tries: 1000 },
      { hits: 200, tries: 1000 },
    ]),
  ).toBe(0);
  expect(
    winnerOf([
      { hits: 1, tries: 50 },
      { hits: 0, tries: 0 },
    ]),
  ).toBe(-1);
});
