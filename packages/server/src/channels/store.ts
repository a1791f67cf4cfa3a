/** All SQL that writes channels and their audience lists. */

import { toE164 } from '@parley/rules/phone.ts';
import { blastsWaitingFor, deleteList, insertAudience, renameList } from '../lists/index.ts';
import { type Db, first, likeAnywhere, rows, sql } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import { nameKey } from '../platform/names.ts';
import { placeIn } from '../platform/ordering.ts';
import { phonePattern } from '../platform/search-patterns.ts';

const FIRST_NAME = 'Simulator';

/**
 * The channel that a new account starts with: a simulator with a number of its own. Runs in the sign-up's
 * transaction.
 */
export async function createFirstChannel(trx: Db, accountId: number, now: Date): Promise<void> {
  await insertSimulator(trx, accountId, FIRST_NAME, now);
}

/**
 * Adds a simulator channel behind the others, with its audience list, a pretend number (555 is no area code)
 * and its row in the lookups. The channel has the id of its audience, so that it does not matter which of the
 * two a call names. Needs a transaction. A name that is taken breaks the unique index `channels_name` or the
 * audience's name.
 */
export async function insertSimulator(
  trx: Db,
  accountId: number,
  name: string,
  now: Date,
): Promise<{ id: number; audience: number; number: string }> {
  const key = nameKey(name);
  const number = await reserveNumber(trx, accountId);
  const audience = await insertAudience(trx, accountId, name, now);
  await sql`update channel_lookups set channel_id = ${audience} where key = ${lookupOf(number)}`.execute(trx);
  const row = await first(
    trx,
    sql<{ id: number; audience: number; number: string }>`
      insert into channels (account_id, id, audience_list_id, name, name_key, number, connection_kind, position, created_at)
      select ${accountId}, ${audience}, ${audience}, ${name}, ${key}, ${number}, 'simulator',
        coalesce((select max(c.position) + 1 from channels c where c.account_id = ${accountId} and c.deleted_at is null), 0),
        ${now}::timestamptz
      returning id, audience_list_id as audience, number`,
  );
  if (!row) throw new Error('The channel was not inserted.');
  return row;
}

const lookupOf = (number: string) => `simulator:${number}`;
/** Seven digits behind +1555. */
const FIRST_NUMBER = 2_000_000;
const NUMBERS = 8_000_000;

/**
 * The next pretend number, or where somebody has chosen it for a channel already, one by chance: so nobody is
 * in the way of those who come after. Reserved by its row in the lookups, whose channel is to be filled in.
 */
async function reserveNumber(trx: Db, accountId: number): Promise<string> {
  const next = sql`nextval(pg_get_serial_sequence('channels', 'id')) % ${NUMBERS}`;
  const any = sql`floor(random() * ${NUMBERS})::int`;
  for (let place = next; ; place = any) {
    const reserved = await first(
      trx,
      sql<{ number: string }>`
        with chosen as materialized (select '+1555' || (${FIRST_NUMBER} + ${place})::text as number)
        insert into channel_lookups (key, account_id, channel_id)
        select 'simulator:' || number, ${accountId}, 0 from chosen
        on conflict do nothing
        returning (select number from chosen) as number`,
    );
    if (reserved) return reserved.number;
  }
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
 * The channel that a call names: by its number in any usual writing, else by its id (SRID); an empty text is
 * the account's first channel (domain.md, "Calls"). Unknown, deleted and foreign ones are not found.
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
  if (!channel) throw new NotFound('That channel was not found.');
  return channel;
}

/** The channels in their order whose name or number contains a text. */
export async function listChannels(
  db: Db,
  accountId: number,
  search: string,
): Promise<(Channel & { index: number })[]> {
  return rows(
    db,
    sql<Channel & { index: number }>`
      select * from (
        select ${channelColumns}, ${placeIn} as index from channels
        where account_id = ${accountId} and deleted_at is null
      ) channel
      where name ilike ${likeAnywhere(search.trim())} or number ilike ${phonePattern(search)}
      order by index`,
  );
}

/** Audience ids of all channels in their order. */
export async function audiencesInOrder(db: Db, accountId: number): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ id: number }>`
      select audience_list_id as id from channels
      where account_id = ${accountId} and deleted_at is null order by position, id`,
  );
  return found.map((row) => row.id);
}

/** Stores an order, given by audience ids. */
export async function storeChannelOrder(
  db: Db,
  accountId: number,
  audiences: readonly number[],
): Promise<void> {
  await sql`
    update channels c set position = given.place - 1
    from unnest(${audiences}::bigint[]) with ordinality as given(audience, place)
    where c.account_id = ${accountId} and c.audience_list_id = given.audience and c.deleted_at is null`.execute(
    db,
  );
}

/** Renames a channel and its audience; false when there is no such channel. Needs a transaction. */
export async function renameChannel(trx: Db, accountId: number, id: number, name: string): Promise<boolean> {
  const row = await first(
    trx,
    sql<{ audience: number }>`
      update channels set name = ${name}, name_key = ${nameKey(name)}
      where account_id = ${accountId} and id = ${id} and deleted_at is null
      returning audience_list_id as audience`,
  );
  if (row) await renameList(trx, accountId, row.audience, name);
  return row !== undefined;
}

/** Until the transaction ends nobody deletes these channels. Answers those that are not deleted already. */
export async function holdChannels(trx: Db, accountId: number, ids: readonly number[]): Promise<number[]> {
  const held = await rows(
    trx,
    sql<{ id: number }>`
      select id from channels
      where account_id = ${accountId} and id = any(${ids}::bigint[]) and deleted_at is null
      order by id for key share`,
  );
  return held.map(({ id }) => id);
}

/**
 * What stands against deleting a channel, with the account's channels locked: whether it is the only one, how
 * many blasts send from it, how many are about to go to its audience. Undefined: there is no such channel.
 */
export async function channelInUse(
  trx: Db,
  accountId: number,
  id: number,
): Promise<{ only: boolean; blasts: number; toAudience: number } | undefined> {
  const locked = await rows(
    trx,
    sql<{ id: number; audience: number }>`
      select id, audience_list_id as audience from channels
      where account_id = ${accountId} and deleted_at is null order by id for update`,
  );
  const channel = locked.find((row) => row.id === id);
  if (!channel) return undefined;
  const used = await first(
    trx,
    sql<{ blasts: number }>`
      select count(*) as blasts from blasts
      where account_id = ${accountId} and channel_id = ${id}
        and state in ('scheduled', 'fanning', 'running', 'paused')`,
  );
  const toAudience = await blastsWaitingFor(trx, accountId, channel.audience);
  return { only: locked.length === 1, blasts: used?.blasts ?? 0, toAudience };
}

/** Deletes a channel with its audience. The row stays for its messages' sake. */
export async function deleteChannel(trx: Db, accountId: number, id: number, now: Date): Promise<void> {
  const channel = await first(
    trx,
    sql<{ audience: number }>`
      with gone as (select audience_list_id from channels where account_id = ${accountId} and id = ${id})
      update channels set deleted_at = ${now}, audience_list_id = null
      from gone where account_id = ${accountId} and id = ${id}
      returning gone.audience_list_id as audience`,
  );
  if (!channel) return;
  await deleteList(trx, accountId, channel.audience);
  await sql`delete from channel_lookups where account_id = ${accountId} and channel_id = ${id}`.execute(trx);
}
