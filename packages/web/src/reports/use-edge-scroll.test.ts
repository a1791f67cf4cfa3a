import { expect, test } from 'vitest';
import { stepAt } from './use-edge-scroll.ts';

test('the page goes on faster the nearer to its edge a tile is held, and stays while it is held within', () => {
  expect([120, 300, 840].map((y) => stepAt(y, 900))).toEqual([0, 0, 0]);
  expect([870, 900, 2000].map((y) => stepAt(y, 900))).toEqual([12, 24, 24]);
  expect([60, 0, -50].map((y) => stepAt(y, 900))).toEqual([-12, -24, -24]);
});
