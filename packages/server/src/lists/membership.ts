/** SQL that puts contacts on lists and takes them off, set-based, with the lists' counts in one statement. */
import { SEGMENT_TREE_LIMITS } from '@parley/rules/limits.ts';
import type { RawBuilder } from 'kysely';
import { feedCte } from '../feed/index.ts';
import { numberArray } from '../platform/db/arrays.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { run, type Statement } from '../platform/db/statement.ts';
import { countMoved } from './member-counts.ts';

/**
 * Puts contacts on a list of the account (of either kind); answers how many were not on it yet. Ids of others
 * are ignored, and of those who were erased since somebody looked. On a list with double opt-in they wait for
 * their YES instead (double-opt-in/pending.ts). The contacts are locked against a change of their opt-out,
 * because the list counts those too, and the list against being deleted: nobody joins one that is gone. Needs
 * a transaction.
 */
export function addMembers(
  trx: Db,
  accountId: number,
  listId: number,
  contactIds: readonly number[],
  now: Date,
): Promise<number> {
  return run(trx, memberStatement(trx, accountId, listId, contactIds, now));
}

/** {@link addMembers} as a statement. */
export const memberStatement = (
  db: Db,
  accountId: number,
  listId: number,
  contactIds: readonly number[],
  now: Date,
): Statement<number> => joining(db, accountId, { listId, contactIds, asks: 'as-set' }, now);

/** `addMembers` of people who have said YES. */
export function addConfirmed(
  trx: Db,
  accountId: number,
  listId: number,
  contactIds: readonly number[],
  now: Date,
): Promise<number> {
  return run(trx, joining(trx, accountId, { listId, contactIds, asks: 'never' }, now));
}

/** `addMembers` of people of whom nobody knows that they typed the number: each is asked for a YES first. */
export async function addAsking(
  trx: Db,
  accountId: number,
  listId: number,
  contactIds: readonly number[],
  now: Date,
): Promise<void> {
  await run(trx, joining(trx, accountId, { listId, contactIds, asks: 'always' }, now));
}

/**
 * How people come into a list, for a statement with the CTEs `door` (asks: must they confirm first?) and
 * `people` (id, opted_out): `joined` are those who are members now, and are counted; of a list with double
 * opt-in they are `waiting` for their YES, and are asked for it. Whoever an import alone had put there is
 * there by another way, too, from now on, and stays when that import is taken back. `importId`: the import
 * that puts them there.
 */
export function enterList(
  db: Db,
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
    ), ${countMoved(accountId, 'joined')}${fedMembers(db, accountId, 'list.joined', 'joined', { at: now })}, waiting as (
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

/** Feeds that people of a CTE (list_id, contact_id) joined or left their list. */
const fedMembers = (
  db: Db,
  accountId: number,
  kind: 'list.joined' | 'list.left',
  from: 'joined' | 'removed',
  { at, only = null }: { at: Date; only?: 'webhooks' | null },
) =>
  feedCte(
    db,
    accountId,
    kind,
    sql`
      select contact_id, ${at}::timestamptz, list_id || ' ' || ${at.toISOString()},
        jsonb_build_object('list', list_id), contact_id
      from ${sql.table(from)}`,
    only,
  ) ?? sql``;

/** Who joins which list, and whether they are asked for a YES first. */
type Joining = { listId: number; contactIds: readonly number[]; asks: 'as-set' | 'never' | 'always' };

function joining(
  db: Db,
  accountId: number,
  { listId, contactIds, asks }: Joining,
  now: Date,
): Statement<number> {
  const query = sql`
      with door as (
        select ${asks === 'as-set' ? sql`double_opt_in` : sql.lit(asks === 'always')} as asks from lists
        where account_id = ${accountId} and id = ${listId} for key share
      ), people as (
        select c.id, c.opted_out from contacts c
        where c.account_id = ${accountId} and c.id = any(${numberArray(contactIds)}::bigint[]) and c.erased_at is null
        order by c.id for share
      ), ${enterList(db, accountId, listId, now)}
      select count(*) as count from joined`;
  return {
    query: query.compile(db),
    read: ([row]) => (row as { count: number } | undefined)?.count ?? 0,
  };
}

/**
 * Takes contacts off a list; answers how many were on it. They stay contacts. `undone`: they never should
 * have been there, and have not left it; webhooks alone are told, which were told that they joined. Needs a
 * transaction.
 */
export async function removeMembers(
  trx: Db,
  accountId: number,
  listId: number,
  contactIds: readonly number[],
  when: Date | { undone: Date },
): Promise<number> {
  const leftAt = when instanceof Date ? when : null;
  const at = when instanceof Date ? when : when.undone;
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
        returning m.list_id, m.contact_id, m.added_at
      ), ${countMoved(accountId, 'removed')}, departed as (
        insert into list_departures (account_id, list_id, contact_id, left_at, joined_at)
        select ${accountId}, r.list_id, r.contact_id, ${leftAt}::timestamptz, r.added_at from removed r
        where ${leftAt}::timestamptz is not null
        on conflict (account_id, list_id, contact_id, left_at) do nothing
      ), forgotten as (${oldestDepartures(accountId, 'removed', leftAt)}
      )${fedMembers(trx, accountId, 'list.left', 'removed', { at, only: leftAt ? null : 'webhooks' })}
      select count(*) as count from removed`,
  );
  return row?.count ?? 0;
}

/**
 * Departures beyond those that are kept of a member who leaves now: of a list that a program fills anew each
 * night they would grow without end.
 */
const oldestDepartures = (accountId: number, removed: string, now: Date | null): RawBuilder<unknown> => sql`
  delete from list_departures d using ${sql.ref(removed)} r
  where d.account_id = ${accountId} and d.list_id = r.list_id and d.contact_id = r.contact_id and d.left_at <= (
    select k.left_at from list_departures k
    where k.account_id = ${accountId} and k.list_id = r.list_id and k.contact_id = r.contact_id and k.left_at < ${now}::timestamptz
    order by k.left_at desc offset ${SEGMENT_TREE_LIMITS.departures - 1} limit 1)`;

/**
 * Takes an erased contact off all lists and waiting lists, with the counts, and forgets what lists it left.
 * The lists are locked in the order of their ids.
 */
export async function leaveLists(trx: Db, accountId: number, contactId: number): Promise<void> {
  const lists = await rows(
    trx,
    sql<{ id: number }>`
      select l.id from lists l
      where l.account_id = ${accountId} and l.id in (
        select m.list_id from list_members m where m.account_id = ${accountId} and m.contact_id = ${contactId})
      order by l.id for no key update`,
  );
  if (lists.length > 0)
    await sql`
      with people as (
        select id, opted_out from contacts where account_id = ${accountId} and id = ${contactId}
      ), removed as (
        delete from list_members m
        where m.account_id = ${accountId} and m.contact_id = ${contactId}
          and m.list_id = any(${lists.map(({ id }) => id)}::bigint[])
        returning m.list_id, m.contact_id
      ), ${countMoved(accountId, 'removed')}
      select from removed`.execute(trx);
  await sql`
    delete from pending_members where account_id = ${accountId} and contact_id = ${contactId}`.execute(trx);
  await sql`
    delete from list_departures where account_id = ${accountId} and contact_id = ${contactId}`.execute(trx);
}
