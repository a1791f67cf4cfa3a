/** What the Welcome page and the Quick Start show: a few statements over small or indexed ranges. */
import type { Overview } from '@parley/contract';
import { addDays, dayOf, dayRange } from '@parley/rules/zone.ts';
import { countWaiting } from '../inbox/index.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { loadSince } from './since.ts';

const DAYS = 7;
const UPCOMING = 10;
const REPLIES = 10;

export async function loadOverview(db: Db, accountId: number, userId: number, now: Date): Promise<Overview> {
  const [state, since, runningBlasts, upcoming, recentReplies, waiting] = await Promise.all([
    loadState(db, accountId),
    loadSince(db, accountId, userId, now),
    loadRunning(db, accountId),
    loadUpcoming(db, accountId),
    loadReplies(db, accountId),
    countWaiting(db, accountId),
  ]);
  const { balance, reserved, timeZone, ...done } = state;
  const lastDays = await loadDays(db, accountId, timeZone, now);
  return { balance, reserved, since, waiting, runningBlasts, upcoming, lastDays, recentReplies, done };
}

type State = Overview['done'] & { balance: number; reserved: number; timeZone: string };

/** Credits, zone, and the Quick Start's steps: each true once it has happened in this account. */
async function loadState(db: Db, accountId: number): Promise<State> {
  const row = await first(
    db,
    sql<State>`
      select coalesce(b.balance, 0) as balance, coalesce(b.reserved, 0) as reserved, a.time_zone as "timeZone",
        exists (select from campaigns c where c.account_id = ${accountId} and not c.is_template) as campaign,
        exists (select from keywords k where k.account_id = ${accountId}) as keyword,
        exists (
          select from lists l
          where l.account_id = ${accountId} and l.kind = 'list' and l.member_count > 0) as contacts,
        exists (select from inbound i where i.account_id = ${accountId}) as tried,
        exists (select from blasts s where s.account_id = ${accountId}) as blast,
        exists (select from reports r where r.account_id = ${accountId}) as report
      from accounts a left join balances b on b.account_id = ${accountId} where a.id = ${accountId}`,
  );
  if (!row) throw new Error('The account of a session is gone.');
  return row;
}

function loadRunning(db: Db, accountId: number): Promise<Overview['runningBlasts']> {
  return rows(
    db,
    sql<Overview['runningBlasts'][number]>`
      select b.id, b.source_campaign_id as "campaignId", c.name as campaign, b.total,
        b.sent + b.delivered + b.failed as sent,
        case when b.state = 'paused' then b.pause_reason else '' end as "pauseReason"
      from blasts b join campaigns c on c.account_id = ${accountId} and c.id = b.source_campaign_id
      where b.account_id = ${accountId} and b.state in ('fanning', 'running', 'paused')
      order by b.created_at desc, b.id desc`,
  );
}

async function loadUpcoming(db: Db, accountId: number): Promise<Overview['upcoming']> {
  const found = await rows(
    db,
    sql<Omit<Overview['upcoming'][number], 'at'> & { at: Date }>`
      select * from (
        (select 'blast' as kind, b.id, c.id as "campaignId", c.name, b.scheduled_for as at
        from blasts b join campaigns c on c.account_id = ${accountId} and c.id = b.source_campaign_id
        where b.account_id = ${accountId} and b.state = 'scheduled')
        union all
        (select 'automata', a.id, a.campaign_id, a.name, a.next_run_at
        from automata a where a.account_id = ${accountId} and a.enabled and a.next_run_at is not null)
      ) as upcoming
      order by at, kind, id limit ${UPCOMING}`,
  );
  return found.map((row) => ({ ...row, at: row.at.toISOString() }));
}

async function loadReplies(db: Db, accountId: number): Promise<Overview['recentReplies']> {
  const found = await rows(
    db,
    sql<Omit<Overview['recentReplies'][number], 'at'> & { at: Date }>`
      select i.id, i.contact_id as contact, c.phone, i.body as text, coalesce(i.campaign_id, 0) as "campaignId", i.at
      from inbound i join contacts c on c.account_id = ${accountId} and c.id = i.contact_id
      where i.account_id = ${accountId}
      order by i.at desc, i.id desc limit ${REPLIES}`,
  );
  return found.map((row) => ({ ...row, at: row.at.toISOString() }));
}

type Day = Overview['lastDays'][number];

/**
 * The last seven days of the account's zone, today included. `sent` are messages that were handed over and are settled or on their
 * way; a blast counts on the day it started, by its own counters, so that no page counts a million messages.
 */
async function loadDays(db: Db, accountId: number, zone: string, now: Date): Promise<Day[]> {
  const today = dayOf(now.toISOString(), zone);
  const days = Array.from({ length: DAYS }, (_, n) => addDays(today, n - DAYS + 1));
  const { from } = dayRange(days[0] ?? today, today, zone);
  const found = await rows(
    db,
    sql<Day>`
      select day::text, sum(sent)::int as sent, sum(delivered)::int as delivered, sum(failed)::int as failed,
        sum(received)::int as received, sum(opt_outs)::int as "optOuts"
      from (
        select (b.started_at at time zone ${zone})::date as day, b.sent + b.delivered + b.failed as sent, b.delivered,
          b.failed, 0 as received, 0 as opt_outs
        from blasts b where b.account_id = ${accountId} and b.started_at >= ${from}
        union all
        select (m.created_at at time zone ${zone})::date,
          count(*) filter (where m.status in ('sent', 'delivered', 'failed', 'undelivered', 'expired')),
          count(*) filter (where m.status = 'delivered'),
          count(*) filter (where m.status in ('failed', 'undelivered', 'expired')), 0, 0
        from messages m
        where m.account_id = ${accountId} and m.origin <> 'blast' and m.created_at >= ${from} group by 1
        union all
        select (i.at at time zone ${zone})::date, 0, 0, 0, count(*), count(*) filter (where i.kind = 'stop')
        from inbound i where i.account_id = ${accountId} and i.at >= ${from} group by 1
      ) as parts
      group by day`,
  );
  const byDay = new Map(found.map((row) => [row.day, row]));
  return days.map(
    (day) => byDay.get(day) ?? { day, sent: 0, delivered: 0, failed: 0, received: 0, optOuts: 0 },
  );
}
