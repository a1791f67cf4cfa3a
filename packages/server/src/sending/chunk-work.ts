/**
 * The work on one leased chunk of a blast, phase by phase: what another worker left behind is looked into,
 * then batches are prepared, submitted and their answers stored, each while the one before is on its way; at
 * the end the chunk is finished, given back until it may go on, or left to whoever takes it over.
 */

import { type Chunk, countUnsettled, endStall, noteSubmission, renewLease } from '../blasts/index.ts';
import {
  LEASE_MS,
  publishBlast,
  recordLateAnswers,
  type StoredMessage,
  type SubmitResult,
  storeSubmitResults,
} from '../messages/index.ts';
import { isUnavailable, isWriteRefused, whenAvailable } from '../platform/db/outage.ts';
import type { Transactions } from '../platform/db/pipeline.ts';
import type { Services } from '../platform/services.ts';
import { epochMs, tracesOf } from '../platform/traces/traces.ts';
import { blastFacts } from './blast-facts.ts';
import { type ChannelSender, channelSenderOf, isOtherLine } from './channel-sender.ts';
import { endWork } from './chunk-outcomes.ts';
import { expireStalled } from './expire.ts';
import { createInFlightWindow, type Handed } from './in-flight-window.ts';
import { prepareBatch } from './prepare-blast.ts';
import { groupByContact, readUnconfirmed, recoverAbandoned, waitAgain } from './recover-abandoned.ts';
import { ResultsLost } from './result-store.ts';
import type { PhoneMessages } from './submission-slices.ts';
import { metLater, type Submitted, submitGroups } from './submit.ts';

/** A batch is this much traffic, and two are in hand: one going out, one made ready. */
const BATCH_SECONDS = 0.4;
const LARGEST_BATCH = 2_000;
const FIRST_BATCH = 200;
/** Nothing is submitted in the last part of a lease, so that a slow answer still counts. */
const LEASE_MARGIN_MS = 3_000;
/** A chunk whose work broke off for another reason than the database's absence rests so long. */
const BROKEN_REST_MS = 5_000;
/** A database that is there and takes nothing (its disk is full) is not tried all the time. */
const FULL_REST_MS = 1_000;
/** How soon other settings of the channel hold, in the middle of a chunk too. */
const LINE_EVERY_MS = 1_500;

/** What the chunks of one pump share. */
export type PumpState = {
  services: Services;
  transactions: Transactions;
  isStopping: () => boolean;
  /** Looks for more work now. */
  wake: () => void;
  /** What a moment's traffic is on each channel, as it was last time. */
  batchSizes: Map<number, number>;
};

export class ChunkWork {
  private readonly chunk: Chunk;
  private readonly pump: PumpState;
  /**
   * Nothing more is to be made ready: the channel's next chunk may begin while the last batch of this one
   * goes out.
   */
  private readonly releaseChannel: () => void;
  private readonly window = createInFlightWindow();
  private line!: ChannelSender;
  /** When the line was read, by `performance.now`. */
  private lineAt = 0;
  private leasedUntil: number;
  private batchSize = FIRST_BATCH;
  private retryAfterMs = 0;
  /** The pause is for the sender's next day, and so for all of the channel's chunks. */
  private dayIsFull = false;
  /** The line that asks for the pause. */
  private pausedOn: ChannelSender | null = null;
  /** The carrier took or finally refused something: it is there. */
  private answered = false;
  /** Nothing more is submitted: the work broke off. */
  private broken = false;
  /**
   * Whether every message of the chunk in 'sending' that this claim has no answer of was certainly not
   * submitted.
   */
  private allKnown: boolean;

  constructor(pump: PumpState, chunk: Chunk, releaseChannel: () => void) {
    this.pump = pump;
    this.chunk = chunk;
    this.releaseChannel = releaseChannel;
    this.leasedUntil = pump.services.clock.now().getTime() + LEASE_MS;
    this.allKnown = !chunk.abandoned;
  }

