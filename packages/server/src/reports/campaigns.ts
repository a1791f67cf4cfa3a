/** What people answered and joined through a campaign: from events and their daily counts. */
import type { LineData } from '@parley/contract';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { countPeople } from './people.ts';
import { inPeriod, type Period, readPeriod, type Span, wallClock } from './period.ts';
import {
  BATCH,
  type Column,
  cutByTime,
  type Found,
  orderOf,
  type Page,
  pageOf,
  reachOf,
  recordsOf,
  type TableRow,
  wayTo,
  windowOf,
} from './table.ts';

type Kind = 'response' | 'optin';

const ofCampaign = (span: Span, column = 'campaign_id') =>
  span.datapoint === 0 ? sql`` : sql`and ${sql.ref(column)} = ${span.datapoint}`;

/** Days with their counts: of one campaign, or of all of the account. */
const daysOf = (accountId: number, { from, to, datapoint }: Span, kind: Kind) =>
  datapoint === 0
    ? sql`(
        select day, count from daily_totals
        where account_id = ${accountId} and kind = ${kind} and day between ${from}::date and ${to}::date)`
    : sql`(
        select day, count from daily_counts
        where account_id = ${accountId} and campaign_id = ${datapoint} and kind = ${kind}
          and day between ${from}::date and ${to}::date)`;

/** Events of a day, one row a day, days without any as 0. */
export function countsByDay(
  db: Db,
  accountId: number,
  span: Span,
  kind: Kind,
  series: string,
): Promise<LineData> {
  return rows(
    db,
    sql<LineData[number]>`
      select d::date::text as "sysDate", coalesce(c.count, 0) as ${sql.ref(series)}
      from generate_series(${span.from}::date, ${span.to}::date, interval '1 day') d
      left join ${daysOf(accountId, span, kind)} c on c.day = d::date
      order by d`,
  );
}

export const RESPONSE_COLUMNS: readonly Column[] = [
  { id: 'at', label: 'Date' },
  { id: 'phone', label: 'Phone' },
  { id: 'question', label: 'Question' },
  { id: 'answer', label: 'Answer' },
  { id: 'intent', label: 'Intent' },
  { id: 'score', label: 'Score' },
];

/** Lookups rather than joins: what a page is not ordered by is looked up for its rows alone. */
const responseColumns = (accountId: number) => sql`
  coalesce((select p.phone from contacts p where p.account_id = ${accountId} and p.id = e.contact_id), '') as phone,
  coalesce((select coalesce(nullif(s.step->>'description', ''), s.step->>'text')
    from steps s where s.account_id = ${accountId} and s.id = e.step_id), '') as question,
  e.raw as answer, e.intent, e.score`;

/** One page of the answers. Their number comes from the daily counts: no page counts millions of rows. */
export async function responses(db: Db, accountId: number, span: Span, page: Page): Promise<Found> {
  const order = orderOf(RESPONSE_COLUMNS, page, 'at');
  const period = await readPeriod(db, accountId, span);
  const counted = await first(
    db,
    sql<{ count: number }>`
      select coalesce(sum(count), 0)::bigint as count from ${daysOf(accountId, span, 'response')} d`,
  );
  const count = counted?.count ?? 0;
  const reach = reachOf(count);
  const row = await first(
    db,
    sql<{ records: TableRow[] }>`
      with cut as materialized (
        select e.at, e.id, e.contact_id, e.step_id, e.raw, e.intent, e.score
        from events e
        where e.account_id = ${accountId} and e.kind = 'response' and ${inPeriod('e.at', period)} ${ofCampaign(span, 'e.campaign_id')}
        ${cutByTime(page, 'at', 'e', reach)}
      ), page as (
        select e.at, e.id, ${responseColumns(accountId)} from cut e ${order} ${pageOf(page, 'at', reach)}
      )
      select ${recordsOf('page', ['at'], order, period)} as records`,
  );
  return { count, records: row?.records ?? [] };
}

const behindOf = (last: TableRow | null) =>
  last === null ? sql`` : sql`and (e.at, e.id) > (${last.instant}::timestamptz, ${last.id}::bigint)`;

/** The answers behind one, oldest first. */
export async function responsesAfter(
  db: Db,
  accountId: number,
  span: Span,
  last: TableRow | null,
): Promise<TableRow[]> {
  const period = await readPeriod(db, accountId, span);
  return rows(
    db,
    sql<TableRow>`
      select e.id, e.at::text as instant, ${wallClock('e.at', period)} as at, ${responseColumns(accountId)}
      from events e
      where e.account_id = ${accountId} and e.kind = 'response' and ${inPeriod('e.at', period)}
        ${ofCampaign(span, 'e.campaign_id')} ${behindOf(last)}
      order by e.at, e.id limit ${BATCH}`,
  );
}

