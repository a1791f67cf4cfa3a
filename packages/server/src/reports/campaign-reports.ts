/** What people answered and joined through a campaign: from events and their daily counts. */

import type { LineData } from '@parley/contract';
import type { RawBuilder } from 'kysely';
import { IS_UNPAID } from '../messages/index.ts';
import { cacheByDatabase } from '../platform/cache.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { daysBetween } from '../platform/db/days.ts';
import { limitedRows, ofPeople } from './limited.ts';
import { inPeriod, type Period, readPeriod, type Span, wallClock } from './period.ts';
import { makeHeads, presortedPage, type SortKey } from './presorted-pages.ts';
import { repeatOf } from './repeat-index.ts';
import {
  BATCH,
  type Found,
  type Page,
  pageOf,
  type Table,
  type TableRow,
  type Way,
  type Window,
} from './table.ts';

type Kind = 'response' | 'optin';

const ofCampaign = (span: Span, column = 'campaign_id') =>
  span.datapoint === 0 ? sql`` : sql`and ${sql.ref(column)} = ${span.datapoint}`;

/** Days with their counts: of one campaign, or of all of the account. */
async function daysOf(db: Db, accountId: number, span: Span, kind: Kind): Promise<RawBuilder<unknown>> {
  const { from, to, datapoint, people } = span;
  if (people) {
    const period = await readPeriod(db, accountId, span);
    return sql`(
      select (e.at at time zone ${period.zone})::date as day, count(*) as count from events e
      where e.account_id = ${accountId} and e.kind = ${kind} and ${inPeriod('e.at', period)}
        ${ofCampaign(span, 'e.campaign_id')} ${ofPeople(accountId, span, 'e.contact_id')}
      group by 1)`;
  }
  return datapoint === 0
    ? sql`(
        select day, count from daily_account_counts
        where account_id = ${accountId} and kind = ${kind} and day between ${from}::date and ${to}::date)`
    : sql`(
        select day, count from daily_campaign_counts
        where account_id = ${accountId} and campaign_id = ${datapoint} and kind = ${kind}
          and day between ${from}::date and ${to}::date)`;
}

/** All events of the days. */
async function countEvents(db: Db, accountId: number, span: Span, kind: Kind): Promise<number> {
  const days = await daysOf(db, accountId, span, kind);
  const [row] = await limitedRows(
    db,
    span,
    sql<{ count: number }>`select coalesce(sum(count), 0)::bigint as count from ${days} d`,
  );
  return row?.count ?? 0;
}

/** Messages that the balance had no room for. */
export async function countUnpaid(db: Db, accountId: number, span: Span): Promise<number> {
  const period = await readPeriod(db, accountId, span);
  const [row] = await limitedRows(
    db,
    span,
    sql<{ count: number }>`
      select count(*) from messages
      where account_id = ${accountId} and ${inPeriod('created_at', period)} and ${IS_UNPAID} ${ofCampaign(span)}
        ${ofPeople(accountId, span, 'contact_id')}`,
  );
  return row?.count ?? 0;
}

/** Events of a day, one row a day, days without any as 0. */
export async function countsByDay(
  db: Db,
  accountId: number,
  span: Span,
  kind: Kind,
  series: string,
): Promise<LineData> {
  const days = await daysOf(db, accountId, span, kind);
  return limitedRows(
    db,
    span,
    sql<LineData[number]>`
      select d::date::text as "sysDate", coalesce(c.count, 0) as ${sql.ref(series)}
      from ${daysBetween(span)} d
      left join ${days} c on c.day = d::date
      order by d`,
  );
}

// 10 comes after 9; what is no number comes behind.
const scoreAsNumber = sql`case when e.score ~ '^-?[0-9]{1,15}([.][0-9]{1,15})?$' then e.score::numeric end`;
/** What the step asks, as it stands now. */
const wordsOfStep = (step: RawBuilder<unknown>) =>
  sql`coalesce(nullif(${step}->>'description', ''), ${step}->>'text', '')`;
/** Of a step that the draft does not have any more, as it was published last. */
const question = (
  accountId: number,
) => sql`case when s.id is not null then ${wordsOfStep(sql`s.step`)} else coalesce((
  select ${wordsOfStep(sql`p.step`)} from published_steps p
  where p.account_id = ${accountId} and p.id = e.step_id order by p.number desc limit 1), '') end`;
const headKeys = (accountId: number): Record<string, SortKey> => ({
  question: { column: 'question', number: sql`null::numeric`, word: question(accountId) },
  phone: { column: 'phone', number: sql`null::numeric`, word: sql`e.phone` },
  answer: { column: 'answer', number: sql`null::numeric`, word: sql`e.raw` },
  intent: { column: 'intent', number: sql`null::numeric`, word: sql`e.intent` },
  score: { column: 'score', number: scoreAsNumber, word: sql`e.score` },
});

