/** People who texted, each with the last text, and what of it is read and answered. */
import type { RawBuilder } from 'kysely';
import { type Db, first, likeAnywhere, rows, sql } from '../platform/db/database.ts';
import { phonePattern } from '../platform/search.ts';
import { knownAs } from '../tags/index.ts';
import { type Incoming, mediaColumn, outOfReach, SEARCHED_TEXTS } from './messages.ts';

export type ThreadFilter = 'all' | 'unread' | 'waiting';
export type Thread = Incoming & { knownAs: string; unread: number; waits: boolean };

const PAGE = 50;
/** What is unread is counted up to here. */
const MOST_UNREAD = 100;
/**
 * How many texts a look goes back, so that it ends soon where nothing is; how far that was is answered. Of those who wait only texts that came
 * to no campaign are looked at, by an index of their own.
 */
const LOOKED_AT = { unread: 20_000, waiting: 20_000, search: SEARCHED_TEXTS };
/** The number beside the Inbox is asked for on every screen. */
const COUNTED_TEXTS = 2_000;
/** A search looks at so many numbers. */
const SEARCHED_NUMBERS = 1_000;
/** So many texts are looked at one by one first: what many say fills a page from them. */
const SEARCHED_FIRST = 2_000;

/** The text `i` came to no campaign, nothing was sent after it, and nobody has put it away: somebody has to answer. */
const waits = (accountId: number) => sql`
  i.kind = 'none' and (k.done_at is null or k.done_at < i.at) and not exists (
    select from messages m
    where m.account_id = ${accountId} and m.contact_id = i.contact_id and m.created_at >= i.at and m.status <> 'skipped')`;

/** No later text of the same person: `i` is the last one. Looked up text by text; as `not exists` it may become a join over all texts. */
const isLast = (accountId: number) => sql`
  coalesce((
    select 1 from inbound n
    where n.account_id = ${accountId} and n.contact_id = i.contact_id and n.at >= i.at and (n.at, n.id) > (i.at, i.id)
    limit 1
  ), 0) <> 1`;

/** The last text of each person that a search finds: by a part of the number, or of one of the texts in reach. */
const foundTexts = (accountId: number, search: string, since: Date | null) => sql`
  select i.* from (
    select t.contact_id as id from inbound t
      join contacts c on c.account_id = ${accountId} and c.id = t.contact_id
    where t.account_id = ${accountId} and (${since}::timestamptz is null or t.at > ${since})
      and (t.body ilike ${likeAnywhere(search)} or c.phone like ${phonePattern(search)})
    union
    (select c.id from contacts c where c.account_id = ${accountId} and c.phone like ${phonePattern(search)}
      limit ${SEARCHED_NUMBERS})
  ) person cross join lateral (
    select t.* from inbound t
    where t.account_id = ${accountId} and t.contact_id = person.id order by t.at desc, t.id desc limit 1
  ) i`;

export type Threads = {
  threads: Thread[];
  /** Texts up to here were not looked at; null: all were. */
  since: Date | null;
};

type Asked = { before: number; search: string; filter: ThreadFilter };

/** A page after the text `before` (0: the first page). */
export async function listThreads(
  db: Db,
  accountId: number,
  { before, search, filter }: Asked,
): Promise<Threads> {
  const look = search !== '' ? 'search' : filter;
  const since =
    look === 'all'
      ? null
      : await outOfReach(db, accountId, LOOKED_AT[look], look === 'waiting' ? 'none' : 'any');
  const after =
    before === 0
      ? sql``
      : sql`and (i.at, i.id) < (select b.at, b.id from inbound b where b.account_id = ${accountId} and b.id = ${before})`;
  if (search === '') {
    const inReach = since ? sql`and i.at > ${since}` : sql``;
    return {
      threads: await readThreads(db, accountId, sql`inbound`, filter, sql`${inReach} ${after}`),
      since,
    };
  }
  // Last texts first, then what else their people said: one who texted thousands of times is looked at once.
  const latest = sql`(
    with latest as materialized (
      select * from (
        select * from inbound i where i.account_id = ${accountId} ${after} order by i.at desc, i.id desc limit ${SEARCHED_FIRST}
      ) i where ${isLast(accountId)}
    ) select * from latest)`;
  const says = sql`and (c.phone like ${phonePattern(search)} or exists (
    select from inbound t
    where t.account_id = ${accountId} and t.contact_id = i.contact_id and (${since}::timestamptz is null or t.at > ${since})
      and t.body ilike ${likeAnywhere(search)}))`;
  const threads = await readThreads(db, accountId, latest, filter, says);
  if (threads.length === PAGE) return { threads, since };
  const found = sql`(${foundTexts(accountId, search, since)})`;
  return { threads: await readThreads(db, accountId, found, filter, after), since };
}

const chosenBy = (accountId: number): Record<ThreadFilter, RawBuilder<unknown>> => ({
  all: sql``,
  unread: sql`and i.at > coalesce(k.read_at, '-infinity')`,
  waiting: sql`and ${waits(accountId)}`,
});

/** The newest threads among the texts `i` that `where` leaves; `c` is their contact. */
function readThreads(
  db: Db,
  accountId: number,
  texts: RawBuilder<unknown>,
  filter: ThreadFilter,
  where: RawBuilder<unknown>,
): Promise<Thread[]> {
  return rows(
    db,
    sql<Thread>`
      select i.id, c.phone, i.body as text, coalesce(i.campaign_id, 0) as campaign, i.at, i.contact_id as contact,
        ${knownAs(accountId)} as "knownAs", coalesce(g.name, '') as "campaignName", ${mediaColumn}, ${waits(accountId)} as waits,
        (select count(*)::int from (
          select from inbound u
          where u.account_id = ${accountId} and u.contact_id = i.contact_id and u.at > coalesce(k.read_at, '-infinity')
          limit ${MOST_UNREAD}) few) as unread
      from ${texts} i
        join contacts c on c.account_id = ${accountId} and c.id = i.contact_id
        left join campaigns g on g.account_id = ${accountId} and g.id = i.campaign_id
        left join inbox_marks k on k.account_id = ${accountId} and k.contact_id = i.contact_id
      where i.account_id = ${accountId} and ${isLast(accountId)} ${where} ${chosenBy(accountId)[filter]}
      order by i.at desc, i.id desc limit ${PAGE}`,
  );
}

/** How many people wait for an answer, among the last texts that came to no campaign. */
export async function countWaiting(db: Db, accountId: number): Promise<number> {
  const row = await first(
    db,
    sql<{ count: number }>`
      select count(*)::int as count
      from (
        select n.* from inbound n where n.account_id = ${accountId} and n.kind = 'none'
        order by n.at desc, n.id desc limit ${COUNTED_TEXTS}
      ) i
        left join inbox_marks k on k.account_id = ${accountId} and k.contact_id = i.contact_id
      where ${waits(accountId)} and ${isLast(accountId)}`,
  );
  return row?.count ?? 0;
}
