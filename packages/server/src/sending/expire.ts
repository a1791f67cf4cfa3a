/** The end of messages that waited too long to be of use: they expire, and what they cost comes back. */

import { CompiledQuery } from 'kysely';
import type { Chunk } from '../blasts/index.ts';
import { COUNT_MOVES, type CountedBlast, publishBlast, refundMessages } from '../messages/index.ts';
import { type Db, first, sql, transact } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';

const TOO_LATE = 'It waited longer than its time to live.';

/** `$1` the account, `$2` ids, `$3` now, `$4` the reason. */
const EXPIRE = `
  with moved as (
    update messages m set status = 'expired', reason = $4, settled_at = $3
    from (select id, status from messages where account_id = $1 and id = any($2::bigint[]) order by id for update) old
    where m.account_id = $1 and m.id = old.id and old.status in ('queued', 'held')
    returning m.id, m.blast_id, m.origin, m.seq, old.status as was, m.status
  ),
  ${COUNT_MOVES}
  select * from counted`;

/** Expires messages that wait. Needs a transaction. */
export async function expireMessages(
  trx: Db,
  accountId: number,
  messageIds: readonly number[],
  now: Date,
): Promise<CountedBlast[]> {
  if (messageIds.length === 0) return [];
  const { rows } = await trx.executeQuery<CountedBlast>(
    CompiledQuery.raw(EXPIRE, [accountId, messageIds, now, TOO_LATE]),
  );
  await refundMessages(trx, accountId, messageIds, 'expired', 'not sent within its time to live', now);
  return rows;
}

/**
 * Expires what waits in a chunk whose blast has stood still for longer than its messages live: an offer of
 * last night must not go out when the carrier is back. What is held for the person's own hours is not late
 * and stays.
 */
export async function expireStalled(
  services: Services,
  { accountId, blastId, firstMessage, lastMessage }: Chunk,
  timeToLiveMs: number,
): Promise<void> {
  const now = services.clock.now();
  const stalled = await first(
    services.db,
    sql<{ since: Date }>`
      select stalled_since as since from blasts
      where account_id = ${accountId} and id = ${blastId} and stalled_since is not null`,
  );
  if (!stalled) return;
  if (now.getTime() - stalled.since.getTime() < timeToLiveMs) return;
  const counted = await transact(services.db, async (trx) => {
    const late = await first(
      trx,
      sql<{ ids: number[] }>`
        select coalesce(array_agg(id), '{}') as ids from messages
        where account_id = ${accountId} and id between ${firstMessage} and ${lastMessage} and status = 'queued'`,
    );
    return expireMessages(trx, accountId, late?.ids ?? [], now);
  });
  for (const blast of counted) publishBlast(services, accountId, blast);
}
