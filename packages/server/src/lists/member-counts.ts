/**
 * What lists keep counted of their members: how many there are and how many of them opted out, on the list's
 * row, and how many there are in each block of contact ids, by which a page far down a list is found. Every
 * statement that changes `list_members` counts with these.
 */
import type { RawBuilder } from 'kysely';
import { changed, type Db, sql } from '../platform/db/database.ts';

/** Contact ids of a block of `list_member_rollups`, as a power of two. */
export const MEMBER_BLOCK_BITS = 13;

/**
 * Counts who has joined or left, for a statement with the CTEs `people` (id, opted_out) and `joined` or
 * `removed` (list_id, contact_id). The list's row is locked before its blocks, so that two statements wait
 * for each other and never lock each other up. The two are laid side by side, not joined: of an account that
 * is new the planner expects one person, and would compare each of thousands with each.
 */
export function countMoved(accountId: number, moved: 'joined' | 'removed'): RawBuilder<unknown> {
  const sign = sql.lit(moved === 'joined' ? 1 : -1);
  return sql`
    moved as (
      select m.list_id, count(*) as members, count(*) filter (where m.is_opted_out) as opt_outs
      from (
        select beside.list_id, bool_or(beside.opted_out) over (partition by beside.contact_id) as is_opted_out
        from (
          select list_id, contact_id, null as opted_out from ${sql.table(moved)}
          union all select null, id, opted_out from people
        ) beside
      ) m
      where m.list_id is not null group by m.list_id
    ), counted as (
      update lists l set member_count = l.member_count + ${sign} * moved.members,
        optout_count = l.optout_count + ${sign} * moved.opt_outs
      from moved where l.account_id = ${accountId} and l.id = moved.list_id
      returning l.id
    ), blocks as (
      insert into list_member_rollups as b (account_id, list_id, block, members)
      select ${accountId}::bigint, m.list_id, m.contact_id >> ${sql.lit(MEMBER_BLOCK_BITS)}, ${sign} * count(*)
      from ${sql.table(moved)} m join counted on counted.id = m.list_id
      group by m.list_id, m.contact_id >> ${sql.lit(MEMBER_BLOCK_BITS)} order by 2, 3
      on conflict (account_id, list_id, block) do update set members = b.members + excluded.members
    )`;
}

/** Takes everybody off a list that is about to be deleted and whose row is locked. */
export async function removeAll(trx: Db, accountId: number, listId: number): Promise<void> {
  await changed(trx, sql`delete from list_members where account_id = ${accountId} and list_id = ${listId}`);
  await changed(
    trx,
    sql`delete from list_departures where account_id = ${accountId} and list_id = ${listId}`,
  );
  await changed(
    trx,
    sql`delete from list_member_rollups where account_id = ${accountId} and list_id = ${listId}`,
  );
}

/**
 * Counts all lists of an account anew, after members were stored in another way (a demo, a test). Needs a
 * transaction.
 */
export async function recountLists(trx: Db, accountId: number): Promise<void> {
  await changed(
    trx,
    sql`
      update lists l set member_count = counted.members, optout_count = counted.opt_outs
      from (
        select k.id, count(c.id) as members, count(c.id) filter (where c.opted_out) as opt_outs
        from lists k
          left join list_members m on m.account_id = ${accountId} and m.list_id = k.id
          left join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
        where k.account_id = ${accountId} group by k.id
      ) counted
      where l.account_id = ${accountId} and l.id = counted.id`,
  );
  await changed(trx, sql`delete from list_member_rollups where account_id = ${accountId}`);
  await changed(
    trx,
    sql`
      insert into list_member_rollups (account_id, list_id, block, members)
      select account_id, list_id, contact_id >> ${sql.lit(MEMBER_BLOCK_BITS)}, count(*) from list_members
      where account_id = ${accountId} group by 1, 2, 3`,
  );
}

/** Counts contacts who opted out, or in again, in every list that they are on. */
export async function countOptedOut(
  trx: Db,
  accountId: number,
  contactIds: readonly number[],
  optedOut: boolean,
): Promise<void> {
  await sql`
    with touched as (
      select m.list_id, count(*) as people from list_members m
      where m.account_id = ${accountId} and m.contact_id = any(${contactIds}::bigint[])
      group by m.list_id
    )
    update lists l set optout_count = l.optout_count + ${optedOut ? 1 : -1}::int * touched.people
    from touched where l.account_id = ${accountId} and l.id = touched.list_id`.execute(trx);
}