export const SUBSCRIBER_COLUMNS: readonly Column[] = [
  { id: 'phone', label: 'Phone' },
  { id: 'list', label: 'List' },
  { id: 'at', label: 'Opted in' },
  { id: 'status', label: 'Status' },
];

/** Opt-ins within the period that no later one of the same person follows there: one row per person. Looked up row by row as the page
 *  is filled; as `not exists` it would be a join over all of them. */
const subscribersFrom = (accountId: number, span: Span, period: Period) => sql`
  from events e
  where e.account_id = ${accountId} and e.kind = 'optin' and ${inPeriod('e.at', period)} ${ofCampaign(span, 'e.campaign_id')}
    and (
      select n.id from events n
      where n.account_id = ${accountId} and n.kind = 'optin' and n.contact_id = e.contact_id and n.at >= e.at
        and (n.at, n.id) > (e.at, e.id) and n.at < ${period.after}::timestamptz ${ofCampaign(span, 'n.campaign_id')}
      limit 1
    ) is null`;
const subscriberColumns = (accountId: number) => sql`
  coalesce((select c.phone from contacts c where c.account_id = ${accountId} and c.id = e.contact_id), '') as phone,
  coalesce((select l.name from lists l where l.account_id = ${accountId} and l.id = e.list_id), '') as list,
  case when (select c.opted_out from contacts c where c.account_id = ${accountId} and c.id = e.contact_id)
    then 'Opted out' else 'Subscribed' end as status`;

/** What a page of subscribers is cut from: each person's latest opt-in. */
function subscribersCut(accountId: number, span: Span, period: Period, page: Page, count: number) {
  const optIns = (contact = sql``) => sql`
    from events e
    where e.account_id = ${accountId} and e.kind = 'optin' and ${inPeriod('e.at', period)}
      ${ofCampaign(span, 'e.campaign_id')} ${contact}`;
  const reach = reachOf(count);
  switch (wayTo(page, 'at', count)) {
    case 'whole':
      return sql`
        select distinct on (e.contact_id) e.at, e.id, e.contact_id, e.list_id ${optIns()}
        order by e.contact_id, e.at desc, e.id desc`;
    case 'contacts':
      return sql`
        select e.at, e.id, e.contact_id, e.list_id
        from contacts c cross join lateral (
          select e.at, e.id, e.contact_id, e.list_id ${optIns(sql`and e.contact_id = c.id`)}
          order by e.at desc, e.id desc limit 1
        ) e
        where c.account_id = ${accountId}
        order by c.phone ${page.order === 'asc' ? sql`asc` : sql`desc`} ${windowOf(page, reach)}`;
    default:
      return sql`
        select e.at, e.id, e.contact_id, e.list_id ${subscribersFrom(accountId, span, period)}
        ${cutByTime(page, 'at', 'e', reach)}`;
  }
}

/** One page of the people who opted in; each once, with the latest opt-in. */
export async function subscribersOf(db: Db, accountId: number, span: Span, page: Page): Promise<Found> {
  const order = orderOf(SUBSCRIBER_COLUMNS, page, 'at');
  const period = await readPeriod(db, accountId, span);
  const count = await countPeople(db, accountId, 'optin', span);
  // Along the contacts the page itself was cut.
  const part = wayTo(page, 'at', count) === 'contacts' ? sql`` : pageOf(page, 'at', reachOf(count));
  const [found] = await rows(
    db,
    sql<{ records: TableRow[] }>`
      with cut as materialized (${subscribersCut(accountId, span, period, page, count)}), page as (
        select e.id, e.at, ${subscriberColumns(accountId)} from cut e ${order} ${part}
      )
      select ${recordsOf('page', ['at'], order, period)} as records`,
  );
  return { count, records: found?.records ?? [] };
}

/** The people behind one, by their latest opt-in, oldest first. */
export async function subscribersAfter(
  db: Db,
  accountId: number,
  span: Span,
  last: TableRow | null,
): Promise<TableRow[]> {
  const period = await readPeriod(db, accountId, span);
  return rows(
    db,
    sql<TableRow>`
      with cut as materialized (
        select e.at, e.id, e.contact_id, e.list_id ${subscribersFrom(accountId, span, period)} ${behindOf(last)}
        order by e.at, e.id limit ${BATCH}
      )
      select e.id, e.at::text as instant, ${wallClock('e.at', period)} as at, ${subscriberColumns(accountId)}
      from cut e order by e.at, e.id`,
  );
}
