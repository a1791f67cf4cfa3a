/**
 * Stores one batch of rows: contacts, memberships, what was changed, and how far the import is, in one
 * statement.
 */

import { timeZoneOf } from '@parley/rules/phone.ts';
import { addImported, tagImported } from '../contacts/index.ts';
import { enterList } from '../lists/index.ts';
import { arrayElement, arrayText } from '../platform/db/array-text.ts';
import { amongTexts, numberArray } from '../platform/db/arrays.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import { fingerprintOf, returnErased } from '../suppression/index.ts';
import type { ImportedContact } from './rows.ts';

/**
 * A person as the batch's arrays have them, with what takes a while to find: the zone and the fingerprint of
 * the number.
 */
export type Newcomer = { phone: string; fingerprint: string; zone: string; tags: string };

export function newcomerOf(secrets: Secrets, accountId: number, { phone, tags }: ImportedContact): Newcomer {
  return {
    phone,
    fingerprint: fingerprintOf(secrets, accountId, phone),
    zone: arrayElement(timeZoneOf(phone)),
    tags: arrayElement(JSON.stringify(tags)),
  };
}

export type ImportBatch = {
  importId: number;
  listId: number;
  people: readonly Newcomer[];
  invalid: number;
  duplicates: number;
};
export type ImportProgress = {
  rows: number;
  done: number;
};

/**
 * In a transaction with the lease. Known contacts get the new tag values and keep the others;
 * unknown numbers become contacts. Rows are locked in the order of their numbers. Undefined when the import
 * no longer runs. "changing" is worked out first: joined with the contacts in one go it is worked out anew
 * for each contact, as long as the planner takes the table for empty.
 */
export async function writeBatch(
  trx: Db,
  accountId: number,
  batch: ImportBatch,
  now: Date,
): Promise<ImportProgress | undefined> {
  const people = batch.people.toSorted((one, other) => (one.phone < other.phone ? -1 : 1));
  const all = (field: keyof Newcomer) => arrayText(people.map((person) => person[field]));
  const phones = all('phone');
  const { importId, listId, invalid, duplicates } = batch;
  // On their own: beside what is stored, Citus fails with a lock on what is looked up by `amongTexts`.
  const known = await rows(
    trx,
    sql<{ id: number }>`
      select id from contacts where account_id = ${accountId} and phone ${amongTexts(phones)}
      order by phone for no key update`,
  );
  return first(
    trx,
    sql<ImportProgress>`
      with door as (
        select double_opt_in as asks from lists where account_id = ${accountId} and id = ${listId}
      ), given as materialized (
        select phone, zone, tags::jsonb as tags
        from unnest(${phones}::text[], ${all('zone')}::text[], ${all('tags')}::text[]) as given(phone, zone, tags)
      ), known as materialized (
        select c.id, c.phone, c.tags, c.opted_out from contacts c
        where c.account_id = ${accountId} and c.id = any(${numberArray(known.map(({ id }) => id))}::bigint[])
      ), ${returnErased(accountId, all('fingerprint'), phones)}, ${addImported(trx, accountId, now)}, changing as materialized (
        select k.id, g.tags as tags_set, k.tags as tags_before
        from given g join known k on k.phone = g.phone where not k.tags @> g.tags
      ), repeated as (
        -- Values that an earlier import gave, and this one gives again: taking that one back leaves them.
        update import_changes e set tags_set = e.tags_set - equal.keys
        from given g join known k on k.phone = g.phone, lateral (
            select array_agg(s.key) as keys from jsonb_each(g.tags) s where k.tags -> s.key = s.value
          ) as equal
        where e.account_id = ${accountId} and e.contact_id = k.id and e.import_id <> ${importId}
          and e.tags_set ?| equal.keys
      ), ${tagImported(trx, accountId, now)}, people as (
        select id, opted_out, fresh, case when fresh then tags end as tags_set from added
        union all select id, opted_out, false, null from known
      ), ${enterList(trx, accountId, listId, now, importId)}, noted as (
        insert into import_changes (account_id, import_id, contact_id, new_contact, new_member, new_pending, tags_set, tags_before)
        select ${accountId}, ${importId}, people.id, people.fresh, joined.contact_id is not null,
          waiting.contact_id is not null, coalesce(tagged.tags_set, people.tags_set), tagged.tags_before
        from people
          left join joined on joined.contact_id = people.id
          left join waiting on waiting.contact_id = people.id
          left join tagged on tagged.id = people.id
        where people.fresh or joined.contact_id is not null or waiting.contact_id is not null or tagged.id is not null
        order by people.id
      ), tally as (
        select count(*) filter (where fresh) as added, count(*) filter (where not fresh) as updated,
          count(*) filter (where opted_out) as opted_out
        from people
      )
      update imports i set
        done_count = i.done_count + tally.added + tally.updated + ${invalid}::int + ${duplicates}::int,
        new_count = i.new_count + tally.added, updated_count = i.updated_count + tally.updated,
        duplicate_count = i.duplicate_count + ${duplicates}::int, invalid_count = i.invalid_count + ${invalid}::int,
        optout_count = i.optout_count + tally.opted_out
      from tally
      where i.account_id = ${accountId} and i.id = ${importId} and i.state = 'running'
      returning i.row_count as rows, i.done_count as done`,
  );
}
