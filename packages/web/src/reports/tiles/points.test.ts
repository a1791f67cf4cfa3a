import { expect, test } from 'vitest';
import { linePoints, pointText, sparkPoints } from './points.ts';

const days = (from: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    sysDate: new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10),
    Yes: 1,
    No: 2,
  }));

test('a line of two years has a point for each day', () => {
  const two = days('2024-01-01', 731);
  expect(linePoints(two)).toEqual({ points: two, unit: 'day' });
});

test('a line of a century has a point for each month, with the sums of its days', () => {
  const { points, unit } = linePoints(days('2000-01-15', 36_000));
  expect(unit).toBe('month');
  expect(points.length).toBeLessThan(1_200);
  expect(points.slice(0, 2)).toEqual([
    { sysDate: '2000-01-01', Yes: 17, No: 34 },
    { sysDate: '2000-02-01', Yes: 29, No: 58 },
  ]);
  expect(points.reduce((sum, { Yes }) => sum + Number(Yes), 0)).toBe(36_000);
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
