import { expect, test } from 'vitest';
import { pauseAfter } from './live.ts';

test('the pause before reconnecting grows to 30 s and is spread over its upper half', () => {
  expect([1, 2, 3, 7, 20].map((failures) => pauseAfter(failures, 1))).toEqual([
    500, 1000, 2000, 30_000, 30_000,
  ]);
  expect(pauseAfter(3, 0)).toBe(1000);
});