  /** All phases. @throws what broke the work off; {@link letGo} then gives back what can be given back. */
  async run(): Promise<void> {
    const { services, batchSizes } = this.pump;
    await this.readLine();
    this.batchSize = batchSizes.get(this.line.id) ?? FIRST_BATCH;
    if (this.chunk.abandoned) await this.takeOver();
    await expireStalled(services, this.chunk, this.line.timeToLiveMs);
    const left = await this.drain();
    if (this.answered) await endStall(services.db, this.chunk);
    if (this.pausedOn && (await isOtherLine(services, this.chunk.accountId, this.pausedOn)))
      this.forgetPause();
    const { retryAfterMs: restMs, dayIsFull, answered } = this;
    const unsettled = await countUnsettled(services.db, this.chunk);
    await endWork(this.pump, this.chunk, { by: left, restMs, dayIsFull, answered, ...unsettled });
  }

  /** The end of work that broke off, as soon as the database is there. */
  async letGo(error: unknown): Promise<void> {
    const { allKnown } = this;
    const restMs = isWriteRefused(error) ? FULL_REST_MS : isUnavailable(error) ? 0 : BROKEN_REST_MS;
    await whenAvailable(
      () => endWork(this.pump, this.chunk, { by: 'broken', allKnown, restMs }),
      this.pump.isStopping,
    );
  }

  /** What a dead worker had in hand: sent again where the carrier knows our reference, else unconfirmed. */
  private async takeOver(): Promise<void> {
    const { services } = this.pump;
    const { accountId, firstMessage, lastMessage, submittedThrough } = this.chunk;
    const inHand = await readUnconfirmed(services.db, accountId, firstMessage, lastMessage);
    const wasSubmitted = ({ id }: StoredMessage) => submittedThrough === null || id <= submittedThrough;
    const { ready, again, unknown } = recoverAbandoned(this.line, inHand, wasSubmitted);
    const results = [...unknown, ...waitAgain(ready)];
    if (results.length > 0) await this.store(results);
    await this.submit(groupByContact(accountId, this.line, again, services.clock.now())).stored;
    this.allKnown = true;
  }

  /**
   * Batch after batch, until nothing is left, the carrier asks for a pause or we must stop: while one goes
   * out, the next one is made ready and the last one's answers come in and are stored.
   */
  private async drain(): Promise<'over' | 'stopped'> {
    let next = metLater(this.prepare());
    const stored = new Set<Promise<void>>();
    try {
      for (;;) {
        const prepared = await next;
        if (prepared.is !== 'ready') return prepared.is === 'stopped' ? 'stopped' : 'over';
        const goesOn = !this.pump.isStopping() && this.retryAfterMs === 0 && !prepared.last;
        if (prepared.last) this.releaseChannel();
        if (goesOn) next = metLater(this.prepare());
        const batch = this.window.begin(
          prepared.groups.reduce((sum, { messages }) => sum + messages.length, 0),
        );
        const sent = this.submit(prepared.groups, batch);
        stored.add(sent.stored);
        sent.stored.then(
          () => stored.delete(sent.stored),
          () => undefined,
        );
        await sent.begun;
        await this.window.untilFew(batch);
        if (this.broken) await Promise.all(stored);
        if (!goesOn) return 'over';
      }
    } catch (error) {
      this.broken = true;
      throw error;
    } finally {
      await Promise.allSettled([next, ...stored]);
      await Promise.all(stored);
    }
  }

  private async prepare() {
    const { services } = this.pump;
    if (performance.now() - this.lineAt > LINE_EVERY_MS) await this.readLine();
    const started = services.clock.now().getTime();
    const from = epochMs();
    const prepared = await prepareBatch(services, this.chunk, this.line.number, this.allowedBatch());
    if (prepared.is === 'ready') {
      this.leasedUntil = started + LEASE_MS;
      this.trace(prepared.groups, from);
    }
    services.signals.wake('timers');
    services.signals.wake('apiCalls');
    services.signals.wake('outbox');
    return prepared;
  }

  /** What is made ready begins its trace. */
  private trace(groups: readonly PhoneMessages[], from: number): void {
    const traces = tracesOf(this.pump.services);
    if (!traces) return;
    const { accountId, channelId, blastId } = this.chunk;
    const facts = {
      'parley.account.id': accountId,
      'parley.channel.id': channelId,
      'parley.blast.id': blastId,
    };
    const first = { parentId: null, links: [] };
    for (const { messages } of groups)
      for (const { id } of messages)
        traces.messageStage(id, {
          name: 'message of a blast prepared',
          kind: 'producer',
          from,
          facts,
          first,
        });
  }

