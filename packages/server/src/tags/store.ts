/**
 * All SQL that writes tags, and contacts' values of them. A value lies in `contacts.tags` under the tag's id.
 */
import { type Db, first, likeAnywhere, rows, sql } from '../platform/db/database.ts';
import { nameKey } from '../platform/names.ts';
import { tagNamesChanged } from './hooks.ts';

export type Tag = { id: number; name: string };

/** Tags in their order whose name contains a text. */
export async function listTags(db: Db, accountId: number, filter: string): Promise<Tag[]> {
  return rows(
    db,
    sql<Tag>`
      select id, name from tags
      where account_id = ${accountId} and name ilike ${likeAnywhere(filter.trim())} order by position, id`,
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

/**
 * The first name among these that no tag has any more; undefined: all are there. A filter whose tag is not
 * chosen yet names none.
 */
export async function findGone(
  db: Db,
  accountId: number,
  names: readonly string[],
): Promise<string | undefined> {
  const chosen = names.filter((name) => name !== '');
  if (chosen.length === 0) return undefined;
  const known = await tagsByName(db, accountId);
  return chosen.find((name) => !known.has(nameKey(name)));
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

export async function storeOrder(db: Db, accountId: number, ids: readonly number[]): Promise<void> {
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
  await tellNames(trx, accountId, [name]);
  return row.id;
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
  if (renamed) await tellNames(trx, accountId, [renamed.before, name]);
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
  await tellNames(trx, accountId, [deleted.name]);
  await sql`set local statement_timeout = '10min'`.execute(trx);
  await sql`
    update contacts set tags = tags - ${String(id)}::text
    where account_id = ${accountId} and tags ? ${String(id)}::text`.execute(trx);
  return true;
}

/**
 * Every tag whose name contains a text, with one contact's value; undefined when there is no such contact.
 */
export async function valuesOf(
  db: Db,
  accountId: number,
  contactId: number,
  filter: string,
): Promise<{ phone: string; tags: (Tag & { value: string })[] } | undefined> {
  const contact = await first(
    db,
    sql<{ phone: string; values: Record<string, string> }>`
      select phone, tags as values from contacts
      where account_id = ${accountId} and id = ${contactId} and erased_at is null`,
  );
  if (!contact) return undefined;
  const tags = await listTags(db, accountId, filter);
  return {
    phone: contact.phone,
    tags: tags.map(({ id, name }) => ({ id, name, value: contact.values[id] ?? '' })),
  };
}

/**
 * Stores one value of a tag, named by its name, for many contacts; an empty value removes it. False when
 * there is no such tag.
 */
export async function setValues(
  trx: Db,
  accountId: number,
  contactIds: readonly number[],
  tag: string,
  value: string,
): Promise<boolean> {
  const found = await first(
    trx,
    sql<{ id: number }>`select id from tags where account_id = ${accountId} and name_key = ${nameKey(tag)}`,
  );
  if (!found) return false;
  const id = String(found.id);
  // Locked in the order of their ids, so that two changes at once wait for each other.
  await sql`
    with people as (
      select c.id from contacts c
      where c.account_id = ${accountId} and c.id = any(${contactIds}::bigint[]) order by c.id for no key update
    )
    update contacts c
    set tags = case when ${value}::text = '' then c.tags - ${id}::text
      else c.tags || jsonb_build_object(${id}::text, ${value}::text) end
    from people where c.account_id = ${accountId} and c.id = people.id`.execute(trx);
  await keepFromImports(trx, accountId, new Map(contactIds.map((contact) => [contact, { [id]: value }])));
  return true;
}

/**
 * These values, by contact and tag id, are no longer what an import gave: the person, or somebody by hand,
 * has said them since, equal or not. Taking the import back leaves them.
 */
export async function keepFromImports(
  db: Db,
  accountId: number,
  values: ReadonlyMap<number, Readonly<Record<string, string>>>,
): Promise<void> {
  const keys = [...values.values()].map((tags) => JSON.stringify(Object.keys(tags)));
  await sql`
    update import_changes i set tags_set = i.tags_set - said.keys
    from unnest(${[...values.keys()]}::bigint[], ${keys}::text[]) as given (contact_id, keys),
      lateral (select array(select jsonb_array_elements_text(given.keys::jsonb)) as keys) as said
    where i.account_id = ${accountId} and i.contact_id = given.contact_id and i.tags_set ?| said.keys`.execute(
    db,
  );
}

/**
 * Stores one contact's value of a tag that is named by its name; an empty value removes it. Says which of the
 * two was found.
 */
export async function setValue(
  db: Db,
  accountId: number,
  contactId: number,
  tag: string,
  value: string,
): Promise<{ contact: boolean; tag: boolean }> {
  const row = await first(
    db,
    sql<{ contact: boolean; tag: string | null }>`
      with tag as (
        select id::text as id from tags where account_id = ${accountId} and name_key = ${nameKey(tag)}
      ), stored as (
        update contacts c
        set tags = case when ${value}::text = '' then c.tags - tag.id
          else c.tags || jsonb_build_object(tag.id, ${value}::text) end
        from tag where c.account_id = ${accountId} and c.id = ${contactId} and c.erased_at is null
      )
      select (select id from tag) as tag,
        exists (select from contacts c
          where c.account_id = ${accountId} and c.id = ${contactId} and c.erased_at is null) as contact`,
  );
  if (row?.contact && row.tag !== null)
    await keepFromImports(db, accountId, new Map([[contactId, { [row.tag]: value }]]));
  return { contact: row?.contact ?? false, tag: row?.tag != null };
}

async function tellNames(trx: Db, accountId: number, names: readonly string[]): Promise<void> {
  for (const recheck of tagNamesChanged.all) await recheck(trx, accountId, names);
}
