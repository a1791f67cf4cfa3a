import { dayRange, isDay } from '@parley/rules/zone.ts';
import { sql } from '../platform/db/database.ts';
import { Malformed } from '../platform/errors.ts';

/** Days of the account's zone, both included; `datapoint` 0 means all. */
export type Span = { from: string; to: string; datapoint: number };

/** Longest range of a report: a line has a row for each day. */
const MOST_DAYS = 3_660;
const DAY_MS = 86_400_000;

export function requireSpan({ from, to }: Span): void {
  if (!isDay(from) || !isDay(to)) throw new Malformed('startDate', 'The dates must be calendar days.');
  const utc = dayRange(from, to, 'UTC');
  const days = (Date.parse(utc.to) - Date.parse(utc.from)) / DAY_MS;
  if (days < 1) throw new Malformed('endDate', 'endDate must not be before startDate.');
  if (days > MOST_DAYS) throw new Malformed('endDate', `A report covers ${MOST_DAYS} days at most.`);
}

/** A CTE `period`: the account's zone, its first instant and the first instant after it. */
export const periodOf = (accountId: number, { from, to }: Span) => sql`
  period as materialized (
    select time_zone, ${from}::date::timestamp at time zone time_zone as first,
      (${to}::date + 1)::timestamp at time zone time_zone as after
    from accounts where id = ${accountId}
  )`;

/** Whether an instant lies in the period. */
export const inPeriod = (column: string) =>
  sql`${sql.ref(column)} >= (select first from period) and ${sql.ref(column)} < (select after from period)`;

/** An instant on the account's wall clock. */
export const wallClock = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone (select time_zone from period), 'YYYY-MM-DD HH24:MI:SS')`;
