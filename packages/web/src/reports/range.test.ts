import { expect, test } from 'vitest';
import { defaultRange, monthBefore, usualRanges } from './range.ts';

test('a month before is the same day, or the last of a shorter month', () => {
  expect(monthBefore('2026-11-21')).toBe('2026-10-21');
  expect(monthBefore('2026-03-31')).toBe('2026-02-28');
  expect(monthBefore('2026-01-15')).toBe('2025-12-15');
  expect(defaultRange('2026-11-21')).toEqual({ from: '2026-10-21', to: '2026-11-21' });
});

test('the usual ranges end yesterday at the latest, both days included', () => {
  const found = Object.fromEntries(usualRanges('2026-03-01').map(({ label, range }) => [label, range]));
  expect(found).toEqual({
    'Last 7 days': { from: '2026-02-23', to: '2026-03-01' },
    'Last 30 days': { from: '2026-01-31', to: '2026-03-01' },
    'Last 90 days': { from: '2025-12-02', to: '2026-03-01' },
    'This month': { from: '2026-03-01', to: '2026-03-01' },
    'Last month': { from: '2026-02-01', to: '2026-02-28' },
  });
});
