/** Clicks of people on short links; those of link previews and scanners do not count. */

import type { LineData } from '@parley/contract';
import type { RawBuilder } from 'kysely';
import { clickersByDay, countClickers } from '../links/index.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { daysBetween } from '../platform/db/days.ts';
import { limitedRows, ofPeople } from './limited.ts';
import { inPeriod, type Period, readPeriod, type Span, wallClock } from './period.ts';
import { repeatOf } from './repeat-index.ts';
import { BATCH, type Found, type Page, pageOf, type Table, type TableRow } from './table.ts';

const ofLink = (span: Span, column: string) =>
  span.datapoint === 0 ? sql`` : sql`and ${sql.ref(column)} = ${span.datapoint}`;
/** `alias`: what the clicks are called. */
function clicksFrom(accountId: number, span: Span, period: Period, alias = 'k') {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`
    from ${sql.table('link_clicks')} ${sql.ref(alias)}
    where ${column('account_id')} = ${accountId} and ${column('kind')} = 'person'
      and ${inPeriod(`${alias}.at`, period)} ${ofLink(span, `${alias}.link_id`)}
      ${ofPeople(accountId, span, `${alias}.contact_id`)}`;
}

/** A click's day and contact, of the people of a segment. */
const clickDays = (accountId: number, span: Span, period: Period) => sql`
  select (k.at at time zone ${period.zone})::date as day, k.contact_id ${clicksFrom(accountId, span, period)}`;

async function daysOf(db: Db, accountId: number, span: Span): Promise<RawBuilder<unknown>> {
  const { from, to, datapoint, people } = span;
  if (people) {
    const clicks = clickDays(accountId, span, await readPeriod(db, accountId, span));
    return sql`(select day, count(*) as count from (${clicks}) k group by day)`;
  }
  return datapoint === 0
    ? sql`(
        select day, count from daily_account_counts
        where account_id = ${accountId} and kind = 'click' and day between ${from}::date and ${to}::date)`
    : sql`(
        select day, count from daily_link_clicks
        where account_id = ${accountId} and link_id = ${datapoint} and day between ${from}::date and ${to}::date)`;
}

/** Clicks of a day, one row a day, days without any as 0. */
export async function clicksByDay(db: Db, accountId: number, span: Span): Promise<LineData> {
  const days = await daysOf(db, accountId, span);
  return limitedRows(
    db,
    span,
    sql<LineData[number]>`
      select d::date::text as "sysDate", coalesce(c.count, 0) as "Clicks"
      from ${daysBetween(span)} d
      left join ${days} c on c.day = d::date order by d`,
  );
}

/** Different people within the days, and of each day. */
export async function uniqueClickers(
  db: Db,
  accountId: number,
  span: Span,
): Promise<{ people: number; series: number[] }> {
  if (!span.people) {
    const counts = [countClickers(db, accountId, span), clickersByDay(db, accountId, span)] as const;
    const [people, series] = await Promise.all(counts);
    return { people, series };
  }
  const clicks = clickDays(accountId, span, await readPeriod(db, accountId, span));
  const [found] = await limitedRows(
    db,
    span,
    sql<{ people: number; series: number[] }>`
      with seen as materialized (select distinct day, contact_id from (${clicks}) k)
      select (select count(distinct contact_id) from seen) as people, array(
        select coalesce(c.people, 0)::int from ${daysBetween(span)} d
        left join (select day, count(*) as people from seen group by day) c on c.day = d::date order by d
      ) as series`,
  );
  return found ?? { people: 0, series: [] };
}

export const CLICKERS: Table = {
  name: 'clickers',
  columns: [
    { id: 'phone', label: 'Phone', by: [sql`p.phone`], along: 'any' },
    { id: 'clicks', label: 'Clicks', numeric: true, by: [sql`p.clicks`] },
    { id: 'first', label: 'First click', by: [sql`p.first`], along: 'any' },
    { id: 'last', label: 'Last click', by: [sql`p.last`], along: 'any' },
  ],
  usual: 'last',
  ties: [sql`p.last`, sql`p.id`],
};

/**
 * People by the first or the last of their clicks, found row by row as the page is filled, with the figures
 * of those who are on it.
 */
function edgeClicks(accountId: number, span: Span, period: Period, edge: 'first' | 'last') {
  const of = (alias: string) => sql`
    ${clicksFrom(accountId, span, period, alias)}
      and ${sql.ref(`${alias}.phone`)} = k.phone and ${sql.ref(`${alias}.contact_id`)} = k.contact_id`;
  const repeat = (kind: 'click' | 'click before') => repeatOf(accountId, kind, span.datapoint, 'k');
  const [beyond, figures, isRepeated] =
    edge === 'last'
      ? [
          sql`>`,
          sql`(select min(o.at) ${of('o')}) as first, k.at as last`,
          sql`${repeat('click')} < ${period.after}::timestamptz`,
        ]
      : [
          sql`<`,
          sql`k.at as first, (select max(o.at) ${of('o')}) as last`,
          sql`${repeat('click before')} >= ${period.first}::timestamptz`,
        ];
  return sql`
    select k.contact_id as id, k.phone, (select count(*) ${of('o')}) as clicks, ${figures}
    ${clicksFrom(accountId, span, period)} and k.contact_id is not null
      and case when ${isRepeated} then false else coalesce((
        select 1 ${of('n')} and n.at ${beyond}= k.at and (n.at, n.id) ${beyond} (k.at, k.id) limit 1
      ), 0) <> 1 end`;
}

/** The same people in one pass over all clicks. */
const clickersOfAll = (accountId: number, span: Span, period: Period, behind = sql``) => sql`
  select k.contact_id as id, max(k.phone) as phone, count(*) as clicks, min(k.at) as first, max(k.at) as last
  ${clicksFrom(accountId, span, period)} and k.contact_id is not null ${behind} group by k.contact_id`;

const clickerColumns = (period: Period) => sql`
  p.phone, p.clicks, ${wallClock('p.first', period)} as first, ${wallClock('p.last', period)} as last`;

/** One page of the people who clicked. */
export async function clickersOf(db: Db, accountId: number, span: Span, page: Page): Promise<Found> {
  const period = await readPeriod(db, accountId, span);
  const { people: count } = await uniqueClickers(db, accountId, span);
  return pageOf(CLICKERS, accountId, { span, period, count }, page, {
    rows({ kind, by }, end) {
      const people =
        kind === 'along'
          ? edgeClicks(accountId, span, period, by === 'first' ? 'first' : 'last')
          : clickersOfAll(accountId, span, period);
      return limitedRows(db, span, sql<TableRow>`select ${clickerColumns(period)} from (${people}) p ${end}`);
    },
  });
}

/** The people behind one, in the order of their ids. */
export async function clickersAfter(
  db: Db,
  accountId: number,
  span: Span,
  period: Period,
  last: TableRow | null,
): Promise<TableRow[]> {
  const behind = last === null ? sql`` : sql`and k.contact_id > ${last.id}`;
  return rows(
    db,
    sql<TableRow>`
      select p.id, p.id as contact, ${clickerColumns(period)} from (
        ${clickersOfAll(accountId, span, period, behind)} order by k.contact_id limit ${BATCH}
      ) p order by p.id`,
  );
}
