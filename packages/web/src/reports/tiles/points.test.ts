import { expect, test } from 'vitest';
import { drawnPoints, linePoints, pointText, sparkPoints } from './points.ts';

const days = (from: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    sysDate: new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10),
    Yes: 1,
    No: 2,
  }));

test('a line of two years has a point for each day', () => {
  const two = days('2024-01-01', 731);
  expect(linePoints(two, '2026-01-01')).toEqual({ points: two, unit: 'day', soFar: '' });
});

test('a line of a century has a point for each month, with the sums of its days', () => {
  const { points, unit } = linePoints(days('2000-01-15', 36_000), '2099-01-01');
  expect(unit).toBe('month');
  expect(points.length).toBeLessThan(1_200);
  expect(points.slice(0, 2)).toEqual([
    { sysDate: '2000-01-01', Yes: 17, No: 34 },
    { sysDate: '2000-02-01', Yes: 29, No: 58 },
  ]);
  expect(points.reduce((sum, { Yes }) => sum + Number(Yes), 0)).toBe(36_000);
});

test('the day that is not over is told, and days to come have no point', () => {
  const week = days('2026-11-20', 7);
  const { points, soFar } = linePoints(week, '2026-11-24');
  expect(points).toEqual(week.slice(0, 5));
  expect(soFar).toBe('2026-11-24');
  expect(linePoints(week, '2026-11-19')).toEqual({ points: [], unit: 'day', soFar: '' });
  expect(linePoints(week, '2026-11-27').soFar).toBe('');
});

test('the month that is not over is told, though its last day is not asked for', () => {
  const years = days('2020-01-01', 2_000);
  const last = years.at(-1)?.sysDate ?? '';
  expect(last).toBe('2025-06-22');
  expect(linePoints(years, '2025-06-23').soFar).toBe('2025-06-01');
  expect(linePoints(years, '2025-07-01').soFar).toBe('');
});

test('the way to a point that is not over is drawn as a line of its own', () => {
  expect(drawnPoints(days('2026-11-22', 3), '2026-11-24')).toEqual([
    { sysDate: '2026-11-22', Yes: 1, No: 2 },
    { sysDate: '2026-11-23', Yes: 1, No: 2, 'Yes, so far': 1, 'No, so far': 2 },
    { sysDate: '2026-11-24', 'Yes, so far': 1, 'No, so far': 2 },
  ]);
  expect(drawnPoints(days('2026-11-24', 1), '2026-11-24')).toEqual([
    { sysDate: '2026-11-24', 'Yes, so far': 1, 'No, so far': 2 },
  ]);
  expect(drawnPoints(days('2026-11-22', 2), '')).toEqual(days('2026-11-22', 2));
});

test('a sparkline keeps its sum, and its days while there is room', () => {
  expect(sparkPoints([1, 2, 3])).toEqual([1, 2, 3]);
  expect(sparkPoints([])).toEqual([]);
  const long = sparkPoints(Array.from({ length: 36_000 }, () => 1));
  expect(long).toHaveLength(800);
  expect(long.reduce((sum, value) => sum + value)).toBe(36_000);
});

test('a point is told with its day or its month, and no point with nothing', () => {
  expect(pointText.day.short('2026-11-02')).toBe('Nov 2');
  expect(pointText.month.whole('2026-11-01')).toBe('Nov 2026');
  // The chart asks for the label of no point while the pointer is nowhere.
  for (const text of [pointText.month.whole, pointText.month.short, pointText.day.short])
    expect(text('undefined')).toBe('');
});
