/** All SQL that writes clicks and what is counted of them. */
import { addToAccountDays, countedSince, forgetAccountDays } from '../events/index.ts';
import { feedCte } from '../feed/index.ts';
import { changed, type Db, sql } from '../platform/db/database.ts';
import { goneBefore } from '../retention/index.ts';
import type { Destination } from './store.ts';
import { recordClickers } from './unique-clickers.ts';
import type { Visit } from './visitors.ts';

export type Click = Visit & { to: Destination; at: Date; agent: string };

/**
 * Stores clicks of one account. Only those of people are counted by day; links are taken in their order, so
 * that nobody waits in a ring.
 */
export async function storeClicks(
  trx: Db,
  accountId: number,
  timeZone: string,
  clicks: readonly Click[],
): Promise<void> {
  const column = <T>(pick: (click: Click) => T) => clicks.map(pick);
  const people = clicks.filter(({ kind }) => kind === 'person');
  const newcomers = await recordClickers(
    trx,
    accountId,
    timeZone,
    people.map(({ to, at }) => ({ subjectId: to.linkId, contactId: to.contactId, at })),
  );
  const fed = fedClicks(trx, accountId);
  await changed(
    trx,
    sql`
      with given as materialized (
        select * from unnest(
          ${column(({ to }) => to.linkId)}::bigint[], ${column(({ to }) => to.contactId)}::bigint[],
          ${column(({ to }) => to.campaignId)}::bigint[], ${column(({ to }) => to.blastId)}::bigint[],
          ${column(({ at }) => at)}::timestamptz[], ${column(({ kind }) => kind)}::text[],
          ${column(({ reason }) => reason)}::text[], ${column(({ agent }) => agent)}::text[]
        ) as given (link_id, contact_id, campaign_id, blast_id, at, kind, reason, agent)
      ), stored as (
        insert into link_clicks (account_id, link_id, contact_id, phone, campaign_id, blast_id, at, kind, reason, agent)
        select ${accountId}::bigint, g.link_id, g.contact_id, coalesce(c.phone, ''), g.campaign_id, g.blast_id, g.at, g.kind,
          g.reason, g.agent
        from given g left join contacts c on c.account_id = ${accountId} and c.id = g.contact_id
        ${fed ? sql`returning id, link_id, contact_id, campaign_id, blast_id, at, kind` : sql``}
      )${fed ?? sql``}, counted as (
        update short_links l set clicks = l.clicks + c.clicks, previews = l.previews + c.previews, scans = l.scans + c.scans,
          people = l.people + c.newcomers, last_click_at = greatest(l.last_click_at, c.last)
        from (
          select g.link_id, count(*) filter (where kind = 'person') as clicks,
            count(*) filter (where kind = 'preview') as previews, count(*) filter (where kind = 'scanner') as scans,
            max(at) filter (where kind = 'person') as last, coalesce(max(n.newcomers), 0) as newcomers
          from given g
          left join unnest(${[...newcomers.keys()]}::bigint[], ${[...newcomers.values()]}::bigint[]) as n (link_id, newcomers)
            on n.link_id = g.link_id
          group by g.link_id order by g.link_id
        ) c
        where l.account_id = ${accountId} and l.id = c.link_id
      ), totalled as (
        ${addToAccountDays(
          accountId,
          sql`
            select 'click', (at at time zone ${timeZone})::date as day, count(*)
            from given where kind = 'person' group by day`,
        )}
      )
      insert into daily_link_clicks (account_id, link_id, day, count)
      select ${accountId}::bigint, link_id, (at at time zone ${timeZone})::date as day, count(*)
      from given where kind = 'person' group by link_id, day order by link_id, day
      on conflict (account_id, link_id, day) do update set count = daily_link_clicks.count + excluded.count`,
  );
}

/** Clicks on links that are nobody's are of no contact. */
const fedClicks = (trx: Db, accountId: number) =>
  feedCte(
    trx,
    accountId,
    'link.clicked',
    sql`
      select contact_id, at, id::text,
        jsonb_build_object('link', link_id, 'campaign', campaign_id, 'blast', blast_id), id
      from stored where kind = 'person' and contact_id is not null`,
  );

/** Counts the days of an account's clicks anew, as far as they are kept: after its time zone changed. */
export async function recountClicks(trx: Db, accountId: number, timeZone: string): Promise<void> {
  const since = countedSince(await goneBefore(trx, accountId, 'clicks'), timeZone);
  await changed(trx, sql`delete from daily_link_clicks where account_id = ${accountId} and day >= ${since}`);
  await forgetAccountDays(trx, accountId, ['click'], since);
  await changed(
    trx,
    sql`
      with counted as (
        insert into daily_link_clicks (account_id, link_id, day, count)
        select ${accountId}::bigint, link_id, (at at time zone ${timeZone})::date as day, count(*)
        from link_clicks
        where account_id = ${accountId} and kind = 'person' and (at at time zone ${timeZone})::date >= ${since}
        group by link_id, day
        returning day, count
      )
      ${addToAccountDays(accountId, sql`select 'click', day, sum(count) from counted group by day`)}`,
  );
}
