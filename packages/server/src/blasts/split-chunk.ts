/**
 * The last chunks of a blast go out in halves (guided self-scheduling): else some workers have nothing to do
 * while another one still has a whole chunk.
 */
import { leaseEnd } from '../messages/index.ts';
import { type Db, first, sql, transact } from '../platform/db/database.ts';
import { IDS_PER_CONTACT } from './fanout.ts';
import type { Chunk } from './send-chunks.ts';

/** With so many others free there is enough for everybody: whoever claims one takes all of it. */
const ENOUGH_FREE = 4;
/** A half of fewer contacts is not worth a claim. */
const LEAST_HALF = 600;

/**
 * What a claim keeps of the chunk that it has just leased, beside which so many of the blast are `free`: of
 * one of the last ones the first half; the rest is free again. One that was abandoned is kept whole: how far
 * it was submitted is known of all of it.
 */
export async function keepShare(db: Db, chunk: Chunk, free: number, now: Date): Promise<Chunk> {
  const { abandoned, firstMessage, lastMessage } = chunk;
  const half = Math.ceil((lastMessage - firstMessage + 1) / IDS_PER_CONTACT / 2);
  if (abandoned || free >= ENOUGH_FREE || half < LEAST_HALF) return chunk;
  return transact(db, (trx) => splitOff(trx, chunk, firstMessage + half * IDS_PER_CONTACT, now));
}

/**
 * Leaves what begins with the message `rest` to others, under the chunk's own id and so at its place in the
 * order, and leases what is before it as a chunk of its own. The chunk as it is where nothing may be split
 * off: the lease is another worker's by now, or the blast is still being queued, paused or over.
 */
async function splitOff(trx: Db, chunk: Chunk, rest: number, now: Date): Promise<Chunk> {
  const { accountId, blastId, channelId, worker, firstMessage } = chunk;
  // Whoever pauses or cancels holds this lock, and then finds both halves.
  const running = await first(
    trx,
    sql`
      select 1 from blasts where account_id = ${accountId} and id = ${blastId} and state = 'running' for update`,
  );
  if (!running) return chunk;
  const left = await first(
    trx,
    sql<{ dueAt: Date; paused: boolean }>`
      update send_chunks set first_message_id = ${rest}, worker = null, leased_until = null, submitted_through = null
      where account_id = ${accountId} and id = ${chunk.id} and worker = ${worker}
      returning due_at as "dueAt", paused`,
  );
  if (!left) return chunk;
  const kept = await first(
    trx,
    sql<{ id: number }>`
      insert into send_chunks (account_id, blast_id, channel_id, first_message_id, last_message_id, due_at, paused, worker,
        leased_until, submitted_through)
      values (${accountId}, ${blastId}, ${channelId}, ${firstMessage}, ${rest - 1}, ${left.dueAt}, ${left.paused}, ${worker},
        ${leaseEnd(now)}, 0)
      returning id`,
  );
  if (!kept) throw new Error(`Chunk ${chunk.id} was not split.`);
  return { ...chunk, id: kept.id, lastMessage: rest - 1 };
}
