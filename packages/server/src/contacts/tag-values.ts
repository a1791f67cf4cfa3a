/** SQL that writes contacts' values of tags: in `contacts.tags`, under the tag's id. */
import { changed, type Db, first, sql } from '../platform/db/database.ts';
import { tell } from '../platform/hook.ts';
import { nameKey } from '../platform/names.ts';
import { listTags, type Tag } from '../tags/index.ts';
import { valuesSaid } from './hooks.ts';

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
  await tell(valuesSaid, trx, accountId, new Map(contactIds.map((contact) => [contact, { [id]: value }])));
  return true;
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
    await tell(valuesSaid, db, accountId, new Map([[contactId, { [row.tag]: value }]]));
  return { contact: row?.contact ?? false, tag: row?.tag != null };
}

/** Adds values, by contact and tag id, to those that the contacts have. */
export async function addValues(
  trx: Db,
  accountId: number,
  values: ReadonlyMap<number, Readonly<Record<string, string>>>,
): Promise<void> {
  await sql`
    update contacts c set tags = c.tags || given.tags::jsonb
    from unnest(
      ${[...values.keys()]}::bigint[], ${[...values.values()].map((tags) => JSON.stringify(tags))}::text[]
    ) as given (contact_id, tags)
    where c.account_id = ${accountId} and c.id = given.contact_id`.execute(trx);
  await tell(valuesSaid, trx, accountId, values);
}

/**
 * Changes one contact's values by the ids of their tags: null takes one away, what is not named stays. False:
 * there is no such contact.
 */
export async function changeValues(
  trx: Db,
  accountId: number,
  contactId: number,
  values: Readonly<Record<string, string | null>>,
): Promise<boolean> {
  const given = Object.entries(values);
  const set = Object.fromEntries(given.filter(([, value]) => value !== null)) as Record<string, string>;
  const gone = given.filter(([, value]) => value === null).map(([tag]) => tag);
  const found = await changed(
    trx,
    sql`
      update contacts set tags = (tags || ${JSON.stringify(set)}::jsonb) - ${gone}::text[]
      where account_id = ${accountId} and id = ${contactId} and erased_at is null`,
  );
  if (found === 0) return false;
  const said = Object.fromEntries(given.map(([tag, value]) => [tag, value ?? '']));
  await tell(valuesSaid, trx, accountId, new Map([[contactId, said]]));
  return true;
}

/** A tag is gone, and with it every contact's value of it. With a million values that may last minutes. */
export async function forgetValues(trx: Db, accountId: number, tagId: number): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(trx);
  await sql`
    update contacts set tags = tags - ${String(tagId)}::text
    where account_id = ${accountId} and tags ? ${String(tagId)}::text`.execute(trx);
}
