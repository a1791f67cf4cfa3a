/** SQL that writes contacts' values of tags: in `contacts.tags`, under the tag's id. */
import type { RawBuilder } from 'kysely';
import { feedCte } from '../feed/index.ts';
import { numberArray, textArray } from '../platform/db/arrays.ts';
import { type Db, first, sql } from '../platform/db/database.ts';
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
): Promise<{ phone: string; tags: (Tag & { index: number; value: string })[] } | undefined> {
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
    tags: tags.map((tag) => ({ ...tag, value: contact.values[tag.id] ?? '' })),
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
  named: NamedValue,
  now: Date,
): Promise<boolean> {
  const tag = await first(
    trx,
    sql<{
      id: number;
    }>`select id from tags where account_id = ${accountId} and name_key = ${nameKey(named.tag)}`,
  );
  if (!tag) return false;
  const change = { [tag.id]: named.value };
  await changeAll(trx, accountId, new Map(contactIds.map((id) => [id, change])), now);
  return true;
}

export type NamedValue = { tag: string; value: string };

/** {@link setValues} of one contact; says which of the two was found. */
export async function setValue(
  db: Db,
  accountId: number,
  contactId: number,
  named: NamedValue,
  now: Date,
): Promise<{ contact: boolean; tag: boolean }> {
  const found = await first(
    db,
    sql<{ contact: boolean; tag: string | null }>`
      select (select id::text from tags where account_id = ${accountId} and name_key = ${nameKey(named.tag)}) as tag,
        exists (select from contacts c
          where c.account_id = ${accountId} and c.id = ${contactId} and c.erased_at is null) as contact`,
  );
  const { tag = null, contact = false } = found ?? {};
  if (tag === null || !contact) return { contact, tag: tag !== null };
  return { contact: await changeValues(db, accountId, contactId, { [tag]: named.value }, now), tag: true };
}

/** Adds values, by contact and tag id, to those that the contacts have. */
export async function addValues(
  trx: Db,
  accountId: number,
  values: ReadonlyMap<number, Readonly<Record<string, string>>>,
  now: Date,
): Promise<void> {
  await changeAll(trx, accountId, values, now);
}

/**
 * Changes one contact's values by the ids of their tags: null or an empty text takes one away, what is not
 * named stays. False: there is no such contact.
 */
export async function changeValues(
  db: Db,
  accountId: number,
  contactId: number,
  values: Changes,
  now: Date,
): Promise<boolean> {
  return (await changeAll(db, accountId, new Map([[contactId, values]]), now)) > 0;
}

/** By the ids of tags; null or an empty text takes a value away. */
type Changes = Readonly<Record<string, string | null>>;

/**
 * One statement; contacts are locked in the order of their ids, so that two changes at once wait for each
 * other. Answers how many contacts were found. The lock stands in the update and in no CTE of its own: its
 * rows would go through Citus' coordinator.
 */
async function changeAll(
  db: Db,
  accountId: number,
  changes: ReadonlyMap<number, Changes>,
  now: Date,
): Promise<number> {
  const ids = numberArray([...changes.keys()]);
  const all = [...changes.values()].map((change) =>
    JSON.stringify(mapValues(change, (value) => value || null)),
  );
  const stored = await first(
    db,
    sql<{ count: number }>`
      with stored as (
        update contacts c set tags = jsonb_strip_nulls(c.tags || given.change)
        from unnest(${ids}::bigint[], ${textArray(all)}::jsonb[]) as given (id, change)
        join (
          select k.id, k.tags from contacts k
          where k.account_id = ${accountId} and k.id = any(${ids}::bigint[]) and k.erased_at is null
          order by k.id for no key update
        ) locked on locked.id = given.id
        where c.account_id = ${accountId} and c.id = locked.id
        returning c.id, locked.tags as before, c.tags as after
      )${fedValues(db, accountId, sql`stored`, now) ?? sql``}
      select count(*) as count from stored`,
  );
  if (!stored || stored.count === 0) return 0;
  const said = [...changes].map(([id, change]) => [id, mapValues(change, (value) => value ?? '')] as const);
  await tell(valuesSaid, db, accountId, new Map(said));
  return stored.count;
}

const mapValues = <T, R>(record: Readonly<Record<string, T>>, pick: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, pick(value)]));

/**
 * Feeds which tags have another value now; `changed`: a table (id, before, after), values by tag id. Null:
 * nobody listens. A fact names what changed: two changes of one tag may come within a millisecond.
 */
export const fedValues = (
  db: Db,
  accountId: number,
  changed: RawBuilder<unknown>,
  now: Date,
  only: 'webhooks' | null = null,
) =>
  feedCte(
    db,
    accountId,
    'tag.changed',
    sql`
      select p.id, ${now}::timestamptz,
        tag.id || ' ' || ${now.toISOString()} || ' ' || left(md5(concat(p.before -> tag.id, ' ', p.after -> tag.id)), 8),
        jsonb_build_object('tag', tag.id::bigint, 'before', p.before -> tag.id, 'after', p.after -> tag.id), p.id
      from ${changed} p, jsonb_object_keys(p.before || p.after) as tag (id)
      where p.before -> tag.id is distinct from p.after -> tag.id`,
    only,
  );

/** A tag is gone, and with it every contact's value of it. With a million values that may last minutes. */
export async function forgetValues(trx: Db, accountId: number, tagId: number): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(trx);
  await sql`
    update contacts set tags = tags - ${String(tagId)}::text
    where account_id = ${accountId} and tags ? ${String(tagId)}::text`.execute(trx);
}
