/** People who texted, each with the last text, and what of it is read and answered. */
import { type Db, first, likeAnywhere, rows, sql } from '../platform/db/database.ts';
import { phonePattern } from '../platform/search.ts';
import type { Incoming } from './messages.ts';

export type ThreadFilter = 'all' | 'unread' | 'waiting';
export type Thread = Incoming & { unread: number; waits: boolean };

const PAGE = 50;
/** What is unread is counted up to here. */
const MOST_UNREAD = 100;
/** "Unread" and "waiting" look back so far, so that they end soon where nothing is. */
const RECENT_MS = 30 * 86_400_000;
const RECENT_TEXTS = 1_000;

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

/** A page after the text `before` (0: the first page). The search is a part of any text of the person or of the number. */
export function listThreads(
  db: Db,
  accountId: number,
  given: { before: number; search: string; filter: ThreadFilter; now: Date },
): Promise<Thread[]> {
  const { before, search, filter, now } = given;
  const matches =
    search === ''
      ? sql``
      : sql`and (c.phone like ${phonePattern(search)} or exists (
          select from inbound t
          where t.account_id = ${accountId} and t.contact_id = i.contact_id and t.body ilike ${likeAnywhere(search)}))`;
  const after =
    before === 0
      ? sql``
      : sql`and (i.at, i.id) < (select b.at, b.id from inbound b where b.account_id = ${accountId} and b.id = ${before})`;
  const recent = sql`and i.at > ${new Date(now.getTime() - RECENT_MS)}`;
  const chosen = {
    all: sql``,
    unread: sql`${recent} and i.at > coalesce(k.read_at, '-infinity')`,
    waiting: sql`${recent} and ${waits(accountId)}`,
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
      from inbound i
        join contacts c on c.account_id = ${accountId} and c.id = i.contact_id
        left join campaigns g on g.account_id = ${accountId} and g.id = i.campaign_id
        left join inbox_marks k on k.account_id = ${accountId} and k.contact_id = i.contact_id
      where i.account_id = ${accountId} and ${isLast(accountId)} ${matches} ${after} ${chosen}
      order by i.at desc, i.id desc limit ${PAGE}`,
  );
}

/** How many people wait for an answer, among the last texts only: an account with a million answered ones is as quick. */
export async function countWaiting(db: Db, accountId: number, now: Date): Promise<number> {
  const row = await first(
    db,
    sql<{ count: number }>`
      select count(*)::int as count
      from (
        select n.* from inbound n where n.account_id = ${accountId} and n.at > ${new Date(now.getTime() - RECENT_MS)}
        order by n.at desc, n.id desc limit ${RECENT_TEXTS}
      ) i left join inbox_marks k on k.account_id = ${accountId} and k.contact_id = i.contact_id
      where ${waits(accountId)} and ${isLast(accountId)}`,
  );
  return row?.count ?? 0;
}
