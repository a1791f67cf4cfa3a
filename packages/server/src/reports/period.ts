import type { SegmentPlan } from '@parley/rules/segment-plan.ts';
import { dayRange, isDay } from '@parley/rules/time-zone.ts';
import { zoneOf } from '../accounts/index.ts';
import { type Db, sql } from '../platform/db/database.ts';
import { Malformed } from '../platform/errors.ts';

/**
 * Days of the account's zone, both included; `datapoint` 0 means all. `people`: only those of a segment that
 * means this.
 */
export type Span = { from: string; to: string; datapoint: number; people?: SegmentPlan };

/** Longest range of a report, a hundred years: a line has a row for each day. */
const MOST_DAYS = 36_600;
const DAY_MS = 86_400_000;

export function requireSpan({ from, to }: Span): void {
  if (!isDay(from) || !isDay(to)) throw new Malformed('startDate', 'The dates must be calendar days.');
  const utc = dayRange(from, to, 'UTC');
  const days = (Date.parse(utc.to) - Date.parse(utc.from)) / DAY_MS;
  if (days < 1) throw new Malformed('endDate', 'endDate must not be before startDate.');
  if (days > MOST_DAYS) throw new Malformed('endDate', `A report covers ${MOST_DAYS} days at most.`);
}

/** What the days mean: the account's zone, their first instant and the first one after them. */
export type Period = { zone: string; first: Date; after: Date };

/**
 * Read before what is asked for, so that the planner knows the instants: it then takes the months and the
 * index that fit. A day begins at its first instant, also where clocks change at midnight.
 */
export async function readPeriod(db: Db, accountId: number, { from, to }: Span): Promise<Period> {
  const zone = await zoneOf(db, accountId);
  const range = dayRange(from, to, zone);
  return { zone, first: new Date(range.from), after: new Date(range.to) };
}

/** A period that goes on, as it is at a moment: without what comes after that. */
export function upTo(now: Date, period: Period): Period {
  const after = new Date(now.getTime() + 1);
  return period.first < after && after < period.after ? { ...period, after } : period;
}

/** Whether an instant lies in the period. */
export const inPeriod = (column: string, { first, after }: Pick<Period, 'first' | 'after'>) =>
  sql`${sql.ref(column)} >= ${first}::timestamptz and ${sql.ref(column)} < ${after}::timestamptz`;

/** An instant on the account's wall clock. */
export const wallClock = (column: string, { zone }: Period) =>
  sql`to_char(${sql.ref(column)} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')`;
