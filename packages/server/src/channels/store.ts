/** All SQL that writes channels and their audience lists. */
import { toE164 } from '@parley/rules/phone.ts';
import { type Db, first, sql } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import { nameKey } from '../platform/names.ts';

const FIRST_NAME = 'Simulator';

/** The channel that a new account starts with: a simulator with a number of its own. Runs in the sign-up's transaction. */
export async function createFirstChannel(trx: Db, accountId: number, now: Date): Promise<void> {
  await insertSimulator(trx, accountId, FIRST_NAME, now);
}

/**
 * Adds a simulator channel behind the others, with its audience list, a pretend number (555 is no area code) and its row in the
 * lookups. Needs a transaction. A name that is taken breaks the unique index `channels_name` or the audience's name.
 */
export async function insertSimulator(
  trx: Db,
  accountId: number,
  name: string,
  now: Date,
): Promise<{ id: number; audience: number; number: string }> {
  const key = nameKey(name);
  const row = await first(
    trx,
    sql<{ id: number; audience: number; number: string }>`
      with audience as (
        insert into lists (account_id, kind, name, name_key, position, created_at)
        values (${accountId}, 'audience', ${name}, ${key}, 0, ${now})
        returning id
      ), fresh as (
        select nextval(pg_get_serial_sequence('channels', 'id')) as id
      )
      insert into channels (account_id, id, audience_list_id, name, name_key, number, connection_kind, position, created_at)
      select ${accountId}, fresh.id, audience.id, ${name}, ${key}, '+1555' || (2000000 + fresh.id)::text, 'simulator',
        coalesce((select max(c.position) + 1 from channels c where c.account_id = ${accountId} and c.deleted_at is null), 0),
        ${now}
      from audience, fresh
      returning id, audience_list_id as audience, number`,
  );
  if (!row) throw new Error('The channel was not inserted.');
  await sql`
    insert into channel_lookups (key, account_id, channel_id)
    values (${`simulator:${row.number}`}, ${accountId}, ${row.id})`.execute(trx);
  return row;
}

export type Channel = {
  id: number;
  /** The id of its audience list. */
  audience: number;
  name: string;
  /** As people see it. */
  number: string;
  connectionKind: string;
};

const channelColumns = sql`id, audience_list_id as audience, name, number, connection_kind as "connectionKind"`;

/** The account's first channel in its order. */
export async function firstChannel(db: Db, accountId: number): Promise<Channel | undefined> {
  return first(
    db,
    sql<Channel>`
      select ${channelColumns} from channels
      where account_id = ${accountId} and deleted_at is null order by position, id limit 1`,
  );
}

/**
 * The channel that a call names: by its number in any usual writing, else by its id (SRID); an empty text is the account's first
 * channel (domain.md, "Calls"). Unknown, deleted and foreign ones are not found.
 */
export async function resolveChannel(db: Db, accountId: number, shortCode: string): Promise<Channel> {
  const text = shortCode.trim();
  const numbers = [text, toE164(text) ?? text];
  const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
  const channel =
    text === ''
      ? await firstChannel(db, accountId)
      : await first(
          db,
          sql<Channel>`
            select ${channelColumns} from channels
            where account_id = ${accountId} and deleted_at is null
              and (number = any(${numbers}::text[]) or id = ${id})
            order by (number = any(${numbers}::text[])) desc, position, id limit 1`,
        );
  if (!channel) throw new NotFound();
  return channel;
}
