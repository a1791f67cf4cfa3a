/** All SQL that writes sign-up pages, the words that they showed, and who waits since. */
import type { SignUpPage } from '@parley/contract';
import { type Db, first, rows, sql } from '../platform/db/database.ts';

export type StoredPage = { code: string; isOn: boolean; version: number; page: SignUpPage };
/** A page as whoever opens its address meets it. */
export type PublicPage = Pick<StoredPage, 'code' | 'isOn' | 'page'> & {
  accountId: number;
  listId: number;
  account: string;
};

/** Pages that were saved before there were terms say nothing of them, and they speak English. */
const page = sql`'{"terms": "", "privacy": "", "sites": "", "language": "en"}'::jsonb || page as page`;

export async function findSignUpPage(
  db: Db,
  accountId: number,
  listId: number,
): Promise<StoredPage | undefined> {
  return first(
    db,
    sql<StoredPage>`
      select code, is_on as "isOn", version, ${page} from sign_up_pages
      where account_id = ${accountId} and list_id = ${listId}`,
  );
}

/** By the end of its address, whosever it is. */
export async function findPublicPage(db: Db, code: string): Promise<PublicPage | undefined> {
  const found = await first(
    db,
    sql<{ accountId: number; listId: number }>`
      select account_id as "accountId", list_id as "listId" from sign_up_codes where code = ${code}`,
  );
  if (!found) return undefined;
  return first(
    db,
    sql<PublicPage>`
      select p.code, p.is_on as "isOn", ${page}, p.account_id as "accountId", p.list_id as "listId", a.name as account
      from sign_up_pages p join accounts a on a.id = ${found.accountId}
      where p.account_id = ${found.accountId} and p.list_id = ${found.listId} and p.code = ${code}`,
  );
}

/** False: the list has a page already. */
export async function insertSignUpPage(
  trx: Db,
  accountId: number,
  { listId, code, page }: { listId: number; code: string; page: SignUpPage },
  now: Date,
): Promise<boolean> {
  const row = await first(
    trx,
    sql`
      insert into sign_up_pages (account_id, list_id, code, is_on, page, updated_at)
      values (${accountId}, ${listId}, ${code}, true, ${JSON.stringify(page)}::jsonb, ${now})
      on conflict (account_id, list_id) do nothing returning 1`,
  );
  if (!row) return false;
  await sql`
    insert into sign_up_codes (code, account_id, list_id) values (${code}, ${accountId}, ${listId})`.execute(
    trx,
  );
  return true;
}

/** Its address leads nowhere any more. */
export async function deleteCodeOf(trx: Db, accountId: number, listId: number): Promise<void> {
  await sql`delete from sign_up_codes where account_id = ${accountId} and list_id = ${listId}`.execute(trx);
}

/** The new version; undefined: there is no page, or not in this version. */
export async function updateSignUpPage(
  trx: Db,
  accountId: number,
  { listId, version, page }: { listId: number; version: number; page: SignUpPage },
  now: Date,
): Promise<number | undefined> {
  const row = await first(
    trx,
    sql<{ version: number }>`
      update sign_up_pages set page = ${JSON.stringify(page)}::jsonb, version = version + 1, updated_at = ${now}
      where account_id = ${accountId} and list_id = ${listId} and version = ${version}
      returning version`,
  );
  return row?.version;
}

/** False: the list has no page. */
export async function turnSignUpPage(
  trx: Db,
  accountId: number,
  listId: number,
  on: boolean,
): Promise<boolean> {
  const row = await first(
    trx,
    sql`
      update sign_up_pages set is_on = ${on} where account_id = ${accountId} and list_id = ${listId} returning 1`,
  );
  return row !== undefined;
}

type Shown = { accountId: number; listId: number; hash: Buffer };

