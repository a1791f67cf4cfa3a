/** Members of a list who are looked for by number or by name. */

import type { RawBuilder } from 'kysely';
import { cacheByDatabase } from '../platform/cache.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { displayName, isIndexed, isWho, peopleLike, type Who, whoOf } from '../tags/index.ts';

export type ListMember = { contact: number; phone: string; optedOut: boolean; displayName: string };
export type MemberPage = { search: string; start: number; length: number };

/** So many members are looked at one by one first: what many have is found among them. */
const WALKED = 1_000;
/** Then an index finds so many of the others: all of them, or how far the page can reach. */
const FEW = 2_000;
/**
 * Numbers are looked for by one or two digits among so many contact ids first: no index knows them, and many
 * have them.
 */
const STRETCH = 50_000;
const LAST = Number.MAX_SAFE_INTEGER;

/**
 * The contact that a page of a search comes after, where the page before it was read lately: skipping rows
 * takes longer the more there are.
 */
const lastOf = cacheByDatabase<number>(1_000, 10 * 60_000);

export async function searchMembers(
  db: Db,
  accountId: number,
  listId: number,
  { search, start, length }: MemberPage,
): Promise<ListMember[]> {
  const key = (from: number) => JSON.stringify([accountId, listId, search, from]);
  const before = start === 0 ? 0 : lastOf(db).get(key(start));
  const skipped = before === undefined ? start : 0;
  const who = await whoOf(db, search);
  const found = await findMembers(db, { accountId, listId, who }, before ?? 0, skipped + length);
  const members = found.slice(skipped);
  const last = members.at(-1);
  if (last) lastOf(db).set(key(start + members.length), last.contact);
  return members;
}

type Asked = { accountId: number; listId: number; who: Who };

/**
 * The first `count` of them behind a contact, by contact: from one stretch of ids after the other until there
 * are as many.
 */
async function findMembers(db: Db, asked: Asked, behind: number, count: number): Promise<ListMember[]> {
  const walkedTo = await endOfWalk(db, asked, behind);
  const found = await rows(db, membersOf(asked, listed(asked, behind, walkedTo ?? LAST), count));
  if (walkedTo === undefined || found.length === count) return found;
  const further = async (people: RawBuilder<unknown>) => {
    found.push(...(await rows(db, membersOf(asked, people, count - found.length))));
    return found;
  };
  const some = await findSome(db, asked);
  const behindWalk = some.filter((id) => id > walkedTo).sort((one, other) => one - other);
  if (some.length <= FEW && isIndexed(asked.who)) return further(those(asked, behindWalk));
  // What the page lacks is among these and those that come between them, if they are all on the list.
  const reach = isIndexed(asked.who) ? behindWalk[count - found.length - 1] : walkedTo + STRETCH;
  if (reach !== undefined) await further(matching(asked, walkedTo, reach));
  return found.length < count ? further(matching(asked, Math.max(walkedTo, reach ?? 0), LAST)) : found;
}

/**
 * Ids of people of the account who match: all of them, or more than {@link FEW}; none where no index knows
 * them.
 */
async function findSome(db: Db, { accountId, who }: Asked): Promise<number[]> {
  if (!isIndexed(who)) return [];
  const found = await rows(db, sql<{ id: number }>`select id from ${peopleLike(accountId, who, FEW + 1)}`);
  return found.map(({ id }) => id);
}

/** Undefined: fewer are left than are looked at one by one. */
async function endOfWalk(db: Db, { accountId, listId }: Asked, behind: number): Promise<number | undefined> {
  const row = await first(
    db,
    sql<{ id: number }>`
      select contact_id as id from list_members
      where account_id = ${accountId} and list_id = ${listId} and contact_id > ${behind}
      order by contact_id offset ${WALKED - 1} limit 1`,
  );
  return row?.id;
}

/** Members, each looked at: from the list to the contact, whatever the planner thinks of other ways. */
const listed = ({ accountId, listId, who }: Asked, from: number, to: number) => sql`
  select c.* from list_members m
  cross join lateral (select * from contacts where account_id = ${accountId} and id = m.contact_id offset 0) c
  where m.account_id = ${accountId} and m.list_id = ${listId} and m.contact_id > ${from} and m.contact_id <= ${to} and ${isWho(who)}`;

/** Members of these contacts. */
const those = ({ accountId, listId }: Asked, ids: readonly number[]) => sql`
  select c.* from contacts c join list_members m
    on m.account_id = ${accountId} and m.list_id = ${listId} and m.contact_id = c.id
  where c.account_id = ${accountId} and c.id = any(${ids}::bigint[])`;

/** Who of the account matches, and then who of them is a member. */
const matching = ({ accountId, listId, who }: Asked, from: number, to: number) => sql`
  with found as materialized (
    select * from contacts c where c.account_id = ${accountId} and c.id > ${from} and c.id <= ${to} and ${isWho(who)}
  )
  select * from found where exists (
    select from list_members m
    where m.account_id = ${accountId} and m.list_id = ${listId} and m.contact_id = found.id)`;

const membersOf = ({ accountId }: Asked, people: RawBuilder<unknown>, count: number) => sql<ListMember>`
  select c.id as contact, c.phone, c.opted_out as "optedOut", ${displayName(accountId)} as "displayName"
  from (${people} order by id limit ${count}) c order by c.id`;
