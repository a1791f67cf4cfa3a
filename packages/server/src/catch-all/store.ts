/** All SQL that writes catch-alls, and when they answered whom. */
import type { DayHours } from '@parley/rules/opening-hours.ts';
import { isLiveFinished } from '../flow/index.ts';
import { type Db, first, isNullIn, rows, sql } from '../platform/db/database.ts';
import { type Statement, writing } from '../platform/db/statement.ts';

export type CatchAll = {
  campaignId: number | null;
  pauseHours: number;
  closedCampaignId: number | null;
  closedPauseHours: number;
  /** Null: always open. */
  week: (DayHours | null)[] | null;
  holidays: string[];
  /** Null: the account's. */
  zone: string | null;
};
export type CatchAllOfChannel = CatchAll & { channelId: number };

const columns = sql`f.campaign_id as "campaignId", f.pause_hours as "pauseHours", f.closed_campaign_id as "closedCampaignId",
  f.closed_pause_hours as "closedPauseHours", f.week, f.holidays, f.time_zone as zone`;

/** SQL of the account's channels with a campaign that answers: a list of {@link CatchAllOfChannel}. */
export const CATCH_ALLS = (accountId: number) => sql`
  coalesce((select jsonb_agg(to_jsonb(found)) from (
    select f.channel_id as "channelId", ${columns} from catch_alls f
    where f.account_id = ${accountId} and (f.campaign_id is not null or f.closed_campaign_id is not null)
  ) found), '[]')`;

/** What is stored; undefined where the account has no such channel. `locked`: until the transaction ends. */
export async function findCatchAll(
  db: Db,
  accountId: number,
  channelId: number,
  lock: 'locked' | 'read' = 'read',
): Promise<CatchAll | undefined> {
  const found = await first(
    db,
    sql<CatchAll & { isKept: boolean }>`
      select ${columns}, f.channel_id is not null as "isKept" from channels h
      left join catch_alls f on f.account_id = ${accountId} and f.channel_id = h.id
      where h.account_id = ${accountId} and h.id = ${channelId} and h.deleted_at is null
      ${lock === 'locked' ? sql`for update of h` : sql``}`,
  );
  if (!found) return undefined;
  const { isKept, ...stored } = found;
  return isKept ? stored : NOTHING;
}

const NOTHING: CatchAll = {
  campaignId: null,
  pauseHours: 0,
  closedCampaignId: null,
  closedPauseHours: 12,
  week: null,
  holidays: [],
  zone: null,
};

export async function storeCatchAll(
  trx: Db,
  accountId: number,
  channelId: number,
  { campaignId, pauseHours, closedCampaignId, closedPauseHours, week, holidays, zone }: CatchAll,
): Promise<void> {
  await sql`
    insert into catch_alls (account_id, channel_id, campaign_id, pause_hours, closed_campaign_id, closed_pause_hours,
      week, holidays, time_zone)
    values (${accountId}, ${channelId}, ${campaignId}, ${pauseHours}, ${closedCampaignId}, ${closedPauseHours},
      ${week && JSON.stringify(week)}::jsonb, ${holidays}::text[], ${zone})
    on conflict (account_id, channel_id) do update set campaign_id = excluded.campaign_id,
      pause_hours = excluded.pause_hours, closed_campaign_id = excluded.closed_campaign_id,
      closed_pause_hours = excluded.closed_pause_hours, week = excluded.week, holidays = excluded.holidays,
      time_zone = excluded.time_zone`.execute(trx);
}

/** A channel is being deleted: nothing answers there any more. */
export async function forgetChannel(trx: Db, accountId: number, channelId: number): Promise<void> {
  await sql`delete from catch_alls where account_id = ${accountId} and channel_id = ${channelId}`.execute(
    trx,
  );
}

export type CampaignState = {
  id: number;
  name: string;
  state: 'live' | 'deleted' | 'errors' | 'never-published';
};

