/**
 * Receipts of carriers: any order, doubled, before the answer to the hand-over, for ids we do not know. Many
 * that come at about the same time are stored in one statement, and each caller hears after the commit.
 */

import { CompiledQuery } from 'kysely';
import { RECEIPT_STATUSES, type Receipt } from '../carriers/index.ts';
import { batchersOf } from '../platform/batcher.ts';
import { numberArray, textArray } from '../platform/db/arrays.ts';
import type { Db } from '../platform/db/database.ts';
import { preparedOf } from '../platform/db/prepared.ts';
import { storable } from '../platform/db/storable.ts';
import { metricsOf } from '../platform/metrics.ts';
import { inRuntime } from '../platform/runtime.ts';
import type { Services } from '../platform/services.ts';
import { tracesOf } from '../platform/traces/traces.ts';
import { type CountedBlast, countMoves, publishBlast } from './blast-counts.ts';
import { fedMoves, MOVED } from './fed-moves.ts';
import type { SubmitResult } from './submit-results.ts';
import { beginReceipt } from './trace-messages.ts';
import { SETTLED } from './unconfirmed.ts';

const GROUP = 500;
const LONGEST_WORD = 200;

/** One batch of an account at a time: two would wait for the counters of their blast. */
const batches = inRuntime((services: Services) => {
  // The statement is the same each time: planned once, not for every batch.
  const hot = preparedOf(services);
  return batchersOf((accountId: number) => ({
    most: GROUP,
    async work(receipts: readonly Receipt[]): Promise<readonly Receipt[]> {
      const waited: number[] = [];
      const counted = await applyReceipts(hot, accountId, receipts, services.clock.now(), waited);
      measure(services, receipts, waited);
      for (const blast of counted) publishBlast(services, accountId, blast);
      return receipts;
    },
    onFailedBatch: (error: unknown, size: number) =>
      services.log.warn({ err: error, size }, 'a group of receipts failed; each goes alone'),
  }));
});

function measure(services: Services, receipts: readonly Receipt[], waited: readonly number[]): void {
  const metrics = metricsOf(services);
  for (const { status } of receipts) metrics.receipts.inc({ status });
  for (const seconds of waited) metrics.receiptLag.observe(seconds);
}

/** Stores one receipt, together with others of the account that come now; resolves after the commit. */
export async function recordReceipt(services: Services, accountId: number, receipt: Receipt): Promise<void> {
  const traces = tracesOf(services);
  const begun = traces && beginReceipt(traces, accountId, receipt);
  await batches(services)(accountId, receipt);
  begun?.stored();
}

/**
 * What a carrier answered to a worker that lost its lease meanwhile, frozen or cut off from the database:
 * another one has put these messages in doubt, and the answer settles them as a receipt would.
 */
export async function recordLateAnswers(
  services: Services,
  accountId: number,
  results: readonly SubmitResult[],
): Promise<void> {
  const recorded = results.map(({ messageId, outcome: { status, carrierId, code } }) =>
    status === 'sent' || status === 'failed'
      ? recordReceipt(services, accountId, { messageId, status, carrierId, code })
      : undefined,
  );
  await Promise.all(recorded);
}

/**
 * Applies receipts of one account in one statement, with the counters of their blasts. `waited` is given the
 * seconds from hand-over to receipt of each message that was settled.
 */
export async function applyReceipts(
  db: Db,
  accountId: number,
  receipts: readonly Receipt[],
  now: Date,
  waited: number[] = [],
): Promise<CountedBlast[]> {
  let left = surest(receipts);
  const counted: CountedBlast[] = [];
  // A message that another process changed at this very moment is looked at again.
  while (left.length > 0) {
    const { missed, blasts, seconds } = await applyOnce(db, accountId, left, now);
    waited.push(...seconds);
    counted.push(...blasts);
    left = left.filter((receipt) => missed.has(receipt.messageId));
  }
  return counted;
}

/**
 * One receipt a message: the surest, with a code rather than without, in the order of ids, so that two groups
 * lock rows in one order.
 */
