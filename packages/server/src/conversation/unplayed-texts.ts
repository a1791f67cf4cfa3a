/** Texts that were acknowledged and are not played yet. Whoever plays them deletes them with it. */
import type { InboundText, WordsOnly } from '../carriers/index.ts';
import { numberArray, textArray } from '../platform/db/arrays.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { later } from '../platform/db/later.ts';
import type { Statement } from '../platform/db/statement.ts';

/** One that is stored. */
export type Unplayed = WordsOnly & { unplayedId: number };

/** Who should have played it has died, or its clock was ahead: processes agree within a minute. */
const LEFT_AFTER_MS = 5_000;
const AHEAD_MS = 60_000;
const REST_MS = 4_000;
const LONGEST_REST_MS = 60 * 60_000;

/** Stores texts, at most one from each number; answers their ids in order. */
export function unplayedStatement(
  db: Db,
  accountId: number,
  texts: readonly WordsOnly[],
): Statement<number[]> {
  const query = sql`
    insert into unplayed_texts (account_id, phone, channel_id, carrier_message_id, body, at)
    select ${accountId}, given.phone, given.channel_id, given.carrier_message_id, given.body, given.at
    from unnest(
      ${textArray(texts.map((each) => each.phone))}::text[], ${numberArray(texts.map((each) => each.channelId))}::bigint[],
      ${textArray(texts.map((each) => each.carrierMessageId))}::text[], ${textArray(texts.map((each) => each.text))}::text[],
      ${textArray(texts.map((each) => each.at.toISOString()))}::timestamptz[]
    ) as given (phone, channel_id, carrier_message_id, body, at)
    returning id, phone`;
  return {
    query: query.compile(db),
    read(stored) {
      const ids = new Map((stored as { id: number; phone: string }[]).map(({ id, phone }) => [phone, id]));
      return texts.map(({ phone }) => {
        const id = ids.get(phone);
        if (id === undefined) throw new Error('A text was stored without an answer.');
        return id;
      });
    },
  };
}

type MaybeUnplayed = Pick<InboundText, 'phone'> & { unplayedId?: number };

/**
 * Takes stored texts away to play them in this transaction; answers the ids of those that were there. Waits
 * for whoever is playing one of them: what is gone then was played.
 *
 * Found by their phones: joined with a list, the planner would read all that is there, and what is dead. Of
 * two lists in an index PostgreSQL before 17 looks for each pair, hence "+ 0".
 */
export async function takeUnplayed(
  trx: Db,
  accountId: number,
  texts: readonly MaybeUnplayed[],
): Promise<ReadonlySet<number>> {
  const stored = texts.filter(({ unplayedId }) => unplayedId !== undefined);
  if (stored.length === 0) return new Set();
  const taken = await rows(
    trx,
    sql<{ id: number }>`
      delete from unplayed_texts
      where account_id = ${accountId} and phone = any(${textArray(stored.map(({ phone }) => phone))}::text[])
        and id + 0 = any(${numberArray(stored.map(({ unplayedId = null }) => unplayedId))}::bigint[])
      returning id`,
  );
  return new Set(taken.map(({ id }) => id));
}

const COLUMNS = sql`
  u.phone, u.id as "unplayedId", u.channel_id as "channelId", u.carrier_message_id as "carrierMessageId", u.body as text,
  u.at`;

/** What waits of these people and came before these texts, in the order in which it came. */
export function unplayedBefore(
  db: Db,
  accountId: number,
  texts: readonly MaybeUnplayed[],
): Promise<Unplayed[]> {
  return rows(
    db,
    sql<Unplayed>`
      select ${COLUMNS} from unnest(
        ${textArray(texts.map(({ phone }) => phone))}::text[],
        ${numberArray(texts.map(({ unplayedId = null }) => unplayedId))}::bigint[]
      ) as given (phone, id)
      join unplayed_texts u on u.account_id = ${accountId} and u.phone = given.phone
        and (given.id is null or u.id < given.id)
      order by u.id`,
  );
}

/** Nobody seems to play them, and those that failed have rested. */
const isLeft = (now: Date) => sql`
  (retry_at <= ${now} or retry_at is null
    and (at <= ${new Date(now.getTime() - LEFT_AFTER_MS)} or at > ${new Date(now.getTime() + AHEAD_MS)}))`;

/** One that could not be played is tried again, after twice the rest each time. */
export async function restUnplayed(db: Db, accountId: number, text: Unplayed, now: Date): Promise<void> {
  await sql`
    update unplayed_texts set failures = least(failures + 1, 30),
      retry_at = ${later(sql`${now}::timestamptz`, sql`least(${REST_MS} * 2 ^ failures, ${LONGEST_REST_MS}) * interval '1 millisecond'`)}
    where account_id = ${accountId} and phone = ${text.phone} and id = ${text.unplayedId}`.execute(db);
}

/** Behind "from": texts that nobody seems to play. */
export const leftUnplayed = (now: Date) => sql`unplayed_texts where ${isLeft(now)}`;

/** The accounts with such texts. */
export async function accountsLeftUnplayed(db: Db, now: Date): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ accountId: number }>`select distinct account_id as "accountId" from ${leftUnplayed(now)}`,
  );
  return found.map(({ accountId }) => accountId);
}

/** The oldest of an account that nobody seems to play, in the order in which they came. */
export function oldestLeftUnplayed(db: Db, accountId: number, now: Date, most: number): Promise<Unplayed[]> {
  return rows(
    db,
    sql<Unplayed>`
      select ${COLUMNS} from unplayed_texts u
      where u.account_id = ${accountId} and ${isLeft(now)}
      order by u.id limit ${most}`,
  );
}
