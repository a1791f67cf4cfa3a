/** Writing back what carriers said at the hand-over: many messages in one statement. */
import type { SendResult } from '../carriers/carrier.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { type CountedBlast, countMoves } from './blast-counts.ts';
import { textColumn } from './columns.ts';

export type Result = { messageId: number; outcome: Outcome };
/** `back`: certainly not handed over; it waits in its queue again. */
export type Outcome = {
  status: 'sent' | 'failed' | 'expired' | 'unknown' | 'queued';
  carrierId: string | null;
  code: string | null;
  reason: string | null;
  /** For 'queued': pause before the next try; 0: none. */
  retryAfterMs: number;
};

export const NO_ANSWER = { carrierId: null, code: null, reason: null, retryAfterMs: 0 };

/** Pause before a message is tried again, when the carrier names none. */
const RETRY_MS = 2_000;
/** How long a message may be tried again and again. */
const TIME_TO_LIVE_MS = 4 * 3_600_000;

/** What a carrier's answer makes of a message that was first handed over at `firstTry`. */
export function outcomeOf(result: SendResult, firstTry: Date, now: Date): Outcome {
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
      const over = now.getTime() - firstTry.getTime() > TIME_TO_LIVE_MS;
      if (over) return { ...NO_ANSWER, status: 'expired', code, reason };
      return { ...NO_ANSWER, status: 'queued', code, reason, retryAfterMs: RETRY_MS };
    }
  }
}

/**
 * Stores outcomes of messages in 'sending' with the counters of their blasts. A message that a receipt has moved on meanwhile keeps
 * its state and gets the carrier's id only.
 */
export async function storeResults(
  trx: Db,
  accountId: number,
  results: readonly Result[],
  now: Date,
): Promise<CountedBlast[]> {
  if (results.length === 0) return [];
  const column = (pick: (outcome: Outcome) => string | null) =>
    textColumn(results.map((each) => pick(each.outcome)));
  return rows(
    trx,
    sql<CountedBlast>`
      with given as (
        select * from unnest(
          ${results.map((each) => each.messageId)}::bigint[], ${column((each) => each.status)}::message_status[],
          ${column((each) => each.carrierId)}, ${column((each) => each.code)}, ${column((each) => each.reason)}
        ) as given (id, status, carrier_id, code, reason)
      ),
      moved as (
        update messages m set status = given.status, carrier_id = given.carrier_id, carrier_code = given.code,
          reason = given.reason,
          settled_at = case when given.status in ('failed', 'expired') then ${now}::timestamptz end
        from given where m.account_id = ${accountId} and m.id = given.id and m.status = 'sending'
        returning m.blast_id, m.origin, m.seq, 'sending'::message_status as was, m.status
      ),
      overtaken as (
        update messages m set carrier_id = given.carrier_id
        from given where m.account_id = ${accountId} and m.id = given.id and m.status > 'sending'
          and m.carrier_id is null and given.carrier_id is not null
      ),
      ${countMoves(accountId)}
      select * from counted`,
  );
}