function surest(receipts: readonly Receipt[]): Receipt[] {
  const best = new Map<number, Receipt>();
  for (const receipt of receipts) {
    const other = best.get(receipt.messageId);
    if (!other || rank(receipt) > rank(other) || (rank(receipt) === rank(other) && receipt.code !== null))
      best.set(receipt.messageId, receipt);
  }
  return [...best.values()].sort((one, other) => one.messageId - other.messageId);
}

/** Carriers write what they like; an id or a code is a word. */
const storableWord = (text: string | null) => text && storable(text, LONGEST_WORD);

const rank = (receipt: Receipt) => RECEIPT_STATUSES.indexOf(receipt.status);

/**
 * One text, so that it is prepared once: `$1` the account, `$2` ids, `$3` statuses, `$4` carriers' ids, `$5`
 * codes, `$6` now.
 */
const apply = (fed: string) => `
  with given as materialized (
    select * from unnest($2::bigint[], $3::message_status[], $4::text[], $5::text[]) as each (id, status, carrier_id, code)
  ),
  seen as materialized (
    select m.id, m.status as was, given.status, given.carrier_id, given.code
    from given join messages m on m.account_id = $1 and m.id = given.id
    where m.status < given.status
      or m.status = given.status and given.status <> 'delivered' and given.code is not null
        and m.carrier_code is distinct from given.code
  ),
  moved as (
    update messages m set status = seen.status, carrier_id = coalesce(m.carrier_id, seen.carrier_id),
      carrier_code = case when seen.status <> 'delivered' then coalesce(seen.code, m.carrier_code) end,
      -- What went wrong before is over, whatever became of it.
      reason = case when seen.was = seen.status then m.reason end,
      settled_at = case when seen.was = seen.status then m.settled_at else $6 end
    from seen where m.account_id = $1 and m.id = seen.id and m.status = seen.was
    returning ${MOVED}, seen.was
  ),
  ${SETTLED},
  ${countMoves()}${fed},
  missed as (
    select coalesce(array_agg(id), '{}') as ids from seen where not exists (select 1 from moved where moved.id = seen.id)
  ),
  waited as (
    select coalesce(array_agg(extract(epoch from settled_at - sent_at)::float8), '{}') as seconds from moved
    where was = 'sent' and settled_at >= sent_at
  )
  select missed.ids as missed, waited.seconds, counted.* from missed cross join waited left join counted on true`;

async function applyOnce(
  db: Db,
  accountId: number,
  receipts: readonly Receipt[],
  now: Date,
): Promise<{ missed: Set<number>; blasts: CountedBlast[]; seconds: number[] }> {
  const texts = (pick: (receipt: Receipt) => string | null) =>
    textArray(receipts.map((receipt) => storableWord(pick(receipt))));
  const { rows: found } = await db.executeQuery<CountedBlast & { missed: number[]; seconds: number[] }>(
    CompiledQuery.raw(apply(fedMoves(db, accountId)), [
      accountId,
      numberArray(receipts.map(({ messageId }) => messageId)),
      texts(({ status }) => status),
      texts(({ carrierId }) => carrierId),
      texts(({ code }) => code),
      now,
    ]),
  );
  return {
    missed: new Set(found[0]?.missed ?? []),
    seconds: found[0]?.seconds ?? [],
    blasts: found.filter((blast) => blast.id !== null),
  };
}

/** {@link applyReceipts}, and the news of the blasts for after the commit. */
export async function receiptsIn(
  trx: Db,
  accountId: number,
  receipts: readonly Receipt[],
  now: Date,
): Promise<(services: Services) => void> {
  const waited: number[] = [];
  const blasts = await applyReceipts(trx, accountId, receipts, now, waited);
  return (services) => {
    measure(services, receipts, waited);
    const traces = tracesOf(services);
    if (traces) for (const receipt of receipts) beginReceipt(traces, accountId, receipt).stored();
    for (const blast of blasts) publishBlast(services, accountId, blast);
  };
}
