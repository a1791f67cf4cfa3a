/** The end of a blast: nothing waits any more, what was reserved and not needed goes back. */

import { ACTIVE_BLASTS } from '../campaigns/index.ts';
import { releaseReserved } from '../credits/index.ts';
import { feedEvents } from '../feed/index.ts';
import {
  type CountedBlast,
  countedColumns,
  endWaiting,
  idsWaiting,
  publishBlast,
} from '../messages/index.ts';
import { type Db, first, sql, transact } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';
import { type Chunk, deleteChunk, hasWorkLeft } from './send-chunks.ts';

/**
 * Removes a chunk that is settled, and ends the blast with its last one in the same moment: a crash leaves no
 * blast without an end.
 */
export async function finishChunk(services: Services, chunk: Chunk): Promise<void> {
  const { accountId, blastId } = chunk;
  const blast = await transact(services.db, async (trx) => {
    await lockBlast(trx, accountId, blastId);
    await deleteChunk(trx, chunk);
    return endWhenOver(trx, accountId, blastId, services.clock.now());
  });
  if (blast) publishBlast(services, accountId, blast);
}

/**
 * Marks a blast as done when nothing of it is left to be fanned out or sent. For whoever took some of its
 * work away, in the same transaction and with the lock on its row held: so of two the last one sees that it
 * is over.
 */
export async function endWhenOver(
  trx: Db,
  accountId: number,
  blastId: number,
  now: Date,
): Promise<CountedBlast | undefined> {
  if (await hasWorkLeft(trx, accountId, blastId)) return undefined;
  return endBlast(trx, accountId, blastId, 'done', now);
}

async function lockBlast(trx: Db, accountId: number, blastId: number): Promise<void> {
  await sql`select 1 from blasts where account_id = ${accountId} and id = ${blastId} for update`.execute(trx);
}

/** In which states a blast may end so. */
const ENDS_FROM = { done: ['running', 'scheduled'], cancelled: ACTIVE_BLASTS } as const;

/** Moves a blast to its last state, if it may end so, and gives its reservation back. */
export async function endBlast(
  trx: Db,
  accountId: number,
  blastId: number,
  to: 'done' | 'cancelled',
  now: Date,
): Promise<CountedBlast | undefined> {
  const before = await first(
    trx,
    sql<{ reserved: number }>`
      select credits_reserved as reserved from blasts
      where account_id = ${accountId} and id = ${blastId} and state = any(${ENDS_FROM[to]}::text[]) for update`,
  );
  if (!before) return undefined;
  await releaseReserved(trx, accountId, blastId, before.reserved, now);
  const blast = await first(
    trx,
    sql<CountedBlast>`
      update blasts b set state = ${to}, finished_at = ${now}, credits_reserved = 0
      where b.account_id = ${accountId} and b.id = ${blastId} returning ${countedColumns}`,
  );
  if (blast && to === 'done') {
    const properties = { campaign: blast.campaignId, blast: blastId };
    const finished = { contactId: null, at: now, fact: String(blastId), properties };
    await feedEvents(trx, accountId, [{ kind: 'blast.finished', ...finished }]);
  }
  return blast;
}

/** Skips what is still queued in a chunk of a cancelled blast, and removes the chunk. */
export async function cancelChunk(services: Services, chunk: Chunk): Promise<void> {
  const { accountId } = chunk;
  const now = services.clock.now();
  const counted = await transact(services.db, async (trx) => {
    await deleteChunk(trx, chunk);
    const waiting = await idsWaiting(trx, accountId, chunk, ['queued', 'held']);
    return endWaiting(trx, accountId, waiting, 'cancelled', now);
  });
  for (const blast of counted) publishBlast(services, accountId, blast);
}
