/** The end of messages that waited too long to be of use: they expire, and what they cost comes back. */

import type { Chunk } from '../blasts/index.ts';
import { endWaiting, idsWaiting, publishBlast } from '../messages/index.ts';
import { first, sql, transact } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';

/**
 * Expires what waits in a chunk whose blast has stood still for longer than its messages live: an offer of
 * last night must not go out when the carrier is back. What is held for the person's own hours is not late
 * and stays.
 */
export async function expireStalled(services: Services, chunk: Chunk, timeToLiveMs: number): Promise<void> {
  const { accountId, blastId } = chunk;
  const now = services.clock.now();
  const stalled = await first(
    services.db,
    sql<{ since: Date }>`
      select stalled_since as since from blasts
      where account_id = ${accountId} and id = ${blastId} and stalled_since is not null`,
  );
  if (!stalled) return;
  if (now.getTime() - stalled.since.getTime() < timeToLiveMs) return;
  const counted = await transact(services.db, async (trx) =>
    endWaiting(trx, accountId, await idsWaiting(trx, accountId, chunk, ['queued']), 'expired', now),
  );
  for (const blast of counted) publishBlast(services, accountId, blast);
}
