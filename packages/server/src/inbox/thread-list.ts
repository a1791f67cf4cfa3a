/** People who texted, each with the last text, and what of it is read and answered. */

import type { SegmentPlan } from '@parley/rules/segment-plan.ts';
import type { RawBuilder } from 'kysely';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { peopleAmong } from '../segments/index.ts';
import { displayName } from '../tags/index.ts';
import {
  after,
  type End,
  endOfLook,
  findTexts,
  isMany,
  meetTexts,
  type Sought,
  says,
  soughtBy,
  textsMet,
  within,
} from './text-search.ts';
import {
  type Assignment,
  assignmentColumns,
  assignmentTables,
  type Incoming,
  mediaColumn,
} from './thread-messages.ts';

export type ThreadFilter = 'all' | 'unread' | 'waiting' | 'mine' | 'unassigned';
export type Thread = Incoming &
  Assignment & { displayName: string; unread: number; waits: boolean; paused: boolean };

const PAGE = 50;
/** What is unread is counted up to here. */
const MOST_UNREAD = 100;
/** The number beside the Inbox is asked for on every screen. */
const COUNTED_TEXTS = 2_000;
/** So many of one person's conversations are looked at: all that are open, then those closed last. */
const MOST_ASSIGNED = 2_000;
/** A search by an index looks the last text of so many people up. */
const MOST_PEOPLE = 2_000;

/**
 * The text (`i`, or `l` for the last one of the person) came to no campaign, nothing was sent after it but by
 * a catch-all, and nobody has put it away.
 */
const waits = (accountId: number, text: 'i' | 'l') => {
  const of = (column: string) => sql.ref(`${text}.${column}`);
  return sql`
    ${of('kind')} = 'none' and (k.done_at is null or k.done_at < ${of('at')}) and not exists (
      select from messages m
      where m.account_id = ${accountId} and m.contact_id = ${of('contact_id')} and m.created_at >= ${of('at')} and m.status <> 'skipped'
        and m.origin <> 'catch-all')`;
};

/**
 * No later text of the same person: `i` is the last one. Looked up text by text; as `not exists` it may
 * become a join over all texts.
 */
const isLast = (accountId: number) => sql`
  coalesce((
    select 1 from inbound_messages n
    where n.account_id = ${accountId} and n.contact_id = i.contact_id and n.at >= i.at and (n.at, n.id) > (i.at, i.id)
    limit 1
  ), 0) <> 1`;

/** No later text of the same person is sought: `i`, which is, is the newest one. */
const isNewestSought = (sought: Sought) => sql`
  coalesce((
    select 1 from inbound_messages n
    where n.account_id = ${sought.accountId} and n.contact_id = i.contact_id and n.at >= i.at and (n.at, n.id) > (i.at, i.id)
      and (i.named or ${says(sought, 'n')})
    limit 1
  ), 0) <> 1`;

export type Threads = {
  threads: Thread[];
  /** The text that the next page comes after; 0: there is none. */
  next: number;
  /** Where a page is short because a look ended: texts up to here were not looked at yet. */
  since: Date | null;
};

/** `user`: who asks. `segment`: what the one means whose people alone are shown; null: everybody. */
type Asked = {
  before: number;
  search: string;
  filter: ThreadFilter;
  user: number;
  segment: SegmentPlan | null;
};

/**
 * A page of people after the text `before` (0: the first page): with the last text of each, or the newest one
 * that was sought.
 */
export async function listThreads(db: Db, accountId: number, asked: Asked): Promise<Threads> {
  const { before, search, filter, user } = asked;
  if (search !== '') return searchThreads(db, accountId, asked);
  if (filter === 'mine')
    return upTo(undefined, await readThreads(db, accountId, ofUser(accountId, user, before), asked));
  const end = await endOfLook(db, accountId, before, {
    by: 'filter',
    kind: filter === 'waiting' || filter === 'unassigned' ? 'none' : 'any',
  });
  const where = sql`${isLast(accountId)} ${within(accountId, before, end)}`;
  return upTo(
    end,
    await readThreads(db, accountId, { from: sql`inbound_messages`, where, last: 'i' }, asked),
  );
}

/** Among the texts that come next if many are found, else by indexes among all of them. */
async function searchThreads(db: Db, accountId: number, asked: Asked): Promise<Threads> {
  const { before, search, filter, segment } = asked;
  const sought = await soughtBy(db, accountId, search);
  const end = await endOfLook(db, accountId, before, { by: 'search', kind: 'any' });
  const met = await meetTexts(db, sought, before);
  const near: Shown = { from: textsMet(accountId, met), where: isNewestSought(sought), last: 'l' };
  const threads = await readThreads(db, accountId, near, asked);
  if (!end || threads.length === PAGE || isMany(met)) return upTo(end, threads);
  const limit = filter === 'all' && !segment ? PAGE : MOST_PEOPLE * 2;
  const ids = await findTexts(db, sought, before, {
    what: 'people',
    mostPeople: MOST_PEOPLE,
    ofEach: 1,
    limit,
  });
  if (!ids) return upTo(end, threads);
  const found: Shown = { from: sql`inbound_messages`, where: sql`i.id = any(${ids}::bigint[])`, last: 'l' };
  return upTo(undefined, await readThreads(db, accountId, found, asked));
}

/** What a look found that ended there. */
function upTo(end: End | undefined, threads: Thread[]): Threads {
  const last = threads.at(-1);
  if (last && threads.length === PAGE) return { threads, next: last.id, since: null };
  return { threads, next: end?.id ?? 0, since: end?.at ?? null };
}

