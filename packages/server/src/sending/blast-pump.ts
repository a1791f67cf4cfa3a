/**
 * Sends blasts: leases chunks, one for each channel at a time, and works through each in batches of a
 * moment's traffic.
 */

import {
  type Chunk,
  cancelChunk,
  claimChunk,
  countUnsettled,
  dropClaim,
  endStall,
  finishChunk,
  LEASE_MS,
  noteStall,
  noteSubmission,
  postponeChannel,
  releaseChunk,
  renewLease,
} from '../blasts/index.ts';
import { channelsElsewhere } from '../carriers/index.ts';
import { NO_ANSWER, publishBlast, type Result, recordLateAnswers, storeResults } from '../messages/index.ts';
import { first, sql } from '../platform/db/database.ts';
import { isUnavailable, releaseOnOutage, whenAvailable } from '../platform/db/outage.ts';
import { pipelinedBatches } from '../platform/db/pipeline.ts';
import { startLoop } from '../platform/loop.ts';
import type { Background, Services } from '../platform/services.ts';
import { workerName } from '../platform/this-process.ts';
import { blastFacts } from './blast-facts.ts';
import { type ChannelLine, lineOf } from './channel-line.ts';
import { expireStalled } from './expire.ts';
import { createInFlightWindow, type Handed } from './in-flight-window.ts';
import { prepareBatch } from './prepare-blast.ts';
import { groupByContact, readDoubtful, recover, type StoredMessage } from './recover.ts';
import { type Group, metLater, ResultsLost, type Submitted, submitGroups } from './submit.ts';

/** Channels served at a time. */
const MOST_CHUNKS = 64;
/** A batch is this much traffic, and two are in hand: one going out, one made ready. */
const BATCH_SECONDS = 0.4;
const LARGEST_BATCH = 2_000;
const FIRST_BATCH = 200;
/** Nothing is handed over in the last part of a lease, so that a slow answer still counts. */
const LEASE_MARGIN_MS = 3_000;
/** After a pause no longer than this the chunk goes on at once. */
const SHORT_PAUSE_MS = 5_000;
/** A chunk whose work broke off for another reason than the database's absence rests so long. */
const BROKEN_REST_MS = 5_000;

/** How soon other settings of the channel hold, in the middle of a chunk too. */
const LINE_EVERY_MS = 1_500;

type Work = {
  chunk: Chunk;
  line: ChannelLine;
  /** When the line was read, by `performance.now`. */
  lineAt: number;
  leasedUntil: number;
  batchSize: number;
  retryAfterMs: number;
  /** The pause is for the sender's next day, and so for all of the channel's chunks. */
  dayIsFull: boolean;
  /** The carrier took or finally refused something: it is there. */
  answered: boolean;
  /** Nothing more is handed over: the work broke off. */
  broken: boolean;
  stragglers: ReturnType<typeof createInFlightWindow>;
  known: Known;
  /**
   * Nothing more is to be made ready: the channel's next chunk may begin while the last batch of this one
   * goes out.
   */
  releaseChannel: () => void;
};

/**
 * Whether every message of the chunk in 'sending' that this claim has no answer of was certainly not handed
 * over.
 */
type Known = { all: boolean };

