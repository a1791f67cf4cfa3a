/**
 * Chunks of a blast: some thousand of its messages that one worker leases as a whole. All SQL on send_chunks.
 */
import type { RawBuilder } from 'kysely';
import { type Hold, judgeRangesAnew, leaseEnd } from '../messages/index.ts';
import { changed, type Db, first, rows, sql } from '../platform/db/database.ts';
import { claimFirst, LOOKED_AT } from '../platform/db/leases.ts';
import type { Statement } from '../platform/db/statement.ts';
import { keepShare } from './split-chunk.ts';

export type Chunk = {
  id: number;
  accountId: number;
  blastId: number;
  channelId: number;
  /**
   * Who holds the lease: one name for each claim, so that work which lost its lease cannot take the next
   * claim for its own.
   */
  worker: string;
  firstMessage: number;
  lastMessage: number;
  /** Another worker had it and did not give it back: what it was handing over is in doubt. */
  abandoned: boolean;
  /**
   * What is in 'sending' with a higher id never left this server: it was only made ready. Null: not known, a
   * server that did not write it down yet had the chunk.
   */
  submittedThrough: number | null;
};

/** The clocks of two processes differ by no more. */
const CLOCKS_APART_MS = 60_000;

export type ChunkClaim = {
  worker: string;
  /** The names of the claims that this process works on. */
  mine: readonly string[];
  busyChannels: readonly number[];
  lastBlastId: number;
};

/** Chunks that somebody may lease now. */
export const dueChunks = (now: Date): RawBuilder<unknown> => sql`send_chunks where ${isDue(now)}`;

const isDue = (now: Date) => sql`
  not paused and (due_at <= ${now} and (leased_until is null or leased_until <= ${now})
    or released_at > ${new Date(now.getTime() + CLOCKS_APART_MS)})`;

/**
 * Leases the next due chunk, of another blast than the last one if there is one, on none of the channels that
 * are busy here; of one of the last chunks of its blast only a part (split-chunk.ts). What this process works
 * on (`mine`: the names of its claims) it does not take from itself, though the clock may have jumped past
 * the lease. A rest that began in the future is none: whoever gave the chunk back had a clock that was ahead,
 * and without this it would lie until that moment has come.
 */
export async function claimChunk(
  db: Db,
  { worker, mine, busyChannels, lastBlastId }: ChunkClaim,
  now: Date,
): Promise<Chunk | undefined> {
  const isFree = sql`${isDue(now)}
    and channel_id <> all(${busyChannels}::bigint[]) and (worker is null or worker <> all(${mine}::text[]))`;
  const inTurn = sql`order by blast_id = ${lastBlastId}, due_at, id`;
  const found = await rows(
    db,
    sql<{ accountId: number; blastId: number; id: number }>`
      select account_id as "accountId", blast_id as "blastId", id from send_chunks where ${isFree} ${inTurn} limit ${LOOKED_AT}`,
  );
  return claimFirst(found, async (accountId, theirs) => {
    const chunk = await first(
      db,
      sql<Chunk>`
        with due as (
          select id, worker is not null as abandoned from send_chunks
          where account_id = ${accountId} and id = any(${theirs.map(({ id }) => id)}::bigint[]) and ${isFree}
          ${inTurn} limit 1 for update skip locked
        )
        update send_chunks s set worker = ${worker}, leased_until = ${leaseEnd(now)}, released_at = null,
          submitted_through = case when due.abandoned then s.submitted_through else 0 end
        from due where s.account_id = ${accountId} and s.id = due.id
        returning s.id, s.account_id as "accountId", s.blast_id as "blastId", s.channel_id as "channelId", s.worker,
          s.first_message_id as "firstMessage", s.last_message_id as "lastMessage", due.abandoned,
          s.submitted_through as "submittedThrough"`,
    );
    if (!chunk) return undefined;
    const others = theirs.filter(({ id, blastId }) => blastId === chunk.blastId && id !== chunk.id);
    return keepShare(db, chunk, others.length, now);
  });
}

/**
 * Renews the lease; false when the chunk is another worker's now, and then nothing may be written for it any
 * more.
 */
export async function renewLease(trx: Db, { accountId, id, worker }: Chunk, now: Date): Promise<boolean> {
  const count = await changed(
    trx,
    sql`update send_chunks set leased_until = ${leaseEnd(now)} where account_id = ${accountId} and id = ${id} and worker = ${worker}`,
  );
  return count === 1;
}

/**
 * Writes down, before a batch is handed over, that it is: should this process die, only that much is in
 * doubt, and not what lay ready behind it. Renews the lease; false when the chunk is another worker's now,
 * and then nothing may be handed over.
 */
