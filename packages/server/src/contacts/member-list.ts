/** Pages of a list's members, and whether a number is one of them. */
import { MEMBER_BLOCK_BITS } from '../lists/index.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { displayName } from '../tags/index.ts';
import { type ListMember, type MemberPage, searchMembers } from './member-search.ts';

/**
 * A page of a list's members in the order they became contacts; the search is a part of the number, or the
 * beginnings of words of their tags.
 */
export function listMembers(
  db: Db,
  accountId: number,
  listId: number,
  page: MemberPage,
): Promise<ListMember[]> {
  const search = page.search.trim();
  return search === ''
    ? rows(db, memberPage(accountId, listId, page))
    : searchMembers(db, accountId, listId, { ...page, search });
}

/**
 * The blocks before the page are added up, the rows of its own counted off in the index of the list alone,
 * then looked up.
 */
const memberPage = (accountId: number, listId: number, { start, length }: MemberPage) =>
  sql<ListMember>`
    with blocks as (
      select block, sum(members) over (order by block) - members as before from list_member_rollups
      where account_id = ${accountId} and list_id = ${listId}
    ), here as materialized (
      select block, before from blocks where before <= ${start} order by block desc limit 1
    ), page as materialized (
      select m.contact_id from list_members m
      where m.account_id = ${accountId} and m.list_id = ${listId}
        and m.contact_id >= (select block << ${sql.lit(MEMBER_BLOCK_BITS)} from here)
      order by m.contact_id offset ${start}::bigint - (select before from here) limit ${length}
    )
    select c.id as contact, c.phone, c.opted_out as "optedOut", ${displayName(accountId)} as "displayName"
    from page join contacts c on c.account_id = ${accountId} and c.id = page.contact_id order by c.id`;

export async function findByPhone(
  db: Db,
  accountId: number,
  phone: string,
): Promise<{ id: number; optedOut: boolean } | undefined> {
  return first(
    db,
    sql<{ id: number; optedOut: boolean }>`
      select id, opted_out as "optedOut" from contacts where account_id = ${accountId} and phone = ${phone}`,
  );
}

export async function isListMember(
  db: Db,
  accountId: number,
  listId: number,
  phone: string,
): Promise<boolean> {
  const row = await first(
    db,
    sql<{ id: number }>`
      select c.id from contacts c
      where c.account_id = ${accountId} and c.phone = ${phone} and exists (
        select from list_members m
        where m.account_id = ${accountId} and m.list_id = ${listId} and m.contact_id = c.id)`,
  );
  return row !== undefined;
}
