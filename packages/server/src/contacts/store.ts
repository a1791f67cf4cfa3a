/**
 * All SQL that writes contacts and list members, set-based, with the counts of the lists in the same
 * statement.
 */

import { timeZoneOf } from '@parley/rules/phone.ts';
import type { RawBuilder } from 'kysely';
import { countMoved } from '../lists/index.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { type Statement, writing } from '../platform/db/statement.ts';
import type { Secrets } from '../platform/secrets.ts';
import { numbersReturn } from './hooks.ts';

export type ContactId = { id: number; phone: string };

/**
 * The contacts of E.164 numbers; unknown numbers become contacts, opted out when the number is, or was when
 * it was erased. In any order, each number once. One round trip, a second one only when another transaction
 * adds the same number at the same moment. Needs a transaction.
 */
export async function ensureContacts(
  trx: Db,
  secrets: Secrets,
  accountId: number,
  phones: readonly string[],
  now: Date,
): Promise<ContactId[]> {
  // In one order everywhere, so that two batches wait for each other instead of locking each other up.
  const wanted = [...new Set(phones)].sort();
  const zones = wanted.map(timeZoneOf);
  const found = await rows(
    trx,
    sql<ContactId>`
      with found as (
        select id, phone from contacts where account_id = ${accountId} and phone = any(${wanted}::text[])
      ), ${numbersReturn.one(secrets, accountId, wanted)}, added as (
        insert into contacts (account_id, phone, time_zone, opted_out, created_at)
        select ${accountId}, given.phone, given.zone,
          exists (select from suppressions o where o.account_id = ${accountId} and o.phone = given.phone)
            or exists (select from returned where returned.phone = given.phone), ${now}
        from unnest(${wanted}::text[], ${zones}::text[]) as given(phone, zone)
        where not exists (select from found where found.phone = given.phone)
        order by given.phone
        on conflict (account_id, phone) do nothing
        returning id, phone
      )
      select id, phone from found union all select id, phone from added`,
  );
  if (found.length === wanted.length) return found;
  return rows(
    trx,
    sql<ContactId>`
      select id, phone from contacts where account_id = ${accountId} and phone = any(${wanted}::text[])`,
  );
}

/**
 * Adds contacts whose ids are reserved, for numbers nobody had when they were, none of them erased before;
 * opted out when the number is. Fails when somebody has one.
 */
export function newContactsStatement(
  db: Db,
  accountId: number,
  people: readonly ContactId[],
  now: Date,
): Statement<void> {
  const inOrder = people.toSorted((one, other) => (one.phone < other.phone ? -1 : 1));
  const phones = inOrder.map(({ phone }) => phone);
  return writing(
    db,
    sql`
      insert into contacts (account_id, id, phone, time_zone, opted_out, created_at)
      select ${accountId}, given.id, given.phone, given.zone,
        exists (select from suppressions o where o.account_id = ${accountId} and o.phone = given.phone), ${now}
      from unnest(${inOrder.map(({ id }) => id)}::bigint[], ${phones}::text[], ${phones.map(timeZoneOf)}::text[])
        as given (id, phone, zone)`,
  );
}

/**
 * Puts contacts on a list of the account (of either kind); answers how many were not on it yet. Ids of others
 * are ignored. On a list with double opt-in they wait for their YES instead (double-opt-in/pending.ts). The
 * contacts are locked against a change of their opt-out, because the list counts those too, and the list
 * against being deleted: nobody joins one that is gone. Needs a transaction.
 */
export function addMembers(
  trx: Db,
  accountId: number,
  listId: number,
  contactIds: readonly number[],
  now: Date,
): Promise<number> {
  return join(trx, accountId, listId, contactIds, false, now);
}

/** `addMembers` of people who have said YES. */
export function addConfirmed(
  trx: Db,
  accountId: number,
  listId: number,
  contactIds: readonly number[],
  now: Date,
): Promise<number> {
  return join(trx, accountId, listId, contactIds, true, now);
}

/**
 * How people come into a list, for a statement with the CTEs `door` (asks: must they confirm first?) and
 * `people` (id, opted_out): `joined` are those who are members now, and are counted; of a list with double
 * opt-in they are `waiting` for their YES, and are asked for it. Whoever an import alone had put there is
 * there by another way, too, from now on, and stays when that import is taken back. `importId`: the import
 * that puts them there.
 */