export function startBlastPump(services: Services): Background {
  const pump = workerName();
  const transactions = pipelinedBatches(services.pool);
  let claims = 0;
  /** Channels that have a chunk with more to make ready: none of their others is begun. */
  const busy = new Set<number>();
  const tasks = new Set<Promise<void>>();
  /** The names of the claims that are worked on. */
  const working = new Set<string>();
  /** What a moment's traffic is on each channel, as it was last time. */
  const batchSizes = new Map<number, number>();
  let lastBlast = 0;
  let stopping = false;
  const isStopping = () => stopping;

  const loop = startLoop({
    name: 'blast pump',
    log: services.log,
    pauseMs: 500,
    once: async () => {
      if (stopping || tasks.size >= MOST_CHUNKS) return false;
      claims += 1;
      const worker = `${pump}/${claims}`;
      const now = services.clock.now();
      // What another process holds the bind of is that process's work.
      const others = [...busy, ...channelsElsewhere(services)];
      const chunk = await claimChunk(services.db, worker, [...working], others, lastBlast, now).catch(
        // Whether it leased something is not known.
        releaseOnOutage(() => dropClaim(services.db, worker, now, now), isStopping),
      );
      if (!chunk) return false;
      lastBlast = chunk.blastId;
      let exhausted = false;
      const releaseChannel = () => {
        if (!exhausted) busy.delete(chunk.channelId);
        exhausted = true;
        loop.wake();
      };
      busy.add(chunk.channelId);
      working.add(worker);
      const known = { all: !chunk.abandoned };
      const task = work(chunk, known, releaseChannel)
        .catch((error: unknown) => {
          services.log.error({ err: error, chunk: chunk.id }, 'a chunk failed');
          return letGo(chunk, known, error);
        })
        .catch((error: unknown) =>
          services.log.error({ err: error, chunk: chunk.id }, 'a chunk waits for the end of its lease'),
        )
        .finally(() => {
          tasks.delete(task);
          working.delete(worker);
          releaseChannel();
        });
      tasks.add(task);
      return true;
    },
  });
  services.signals.on('chunks', loop.wake);

  async function work(chunk: Chunk, known: Known, releaseChannel: () => void): Promise<void> {
    const lineAt = performance.now();
    const line = await lineOfBlast(chunk);
    const leasedUntil = services.clock.now().getTime() + LEASE_MS;
    const batchSize = batchSizes.get(line.id) ?? FIRST_BATCH;
    const job: Work = {
      chunk,
      line,
      lineAt,
      leasedUntil,
      batchSize,
      retryAfterMs: 0,
      dayIsFull: false,
      answered: false,
      broken: false,
      stragglers: createInFlightWindow(),
      known,
      releaseChannel,
    };
    if (chunk.abandoned) await takeOver(job);
    await expireStalled(services, chunk, line.timeToLiveMs);
    const left = await drain(job);
    if (job.answered) await endStall(services.db, chunk);
    if (left === 'stopped' && (await isCancelled(chunk))) await cancelChunk(services, chunk);
    else await leave(job);
  }

  /** The channel's line, with the blast's own time to live where it has one. */
  async function lineOfBlast({ accountId, blastId, channelId }: Chunk): Promise<ChannelLine> {
    const line = await lineOf(services.db, services, accountId, channelId);
    const { timeToLiveMs } = await blastFacts(services, accountId, blastId);
    return timeToLiveMs === null ? line : { ...line, timeToLiveMs, validityMs: timeToLiveMs };
  }

  /**
   * Work that broke off gives its chunk back as soon as the database is there. What was made ready and never
   * handed over waits again; where an answer may be missing, whoever takes the chunk over looks into it.
   */
  async function letGo(chunk: Chunk, known: Known, error: unknown): Promise<void> {
    const restMs = isUnavailable(error) ? 0 : BROKEN_REST_MS;
    await whenAvailable(() => {
      const now = services.clock.now();
      const dueAt = new Date(now.getTime() + restMs);
      return known.all ? giveBack(chunk, dueAt) : dropClaim(services.db, chunk.worker, dueAt, now);
    }, isStopping);
  }

  async function giveBack(chunk: Chunk, dueAt: Date): Promise<void> {
    const { accountId, firstMessage, lastMessage } = chunk;
    await transactions(async (trx) => {
      const now = services.clock.now();
      if (!(await renewLease(trx, chunk, now))) return;
      const unsent = await readDoubtful(trx, accountId, firstMessage, lastMessage);
      await storeResults(trx, accountId, waitAgain(unsent), now);
      await releaseChunk(trx, chunk, dueAt, now);
    });
  }

  /**
   * A chunk goes when all of it is settled, else it is given back, until the first of its held messages may
   * go. With results missing it is left: whoever takes it over looks into them.
   */
  async function leave({ chunk, retryAfterMs, dayIsFull, answered }: Work): Promise<void> {
    const { queued, sending, heldUntil } = await countUnsettled(services.db, chunk);
    if (sending > 0) return;
    if (queued === 0 && !heldUntil) return finishChunk(services, chunk);
    if (queued === 0 && (await isCancelled(chunk))) return cancelChunk(services, chunk);
    const now = services.clock.now();
    if (queued === 0 && heldUntil) return releaseChunk(services.db, chunk, heldUntil, now);
    const dueAt = new Date(now.getTime() + retryAfterMs);
    if (retryAfterMs > 0 && retryAfterMs <= SHORT_PAUSE_MS) setTimeout(loop.wake, retryAfterMs + 1).unref();
    if (dayIsFull) await postponeChannel(services.db, chunk, dueAt, now);
    else if (retryAfterMs > 0 && !answered) await noteStall(services.db, chunk, now);
    await releaseChunk(services.db, chunk, dueAt, now);
  }

  /**
   * Batch after batch, until nothing is left, the carrier asks for a pause or we must stop: while one goes
   * out, the next one is made ready and the last one's answers come in and are stored.
   */
  async function drain(job: Work): Promise<'over' | 'stopped'> {
    let next = metLater(prepare(job));
    const stored = new Set<Promise<void>>();
    try {
      for (;;) {
        const prepared = await next;
        if (prepared.is !== 'ready') return prepared.is === 'stopped' ? 'stopped' : 'over';
        const goesOn = !stopping && job.retryAfterMs === 0 && !prepared.last;
        if (prepared.last) job.releaseChannel();
        if (goesOn) next = metLater(prepare(job));
        const batch = job.stragglers.begin(
          prepared.groups.reduce((sum, { messages }) => sum + messages.length, 0),
        );
        const sent = send(job, prepared.groups, batch);
        stored.add(sent.stored);
        sent.stored.then(
          () => stored.delete(sent.stored),
          () => undefined,
        );
        await sent.begun;
        await job.stragglers.untilFew(batch);
        if (job.broken) await Promise.all(stored);
        if (!goesOn) return 'over';
      }
    } catch (error) {
      job.broken = true;
      throw error;
    } finally {
      await Promise.allSettled([next, ...stored]);
      await Promise.all(stored);
    }
  }

  async function note(job: Work, groups: readonly Group[]): Promise<boolean> {
    const ids = groups.flatMap(({ messages }) => messages.map(({ id }) => id));
    const noted = await noteSubmission(services.db, job.chunk, Math.max(...ids), services.clock.now());
    if (!noted) job.broken = true;
    return noted;
  }

  async function prepare(job: Work) {
    const at = performance.now();
    if (at - job.lineAt > LINE_EVERY_MS) {
      job.line = await lineOfBlast(job.chunk);
      job.lineAt = at;
    }
    const started = services.clock.now().getTime();
    const prepared = await prepareBatch(services, job.chunk, job.line.number, batchSize(job));
    if (prepared.is === 'ready') job.leasedUntil = started + LEASE_MS;
    services.signals.wake('timers');
    services.signals.wake('apiCalls');
    services.signals.wake('outbox');
    return prepared;
  }

  function send(job: Work, groups: readonly Group[], batch?: Handed): Submitted {
    const started = performance.now();
    const handed = submitGroups({
      services,
      accountId: job.chunk.accountId,
      line: job.line,
      groups,
      urgent: false,
      mayStart: () =>
        !stopping &&
        !job.broken &&
        job.retryAfterMs === 0 &&
        services.clock.now().getTime() < job.leasedUntil - LEASE_MARGIN_MS,
      pause: (ms, why) => {
        job.retryAfterMs = Math.max(job.retryAfterMs, ms);
        if (why === 'day-full') job.dayIsFull = true;
      },
      note: (slice) => note(job, slice),
      keepLease: () => keepLease(job),
      store: async (results) => {
        await store(job, results);
        if (batch) job.stragglers.settle(batch, results.length);
      },
    });
    const measured = handed.begun.then(() => {
      const perSecond = groups.length / Math.max(0.001, (performance.now() - started) / 1000);
      const wanted = Math.ceil(perSecond * BATCH_SECONDS);
      job.batchSize = Math.min(LARGEST_BATCH, Math.max(1, Math.min(wanted, job.batchSize * 4)));
      batchSizes.set(job.line.id, job.batchSize);
    });
    const stored = handed.stored.catch((error: unknown) => {
      if (error instanceof ResultsLost) job.known.all = false;
      job.broken = true;
      if (batch) job.stragglers.end(batch);
      throw error;
    });
    return { begun: measured, stored: metLater(stored) };
  }

  async function keepLease(job: Work): Promise<void> {
    const now = services.clock.now();
    if (await renewLease(services.db, job.chunk, now)) job.leasedUntil = now.getTime() + LEASE_MS;
  }

  /**
   * Stores results while the chunk is ours; a worker that was frozen and lost it tells only what the carrier
   * answered.
   */
  async function store(job: Work, results: readonly Result[]): Promise<void> {
    const { chunk } = job;
    const now = services.clock.now();
    const counted = await transactions(async (trx) => {
      const blasts = await storeResults(trx, chunk.accountId, results, now);
      // Last: a batch that is made ready meanwhile waits for the shortest time.
      if (!(await renewLease(trx, chunk, now))) throw new LeaseLost();
      return blasts;
    }).catch((error: unknown) => {
      if (error instanceof LeaseLost) return null;
      throw error;
    });
    if (!counted) {
      job.broken = true;
      return recordLateAnswers(services, chunk.accountId, results);
    }
    job.leasedUntil = now.getTime() + LEASE_MS;
    job.answered ||= results.some(({ outcome: { status } }) => status === 'sent' || status === 'failed');
    for (const blast of counted) publishBlast(services, chunk.accountId, blast);
  }

  async function takeOver(job: Work): Promise<void> {
    const { accountId, firstMessage, lastMessage, submittedThrough } = job.chunk;
    const inHand = await readDoubtful(services.db, accountId, firstMessage, lastMessage);
    const isReady = ({ id }: StoredMessage) => submittedThrough !== null && id > submittedThrough;
    const ready = inHand.filter(isReady);
    const { again, unknown } = recover(
      job.line,
      inHand.filter((message) => !isReady(message)),
    );
    const results = [...unknown, ...waitAgain(ready)];
    if (results.length > 0) await store(job, results);
    await send(job, groupByContact(accountId, job.line, again, services.clock.now())).stored;
    job.known.all = true;
  }

  async function isCancelled({ accountId, blastId }: Chunk): Promise<boolean> {
    const row = await first(
      services.db,
      sql<{ state: string }>`select state from blasts where account_id = ${accountId} and id = ${blastId}`,
    );
    return row?.state === 'cancelled' || row?.state === 'failed';
  }

  return {
    async stop() {
      stopping = true;
      await loop.stop();
      await Promise.all(tasks);
    },
  };
}

/** What was made ready and certainly not handed over. */
const waitAgain = (messages: readonly StoredMessage[]): Result[] =>
  messages.map(({ id }) => ({ messageId: id, outcome: { ...NO_ANSWER, status: 'queued' } }));

/** The chunk is another worker's now. */
class LeaseLost extends Error {}

function batchSize({ batchSize, line }: Work): number {
  const { segmentsPerSecond } = line.pace;
  if (segmentsPerSecond === null) return batchSize;
  return Math.max(1, Math.min(LARGEST_BATCH, Math.floor(segmentsPerSecond * BATCH_SECONDS)));
}