/** Keeps words that a page shows from now on. */
export async function keepShownWords(db: Db, shown: Shown & { words: string }, now: Date): Promise<void> {
  const { accountId, listId, hash, words } = shown;
  await sql`
    insert into sign_up_words (account_id, list_id, hash, words, since)
    values (${accountId}, ${listId}, ${hash}, ${words}, ${now})
    on conflict (account_id, list_id, hash) do nothing`.execute(db);
}

/** What is written down of a form that was sent. */
export type SentForm = Shown & { contactId: number; url: string; address: string };

/**
 * Notes who waits for a YES now; the last form counts. Nothing for members of the list, and for words that it
 * never showed.
 */
export async function noteSentForm(trx: Db, sent: SentForm, now: Date): Promise<void> {
  const { accountId, listId, contactId, hash, url, address } = sent;
  await sql`
    insert into pending_sign_ups (account_id, list_id, contact_id, words_hash, at, url, address)
    select p.account_id, p.list_id, p.contact_id, w.hash, ${now}, ${url}, ${address}
    from pending_members p
      join sign_up_words w on w.account_id = ${accountId} and w.list_id = p.list_id and w.hash = ${hash}
    where p.account_id = ${accountId} and p.list_id = ${listId} and p.contact_id = ${contactId}
    on conflict (account_id, list_id, contact_id) do update
      set words_hash = excluded.words_hash, at = excluded.at, url = excluded.url, address = excluded.address`.execute(
    trx,
  );
}

export type AgreedForm = {
  listId: number;
  contactId: number;
  hash: Buffer;
  words: string;
  at: Date;
  url: string;
  address: string;
};

/** The forms of people who are members now; they wait no more. */
export async function takeSentForms(
  trx: Db,
  accountId: number,
  people: readonly { listId: number; contactId: number }[],
): Promise<AgreedForm[]> {
  return rows(
    trx,
    sql<AgreedForm>`
      with taken as (
        delete from pending_sign_ups s
        using unnest(${people.map((each) => each.listId)}::bigint[], ${people.map((each) => each.contactId)}::bigint[])
          as given (list_id, contact_id)
        where s.account_id = ${accountId} and s.list_id = given.list_id and s.contact_id = given.contact_id
        returning s.list_id, s.contact_id, s.words_hash, s.at, s.url, s.address
      )
      select t.list_id as "listId", t.contact_id as "contactId", t.words_hash as hash, w.words, t.at, t.url, t.address
      from taken t
        join sign_up_words w on w.account_id = ${accountId} and w.list_id = t.list_id and w.hash = t.words_hash
      order by t.list_id, t.contact_id`,
  );
}

/** The consents of a list's page by the account's days since a moment, newest first, and all there are. */
export async function signUpFigures(
  db: Db,
  accountId: number,
  { listId, zone, since }: { listId: number; zone: string; since: Date },
): Promise<{ signedUp: number; waiting: number; days: { day: string; count: number }[] }> {
  const ofPage = sql`account_id = ${accountId} and list_id = ${listId} and source = 'sign-up'`;
  const [totals, days] = await Promise.all([
    first(
      db,
      sql<{ signedUp: number; waiting: number }>`
        select (select count(*) from consents where ${ofPage}) as "signedUp",
          (select count(*) from pending_sign_ups where account_id = ${accountId} and list_id = ${listId}) as waiting`,
    ),
    rows(
      db,
      sql<{ day: string; count: number }>`
        select to_char(at at time zone ${zone}, 'YYYY-MM-DD') as day, count(*) as count from consents
        where ${ofPage} and at >= ${since}
        group by 1 order by 1 desc`,
    ),
  ]);
  return { signedUp: totals?.signedUp ?? 0, waiting: totals?.waiting ?? 0, days };
}

/** The name that people know the account by. */
export async function accountNameOf(db: Db, accountId: number): Promise<string> {
  const row = await first(db, sql<{ name: string }>`select name from accounts where id = ${accountId}`);
  return row?.name ?? '';
}
