/** SQL that writes contacts, set-based. */
import { timeZoneOf } from '@parley/rules/phone.ts';
import type { RawBuilder } from 'kysely';
import { feedCte } from '../feed/index.ts';
import { countOptedOut } from '../lists/index.ts';
import { amongTexts } from '../platform/db/arrays.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { type Statement, writing } from '../platform/db/statement.ts';
import type { Secrets } from '../platform/secrets.ts';
import { createSlices } from '../platform/slices.ts';
import { numbersReturn } from './hooks.ts';

export type ContactId = { id: number; phone: string };
/** `fresh`: the number was no contact before. */
type EnsuredContact = ContactId & { fresh: boolean };

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
): Promise<EnsuredContact[]> {
  // In one order everywhere, so that two batches wait for each other instead of locking each other up.
  const wanted = [...new Set(phones)].sort();
  const zones = await zonesOf(wanted);
  const found = await rows(
    trx,
    sql<EnsuredContact>`
      with found as (
        select id, phone from contacts where account_id = ${accountId} and phone ${amongTexts(wanted)}
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
      )${fedContacts(trx, accountId, sql`added`, now) ?? sql``}
      select id, phone, false as fresh from found union all select id, phone, true from added`,
  );
  if (found.length === wanted.length) return found;
  const added = new Set(found.filter(({ fresh }) => fresh).map(({ id }) => id));
  const all = await rows(
    trx,
    sql<ContactId>`
      select id, phone from contacts where account_id = ${accountId} and phone ${amongTexts(wanted)}`,
  );
  return all.map((one) => ({ ...one, fresh: added.has(one.id) }));
}

/** Thousands of numbers of countries with several zones take a while: others are let in between them. */
async function zonesOf(phones: readonly string[]): Promise<(string | null)[]> {
  const letOthersIn = createSlices();
  const zones: (string | null)[] = [];
  for (const phone of phones) {
    await letOthersIn();
    zones.push(timeZoneOf(phone));
  }
  return zones;
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
  const insert = sql`
      insert into contacts (account_id, id, phone, time_zone, opted_out, created_at)
      select ${accountId}, given.id, given.phone, given.zone,
        exists (select from suppressions o where o.account_id = ${accountId} and o.phone = given.phone), ${now}
      from unnest(${inOrder.map(({ id }) => id)}::bigint[], ${phones}::text[], ${phones.map(timeZoneOf)}::text[])
        as given (id, phone, zone)`;
  const fed = fedContacts(db, accountId, sql`added`, now);
  return writing(db, fed ? sql`with added as (${insert} returning id)${fed} select` : insert);
}

/** Feeds that these became contacts; `added`: a table with their ids. Null: nobody listens. */
export const fedContacts = (db: Db, accountId: number, added: RawBuilder<unknown>, now: Date) =>
  feedCte(
    db,
    accountId,
    'contact.created',
    sql`select a.id, ${now}::timestamptz, a.id::text, '{}'::jsonb, a.id from ${added} a`,
  );

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
  if (ids.length > 0) await countOptedOut(trx, accountId, ids, optedOut);
  return ids;
}
