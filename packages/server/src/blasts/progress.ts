/** How far blasts are, and why people were left out. */

import type { BlastState } from '@parley/contract';
import { PAGE_LIMITS, TIME_TO_LIVE } from '@parley/rules/limits.ts';
import { dayRange } from '@parley/rules/time-zone.ts';
import { zoneOf } from '../accounts/index.ts';
import { countedPeople } from '../messages/index.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';

export type BlastProgress = {
  id: number;
  campaign: number;
  name: string;
  state: BlastState;
  scheduledFor: string;
  startedAt: string;
  finishedAt: string;
  /** Each contact is in exactly one of the six counts after `total`. */
  total: number;
  queued: number;
  sent: number;
  delivered: number;
  failed: number;
  unknown: number;
  skipped: number;
  replied: number;
  optedOut: number;
  credits: number;
  pauseReason: string;
  /** Minutes. */
  timeToLive: number;
  nextAt: string;
  channel: number;
  troubleCode: string;
  troubleReason: string;
};

type Trouble = { code: string; reason: string };
type Row = Omit<
  BlastProgress,
  'scheduledFor' | 'startedAt' | 'finishedAt' | 'nextAt' | 'troubleCode' | 'troubleReason'
> & {
  scheduledFor: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  nextAt: Date | null;
  trouble: Trouble | null;
};

/** While none of the channel's connections may be used: what stands in the way of the first one. */
const trouble = (accountId: number) => sql`
  select (array_agg(s.state -> 'trouble' order by s.place))[1]
  from channels c
  join connection_states s on s.account_id = c.account_id and s.channel_id = c.id and s.state ->> 'circuit' = 'open'
    and s.state ->> 'kind' = case s.place when 1 then c.connection_kind else c.fallback_kind end
  where c.account_id = ${accountId} and c.id = b.channel_id
  having count(*) = min(case when c.fallback_kind is null then 1 else 2 end)`;

const columns = (accountId: number) => sql`
  b.id, b.campaign_id as campaign,
  (select c.name from campaigns c where c.account_id = ${accountId} and c.id = b.campaign_id) as name,
  b.state, b.scheduled_for as "scheduledFor", b.started_at as "startedAt", b.finished_at as "finishedAt", b.total, b.queued,
  b.sent, b.delivered, b.failed, b.unknown, b.skipped, b.replied, b.opted_out as "optedOut", b.credits_spent as credits,
  case when b.state in ('paused', 'cancelled') then b.pause_reason else '' end as "pauseReason", coalesce(b.time_to_live_minutes, (
    select time_to_live_minutes from channels where account_id = ${accountId} and id = b.channel_id
  ), ${TIME_TO_LIVE.usualMinutes})::int as "timeToLive",
  case when b.state = 'running' then (
    select min(s.due_at) from send_chunks s where s.account_id = ${accountId} and s.blast_id = b.id and isfinite(s.due_at)
  ) end as "nextAt", b.channel_id as channel,
  case when b.state = 'running' then (${trouble(accountId)}) end as trouble`;

export async function readProgress(
  db: Db,
  accountId: number,
  blastId: number,
): Promise<BlastProgress | undefined> {
  const row = await first(
    db,
    sql<Row>`select ${columns(accountId)} from blasts b where b.account_id = ${accountId} and b.id = ${blastId}`,
  );
  return row && toProgress(row);
}

/** The next blasts before one, newest first (0: the first ones); `campaignId` null: of all campaigns. */
export async function blastsBehind(
  db: Db,
  accountId: number,
  campaignId: number | null,
  { behind, limit }: { behind: number; limit: number },
): Promise<BlastProgress[]> {
  const found = await rows(
    db,
    sql<Row>`
      select ${columns(accountId)} from blasts b
      where b.account_id = ${accountId} ${behind > 0 ? sql`and b.id < ${behind}` : sql``}
        ${campaignId === null ? sql`` : sql`and (b.campaign_id = ${campaignId} or ${campaignId} = any(b.ab_campaign_ids))`}
      order by b.id desc limit ${limit}`,
  );
  return found.map(toProgress);
}

const MOST_SCHEDULED = 20;

export type ScheduledBlast = {
  id: number;
  campaign: number;
  at: string;
  localTime: string;
  queued: number;
};

/**
 * Blasts that wait for their time and take the campaign's steps then; the next one first. Null: there is no
 * such campaign.
 */