/** Texts `i` that are shown, one of a person: it is their last one, or that stands beside it as `l`. */
type Shown = { from: RawBuilder<unknown>; where: RawBuilder<unknown>; last: 'i' | 'l' };

/** The last text of each person whose conversation is assigned to a user, after the text `before`. */
const ofUser = (accountId: number, user: number, before: number): Shown => ({
  from: sql`(
    select t.* from (
      select a.contact_id from inbox_threads a where a.account_id = ${accountId} and a.assigned_to = ${user}
      order by a.closed_at desc nulls first limit ${MOST_ASSIGNED}
    ) assigned cross join lateral (
      select * from inbound_messages n where n.account_id = ${accountId} and n.contact_id = assigned.contact_id
      order by n.at desc, n.id desc limit 1
    ) t)`,
  where: sql`true ${after(accountId, before)}`,
  last: 'i',
});

const marks = (accountId: number) => sql`
  left join inbox_threads k on k.account_id = ${accountId} and k.contact_id = i.contact_id`;
const lastText = (accountId: number) => sql`
  cross join lateral (
    select t.contact_id, t.kind, t.at from inbound_messages t
    where t.account_id = ${accountId} and t.contact_id = i.contact_id order by t.at desc, t.id desc limit 1
  ) l`;

/** What a filter asks of people, and what it looks at for that. */
function chosenBy(accountId: number, { filter, user }: Asked, last: 'i' | 'l') {
  if (filter === 'all') return { beside: sql``, where: sql`` };
  const beside = sql`${last === 'l' ? lastText(accountId) : sql``} ${marks(accountId)}`;
  const at = sql.ref(`${last}.at`);
  const where = {
    unread: () => sql`and ${at} > coalesce(k.read_at, '-infinity')`,
    waiting: () => sql`and ${waits(accountId, last)}`,
    mine: () => sql`and k.assigned_to = ${user} and (k.closed_at is null or k.closed_at < ${at})`,
    unassigned: () => sql`and k.assigned_to is null and ${waits(accountId, last)}`,
  }[filter];
  return { beside, where: where() };
}

/** These texts as far as a filter wants them. */
function textsOf(accountId: number, { from, where, last }: Shown, asked: Asked): RawBuilder<unknown> {
  const chosen = chosenBy(accountId, asked, last);
  return sql`
    from ${from} i ${chosen.beside}
    where i.account_id = ${accountId} and not i.erased and ${where} ${chosen.where}
    order by i.at desc, i.id desc`;
}

/**
 * The newest threads of these texts; of a segment, of the people of this look who are in it: they alone are
 * looked at, however many contacts there are.
 */
async function readThreads(db: Db, accountId: number, shown: Shown, asked: Asked): Promise<Thread[]> {
  const texts = textsOf(accountId, shown, asked);
  if (asked.segment === null) return readPage(db, accountId, sql`select i.id ${texts} limit ${PAGE}`);
  const looked = await rows(
    db,
    sql<{ id: number; contact: number }>`select i.id, i.contact_id as contact ${texts}`,
  );
  const contacts = looked.map(({ contact }) => contact);
  const people = await peopleAmong(db, accountId, asked.segment, contacts);
  const ids = looked.filter(({ contact }) => people.has(contact)).map(({ id }) => id);
  return readPage(db, accountId, sql`select unnest(${ids.slice(0, PAGE)}::bigint[]) as id`);
}

/** All that is shown of the threads of these texts, the newest first. `c` is their contact. */
function readPage(db: Db, accountId: number, page: RawBuilder<unknown>): Promise<Thread[]> {
  return rows(
    db,
    sql<Thread>`
      with page as materialized (${page})
      select i.id, c.phone, i.body as text, coalesce(i.campaign_id, 0) as campaign, i.at, i.contact_id as contact,
        ${displayName(accountId)} as "displayName", coalesce(g.name, '') as "campaignName", ${mediaColumn}, ${waits(accountId, 'l')} as waits,
        ${assignmentColumns('l.at')},
        exists (
          select from bot_pauses b where b.account_id = ${accountId} and b.contact_id = i.contact_id
        ) as paused,
        (select count(*)::int from (
          select from inbound_messages u
          where u.account_id = ${accountId} and u.contact_id = i.contact_id and u.at > coalesce(k.read_at, '-infinity')
          limit ${MOST_UNREAD}) few) as unread
      from page
        join inbound_messages i on i.account_id = ${accountId} and i.id = page.id
        join contacts c on c.account_id = ${accountId} and c.id = i.contact_id
        ${lastText(accountId)}
        left join campaigns g on g.account_id = ${accountId} and g.id = i.campaign_id
        ${assignmentTables(accountId, 'i.contact_id')}
      order by i.at desc, i.id desc`,
  );
}

/**
 * How many people wait for an answer, among the last texts that came to no campaign: most are answered, and
 * not looked at any further.
 */
export async function countWaiting(db: Db, accountId: number): Promise<number> {
  const row = await first(
    db,
    sql<{ count: number }>`
      select count(*)::int as count
      from (
        select i.* from (
          select n.* from inbound_messages n where n.account_id = ${accountId} and n.kind = 'none' and not n.erased
          order by n.at desc, n.id desc limit ${COUNTED_TEXTS}
        ) i
          left join inbox_threads k on k.account_id = ${accountId} and k.contact_id = i.contact_id
        where ${waits(accountId, 'i')} offset 0
      ) i
      where ${isLast(accountId)}`,
  );
  return row?.count ?? 0;
}
