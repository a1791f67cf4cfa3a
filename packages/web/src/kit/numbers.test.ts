import { expect, test } from 'vitest';
import { formatPercent } from './numbers.tsx';

test.each([
  [0, 0, '–'],
  [0, 5, '0%'],
  [1, 2_000, '<0.1%'],
  [1, 30, '3.3%'],
  [1, 3, '33%'],
  [199, 200, '99.5%'],
  [49_881, 50_000, '99.8%'],
  [99_999, 100_000, '>99.9%'],
  [7, 7, '100%'],
])('%d of %d is %s', (part, whole, words) => expect(formatPercent(part, whole)).toBe(words));
