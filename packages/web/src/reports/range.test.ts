import { expect, test } from 'vitest';
import { defaultRange, isRange, monthBefore, usualRanges } from './range.ts';

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

test('on the first day of a month the last month is the one that ended yesterday', () => {
  const found = new Map(usualRanges('2026-10-31').map(({ label, range }) => [label, range]));
  expect(found.get('Last month')).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  expect(found.has('This month')).toBe(false);
});

test.each([
  ['2026-11-01', '2026-11-21', true],
  ['2026-11-21', '2026-11-21', true],
  ['2026-11-20', '2026-11-22', false],
  ['2026-11-10', '2026-11-01', false],
  ['2026-02-01', '2026-02-30', false],
  ['', '2026-11-05', false],
])('an address may name %s to %s on 2026-11-21: %s', (from, to, holds) => {
  expect(isRange({ from, to }, '2026-11-21')).toBe(holds);
});
