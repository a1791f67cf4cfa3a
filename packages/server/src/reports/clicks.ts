/** Clicks of people on short links; those of link previews and scanners (`automatic`) do not count. */
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

const ofLink = (span: Span) => (span.datapoint === 0 ? sql`` : sql`and k.link_id = ${span.datapoint}`);
const clicksFrom = (accountId: number, span: Span) => sql`
  from link_clicks k
  where k.account_id = ${accountId} and not k.automatic and ${inPeriod('k.at')} ${ofLink(span)}`;

/** All clicks, and how many different people made them. */
export async function countClicks(
  db: Db,
  accountId: number,
  span: Span,
): Promise<{ clicks: number; people: number }> {
  const row = await first(
    db,
    sql<{ clicks: number; people: number }>`
      with ${periodOf(accountId, span)}
      select count(*) as clicks, count(distinct k.contact_id) as people ${clicksFrom(accountId, span)}`,
  );
  return row ?? { clicks: 0, people: 0 };
}

/** Clicks of a day, one row a day, days without any as 0. */
export function clicksByDay(db: Db, accountId: number, span: Span): Promise<LineData> {
  return rows(
    db,
    sql<LineData[number]>`
      with ${periodOf(accountId, span)}, counted as (
        select (k.at at time zone (select time_zone from period))::date as day, count(*) as clicks
        ${clicksFrom(accountId, span)} group by day
      )
      select d::date::text as "sysDate", coalesce(c.clicks, 0) as "Clicks"
      from generate_series(${span.from}::date, ${span.to}::date, interval '1 day') d
      left join counted c on c.day = d::date order by d`,
  );
}

export const CLICKER_COLUMNS: readonly Column[] = [
  { id: 'phone', label: 'Phone' },
  { id: 'clicks', label: 'Clicks', numeric: true },
  { id: 'first', label: 'First click' },
  { id: 'last', label: 'Last click' },
];

/** A CTE `people`: one row per person who clicked. */
const clickers = (accountId: number, span: Span, behind = sql``) => sql`
  people as (
    select k.contact_id as id, count(*) as clicks, min(k.at) as first, max(k.at) as last
    ${clicksFrom(accountId, span)} and k.contact_id is not null ${behind} group by k.contact_id
  )`;
const clickerRows = (accountId: number, time: (column: string) => RawBuilder<unknown>) => sql`
  select p.id, coalesce(c.phone, '') as phone, p.clicks, ${time('p.first')} as first,
    ${time('p.last')} as last
  from people p left join contacts c on c.account_id = ${accountId} and c.id = p.id`;

/** One page of the people who clicked. */
export async function clickersOf(db: Db, accountId: number, span: Span, page: Page): Promise<Found> {
  const order = orderOf(CLICKER_COLUMNS, page, 'last');
  const row = await first(
    db,
    sql<Found>`
      with ${periodOf(accountId, span)}, ${clickers(accountId, span)}, page as (
        select * from (${clickerRows(accountId, sql.ref)}) r ${order} ${offsetOf(page)}
      )
      select (select count(*) from people) as count,
        ${recordsOf('page', ['first', 'last'], order)} as records`,
  );
  return row ?? { count: 0, records: [] };
}

/** The people behind one, in the order of their ids. */
export function clickersAfter(
  db: Db,
  accountId: number,
  span: Span,
  last: TableRow | null,
): Promise<TableRow[]> {
  const behind = last === null ? sql`` : sql`and k.contact_id > ${last.id}`;
  return rows(
    db,
    sql<TableRow>`
      with ${periodOf(accountId, span)}, ${clickers(accountId, span, behind)}
      select * from (${clickerRows(accountId, wallClock)} order by p.id limit ${BATCH}) r order by id`,
  );
}
