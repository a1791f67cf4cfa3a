/** The end of a blast: nothing waits any more, what was reserved and not needed goes back. */
import { type Db, first, sql, transact } from '../platform/db/database.ts';
import type { Services } from '../services.ts';
import { type CountedBlast, countedColumns, tellBlast } from './blast-counts.ts';
import { type Chunk, deleteChunk, hasWorkLeft } from './chunk.ts';
import { refundMessages, releaseReserved } from './credits.ts';

/** Marks a blast as done when nothing of it is left to be fanned out or sent. */
export async function finishBlast(services: Services, accountId: number, blastId: number): Promise<void> {
  if (await hasWorkLeft(services.db, accountId, blastId)) return;
  const blast = await transact(services.db, (trx) =>
    endBlast(trx, accountId, blastId, ['running', 'scheduled'], 'done', services.clock.now()),
  );
  if (blast) tellBlast(services, accountId, blast);
}

/** Moves a blast that is in one of the states to its last one and gives its reservation back. */
export async function endBlast(
  trx: Db,
  accountId: number,
  blastId: number,
  from: readonly string[],
  to: 'done' | 'cancelled' | 'failed',
  now: Date,
): Promise<CountedBlast | undefined> {
  const before = await first(
    trx,
    sql<{ reserved: number }>`
      select credits_reserved as reserved from blasts
      where account_id = ${accountId} and id = ${blastId} and state = any(${from}::text[]) for update`,
  );
  if (!before) return undefined;
  await releaseReserved(trx, accountId, blastId, before.reserved, now);
  return first(
    trx,
    sql<CountedBlast>`
      update blasts b set state = ${to}, finished_at = ${now}, credits_reserved = 0
      where b.account_id = ${accountId} and b.id = ${blastId} returning ${countedColumns}`,
  );
}

/** Skips what is still queued in a chunk of a cancelled blast, and removes the chunk. */
export async function cancelChunk(services: Services, chunk: Chunk, worker: string): Promise<void> {
  const { accountId, blastId, firstMessage, lastMessage } = chunk;
  const now = services.clock.now();
  const blast = await transact(services.db, async (trx) => {
    await deleteChunk(trx, chunk, worker);
    const skipped = await first(
      trx,
      sql<CountedBlast & { paid: number[] }>`
        with skipped as (
          update messages m set status = 'skipped', reason = 'cancelled', settled_at = ${now}
          where m.account_id = ${accountId} and m.id between ${firstMessage} and ${lastMessage}
            and m.status in ('queued', 'held')
          returning m.id, m.seq, m.credits
        ),
        tally as (
          select count(*) filter (where seq = 0) as contacts,
            coalesce(array_agg(id) filter (where credits > 0), '{}') as paid
          from skipped
        )
        update blasts b set queued = b.queued - tally.contacts, skipped = b.skipped + tally.contacts
        from tally where b.account_id = ${accountId} and b.id = ${blastId}
        returning ${countedColumns}, tally.paid`,
    );
    // Made ready once, and back because the carrier was busy.
    await refundMessages(trx, accountId, skipped?.paid ?? [], 'skipped', 'cancelled before it was sent', now);
    return skipped;
  });
  if (blast) tellBlast(services, accountId, blast);
}
