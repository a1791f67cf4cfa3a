import type { LineData } from '@parley/contract';
import { isDay } from '@parley/rules/time-zone.ts';
import { formatDate } from '../../kit/date-text.tsx';
import { wordings } from './wordings.ts';

/**
 * More points than this are more than a tile has pixels: a longer line has a point for each month, a longer
 * sparkline one for several days.
 */
const MOST_POINTS = 800;

/**
 * A line of days, or when there are too many of them the sums of each month, under its first day. Days to
 * come have no point; `soFar` is the point whose day or month isn't over, '' when all are.
 */
export function linePoints(
  days: LineData,
  today: string,
): { points: LineData; unit: 'day' | 'month'; soFar: string } {
  const begun = days.filter(({ sysDate }) => sysDate <= today);
  const unit = begun.length <= MOST_POINTS ? 'day' : 'month';
  const points = unit === 'day' ? begun : sumsOfMonths(begun);
  const now = unit === 'day' ? today : monthOf(today);
  return { points, unit, soFar: points.at(-1)?.sysDate === now ? now : '' };
}

const monthOf = (day: string) => `${day.slice(0, 7)}-01`;

function sumsOfMonths(days: LineData): LineData {
  const months = new Map<string, LineData[number]>();
  for (const { sysDate, ...values } of days) {
    const month = monthOf(sysDate);
    const sums: LineData[number] = months.get(month) ?? { sysDate: month };
    for (const [name, value] of Object.entries(values)) sums[name] = Number(sums[name] ?? 0) + Number(value);
    months.set(month, sums);
  }
  return [...months.values()];
}

/**
 * What the chart draws: the way to a point whose time isn't over is a series of its own, for figures that
 * still grow would look like a fall.
 */
export function drawnPoints(points: LineData, soFar: string): LineData {
  if (soFar === '') return points;
  return points.map((point, index) => {
    if (index < points.length - 2) return point;
    const { sysDate, ...values } = point;
    const open = Object.entries(values).map(([name, value]) => [wordings.points.soFar(name), value]);
    return { ...(sysDate === soFar ? { sysDate } : point), ...Object.fromEntries(open) };
  });
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
