/**
 * The last days in figures. Blasts bring their own counters; everything else is counted by quarters of an
 * hour, and kept.
 */

import type { Overview } from '@parley/contract';
import { addDays, dayOf, dayRange } from '@parley/rules/time-zone.ts';
import { IS_UNPAID } from '../messages/index.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';

const DAYS = 7;
type Day = Overview['lastDays'][number];

/**
 * The last seven days of the account's zone, today included. `sent` are messages that were handed over,
 * whatever became of them; a blast counts on the day it started, by its own counters, so that no page counts
 * a million messages.
 */
export async function loadDays(db: Db, accountId: number, zone: string, now: Date): Promise<Day[]> {
  const today = dayOf(now.toISOString(), zone);
  const days = Array.from({ length: DAYS }, (_, n) => addDays(today, n - DAYS + 1));
  const from = new Date(dayRange(days[0] ?? today, today, zone).from);
  const found = await rows(
    db,
    sql<Day>`
      select day::text, sum(sent)::int as sent, sum(delivered)::int as delivered, sum(failed)::int as failed, sum(unpaid)::int as unpaid,
        sum(received)::int as received, sum(opt_outs)::int as "optOuts"
      from (
        select (b.started_at at time zone ${zone})::date as day, b.sent + b.delivered + b.failed + b.unknown as sent, b.delivered,
          b.failed, 0 as unpaid, 0 as received, 0 as opt_outs
        from blasts b where b.account_id = ${accountId} and b.started_at >= ${from}
        union all
        select (q.quarter at time zone ${zone})::date, q.sent, q.delivered, q.failed, 0, q.received, q.opt_outs
        from quarter_hour_rollups q where q.account_id = ${accountId} and q.quarter >= ${from}
        union all
        select (created_at at time zone ${zone})::date, 0, 0, 0, count(*), 0, 0
        from messages where account_id = ${accountId} and created_at >= ${from} and ${IS_UNPAID} group by 1
      ) as parts
      group by day`,
  );
  const byDay = new Map(found.map((row) => [row.day, row]));
  return days.map(
    (day) => byDay.get(day) ?? { day, sent: 0, delivered: 0, failed: 0, unpaid: 0, received: 0, optOuts: 0 },
  );
}

/**
 * An opt-out that came from the person: by a STOP or the carrier's word, not by an upload or by hand. A STOP
 * after a STOP is none.
 */
export const OPTED_OUT = sql`kind = 'opt-out' and channel_id is not null`;

/**
 * Quarters are counted that far back: the days of a week that begins today, in any zone, and a visit a week
 * ago.
 */
const COUNTED_MS = (DAYS + 1) * 86_400_000;

/**
 * Counts the quarters of the last days that are not counted yet or may have changed: receipts come late, so a
 * quarter is counted once more when it is an hour, six hours, a day and three days old, and always while it
 * is young.
 */
export async function countQuarters(db: Db, accountId: number, now: Date): Promise<void> {
  const from = new Date(startOfQuarterHour(now).getTime() - COUNTED_MS);
  await sql`
    with due as (
      select given.quarter from (
        select quarter, quarter + interval '15 minutes' as next, ${age(sql`${now}::timestamptz`)} as age
        from generate_series(${from}::timestamptz, ${now}::timestamptz, interval '15 minutes') as quarter
      ) given
      left join quarter_hour_rollups k on k.account_id = ${accountId} and k.quarter = given.quarter
      where k.counted_at is null or k.counted_at < given.next + interval '15 minutes'
        or given.age > ${age(sql`k.counted_at`, sql`k.quarter`)}
    ),
    old as (
      delete from quarter_hour_rollups where account_id = ${accountId} and quarter < ${from}
    )
    insert into quarter_hour_rollups (account_id, quarter, counted_at, sent, delivered, failed, received, opt_outs, opt_ins)
    select ${accountId}, due.quarter, ${now}, m.sent, m.delivered, m.failed, i.received, o.opt_outs, e.opt_ins
    from due
    cross join lateral (
      select count(*) filter (where status in ('sent', 'delivered', 'failed', 'undelivered', 'expired', 'unknown')) as sent,
        count(*) filter (where status = 'delivered') as delivered,
        count(*) filter (where status in ('failed', 'undelivered', 'expired')) as failed
      from messages
      where account_id = ${accountId} and origin <> 'blast' and created_at >= due.quarter
        and created_at < due.quarter + interval '15 minutes'
    ) m
    cross join lateral (
      select count(*) as received from inbound_messages
      where account_id = ${accountId} and at >= due.quarter and at < due.quarter + interval '15 minutes'
    ) i
    cross join lateral (
      select count(*) as opt_ins from events
      where account_id = ${accountId} and kind = 'optin' and at >= due.quarter and at < due.quarter + interval '15 minutes'
    ) e
    cross join lateral (
      select count(*) as opt_outs from consents
      where account_id = ${accountId} and ${OPTED_OUT} and at >= due.quarter and at < due.quarter + interval '15 minutes'
    ) o
    order by due.quarter
    on conflict (account_id, quarter) do update set counted_at = excluded.counted_at, sent = excluded.sent,
      delivered = excluded.delivered, failed = excluded.failed, received = excluded.received, opt_outs = excluded.opt_outs,
      opt_ins = excluded.opt_ins`.execute(db);
}

const QUARTER_MS = 15 * 60_000;
/** Where the quarter of an hour of a moment begins. */
export const startOfQuarterHour = (at: Date): Date =>
  new Date(Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS);

/** How old a quarter is at a moment, in steps: each step is a reason to count it once more. */
const age = (at: ReturnType<typeof sql>, quarter = sql`quarter`) =>
  sql`width_bucket(extract(epoch from ${at} - ${quarter}), array[3600, 21600, 86400, 259200]::numeric[])`;
