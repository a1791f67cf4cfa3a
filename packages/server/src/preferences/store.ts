/** All SQL that writes the preference page, its lists, and what people chose on it. */
import type { PreferencePage } from '@parley/contract';
import { changed, type Db, first, rows, sql } from '../platform/db/database.ts';
import { pausedUntil } from '../policy/index.ts';
import { FIRST_PREFERENCES } from './preference-words.ts';
import type { AccountPage, OfferedList } from './render-preferences.ts';

/** `hasCarrier`: its texts reach people, over one channel or another. */
export type StoredPreferences = AccountPage & { version: number; hasCarrier: boolean };

/** The page of an account, as saved or as usual. `version` 0: never saved. */
export async function findPreferences(db: Db, accountId: number): Promise<StoredPreferences> {
  const row = await first(
    db,
    sql<Omit<StoredPreferences, 'page'> & { page: PreferencePage | null }>`
      select a.name as account, a.time_zone as "timeZone", p.page, coalesce(p.version, 0) as version, exists (
          select from channels h where h.account_id = ${accountId} and h.connection_kind <> 'simulator'
        ) as "hasCarrier", coalesce((
          select jsonb_agg(jsonb_build_object('list', l.list_id, 'name', l.public_name) order by l.position)
          from preference_lists l where l.account_id = ${accountId}), '[]') as lists
      from accounts a left join preference_pages p on p.account_id = a.id
      where a.id = ${accountId}`,
  );
  if (!row) throw new Error(`There is no account ${accountId}.`);
  return { ...row, page: row.page ?? FIRST_PREFERENCES };
}

/**
 * What the offered lists are called among the account's own. `locked`: they stay until the transaction ends.
 */
export function ownListNames(
  db: Db,
  accountId: number,
  offered: readonly OfferedList[],
  lock: 'locked' | 'read' = 'read',
): Promise<{ id: number; name: string }[]> {
  const ids = offered.map(({ list }) => list);
  return rows(
    db,
    sql<{ id: number; name: string }>`
      select id, name from lists where account_id = ${accountId} and kind = 'list' and id = any(${ids}::bigint[])
      order by id ${lock === 'locked' ? sql`for key share` : sql``}`,
  );
}

/** The new version; undefined: it was saved meanwhile, and `version` is not the stored one. */
export async function savePreferences(
  trx: Db,
  accountId: number,
  { page, version }: { page: PreferencePage; version: number },
  now: Date,
): Promise<number | undefined> {
  const text = JSON.stringify(page);
  const row = await first(
    trx,
    version === 0
      ? sql<{ version: number }>`
          insert into preference_pages (account_id, page, updated_at) values (${accountId}, ${text}::jsonb, ${now})
          on conflict (account_id) do nothing returning version`
      : sql<{ version: number }>`
          update preference_pages set page = ${text}::jsonb, version = version + 1, updated_at = ${now}
          where account_id = ${accountId} and version = ${version} returning version`,
  );
  return row?.version;
}

/** Offers these lists, in this order, and no others. */
export async function offerLists(trx: Db, accountId: number, lists: readonly OfferedList[]): Promise<void> {
  const ids = lists.map(({ list }) => list);
  await sql`
    delete from preference_lists where account_id = ${accountId} and list_id <> all(${ids}::bigint[])`.execute(
    trx,
  );
  await sql`
    insert into preference_lists (account_id, list_id, public_name, position)
    select ${accountId}, given.id, given.name, given.place
    from unnest(${ids}::bigint[], ${lists.map(({ name }) => name)}::text[]) with ordinality as given (id, name, place)
    on conflict (account_id, list_id)
      do update set public_name = excluded.public_name, position = excluded.position`.execute(trx);
}

export type Person = {
  phone: string;
  optedOut: boolean;
  pausedUntil: Date | null;
  /** Those of the offered lists that they are on. */
  memberOf: number[];
};

/** Undefined: there is no such contact, or not any more. `locked`: until the transaction ends. */
export function findPerson(
  db: Db,
  accountId: number,
  contactId: number,
  { now, locked = false }: { now: Date; locked?: boolean },
): Promise<Person | undefined> {
  return first(
    db,
    sql<Person>`
      select c.phone, exists (
          select from suppressions s where s.account_id = ${accountId} and s.phone = c.phone
        ) as "optedOut", ${pausedUntil(accountId, now)} as "pausedUntil", array(
          select m.list_id from list_members m join preference_lists o on o.account_id = ${accountId} and o.list_id = m.list_id
          where m.account_id = ${accountId} and m.contact_id = c.id
        ) as "memberOf"
      from contacts c
      where c.account_id = ${accountId} and c.id = ${contactId} and c.erased_at is null
      ${locked ? sql`for no key update of c` : sql``}`,
  );
}

/** Keeps words that the page shows from now on, or has shown. */
export async function keepPreferenceWords(
  db: Db,
  accountId: number,
  { hash, words }: { hash: Buffer; words: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into preference_words (account_id, hash, words, since) values (${accountId}, ${hash}, ${words}, ${now})
    on conflict (account_id, hash) do nothing`.execute(db);
}

/** `ended`: somebody of the account ended the pause. */
export type ChoiceAct = 'lists' | 'pause' | 'resume' | 'stop' | 'ended';

/** Writes down what somebody chose. `hash`: of the words they had been shown; null: they were shown none. */
export async function recordChoice(
  trx: Db,
  { accountId, contactId }: { accountId: number; contactId: number },
  choice: { act: ChoiceAct; said: string; address: string; hash: Buffer | null },
  now: Date,
): Promise<void> {
  const recorded = await changed(
    trx,
    sql`
      insert into preference_choices (account_id, contact_id, at, act, said, address, words_hash)
      values (${accountId}, ${contactId}, ${now}, ${choice.act}, ${choice.said}, ${choice.address}, ${choice.hash})`,
  );
  if (recorded !== 1) throw new Error('A choice was not stored.');
}
