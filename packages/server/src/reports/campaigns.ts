/** What people answered and joined through a campaign: from events and their daily counts. */
import type { LineData } from '@parley/contract';
import type { RawBuilder } from 'kysely';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { inPeriod, periodOf, type Span, wallClock } from './period.ts';
import {
  BATCH,
  type Column,
  type Found,
  offsetOf,
  orderOf,
  type Page,
  recordsOf,
  type TableRow,
} from './table.ts';

type Kind = 'response' | 'optin';

const ofCampaign = (span: Span, column = 'campaign_id') =>
  span.datapoint === 0 ? sql`` : sql`and ${sql.ref(column)} = ${span.datapoint}`;

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
      select d::date::text as "sysDate", coalesce(c.count, 0)::bigint as ${sql.ref(series)}
      from generate_series(${span.from}::date, ${span.to}::date, interval '1 day') d
      left join (
        select day, sum(count) as count from daily_counts
        where account_id = ${accountId} and kind = ${kind} and day between ${span.from}::date and ${span.to}::date
          ${ofCampaign(span)}
        group by day
      ) c on c.day = d::date
      order by d`,
  );
}

export const RESPONSE_COLUMNS: readonly Column[] = [
  { id: 'at', label: 'Date' },
  { id: 'phone', label: 'Phone' },
  { id: 'question', label: 'Question' },
  { id: 'answer', label: 'Answer' },
  { id: 'intent', label: 'Understood as' },
  { id: 'score', label: 'Score' },
];

const responsesFrom = (accountId: number, span: Span) => sql`
  from events e
  left join contacts p on p.account_id = ${accountId} and p.id = e.contact_id
  left join steps s on s.account_id = ${accountId} and s.id = e.step_id
  where e.account_id = ${accountId} and e.kind = 'response' and ${inPeriod('e.at')}
    ${ofCampaign(span, 'e.campaign_id')}`;
const responseColumns = sql`
  coalesce(p.phone, '') as phone, coalesce(nullif(s.step->>'description', ''), s.step->>'text', '') as question,
  e.raw as answer, e.intent, e.score`;

/** One page of the answers. Their number comes from the daily counts: no page counts millions of rows. */
export async function responses(db: Db, accountId: number, span: Span, page: Page): Promise<Found> {
  const order = orderOf(RESPONSE_COLUMNS, page, 'at');
  const row = await first(
    db,
    sql<Found>`
      with ${periodOf(accountId, span)}, page as (
        select e.at, e.id, ${responseColumns} ${responsesFrom(accountId, span)} ${order} ${offsetOf(page)}
      )
      select
        (select coalesce(sum(count), 0)::bigint from daily_counts
          where account_id = ${accountId} and kind = 'response' and day between ${span.from}::date and ${span.to}::date
            ${ofCampaign(span)}) as count,
        ${recordsOf('page', ['at'], order)} as records`,
  );
  return row ?? { count: 0, records: [] };
}

/** The answers behind one, oldest first. */
export function responsesAfter(
  db: Db,
  accountId: number,
  span: Span,
  last: TableRow | null,
): Promise<TableRow[]> {
  const behind =
    last === null ? sql`` : sql`and (e.at, e.id) > (${last.instant}::timestamptz, ${last.id}::bigint)`;
  return rows(
    db,
    sql<TableRow>`
      with ${periodOf(accountId, span)}
      select e.id, e.at::text as instant, ${wallClock('e.at')} as at, ${responseColumns}
      ${responsesFrom(accountId, span)} ${behind}
      order by e.at, e.id limit ${BATCH}`,
  );
}

export const SUBSCRIBER_COLUMNS: readonly Column[] = [
  { id: 'phone', label: 'Phone' },
  { id: 'list', label: 'List' },
  { id: 'at', label: 'Opted in' },
  { id: 'status', label: 'Status' },
];

/** A CTE `people`: one row per person, with the latest opt-in. */
const subscribers = (accountId: number, span: Span, behind = sql``) => sql`
  people as (
    select distinct on (contact_id) contact_id as id, at, list_id from events e
    where account_id = ${accountId} and kind = 'optin' and ${inPeriod('e.at')} ${ofCampaign(span)} ${behind}
    order by contact_id, at desc
  )`;
const subscriberRows = (accountId: number, at: RawBuilder<unknown>) => sql`
  select p.id, coalesce(c.phone, '') as phone, coalesce(l.name, '') as list, ${at} as at,
    case when c.opted_out then 'Opted out' else 'Subscribed' end as status
  from people p
  left join contacts c on c.account_id = ${accountId} and c.id = p.id
  left join lists l on l.account_id = ${accountId} and l.id = p.list_id`;

/** One page of the people who opted in; each once. */
export async function subscribersOf(db: Db, accountId: number, span: Span, page: Page): Promise<Found> {
  const order = orderOf(SUBSCRIBER_COLUMNS, page, 'at');
  const row = await first(
    db,
    sql<Found>`
      with ${periodOf(accountId, span)}, ${subscribers(accountId, span)}, page as (
        select * from (${subscriberRows(accountId, sql.ref('p.at'))}) r ${order} ${offsetOf(page)}
      )
      select (select count(*) from people) as count,
        ${recordsOf('page', ['at'], order)} as records`,
  );
  return row ?? { count: 0, records: [] };
}

/** The people behind one, in the order of their ids. */
export function subscribersAfter(
  db: Db,
  accountId: number,
  span: Span,
  last: TableRow | null,
): Promise<TableRow[]> {
  const behind = last === null ? sql`` : sql`and contact_id > ${last.id}`;
  return rows(
    db,
    sql<TableRow>`
      with ${periodOf(accountId, span)}, ${subscribers(accountId, span, behind)}
      select * from (${subscriberRows(accountId, wallClock('p.at'))} order by p.id limit ${BATCH}) r order by id`,
  );
}
