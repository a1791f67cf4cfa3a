/** Writing back what carriers said at the hand-over: many messages in one statement. */

import { RETRY } from '@parley/rules/limits.ts';
import type { RawBuilder } from 'kysely';
import type { SendResult } from '../carriers/index.ts';
import { wordsWithoutCode } from '../platform/code-text.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { storable } from '../platform/db/storable.ts';
import { type CountedBlast, countMoves } from './blast-counts.ts';
import { fedMoves, MOVED } from './fed-moves.ts';
import { refundMessages } from './refunds.ts';
import { noteUnconfirmed } from './unconfirmed.ts';
import { numberColumn, textColumn, timeColumn } from './unnest-columns.ts';

export type SubmitResult = { messageId: number; outcome: Outcome };
/**
 * `queued`: certainly not handed over; it waits in its queue again. `held`: refused for the moment, tried
 * again after `retryAfterMs`. `skipped`: it can never go, for its reason. All three only by whoever holds the
 * message and knows that the carrier has not got it.
 */
export type Outcome = {
  status: 'sent' | 'failed' | 'expired' | 'unknown' | 'queued' | 'held' | 'skipped';
  carrierId: string | null;
  code: string | null;
  reason: string | null;
  /** Pause before the next try; 0: none. */
  retryAfterMs: number;
};

const LONGEST_WORDS = 1_000;

/** A message with more segments than its sender's day has room for. */
export const OVER_DAY = 'day-limit';

export const NO_ANSWER = { carrierId: null, code: null, reason: null, retryAfterMs: 0 };

/** Since when a message is tried, and how long it may be. */
export type Life = { firstTry: Date; timeToLiveMs: number };

/**
 * What a carrier's answer makes of a message. `dice`, from 0 to 1, keeps messages that failed together from
 * coming back together.
 */
export function outcomeOf(result: SendResult, life: Life, now: Date, dice: number): Outcome {
  switch (result.is) {
    case 'accepted':
      return { ...NO_ANSWER, status: 'sent', carrierId: result.carrierId };
    case 'unknown':
      return { ...NO_ANSWER, status: 'unknown', reason: result.reason };
    case 'throttled':
      return { ...NO_ANSWER, status: 'queued', retryAfterMs: result.retryAfterMs };
    case 'rejected': {
      const { code, reason } = result;
      if (!result.retry) return { ...NO_ANSWER, status: 'failed', code, reason };
      const age = now.getTime() - life.firstTry.getTime();
      if (age >= life.timeToLiveMs) return { ...NO_ANSWER, status: 'expired', code, reason };
      const left = life.timeToLiveMs - age;
      return {
        ...NO_ANSWER,
        status: 'held',
        code,
        reason,
        retryAfterMs: Math.min(retryPause(age, dice), left),
      };
    }
  }
}

/**
 * The longer it has been tried in vain, the longer the next pause: half of that time again, give or take a
 * fifth.
 */
export function retryPause(ageMs: number, dice: number): number {
  const { firstMs, mostMs, growth, jitter } = RETRY;
  const pause = Math.min(mostMs, Math.max(firstMs, ageMs * growth));
  return Math.round(pause * (1 - jitter + 2 * jitter * dice));
}

/**
 * Stores outcomes of messages in 'sending' with the counters of their blasts. A message that a receipt has
 * moved on meanwhile keeps its state and gets the carrier's id only.
 */
export async function storeSubmitResults(
  trx: Db,
  accountId: number,
  results: readonly SubmitResult[],
  now: Date,
): Promise<CountedBlast[]> {
  if (results.length === 0) return [];
  const given = givenColumns(accountId, results, now);
  const stored = await rows(trx, store(given, fedMoves(trx, accountId), now));
  const idsOf = (status: Outcome['status']) =>
    results.filter(({ outcome }) => outcome.status === status).map(({ messageId }) => messageId);
  // A message that was never handed over costs nothing: what it had cost comes back, to the account and off
  // its blast's bill.
  for (const [status, note] of NEVER_SENT)
    await refundMessages(trx, accountId, idsOf(status), { status, note }, now);
  const doubtful = idsOf('unknown');
  if (doubtful.length > 0) await noteUnconfirmed(trx, accountId, doubtful);
  if ((stored[0]?.moved ?? 0) < results.length) await storeOvertaken(given).execute(trx);
  return stored.filter((row) => row.id !== null);
}

/** With their account, which is `$1`. */
function givenColumns(accountId: number, results: readonly SubmitResult[], now: Date): RawBuilder<unknown> {
  // The words are a carrier's: one that could not be stored would keep all the others from being stored.
  const texts = (pick: (outcome: Outcome) => string | null) =>
    textColumn(
      results.map(({ outcome }) => pick(outcome)).map((text) => text && storable(text, LONGEST_WORDS)),
    );
  const until = results.map(({ outcome: { status, retryAfterMs } }) =>
    status === 'held' ? new Date(now.getTime() + retryAfterMs) : null,
  );
  return sql`
    given as materialized (
      select ${accountId}::bigint as account_id, each.*
      from unnest(
        ${numberColumn(results.map(({ messageId }) => messageId))},
        ${texts(({ status }) => status)}::message_status[], ${texts(({ carrierId }) => carrierId)},
        ${texts(({ code }) => code)}, ${texts(({ reason }) => reason && wordsWithoutCode(reason))}, ${timeColumn(until)}
      ) as each (id, status, carrier_id, code, reason, until)
    )`;
}

function store(
  given: RawBuilder<unknown>,
  fed: string,
  now: Date,
): RawBuilder<CountedBlast & { moved: number }> {
  return sql`
    with ${given},
    moved as (
      update messages m set status = given.status, carrier_id = given.carrier_id, carrier_code = given.code,
        reason = given.reason, held_until = coalesce(given.until, m.held_until),
        -- Nobody tried, or was asked to wait: its time to live begins at the first real try.
        sent_at = case when given.status = 'queued' then null else m.sent_at end,
        settled_at = case when given.status in ('failed', 'expired', 'skipped') then ${now}::timestamptz end
      from given where m.account_id = $1 and m.id = given.id and m.status = 'sending'
      returning ${sql.raw(MOVED)}, 'sending'::message_status as was
    ),
    ${sql.raw(countMoves())}${sql.raw(fed)}
    select total.moved, counted.* from (select count(*) as moved from moved) as total left join counted on true`;
}

/** A receipt was quicker than the answer to the hand-over: what is left to store is the carrier's id. */
function storeOvertaken(given: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with ${given}
    update messages m set carrier_id = given.carrier_id
    from given where m.account_id = $1 and m.id = given.id and m.status > 'sending'
      and m.carrier_id is null and given.carrier_id is not null`;
}

/** With the ledger's note. */
const NEVER_SENT = [
  ['expired', 'not sent within its time to live'],
  ['skipped', 'longer than a whole day of its sender'],
] as const;