  private submit(groups: readonly PhoneMessages[], batch?: Handed): Submitted {
    const { services } = this.pump;
    const { line } = this;
    const started = performance.now();
    const submitted = submitGroups({
      services,
      accountId: this.chunk.accountId,
      line,
      groups,
      urgent: false,
      mayStart: () => this.maySubmit(),
      pause: (ms, why) => {
        this.retryAfterMs = Math.max(this.retryAfterMs, ms);
        this.pausedOn ??= line;
        if (why === 'day-full') this.dayIsFull = true;
      },
      note: (ids) => noteSubmission(services.db, this.chunk, Math.max(...ids), services.clock.now()),
      lost: () => {
        this.broken = true;
      },
      keepLease: () => this.keepLease(),
      store: async (results) => {
        await this.store(results);
        if (batch) this.window.settle(batch, results.length);
      },
    });
    const begun = submitted.begun.then(() =>
      this.measure(groups.length / Math.max(0.001, (performance.now() - started) / 1000)),
    );
    const stored = submitted.stored.catch((error: unknown) => {
      if (error instanceof ResultsLost) this.allKnown = false;
      this.broken = true;
      if (batch) this.window.end(batch);
      throw error;
    });
    return { begun, stored: metLater(stored) };
  }

  private forgetPause(): void {
    this.retryAfterMs = 0;
    this.dayIsFull = false;
  }

  private maySubmit(): boolean {
    const { services, isStopping } = this.pump;
    return (
      !isStopping() &&
      !this.broken &&
      this.retryAfterMs === 0 &&
      services.clock.now().getTime() < this.leasedUntil - LEASE_MARGIN_MS
    );
  }

  /** The next batch is as large as a moment's traffic was, growing at most fourfold. */
  private measure(perSecond: number): void {
    const wanted = Math.ceil(perSecond * BATCH_SECONDS);
    this.batchSize = Math.min(LARGEST_BATCH, Math.max(1, Math.min(wanted, this.batchSize * 4)));
    this.pump.batchSizes.set(this.line.id, this.batchSize);
  }

  private allowedBatch(): number {
    const { segmentsPerSecond } = this.line.pace;
    if (segmentsPerSecond === null) return this.batchSize;
    return Math.max(1, Math.min(LARGEST_BATCH, Math.floor(segmentsPerSecond * BATCH_SECONDS)));
  }

  private async keepLease(): Promise<void> {
    const { db, clock } = this.pump.services;
    const now = clock.now();
    if (await renewLease(db, this.chunk, now)) this.leasedUntil = now.getTime() + LEASE_MS;
  }

  /**
   * Stores results while the chunk is ours; a worker that was frozen and lost it tells only what the carrier
   * answered.
   */
  private async store(results: readonly SubmitResult[]): Promise<void> {
    const { services, transactions } = this.pump;
    const { chunk } = this;
    const now = services.clock.now();
    const counted = await transactions(async (trx) => {
      const blasts = await storeSubmitResults(trx, chunk.accountId, results, now);
      // Last: a batch that is made ready meanwhile waits for the shortest time.
      if (!(await renewLease(trx, chunk, now))) throw new LeaseLost();
      return blasts;
    }).catch((error: unknown) => {
      if (error instanceof LeaseLost) return null;
      throw error;
    });
    if (!counted) {
      this.broken = true;
      return recordLateAnswers(services, chunk.accountId, results);
    }
    this.leasedUntil = now.getTime() + LEASE_MS;
    this.answered ||= results.some(({ outcome: { status } }) => status === 'sent' || status === 'failed');
    for (const blast of counted) publishBlast(services, chunk.accountId, blast);
  }

  /** The channel's line, with the blast's own time to live where it has one. */
  private async readLine(): Promise<void> {
    const { services } = this.pump;
    const { accountId, blastId, channelId } = this.chunk;
    this.lineAt = performance.now();
    const line = await channelSenderOf(services.db, services, accountId, channelId);
    const { timeToLiveMs } = await blastFacts(services, accountId, blastId);
    this.line = timeToLiveMs === null ? line : { ...line, timeToLiveMs, validityMs: timeToLiveMs };
  }
}

/** The chunk is another worker's now. */
class LeaseLost extends Error {}