export const RESPONSES: Table = {
  name: 'responses',
  columns: [
    { id: 'at', label: 'Date', by: [sql`e.at`], along: 'any' },
    { id: 'phone', label: 'Phone', by: [sql`e.phone`], along: 'one', inHeads: true },
    { id: 'question', label: 'Question', by: [sql`question`], inHeads: true },
    { id: 'answer', label: 'Answer', by: [sql`e.raw`], inHeads: true },
    { id: 'intent', label: 'Intent', by: [sql`e.intent`], inHeads: true },
    { id: 'score', label: 'Score', by: [scoreAsNumber, sql`e.score`], inHeads: true },
  ],
  usual: 'at',
  ties: [sql`e.at`, sql`e.id`],
};

const responseColumns = (accountId: number, period: Period) => sql`
  ${wallClock('e.at', period)} as at, e.phone,
  ${question(accountId)} as question, e.raw as answer, e.intent, e.score`;
const responsesFrom = (accountId: number, span: Span, period: Period) => sql`
  from events e left join steps s on s.account_id = ${accountId} and s.id = e.step_id
  where e.account_id = ${accountId} and e.kind = 'response' and ${inPeriod('e.at', period)} ${ofCampaign(span, 'e.campaign_id')}
    ${ofPeople(accountId, span, 'e.contact_id')}`;

/** One page of the answers. Their number comes from the daily counts: no page counts millions of rows. */
export async function responses(
  db: Db,
  accountId: number,
  span: Span,
  page: Page,
  now: Date,
): Promise<Found> {
  const period = await readPeriod(db, accountId, span);
  const count = await countEvents(db, accountId, span, 'response');
  const read = (_: Way, end: RawBuilder<unknown>) =>
    limitedRows(
      db,
      span,
      sql<TableRow>`
        select ${responseColumns(accountId, period)} ${responsesFrom(accountId, span, period)} ${end}`,
    );
  const readHeads = async (column: string, window: Window) => {
    const key = headKeys(accountId)[column];
    if (!key) throw new Error(`Nothing keeps the order by ${column}.`);
    const subject = { accountId, span, key };
    const made = await makeHeads(db, subject, period, now);
    if (made < 1) return { made, records: [] };
    const cut = presortedPage(subject, period, now, page.order, window);
    const records = await rows(
      db,
      sql<TableRow>`
        with cut as materialized (${cut})
        select r.* from cut cross join lateral (
          select ${responseColumns(accountId, period)} ${responsesFrom(accountId, span, period)} and e.at = cut.at and e.id = cut.id
        ) r order by cut.place`,
    );
    return { records };
  };
  return pageOf(RESPONSES, accountId, { span, period, count }, page, { rows: read, heads: readHeads });
}

const behindOf = (last: TableRow | null) =>
  last === null ? sql`` : sql`and (e.at, e.id) > (${last.instant}::timestamptz, ${last.id}::bigint)`;

/** The answers behind one, oldest first. */
export async function responsesAfter(
  db: Db,
  accountId: number,
  span: Span,
  period: Period,
  last: TableRow | null,
): Promise<TableRow[]> {
  return rows(
    db,
    sql<TableRow>`
      select e.id, e.contact_id as contact, e.at::text as instant, ${responseColumns(accountId, period)}
      ${responsesFrom(accountId, span, period)} ${behindOf(last)}
      order by e.at, e.id limit ${BATCH}`,
  );
}

export const SUBSCRIBERS: Table = {
  name: 'subscribers',
  columns: [
    { id: 'phone', label: 'Phone', by: [sql`e.phone`], along: 'any' },
    { id: 'list', label: 'List', by: [sql`list`] },
    { id: 'at', label: 'Opted in', by: [sql`e.at`], along: 'any' },
    { id: 'status', label: 'Status', by: [sql`status`] },
  ],
  usual: 'at',
  ties: [sql`e.at`, sql`e.id`],
};

/** Whether an opt-in still stands: its person is a member of the list now. */
const stands = (accountId: number) => sql`
  (e.list_id is null or exists (
    select from list_members m where m.account_id = ${accountId} and m.list_id = e.list_id and m.contact_id = e.contact_id))`;

const optInsFrom = (accountId: number, span: Span, period: Period) => sql`
  from events e
  where e.account_id = ${accountId} and e.kind = 'optin' and ${inPeriod('e.at', period)} ${ofCampaign(span, 'e.campaign_id')}
    ${ofPeople(accountId, span, 'e.contact_id')}`;