/** How campaigns would answer; those that the account has not are left out. */
export function statesOf(
  db: Db,
  accountId: number,
  campaignIds: readonly number[],
): Promise<CampaignState[]> {
  return rows(
    db,
    sql<CampaignState>`
      select c.id, c.name, case when c.deleted_at is not null then 'deleted' when not ${isLiveFinished(accountId)} then 'errors'
        when c.live_version is null then 'never-published' else 'live' end as state
      from campaigns c
      where c.account_id = ${accountId} and c.id = any(${campaignIds}::bigint[]) and not c.is_template`,
  );
}

/** Somebody who is about to be answered. */
export type Asking = { channelId: number; contactId: number; whenClosed: boolean };

/** When each was answered last, and whether a colleague has the conversation: assigned, and not closed. */
export function readAnswered(
  db: Db,
  accountId: number,
  asking: readonly Asking[],
): Promise<{ at: Date | null; isAssigned: boolean }[]> {
  return rows(
    db,
    sql<{ at: Date | null; isAssigned: boolean }>`
      select (select a.at from catch_all_answers a
          where a.account_id = ${accountId} and a.contact_id = given.contact_id and a.channel_id = given.channel_id
            and a.when_closed = given.when_closed) as at,
        exists (select from inbox_threads t
          where t.account_id = ${accountId} and t.contact_id = given.contact_id and t.assigned_to is not null
            and (t.closed_at is null or t.closed_at < (
              select max(i.at) from inbound_messages i
              where i.account_id = ${accountId} and i.contact_id = given.contact_id))) as "isAssigned"
      from ${given(asking)} order by given.place`,
  );
}

/**
 * These people are answered now. Nothing to do for nobody. Fails where another process has answered somebody
 * too lately since that was looked at ({@link isAnsweredElsewhere}): the time must not be null.
 */
export function answeredStatement(
  db: Db,
  accountId: number,
  answered: readonly Asking[],
  now: Date,
): Statement<void> | null {
  if (answered.length === 0) return null;
  return writing(
    db,
    sql`
      with given as materialized (
        select given.contact_id, given.channel_id, given.when_closed,
          case when p.hours = 0 then 'infinity' else ${now}::timestamptz - make_interval(hours => p.hours) end as last
        from ${given(answered)} left join catch_alls f on f.account_id = ${accountId} and f.channel_id = given.channel_id
        cross join lateral (select case when given.when_closed then f.closed_pause_hours else f.pause_hours end as hours) p
      ), new as (
        insert into catch_all_answers (account_id, contact_id, channel_id, when_closed, at)
        select ${accountId}::bigint, contact_id, channel_id, when_closed, ${now}::timestamptz from given
        order by contact_id, channel_id
        on conflict (account_id, contact_id, channel_id, when_closed) do nothing
        returning contact_id, channel_id, when_closed
      ), again as (
        update catch_all_answers a set at = ${now} from given
        where a.account_id = ${accountId} and a.contact_id = given.contact_id and a.channel_id = given.channel_id
          and a.when_closed = given.when_closed and a.at <= given.last
        returning a.contact_id, a.channel_id, a.when_closed
      )
      insert into catch_all_answers (account_id, contact_id, channel_id, when_closed, at)
      select ${accountId}::bigint, contact_id, channel_id, when_closed, null::timestamptz from given
      where (contact_id, channel_id, when_closed) not in (select * from new union all select * from again)`,
  );
}

/** Another process answered one of these people in this very moment: look again. */
export const isAnsweredElsewhere = (error: unknown): boolean => isNullIn(error, 'catch_all_answers', 'at');

const given = (asking: readonly Asking[]) => sql`
  unnest(
    ${asking.map(({ channelId }) => channelId)}::bigint[], ${asking.map(({ contactId }) => contactId)}::bigint[],
    ${asking.map(({ whenClosed }) => whenClosed)}::boolean[]
  ) with ordinality as given (channel_id, contact_id, when_closed, place)`;
