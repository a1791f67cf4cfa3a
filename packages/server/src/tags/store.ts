/**
 * All SQL that writes tags, and contacts' values of them. A value lies in `contacts.tags` under the tag's id.
 */
import { type Db, first, likeAnywhere, rows, sql } from '../platform/db/database.ts';
import { tell } from '../platform/hook.ts';
import { nameKey } from '../platform/names.ts';
import { placeIn } from '../platform/ordering.ts';
import { tagDeleted, tagNamesChanged } from './hooks.ts';

export type Tag = { id: number; name: string };

/** Tags in their order whose name contains a text, with their places among all. */
export async function listTags(
  db: Db,
  accountId: number,
  filter: string,
): Promise<(Tag & { index: number })[]> {
  return rows(
    db,
    sql<Tag & { index: number }>`
      select id, name, index from (
        select id, name, ${placeIn} as index from tags where account_id = ${accountId}
      ) tag
      where name ilike ${likeAnywhere(filter.trim())} order by index`,
  );
}

/** Ids of all tags by the form in which their names are compared ({@link nameKey}). */
export async function tagsByName(db: Db, accountId: number): Promise<Map<string, number>> {
  const found = await rows(
    db,
    sql<{ id: number; key: string }>`select id, name_key as key from tags where account_id = ${accountId}`,
  );
  return new Map(found.map(({ id, key }) => [key, id]));
}

/** Looked at for values to choose from: enough to know what is usual, however many contacts there are. */
const NEWEST_CONTACTS = 5_000;
const MOST_VALUES = 50;

/** The most frequent values of a tag among the newest contacts. Null: there is no such tag. */
export async function frequentValues(db: Db, accountId: number, name: string): Promise<string[] | null> {
  const found = await first(
    db,
    sql<{ values: string[] }>`
      with tag as (select id::text as id from tags where account_id = ${accountId} and name_key = ${nameKey(name)}),
      held as (
        select btrim(newest.tags ->> tag.id, E' \\t\\n\\r') as value
        from tag, (
          select c.tags from contacts c where c.account_id = ${accountId} order by c.id desc limit ${NEWEST_CONTACTS}
        ) newest
        where newest.tags ? tag.id
      )
      select array(
        select value from held where value <> '' group by value order by count(*) desc, value limit ${MOST_VALUES}
      ) as values
      from tag`,
  );
  return found?.values ?? null;
}

/** A tag of the account; `lock`: nobody renames or deletes it before the transaction ends. */
export function findTag(db: Db, accountId: number, id: number, lock = false): Promise<Tag | undefined> {
  return first(
    db,
    sql<Tag>`
      select id, name from tags where account_id = ${accountId} and id = ${id} ${lock ? sql`for update` : sql``}`,
  );
}

export async function storeTagOrder(db: Db, accountId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update tags t set position = given.place - 1
    from unnest(${ids}::bigint[]) with ordinality as given(id, place)
    where t.account_id = ${accountId} and t.id = given.id`.execute(db);
}

/**
 * Adds a tag behind the others. A name that is taken breaks the unique constraint. Flows that wait for it are
 * checked again.
 */
export async function insertTag(trx: Db, accountId: number, name: string, now: Date): Promise<number> {
  const row = await first(
    trx,
    sql<{ id: number }>`
      insert into tags (account_id, name, name_key, position, created_at)
      select ${accountId}, ${name}, ${nameKey(name)},
        coalesce((select max(t.position) + 1 from tags t where t.account_id = ${accountId}), 0), ${now}
      returning id`,
  );
  if (!row) throw new Error('The tag was not inserted.');
  await tell(tagNamesChanged, trx, accountId, [name]);
  return row.id;
}

/** Adds several tags behind the others, in one statement; as {@link insertTag} else. */
export async function insertTags(
  trx: Db,
  accountId: number,
  names: readonly string[],
  now: Date,
): Promise<void> {
  if (names.length === 0) return;
  await sql`
    insert into tags (account_id, name, name_key, position, created_at)
    select ${accountId}::bigint, given.name, given.key,
      coalesce((select max(t.position) from tags t where t.account_id = ${accountId}), -1) + given.place, ${now}::timestamptz
    from unnest(${[...names]}::text[], ${names.map(nameKey)}::text[]) with ordinality as given (name, key, place)`.execute(
    trx,
  );
  await tell(tagNamesChanged, trx, accountId, [...names]);
}

/** Values stay: they hang on the id. Flows that name the tag, as it was or as it is, are checked again. */
export async function renameTag(trx: Db, accountId: number, id: number, name: string): Promise<boolean> {
  const renamed = await first(
    trx,
    sql<{ before: string }>`
      with before as (select name from tags where account_id = ${accountId} and id = ${id} for update)
      update tags set name = ${name}, name_key = ${nameKey(name)} from before
      where account_id = ${accountId} and id = ${id} returning before.name as before`,
  );
  if (renamed) await tell(tagNamesChanged, trx, accountId, [renamed.before, name]);
  return renamed !== undefined;
}

/**
 * Deletes a tag and every contact's value of it. Needs a transaction, which may last minutes with a million
 * values.
 */
export async function deleteTag(trx: Db, accountId: number, id: number): Promise<boolean> {
  const deleted = await first(
    trx,
    sql<{ name: string }>`delete from tags where account_id = ${accountId} and id = ${id} returning name`,
  );
  if (!deleted) return false;
  await tell(tagNamesChanged, trx, accountId, [deleted.name]);
  await tell(tagDeleted, trx, accountId, id);
  return true;
}
