/** People who texted, each with the last text, and what of it is read and answered. */
import { type Db, first, likeAnywhere, rows, sql } from '../platform/db/database.ts';
import { phonePattern } from '../platform/search.ts';
import type { Incoming } from './messages.ts';

export type ThreadFilter = 'all' | 'unread' | 'waiting';
export type Thread = Incoming & { unread: number; waits: boolean };

const PAGE = 50;
/** What is unread is counted up to here. */
const MOST_UNREAD = 100;
/** "Unread" and "waiting" look at so many of the last texts, so that they end soon where nothing is. */
const RECENT_TEXTS = 1_000;
/** A search looks into so many of the last texts, and at so many numbers. */
const SEARCHED_TEXTS = 10_000;
const SEARCHED_NUMBERS = 1_000;

/** The text `i` came to no campaign, nothing was sent after it, and nobody has put it away: somebody has to answer. */
const waits = (accountId: number) => sql`
  i.kind = 'none' and (k.done_at is null or k.done_at < i.at) and not exists (
    select from messages m
    where m.account_id = ${accountId} and m.contact_id = i.contact_id and m.created_at >= i.at and m.status <> 'skipped')`;

/** No later text of the same person: `i` is the last one. */
const isLast = (accountId: number) => sql`
  not exists (
    select from inbound n
    where n.account_id = ${accountId} and n.contact_id = i.contact_id and n.at >= i.at and (n.at, n.id) > (i.at, i.id))`;

/** The last texts of the account, whoever sent them. */
const lastTexts = (accountId: number, count: number) => sql`
  select n.* from inbound n where n.account_id = ${accountId} order by n.at desc, n.id desc limit ${count}`;

/** The last text of each person that a search finds: by a part of the number, or of one of the account's last texts. */
const foundTexts = (accountId: number, search: string) => sql`
  select i.* from (
    select t.contact_id as id from (${lastTexts(accountId, SEARCHED_TEXTS)}) t
      join contacts c on c.account_id = ${accountId} and c.id = t.contact_id
    where t.body ilike ${likeAnywhere(search)} or c.phone like ${phonePattern(search)}
    union
    (select c.id from contacts c where c.account_id = ${accountId} and c.phone like ${phonePattern(search)}
      limit ${SEARCHED_NUMBERS})
  ) person cross join lateral (
    select t.* from inbound t
    where t.account_id = ${accountId} and t.contact_id = person.id order by t.at desc, t.id desc limit 1
  ) i`;

/** A page after the text `before` (0: the first page). */
export function listThreads(
  db: Db,
  accountId: number,
  { before, search, filter }: { before: number; search: string; filter: ThreadFilter },
): Promise<Thread[]> {
  const texts =
    search !== ''
      ? sql`(${foundTexts(accountId, search)})`
      : filter === 'all'
        ? sql`inbound`
        : sql`(${lastTexts(accountId, RECENT_TEXTS)})`;
  const after =
    before === 0
      ? sql``
      : sql`and (i.at, i.id) < (select b.at, b.id from inbound b where b.account_id = ${accountId} and b.id = ${before})`;
  const chosen = {
    all: sql``,
    unread: sql`and i.at > coalesce(k.read_at, '-infinity')`,
    waiting: sql`and ${waits(accountId)}`,
  }[filter];
  return rows(
    db,
    sql<Thread>`
      select i.id, c.phone, i.body as text, coalesce(i.campaign_id, 0) as campaign, i.at, i.contact_id as contact,
        coalesce(g.name, '') as "campaignName", ${waits(accountId)} as waits,
        (select count(*)::int from (
          select from inbound u
          where u.account_id = ${accountId} and u.contact_id = i.contact_id and u.at > coalesce(k.read_at, '-infinity')
          limit ${MOST_UNREAD}) few) as unread
      from ${texts} i
        join contacts c on c.account_id = ${accountId} and c.id = i.contact_id
        left join campaigns g on g.account_id = ${accountId} and g.id = i.campaign_id
        left join inbox_marks k on k.account_id = ${accountId} and k.contact_id = i.contact_id
      where i.account_id = ${accountId} and ${isLast(accountId)} ${after} ${chosen}
      order by i.at desc, i.id desc limit ${PAGE}`,
  );
}

/** How many people wait for an answer, among the last texts only: an account with a million answered ones is as quick. */
export async function countWaiting(db: Db, accountId: number): Promise<number> {
  const row = await first(
    db,
    sql<{ count: number }>`
      select count(*)::int as count
      from (${lastTexts(accountId, RECENT_TEXTS)}) i
        left join inbox_marks k on k.account_id = ${accountId} and k.contact_id = i.contact_id
      where ${waits(accountId)} and ${isLast(accountId)}`,
  );
  return row?.count ?? 0;
}
