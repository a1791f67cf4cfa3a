/** Writing back what carriers said at the hand-over: many messages in one statement. */
import { CompiledQuery } from 'kysely';
import type { SendResult } from '../carriers/carrier.ts';
import type { Db } from '../platform/db/database.ts';
import { COUNT_MOVES, type CountedBlast } from './blast-counts.ts';

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
  const given = results.map(({ messageId, outcome }) => {
    const { status, carrierId, code, reason } = outcome;
    return { id: messageId, status, carrier_id: carrierId, code, reason };
  });
  const parameters = [accountId, JSON.stringify(given), now];
  const { rows } = await trx.executeQuery<CountedBlast & { moved: number }>(
    CompiledQuery.raw(STORE, parameters),
  );
  const moved = rows[0]?.moved ?? 0;
  if (moved < results.length)
    await trx.executeQuery(CompiledQuery.raw(STORE_OVERTAKEN, parameters.slice(0, 2)));
  return rows.filter((row) => row.id !== null);
}

const GIVEN =
  'json_to_recordset($2) as given (id bigint, status message_status, carrier_id text, code text, reason text)';

/** `$1` the account, `$2` the results as JSON, `$3` now. */
const STORE = `
  with moved as (
    update messages m set status = given.status, carrier_id = given.carrier_id, carrier_code = given.code,
      reason = given.reason,
      settled_at = case when given.status in ('failed', 'expired') then $3::timestamptz end
    from ${GIVEN} where m.account_id = $1 and m.id = given.id and m.status = 'sending'
    returning m.blast_id, m.origin, m.seq, 'sending'::message_status as was, m.status
  ),
  ${COUNT_MOVES}
  select total.moved, counted.* from (select count(*) as moved from moved) as total left join counted on true`;

/** A receipt was quicker than the answer to the hand-over: what is left to store is the carrier's id. */
const STORE_OVERTAKEN = `
  update messages m set carrier_id = given.carrier_id
  from ${GIVEN} where m.account_id = $1 and m.id = given.id and m.status > 'sending'
    and m.carrier_id is null and given.carrier_id is not null`;