/**
 * Opt-ins within the period that stand and that no later one of the same person to the same list follows
 * there. Looked up row by row as the page is filled, where it is not known already that one follows: as `not
 * exists` it would be a join over all of them, and of `is null` the planner believes that it leaves hardly
 * any.
 */
const latestOptIns = (accountId: number, span: Span, period: Period) => sql`
  select e.at, e.id, e.phone, e.contact_id, e.list_id ${optInsFrom(accountId, span, period)}
    and case when ${repeatOf(accountId, 'optin', span.datapoint, 'e')} < ${period.after}::timestamptz then false else coalesce((
      select 1 from events n
      where n.account_id = ${accountId} and n.kind = 'optin' and n.phone = e.phone and n.contact_id = e.contact_id
        and n.list_id is not distinct from e.list_id
        and n.at >= e.at and (n.at, n.id) > (e.at, e.id) and n.at < ${period.after}::timestamptz
        ${ofCampaign(span, 'n.campaign_id')}
      limit 1
    ), 0) <> 1 end and ${stands(accountId)}`;

/** The same rows in one pass over all opt-ins. */
const latestOfAll = (accountId: number, span: Span, period: Period) => sql`
  select e.* from (
    select distinct on (e.phone, e.contact_id, e.list_id) e.at, e.id, e.phone, e.contact_id, e.list_id
    ${optInsFrom(accountId, span, period)} order by e.phone, e.contact_id, e.list_id, e.at desc, e.id desc
  ) e left join list_members m on m.account_id = ${accountId} and m.list_id = e.list_id and m.contact_id = e.contact_id
  where e.list_id is null or m.contact_id is not null`;

const subscriberColumns = (accountId: number, period: Period) => sql`
  e.phone, coalesce(l.name, '') as list, ${wallClock('e.at', period)} as at,
  case when (select c.opted_out from contacts c where c.account_id = ${accountId} and c.id = e.contact_id)
    then 'Opted out' else 'Subscribed' end as status`;
const withLists = (accountId: number) => sql`
  left join lists l on l.account_id = ${accountId} and l.id = e.list_id`;

/** A count that takes long is kept for so many times as long. */
const REST = 100;
const SHORT_MS = 200;
const keptCounts = cacheByDatabase<number>(200, REST * SHORT_MS);

/** Members who came in through opt-ins of the period. */
async function countSubscribers(db: Db, accountId: number, span: Span, period: Period): Promise<number> {
  const key = JSON.stringify([accountId, span.datapoint, period, span.people]);
  const kept = keptCounts(db).get(key);
  if (kept !== undefined) return kept;
  const began = performance.now();
  const [row] = await limitedRows(
    db,
    span,
    sql<{ count: number }>`select count(*) as count from (${latestOfAll(accountId, span, period)}) e`,
  );
  const count = row?.count ?? 0;
  const tookMs = performance.now() - began;
  if (tookMs > SHORT_MS) keptCounts(db).set(key, count, REST * tookMs);
  return count;
}

/** {@link countSubscribers} of days. */
export const countOptInsThatStand = async (db: Db, accountId: number, span: Span): Promise<number> =>
  countSubscribers(db, accountId, span, await readPeriod(db, accountId, span));

/** One page of the members who opted in; each once for a list, with the latest opt-in. */
export async function subscribersOf(db: Db, accountId: number, span: Span, page: Page): Promise<Found> {
  const period = await readPeriod(db, accountId, span);
  const [outOf, count] = await Promise.all([
    countEvents(db, accountId, span, 'optin'),
    countSubscribers(db, accountId, span, period),
  ]);
  return pageOf(SUBSCRIBERS, accountId, { span, period, count, outOf }, page, {
    rows(way, end) {
      const people = (way.kind === 'along' ? latestOptIns : latestOfAll)(accountId, span, period);
      return limitedRows(
        db,
        span,
        sql<TableRow>`
          select ${subscriberColumns(accountId, period)} from (${people}) e ${withLists(accountId)} ${end}`,
      );
    },
  });
}

/** The members behind one, by their latest opt-in, oldest first. */
export async function subscribersAfter(
  db: Db,
  accountId: number,
  span: Span,
  period: Period,
  last: TableRow | null,
): Promise<TableRow[]> {
  return rows(
    db,
    sql<TableRow>`
      with cut as materialized (
        ${latestOptIns(accountId, span, period)} ${behindOf(last)} order by e.at, e.id limit ${BATCH}
      )
      select e.id, e.contact_id as contact, e.at::text as instant, ${subscriberColumns(accountId, period)}
      from cut e ${withLists(accountId)} order by e.at, e.id`,
  );
}