export async function listScheduled(
  db: Db,
  accountId: number,
  campaignId: number,
): Promise<ScheduledBlast[] | null> {
  const found = await rows(
    db,
    sql<Omit<ScheduledBlast, 'id' | 'at'> & { id: number | null; at: Date }>`
      select b.id, b.source_campaign_id as campaign, b.scheduled_for as at, coalesce(b.local_time, '') as "localTime",
        b.queued
      from campaigns c
      left join blasts b on b.account_id = ${accountId} and b.renewal = 'awaited' and b.state in ('scheduled', 'paused')
        and (b.campaign_id = c.id or c.id = any(b.ab_campaign_ids))
      where c.account_id = ${accountId} and c.id = ${campaignId}
      order by b.scheduled_for, b.id limit ${MOST_SCHEDULED}`,
  );
  if (found.length === 0) return null;
  return found.flatMap(({ id, at, ...row }) => (id === null ? [] : [{ ...row, id, at: at.toISOString() }]));
}

/** Shown by a calendar of some weeks. */
const MOST_IN_DAYS = 500;

/**
 * Blasts of a campaign (0: of the account), newest first: a page, or all of some days of the account's zone,
 * the last one included.
 */
export async function listBlasts(
  db: Db,
  accountId: number,
  campaignId: number,
  start: number,
  days: { from: string; to: string } | null,
): Promise<BlastProgress[]> {
  const range = days && dayRange(days.from, days.to, await zoneOf(db, accountId));
  const within = range
    ? sql`and coalesce(b.started_at, b.scheduled_for) >= ${range.from}
        and coalesce(b.started_at, b.scheduled_for) < ${range.to}`
    : sql``;
  const found = await rows(
    db,
    sql<Row>`
      select ${columns(accountId)} from blasts b
      where b.account_id = ${accountId} ${within}
        and (${campaignId}::bigint = 0 or b.campaign_id = ${campaignId} or b.source_campaign_id = ${campaignId}
          or ${campaignId} = any(b.ab_campaign_ids))
      order by b.created_at desc, b.id desc offset ${start} limit ${days ? MOST_IN_DAYS : PAGE_LIMITS.pageSize}`,
  );
  return found.map(toProgress);
}

function toProgress({ scheduledFor, startedAt, finishedAt, nextAt, trouble, ...row }: Row): BlastProgress {
  return {
    ...row,
    scheduledFor: scheduledFor.toISOString(),
    startedAt: startedAt?.toISOString() ?? '',
    finishedAt: finishedAt?.toISOString() ?? '',
    nextAt: nextAt?.toISOString() ?? '',
    troubleCode: trouble?.code ?? '',
    troubleReason: trouble?.reason ?? '',
  };
}

export type ReasonCount = { status: string; reason: string; code: string; count: number };

/**
 * Every member of the lists in exactly one bucket: what became of the message, or why there was none. While
 * the audience is being queued they add up to those that it has passed.
 */
export async function countReasons(
  db: Db,
  accountId: number,
  blastId: number,
): Promise<ReasonCount[] | undefined> {
  const blast = await first(
    db,
    sql<{ filtered: number; optedOut: number; duplicates: number; counted: Record<string, number> | null }>`
      select filtered, opted_out_before as "optedOut", duplicates, (
        select jsonb_object_agg(reason, people) from (
          select reason, sum(people) as people from blast_exclusions
          where account_id = ${accountId} and blast_id = ${blastId} group by reason
        ) each
      ) as counted
      from blasts where account_id = ${accountId} and id = ${blastId}`,
  );
  if (!blast) return undefined;
  const sent = await rows(
    db,
    sql<ReasonCount>`
      select status, reason, code, sum(people)::bigint as count from (${countedPeople(accountId, blastId)}) each
      group by status, reason, code order by status::message_status, reason, code`,
  );
  // Blasts of before the left-out people were kept have the counts of their review.
  const counted = blast.counted ?? {
    filtered: blast.filtered,
    'opted-out': blast.optedOut,
    'already-blasted': blast.duplicates,
  };
  const leftOut = Object.entries(counted).map(([reason, count]) => {
    return { status: 'not queued', reason, code: '', count: Number(count) };
  });
  return [...sent, ...leftOut.filter(({ count }) => count > 0)];
}
