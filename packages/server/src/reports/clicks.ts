/** Clicks of people on short links; those of link previews and scanners do not count. */
import type { LineData } from '@parley/contract';
import { type Db, rows, sql } from '../platform/db/database.ts';
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

const ofLink = (span: Span, column = 'k.link_id') =>
  span.datapoint === 0 ? sql`` : sql`and ${sql.ref(column)} = ${span.datapoint}`;
const clicksFrom = (accountId: number, span: Span, period: Period) => sql`
  from link_clicks k
  where k.account_id = ${accountId} and k.kind = 'person' and ${inPeriod('k.at', period)} ${ofLink(span)}`;

const daysOf = (accountId: number, { from, to, datapoint }: Span) =>
  datapoint === 0
    ? sql`(
        select day, count from daily_totals
        where account_id = ${accountId} and kind = 'click' and day between ${from}::date and ${to}::date)`
    : sql`(
        select day, count from daily_clicks
        where account_id = ${accountId} and link_id = ${datapoint} and day between ${from}::date and ${to}::date)`;

/** Clicks of a day, one row a day, days without any as 0. */
export function clicksByDay(db: Db, accountId: number, span: Span): Promise<LineData> {
  return rows(
    db,
    sql<LineData[number]>`
      select d::date::text as "sysDate", coalesce(c.count, 0) as "Clicks"
      from generate_series(${span.from}::date, ${span.to}::date, interval '1 day') d
      left join ${daysOf(accountId, span)} c on c.day = d::date order by d`,
  );
}

export const CLICKER_COLUMNS: readonly Column[] = [
  { id: 'phone', label: 'Phone' },
  { id: 'clicks', label: 'Clicks', numeric: true },
  { id: 'first', label: 'First click' },
  { id: 'last', label: 'Last click' },
];

/** One page of the people who clicked. */
export async function clickersOf(db: Db, accountId: number, span: Span, page: Page): Promise<Found> {
  const order = orderOf(CLICKER_COLUMNS, page, 'last');
  const period = await readPeriod(db, accountId, span);
  const count = await countPeople(db, accountId, 'click', span);
  const [found] = await rows(db, clickersPage(accountId, span, period, page, order, count));
  return { count, records: found?.records ?? [] };
}

type Order = ReturnType<typeof orderOf>;

/** What a page of people is cut from: each found by the last of her clicks. Of all of them together it has their figures, too. */
function clickersCut(accountId: number, span: Span, period: Period, page: Page, count: number) {
  const clicks = clicksFrom(accountId, span, period);
  const reach = reachOf(count);
  switch (wayTo(page, 'last', count)) {
    case 'whole':
      return sql`
        select k.contact_id as id, max(k.at) as last, count(*) as clicks, min(k.at) as first
        ${clicks} and k.contact_id is not null group by k.contact_id`;
    case 'contacts':
      return sql`
        select c.id, k.last from contacts c cross join lateral (
          select k.at as last ${clicks} and k.contact_id = c.id order by k.at desc limit 1
        ) k
        where c.account_id = ${accountId}
        order by c.phone ${page.order === 'asc' ? sql`asc` : sql`desc`} ${windowOf(page, reach)}`;
    default:
      return sql`
        select k.contact_id as id, k.at as last ${clicks} and k.contact_id is not null and (
          select n.id from link_clicks n
          where n.account_id = ${accountId} and n.kind = 'person' and n.contact_id = k.contact_id and n.at >= k.at
            and (n.at, n.id) > (k.at, k.id) and n.at < ${period.after}::timestamptz ${ofLink(span, 'n.link_id')}
          limit 1
        ) is null ${cutByTime(page, 'last', 'k', reach)}`;
  }
}

function clickersPage(
  accountId: number,
  span: Span,
  period: Period,
  page: Page,
  order: Order,
  count: number,
) {
  const way = wayTo(page, 'last', count);
  const clicks = clicksFrom(accountId, span, period);
  const figures =
    way === 'whole'
      ? sql`p.clicks, p.first`
      : sql`
        (select count(*) ${clicks} and k.contact_id = p.id) as clicks,
        (select min(k.at) ${clicks} and k.contact_id = p.id) as first`;
  // Along the contacts the page itself was cut.
  const part = way === 'contacts' ? sql`` : pageOf(page, 'last', reachOf(count));
  return sql<{ records: TableRow[] }>`
    with latest as materialized (${clickersCut(accountId, span, period, page, count)}), page as (
      select p.id, p.last,
        coalesce((select c.phone from contacts c where c.account_id = ${accountId} and c.id = p.id), '') as phone, ${figures}
      from latest p ${order} ${part}
    )
    select ${recordsOf('page', ['first', 'last'], order, period)} as records`;
}

/** The people behind one, in the order of their ids. */
export async function clickersAfter(
  db: Db,
  accountId: number,
  span: Span,
  last: TableRow | null,
): Promise<TableRow[]> {
  const period = await readPeriod(db, accountId, span);
  const behind = last === null ? sql`` : sql`and k.contact_id > ${last.id}`;
  return rows(
    db,
    sql<TableRow>`
      with people as materialized (
        select k.contact_id as id, count(*) as clicks, min(k.at) as first, max(k.at) as last
        ${clicksFrom(accountId, span, period)} and k.contact_id is not null ${behind}
        group by k.contact_id order by k.contact_id limit ${BATCH}
      )
      select p.id, coalesce(c.phone, '') as phone, p.clicks, ${wallClock('p.first', period)} as first,
        ${wallClock('p.last', period)} as last
      from people p left join contacts c on c.account_id = ${accountId} and c.id = p.id order by p.id`,
  );
}
