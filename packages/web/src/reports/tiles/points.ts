import type { LineData } from '@parley/contract';
import { isDay } from '@parley/rules/time-zone.ts';
import { formatDate } from '../../kit/date-text.tsx';
import { wordings } from './wordings.ts';

/**
 * More points than this are more than a tile has pixels: a longer line has a point for each month, a longer
 * sparkline one for several days.
 */
const MOST_POINTS = 800;

/** A line of days, or when there are too many of them the sums of each month, under its first day. */
export function linePoints(days: LineData): { points: LineData; unit: 'day' | 'month' } {
  if (days.length <= MOST_POINTS) return { points: days, unit: 'day' };
  const months = new Map<string, LineData[number]>();
  for (const { sysDate, ...values } of days) {
    const month = `${sysDate.slice(0, 7)}-01`;
    const sums: LineData[number] = months.get(month) ?? { sysDate: month };
    for (const [name, value] of Object.entries(values)) sums[name] = Number(sums[name] ?? 0) + Number(value);
    months.set(month, sums);
  }
  return { points: [...months.values()], unit: 'month' };
}

const dayAs = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  // The chart asks for the text of no day, too, while the pointer is nowhere.
  return (day: string) => (isDay(day) ? format.format(new Date(`${day}T00:00Z`)) : '');
};
const shortDay = dayAs({ month: 'short', day: 'numeric' });
const month = dayAs({ month: 'short', year: 'numeric' });
/** What stands under a point, whole and short, and over their column. */
export const pointText = {
  day: { head: wordings.points.day, short: shortDay, whole: (day: string) => formatDate(day, 'UTC', 'date') },
  month: { head: wordings.points.month, short: month, whole: month },
};

/** The values of days, or when there are too many the sums of as many at a time as it takes. */
export function sparkPoints(days: readonly number[]): number[] {
  const size = Math.ceil(days.length / MOST_POINTS);
  const sums: number[] = [];
  days.forEach((value, index) => {
    const place = Math.floor(index / size);
    sums[place] = (sums[place] ?? 0) + value;
  });
  return sums;
}
