/** Clicks of people on short links; those of link previews and scanners do not count. */
import type { LineData } from '@parley/contract';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { countPeople } from './people.ts';
import { inPeriod, type Period, readPeriod, type Span, wallClock } from './period.ts';
import { BATCH, type Found, orderOf, type Page, pageOf, type Table, type TableRow } from './table.ts';

const ofLink = (span: Span, column: string) =>
  span.datapoint === 0 ? sql`` : sql`and ${sql.ref(column)} = ${span.datapoint}`;
/** `alias`: what the clicks are called. */
function clicksFrom(accountId: number, span: Span, period: Period, alias = 'k') {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`
    from ${sql.table('link_clicks')} ${sql.ref(alias)}
    where ${column('account_id')} = ${accountId} and ${column('kind')} = 'person'
      and ${inPeriod(`${alias}.at`, period)} ${ofLink(span, `${alias}.link_id`)}`;
}

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

export const CLICKERS: Table = {
  name: 'clickers',
  columns: [
    { id: 'phone', label: 'Phone', by: [sql`p.phone`] },
    { id: 'clicks', label: 'Clicks', numeric: true, by: [sql`p.clicks`] },
    { id: 'first', label: 'First click', by: [sql`p.first`] },
    { id: 'last', label: 'Last click', by: [sql`p.last`] },
  ],
  usual: 'last',
  ties: [sql`p.last`, sql`p.id`],
};

/** People by the last of their clicks, found row by row as the page is filled, with the figures of those who are on it. */
function latestClicks(accountId: number, span: Span, period: Period) {
  const clicks = clicksFrom(accountId, span, period, 'o');
  const ofPerson = sql`and o.phone = k.phone and o.contact_id = k.contact_id`;
  return sql`
    select k.contact_id as id, k.phone, k.at as last,
      (select count(*) ${clicks} ${ofPerson}) as clicks, (select min(o.at) ${clicks} ${ofPerson}) as first
    ${clicksFrom(accountId, span, period)} and k.contact_id is not null and (
      select n.id from link_clicks n
      where n.account_id = ${accountId} and n.kind = 'person' and n.phone = k.phone and n.contact_id = k.contact_id
        and n.at >= k.at and (n.at, n.id) > (k.at, k.id) and n.at < ${period.after}::timestamptz ${ofLink(span, 'n.link_id')}
      limit 1
    ) is null`;
}

/** The same people in one pass over all clicks. */
const clickersOfAll = (accountId: number, span: Span, period: Period, behind = sql``) => sql`
  select k.contact_id as id, max(k.phone) as phone, count(*) as clicks, min(k.at) as first, max(k.at) as last
  ${clicksFrom(accountId, span, period)} and k.contact_id is not null ${behind} group by k.contact_id`;

const clickerColumns = (period: Period) => sql`
  p.phone, p.clicks, ${wallClock('p.first', period)} as first, ${wallClock('p.last', period)} as last`;

/** One page of the people who clicked. */
export async function clickersOf(db: Db, accountId: number, span: Span, page: Page): Promise<Found> {
  const order = orderOf(CLICKERS, page);
  const period = await readPeriod(db, accountId, span);
  const count = await countPeople(db, accountId, 'click', span);
  return pageOf(CLICKERS, accountId, { span, period }, page, count, (way, window) => {
    const people = (way === 'along' ? latestClicks : clickersOfAll)(accountId, span, period);
    return rows(db, sql<TableRow>`select ${clickerColumns(period)} from (${people}) p ${order} ${window}`);
  });
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
      select p.id, ${clickerColumns(period)} from (
        ${clickersOfAll(accountId, span, period, behind)} order by k.contact_id limit ${BATCH}
      ) p order by p.id`,
  );
}
