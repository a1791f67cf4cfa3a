/** What the Welcome page and the Quick Start show: a few statements over small or indexed ranges. */

import type { Overview } from '@parley/contract';
import { countBroken } from '../campaigns/index.ts';
import { countWaiting } from '../inbox/index.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { stillMutes } from '../policy/index.ts';
import { displayName } from '../tags/index.ts';
import { countQuarters, loadDays } from './last-days.ts';
import { loadSince } from './since.ts';

const UPCOMING = 10;
const REPLIES = 10;

export async function loadOverview(db: Db, accountId: number, userId: number, now: Date): Promise<Overview> {
  await countQuarters(db, accountId, now);
  const [state, since, runningBlasts, upcoming, recentReplies, waiting, attention] = await Promise.all([
    loadState(db, accountId),
    loadSince(db, accountId, userId, now),
    loadRunning(db, accountId),
    loadUpcoming(db, accountId),
    loadReplies(db, accountId),
    countWaiting(db, accountId),
    countAttention(db, accountId, userId, now),
  ]);
  const { balance, reserved, timeZone, isLow, ...done } = state;
  const lastDays = await loadDays(db, accountId, timeZone, now);
  return {
    balance,
    reserved,
    since,
    waiting,
    attention,
    isLow,
    runningBlasts,
    upcoming,
    lastDays,
    recentReplies,
    done,
  };
}

type State = Overview['done'] & { balance: number; reserved: number; timeZone: string; isLow: boolean };

/** Credits, zone, and the Quick Start's steps: each true once it has happened in this account. */
async function loadState(db: Db, accountId: number): Promise<State> {
  const row = await first(
    db,
    sql<State>`
      select coalesce(b.balance, 0) as balance, coalesce(b.reserved, 0) as reserved, a.time_zone as "timeZone",
        coalesce(b.balance, 0) < a.low_balance as "isLow",
        exists (select from campaigns c where c.account_id = ${accountId} and not c.is_template) as campaign,
        exists (select from keywords k where k.account_id = ${accountId}) as keyword,
        exists (
          select from lists l
          where l.account_id = ${accountId} and l.kind = 'list' and l.member_count > 0) as contacts,
        exists (select from inbound_messages i where i.account_id = ${accountId}) as tried,
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
        b.sent + b.delivered + b.failed + b.unknown as sent,
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

const MOST_COUNTED = 1_000;

async function countAttention(
  db: Db,
  accountId: number,
  userId: number,
  now: Date,
): Promise<Overview['attention']> {
  const row = await first(
    db,
    sql<Overview['attention']>`
      select
        (select count(*)::int from (
          select from opt_out_reviews where account_id = ${accountId} and decision is null limit ${MOST_COUNTED}
        ) texts) as "toReview",
        (select count(*)::int from (
          select from muted_conversations k where k.account_id = ${accountId} and ${stillMutes('k', now)} limit ${MOST_COUNTED}
        ) contacts) as muted,
        (select count(*)::int from (
          select from unconfirmed_messages where account_id = ${accountId} limit ${MOST_COUNTED}
        ) messages) as "inDoubt",
        (select count(*)::int from (
          select from unpaid_replies where account_id = ${accountId} limit ${MOST_COUNTED}
        ) replies) as unpaid,
        (select count(*)::int from blast_approvals
          where account_id = ${accountId} and state = 'waiting' and asked_by_user <> ${userId}) as approvals,
        campaigns.broken, campaigns.reached as "reachedByBroken",
        (select count(*)::int from webhook_endpoints
          where account_id = ${accountId} and deleted_at is null and switched_off_at is not null) as webhooks
      from (${countBroken(accountId, now)}) campaigns`,
  );
  if (!row) throw new Error('A count has a row.');
  return row;
}

async function loadReplies(db: Db, accountId: number): Promise<Overview['recentReplies']> {
  const found = await rows(
    db,
    sql<Omit<Overview['recentReplies'][number], 'at'> & { at: Date }>`
      select i.id, i.contact_id as contact, c.phone, ${displayName(accountId)} as "displayName", i.body as text,
        coalesce(i.campaign_id, 0) as "campaignId", i.at
      from inbound_messages i join contacts c on c.account_id = ${accountId} and c.id = i.contact_id
      where i.account_id = ${accountId} and not i.erased
      order by i.at desc, i.id desc limit ${REPLIES}`,
  );
  return found.map((row) => ({ ...row, at: row.at.toISOString() }));
}
