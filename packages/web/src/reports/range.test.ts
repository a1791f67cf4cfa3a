import { expect, test } from 'vitest';
import { defaultRange, monthBefore } from './range.ts';

test('a month before is the same day, or the last of a shorter month', () => {
  expect(monthBefore('2026-11-21')).toBe('2026-10-21');
  expect(monthBefore('2026-03-31')).toBe('2026-02-28');
  expect(monthBefore('2026-01-15')).toBe('2025-12-15');
  expect(defaultRange('2026-11-21')).toEqual({ from: '2026-10-21', to: '2026-11-21' });
});