export function enterList(
  accountId: number,
  listId: number,
  now: Date,
  importId: number | null = null,
): RawBuilder<unknown> {
  const ofAnother = (table: string) => sql`
    update ${sql.table(table)} m set import_id = null from people
    where m.account_id = ${accountId} and m.list_id = ${listId} and m.contact_id = people.id
      and m.import_id is not null and m.import_id is distinct from ${importId}::bigint`;
  return sql`
    member_otherwise as (${ofAnother('list_members')}), waiting_otherwise as (${ofAnother('pending_members')}),
    joined as (
      insert into list_members (account_id, list_id, contact_id, added_at, import_id)
      select ${accountId}, ${listId}, people.id, ${now}, ${importId}::bigint from people
      where not (select asks from door) order by people.id
      on conflict (account_id, list_id, contact_id) do nothing
      returning list_id, contact_id
    ), ${countMoved(accountId, 'joined')}, waiting as (
      insert into pending_members (account_id, list_id, contact_id, added_at, import_id)
      select ${accountId}, ${listId}, people.id, ${now}, ${importId}::bigint from people
      where (select asks from door) and not exists (
        select from list_members m
        where m.account_id = ${accountId} and m.list_id = ${listId} and m.contact_id = people.id)
      order by people.id
      on conflict (account_id, list_id, contact_id) do nothing
      returning contact_id
    ), asking as (
      insert into confirmation_jobs (account_id, list_id, due_at)
      select ${accountId}, ${listId}, ${now} from waiting limit 1
      on conflict (account_id, list_id) do update set due_at = least(confirmation_jobs.due_at, excluded.due_at)
    )`;
}

async function join(
  trx: Db,
  accountId: number,
  listId: number,
  contactIds: readonly number[],
  confirmed: boolean,
  now: Date,
): Promise<number> {
  const row = await first(
    trx,
    sql<{ count: number }>`
      with door as (
        select double_opt_in and not ${confirmed} as asks from lists
        where account_id = ${accountId} and id = ${listId} for key share
      ), people as (
        select c.id, c.opted_out from contacts c
        where c.account_id = ${accountId} and c.id = any(${contactIds}::bigint[])
        order by c.id for share
      ), ${enterList(accountId, listId, now)}
      select count(*) as count from joined`,
  );
  return row?.count ?? 0;
}

/** Takes contacts off a list; answers how many were on it. They stay contacts. Needs a transaction. */
export async function removeMembers(
  trx: Db,
  accountId: number,
  listId: number,
  contactIds: readonly number[],
): Promise<number> {
  const row = await first(
    trx,
    sql<{ count: number }>`
      with people as (
        select c.id, c.opted_out from contacts c
        where c.account_id = ${accountId} and c.id = any(${contactIds}::bigint[])
        order by c.id for share
      ), removed as (
        delete from list_members m using people
        where m.account_id = ${accountId} and m.list_id = ${listId} and m.contact_id = people.id
        returning m.list_id, m.contact_id
      ), ${countMoved(accountId, 'removed')}
      select count(*) as count from removed`,
  );
  return row?.count ?? 0;
}

/**
 * Marks contacts as opted out or in again, and counts it in every list they are on; answers the ids that
 * changed. Only the mirror of `suppressions`: who writes that table calls this in the same transaction. Two
 * statements on purpose: the second sees members that were added while the first one waited for their rows.
 */
export async function markOptedOut(
  trx: Db,
  accountId: number,
  contactIds: readonly number[],
  optedOut: boolean,
): Promise<number[]> {
  const marked = await rows(
    trx,
    sql<{ id: number }>`
      with people as (
        select c.id from contacts c
        where c.account_id = ${accountId} and c.id = any(${contactIds}::bigint[]) and c.opted_out <> ${optedOut}
        order by c.id for no key update
      )
      update contacts c set opted_out = ${optedOut} from people
      where c.account_id = ${accountId} and c.id = people.id and c.opted_out <> ${optedOut}
      returning c.id`,
  );
  const ids = marked.map((row) => row.id);
  if (ids.length > 0)
    await sql`
      with touched as (
        select m.list_id, count(*) as people from list_members m
        where m.account_id = ${accountId} and m.contact_id = any(${ids}::bigint[])
        group by m.list_id
      )
      update lists l set optout_count = l.optout_count + ${optedOut ? 1 : -1}::int * touched.people
      from touched where l.account_id = ${accountId} and l.id = touched.list_id`.execute(trx);
  return ids;
}
