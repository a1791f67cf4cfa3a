/**
 * How the work on a leased chunk of a blast ends, and what becomes of the chunk: two tables, what is known
 * and what is done.
 */
import {
  type Chunk,
  cancelChunk,
  dropChunkClaim,
  finishChunk,
  noteStall,
  postponeChannel,
  releaseChunk,
  renewLease,
  type Unsettled,
} from '../blasts/index.ts';
import { storeSubmitResults } from '../messages/index.ts';
import type { PumpState } from './chunk-work.ts';
import { readUnconfirmed, waitAgain } from './recover-abandoned.ts';

/** What is known when the work ends. `broken`: it broke off, and nobody has looked what is left. */
export type WorkEnd =
  | {
      by: 'broken';
      /** Nothing was submitted that this claim has no answer of. */
      allKnown: boolean;
      /** How long the chunk rests. */
      restMs: number;
    }
  | ({
      /** `stopped`: the lease is another worker's, or the blast does not run. */
      by: 'over' | 'stopped';
      /** The pause that the carrier asked for, or until the sender's next day; 0: none. */
      restMs: number;
      dayIsFull: boolean;
      /** The carrier took or finally refused something. */
      answered: boolean;
    } & Unsettled);

export type ChunkOutcome =
  | 'dropped'
  | 'given-back'
  | 'cancelled'
  | 'left'
  | 'finished'
  | 'held'
  | 'day-full'
  | 'stalled'
  | 'again';

/** The first that fits. */
export function outcomeOfChunk(end: WorkEnd): ChunkOutcome {
  if (end.by === 'broken') return end.allKnown ? 'given-back' : 'dropped';
  const { queued, sending, heldUntil, cancelled } = end;
  if (end.by === 'stopped' && cancelled) return 'cancelled';
  if (sending > 0) return 'left';
  if (queued === 0 && !heldUntil) return 'finished';
  if (queued === 0 && cancelled) return 'cancelled';
  if (queued === 0) return 'held';
  if (end.dayIsFull) return 'day-full';
  return end.restMs > 0 && !end.answered ? 'stalled' : 'again';
}

type Ending = { pump: PumpState; chunk: Chunk; end: WorkEnd; now: Date; dueAt: Date };

/** What becomes of the chunk. */
const ACTS: Record<ChunkOutcome, (ending: Ending) => Promise<void>> = {
  /** Answers may be missing: the lease is over soon, and whoever takes the chunk over looks into it. */
  dropped: ({ pump, chunk, dueAt, now }) => dropChunkClaim(pump.services.db, chunk.worker, dueAt, now),
  'given-back': giveBack,
  cancelled: ({ pump, chunk }) => cancelChunk(pump.services, chunk),
  /** Results are missing: its lease ends by itself, and whoever takes it over looks into them. */
  left: async () => undefined,
  finished: ({ pump, chunk }) => finishChunk(pump.services, chunk),
  held: ({ pump, chunk, end, dueAt, now }) =>
    releaseChunk(pump.services.db, chunk, (end.by !== 'broken' && end.heldUntil) || dueAt, now),
  'day-full': async (ending) => {
    const { pump, chunk, dueAt, now } = ending;
    await postponeChannel(pump.services.db, chunk, dueAt, now);
    await release(ending);
  },
  stalled: async (ending) => {
    await noteStall(ending.pump.services.db, ending.chunk, ending.now);
    await release(ending);
  },
  again: release,
};

/** After a pause no longer than this the chunk goes on at once. */
const SHORT_PAUSE_MS = 5_000;

/** Ends the work on a chunk. It may be done twice. */
export async function endWork(pump: PumpState, chunk: Chunk, end: WorkEnd): Promise<void> {
  const now = pump.services.clock.now();
  const dueAt = new Date(now.getTime() + end.restMs);
  await ACTS[outcomeOfChunk(end)]({ pump, chunk, end, now, dueAt });
}

async function release({ pump, chunk, end: { restMs }, dueAt, now }: Ending): Promise<void> {
  if (restMs > 0 && restMs <= SHORT_PAUSE_MS) setTimeout(pump.wake, restMs + 1).unref();
  await releaseChunk(pump.services.db, chunk, dueAt, now);
}

/** What was made ready and never submitted waits again. */
async function giveBack({ pump, chunk, dueAt }: Ending): Promise<void> {
  const { accountId, firstMessage, lastMessage } = chunk;
  await pump.transactions(async (trx) => {
    const now = pump.services.clock.now();
    if (!(await renewLease(trx, chunk, now))) return;
    const unsent = await readUnconfirmed(trx, accountId, firstMessage, lastMessage);
    await storeSubmitResults(trx, accountId, waitAgain(unsent), now);
    await releaseChunk(trx, chunk, dueAt, now);
  });
}
