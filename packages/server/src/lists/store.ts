/**
 * All SQL that writes lists. Their counts are kept by the statements that change members, see `counts.ts`.
 */
import { type Db, first, likeAnywhere, rows, sql } from '../platform/db/database.ts';
import { nameKey } from '../platform/names.ts';
import { placeIn } from '../platform/ordering.ts';
import { removeAll } from './member-counts.ts';

export type List = {
  id: number;
  /** 'audience': of a channel, see `channels`. */
  kind: 'list' | 'audience';
  name: string;
  count: number;
  optOuts: number;
};

const columns = sql`id, kind, name, member_count as count, optout_count as "optOuts"`;

type PlacedList = List & {
  /** Its place among all, from 0. */
  index: number;
};

/** Lists in their order whose name contains both texts. */
export async function listLists(
  db: Db,
  accountId: number,
  filter: string,
  search: string,
): Promise<PlacedList[]> {
  return rows(
    db,
    sql<PlacedList>`
      select * from (
        select ${columns}, ${placeIn} as index from lists where account_id = ${accountId} and kind = 'list'
      ) list
      where name ilike ${likeAnywhere(filter.trim())} and name ilike ${likeAnywhere(search.trim())}
      order by index`,
  );
}

/** A list of the account, of either kind. */
export async function findList(db: Db, accountId: number, id: number): Promise<List | undefined> {
  return first(db, sql<List>`select ${columns} from lists where account_id = ${accountId} and id = ${id}`);
}

/** The same with its place; that of an audience, which stands in the order of the channels, is 0. */
export async function findPlacedList(db: Db, accountId: number, id: number): Promise<PlacedList | undefined> {
  return first(
    db,
    sql<PlacedList>`
      select ${columns}, (
        select count(*)::int from lists before
        where before.account_id = ${accountId} and before.kind = 'list' and l.kind = 'list'
          and (before.position, before.id) < (l.position, l.id)
      ) as index
      from lists l where account_id = ${accountId} and id = ${id}`,
  );
}

/** Nobody renames or deletes the list before the transaction ends. */
export async function lockList(trx: Db, accountId: number, id: number): Promise<void> {
  await sql`select from lists where account_id = ${accountId} and id = ${id} for update`.execute(trx);
}

/** None of the lists is renamed or deleted before the transaction ends; members come and go. */
export async function holdLists(trx: Db, accountId: number, ids: readonly number[]): Promise<void> {
  await sql`
    select from lists where account_id = ${accountId} and id = any(${ids}::bigint[])
    order by id for key share`.execute(trx);
}

/**
 * Nobody comes to these lists or leaves them before the transaction ends. In the order of their ids: who
 * moves people to and fro between two lists waits, and is not locked up.
 */
export async function lockMembersOf(trx: Db, accountId: number, ids: readonly number[]): Promise<void> {
  await sql`
    select from lists where account_id = ${accountId} and id = any(${ids}::bigint[])
    order by id for no key update`.execute(trx);
}

export async function storeListOrder(db: Db, accountId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update lists l set position = given.place - 1
    from unnest(${ids}::bigint[]) with ordinality as given(id, place)
    where l.account_id = ${accountId} and l.id = given.id`.execute(db);
}

/** Adds a list behind the others. A name that is taken breaks the unique constraint. */
export async function insertList(db: Db, accountId: number, name: string, now: Date): Promise<number> {
  const row = await first(
    db,
    sql<{ id: number }>`
      insert into lists (account_id, kind, name, name_key, position, created_at)
      select ${accountId}, 'list', ${name}, ${nameKey(name)},
        coalesce((select max(l.position) + 1 from lists l where l.account_id = ${accountId} and l.kind = 'list'), 0),
        ${now}
      returning id`,
  );
  if (!row) throw new Error('The list was not inserted.');
  return row.id;
}

/** Adds several lists behind the others, in one statement; as {@link insertList} else. */
export async function insertLists(
  trx: Db,
  accountId: number,
  names: readonly string[],
  now: Date,
): Promise<void> {
  if (names.length === 0) return;
  await sql`
    insert into lists (account_id, kind, name, name_key, position, created_at)
    select ${accountId}::bigint, 'list', given.name, given.key,
      coalesce((select max(l.position) from lists l where l.account_id = ${accountId} and l.kind = 'list'), -1)
        + given.place, ${now}::timestamptz
    from unnest(${[...names]}::text[], ${names.map(nameKey)}::text[]) with ordinality as given (name, key, place)`.execute(
    trx,
  );
}

/** Lists by the form in which their names are compared; a list wins over a channel's audience of its name. */
export async function listsByName(
  db: Db,
  accountId: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  const found = await rows(
    db,
    sql<{ id: number; key: string }>`
      select distinct on (name_key) id, name_key as key from lists
      where account_id = ${accountId} and name_key = any(${names.map(nameKey)}::text[])
      order by name_key, kind = 'audience'`,
  );
  return new Map(found.map(({ id, key }) => [key, id]));
}

/** The names of those lists that exist. */
export async function listNames(
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const found = await rows(
    db,
    sql<{ id: number; name: string }>`
      select id, name from lists where account_id = ${accountId} and id = any(${[...ids]}::bigint[])`,
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}

export async function renameList(db: Db, accountId: number, id: number, name: string): Promise<void> {
  await sql`
    update lists set name = ${name}, name_key = ${nameKey(name)}
    where account_id = ${accountId} and id = ${id}`.execute(db);
}

/** Blasts that have not found all their people yet and name this list. */
export async function blastsWaitingFor(db: Db, accountId: number, id: number): Promise<number> {
  const row = await first(
    db,
    sql<{ count: number }>`
      select count(*) as count from blasts
      where account_id = ${accountId} and ${id} = any(list_ids)
        and (state in ('scheduled', 'fanning') or (state = 'paused' and state_before_pause in ('scheduled', 'fanning')))`,
  );
  return row?.count ?? 0;
}

/**
 * Deletes a list, of either kind, with its memberships and imports; the people stay contacts. Its row is
 * locked first: whoever adds members counts them there before anything else is waited for. Needs a
 * transaction, which may last minutes.
 */
export async function deleteList(trx: Db, accountId: number, id: number): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(trx);
  await lockList(trx, accountId, id);
  await removeAll(trx, accountId, id);
  await sql`delete from lists where account_id = ${accountId} and id = ${id}`.execute(trx);
}

/** Whether new members of a list are asked for their YES first. */
export async function saveDoubleOptIn(db: Db, accountId: number, listId: number, on: boolean): Promise<void> {
  await sql`
    update lists set double_opt_in = ${on} where account_id = ${accountId} and id = ${listId}`.execute(db);
}

/** The list of those who text a channel, named like it. A name that is taken breaks the unique constraint. */
export async function insertAudience(trx: Db, accountId: number, name: string, now: Date): Promise<number> {
  const row = await first(
    trx,
    sql<{ id: number }>`
      insert into lists (account_id, kind, name, name_key, position, created_at)
      values (${accountId}, 'audience', ${name}, ${nameKey(name)}, 0, ${now})
      returning id`,
  );
  if (!row) throw new Error('The audience was not inserted.');
  return row.id;
}