export function noteSubmission(
  db: Db,
  { accountId, id, worker }: Chunk,
  lastMessageId: number,
  now: Date,
): Statement<boolean> {
  const text = sql`
    update send_chunks set submitted_through = greatest(submitted_through, ${lastMessageId}), leased_until = ${leaseEnd(now)}
    where account_id = ${accountId} and id = ${id} and worker = ${worker} returning id`;
  return { query: text.compile(db), read: (noted) => noted.length === 1 };
}

/** Ends the lease of a claim at a moment: whoever takes the chunk over looks into what was in hand. */
export async function dropChunkClaim(db: Db, worker: string, at: Date, now: Date): Promise<void> {
  await sql`update send_chunks set leased_until = ${at}, released_at = ${now} where worker = ${worker}`.execute(
    db,
  );
}

/** Gives a chunk back with what is left of it, due again at a moment. */
export async function releaseChunk(
  db: Db,
  { accountId, id, worker }: Chunk,
  dueAt: Date,
  now: Date,
): Promise<void> {
  await sql`
    update send_chunks set worker = null, leased_until = null, due_at = ${dueAt}, released_at = ${now}, submitted_through = null
    where account_id = ${accountId} and id = ${id} and worker = ${worker}`.execute(db);
}

/** The sender's day is full: none of the channel's chunks is worth a try before the next one. */
export async function postponeChannel(
  db: Db,
  { accountId, channelId }: Chunk,
  dueAt: Date,
  now: Date,
): Promise<void> {
  await sql`
    update send_chunks set due_at = ${dueAt}, released_at = ${now}
    where account_id = ${accountId} and channel_id = ${channelId} and due_at < ${dueAt} and worker is null`.execute(
    db,
  );
}

export type Unsettled = {
  /** Messages that wait. */
  queued: number;
  /** Messages whose results are not known. */
  sending: number;
  /** Until when messages are held at the earliest; null: none is. */
  heldUntil: Date | null;
  /** The blast is cancelled, or failed. */
  cancelled: boolean;
};

/** What of a chunk is not settled. */
export async function countUnsettled(
  db: Db,
  { accountId, blastId, firstMessage, lastMessage }: Chunk,
): Promise<Unsettled> {
  const row = await first(
    db,
    sql<Unsettled>`
      select count(*) filter (where status = 'queued') as queued, count(*) filter (where status = 'sending') as sending,
        min(held_until) filter (where status = 'held') as "heldUntil", coalesce((
          select b.state in ('cancelled', 'failed') from blasts b where b.account_id = ${accountId} and b.id = ${blastId}
        ), false) as cancelled
      from messages where account_id = ${accountId} and id between ${firstMessage} and ${lastMessage}
        and status in ('queued', 'held', 'sending')`,
  );
  return row ?? { queued: 0, sending: 0, heldUntil: null, cancelled: false };
}

export async function deleteChunk(db: Db, { accountId, id, worker }: Chunk): Promise<void> {
  await sql`delete from send_chunks where account_id = ${accountId} and id = ${id} and worker = ${worker}`.execute(
    db,
  );
}

/** Whether anything of a blast is still to be fanned out or sent. */
export async function hasWorkLeft(db: Db, accountId: number, blastId: number): Promise<boolean> {
  const found = await rows(
    db,
    sql`
      select 1 from blast_jobs where account_id = ${accountId} and blast_id = ${blastId}
      union all
      select 1 from send_chunks where account_id = ${accountId} and blast_id = ${blastId} limit 1`,
  );
  return found.length > 0;
}

/**
 * What holds blasts of a channel back is looked at anew at a moment; what is in work, once that work ends.
 * Needs a transaction. With a million people it may last minutes.
 */
export async function judgeChunksAnew(
  trx: Db,
  accountId: number,
  { channelId, hold }: { channelId: number; hold: Hold },
  at: Date,
): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(trx);
  const chunks = await rows(
    trx,
    sql<{ firstMessage: number; lastMessage: number }>`
      select first_message_id as "firstMessage", last_message_id as "lastMessage" from send_chunks
      where account_id = ${accountId} and channel_id = ${channelId} order by id for update`,
  );
  await judgeRangesAnew(trx, accountId, { ranges: chunks, hold }, at);
  await sql`
    update send_chunks s set due_at = ${at}
    where s.account_id = ${accountId} and s.channel_id = ${channelId} and s.worker is null and s.due_at > ${at}
      and exists (
        select from messages m
        where m.account_id = ${accountId} and m.id between s.first_message_id and s.last_message_id
          and (m.status = 'held' and m.held_until = ${at} or m.status = 'queued' and ${hold === 'line'}::boolean))`.execute(
    trx,
  );
}
