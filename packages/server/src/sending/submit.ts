/** Hands prepared messages to a carrier at the channel's pace and stores the results as they come. */

import type { OutgoingMessage, SendResult } from '../carriers/index.ts';
import { NO_ANSWER, OVER_DAY, outcomeOf, type SubmitResult } from '../messages/index.ts';
import { inOneTrip } from '../platform/db/pipeline.ts';
import { metricsOf } from '../platform/metrics.ts';
import { codeFact, epochMs, tracesOf } from '../platform/traces/traces.ts';
import { optedOutStatement } from '../suppression/index.ts';
import { backOff, backOffLeft } from './back-off.ts';
import type { ChannelSender } from './channel-sender.ts';
import { type Congestion, congestionOf } from './congestion.ts';
import { createInFlightWindow, type Handed } from './in-flight-window.ts';
import { ResultStore } from './result-store.ts';
import { type Load, mostOpen, type PhoneMessages, paced, withinDay } from './submission-slices.ts';

const KEEP_LEASE_MS = 4_000;

export type Submission = Load & {
  /** False: stop here (lease over, blast paused, server stops). Asked once before each hand-over. */
  mayStart: () => boolean;
  /**
   * The carrier asks for a pause of this many ms before the next try, or the sender's day is full until then.
   */
  pause: (ms: number, why: 'busy' | 'day-full') => void;
  /** It could not be noted: another worker has the messages now. */
  lost?: () => void;
  /** Renews the lease, now and then: a carrier may take longer to answer than a lease lasts. */
  keepLease: () => Promise<void>;
  /** Stores results; repeated when it fails. */
  store: (results: readonly SubmitResult[]) => Promise<void>;
};

export type Submitted = {
  /**
   * Resolves when the carrier has begun with the last message, or will begin with no more: the next batch may
   * follow.
   */
  begun: Promise<void>;
  /** Resolves when every result is stored. What was not handed over is 'queued' again. */
  stored: Promise<void>;
};

/** A promise whose failure is met where it is awaited, later. */
export function metLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** Hands groups over. Both promises of the answer must be awaited. */
export function submitGroups(given: Submission): Submitted {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const stored = new HandOver(given, begin).run().finally(begin);
  return { begun, stored };
}

/** A message that has no answer yet. */
type Open = {
  firstTry: Date;
  segments: number;
  /** When that began, in ms since the epoch; 0: it has not. */
  handedAt: number;
  /** What it was handed over with. */
  handed: Handed | null;
};

class HandOver {
  private readonly given: Submission;
  /** The carrier has begun with the last message. */
  private readonly begin: () => void;
  private readonly groups: readonly PhoneMessages[];
  private readonly open = new Map<number, Open>();
  private readonly results: ResultStore;
  private readonly congestion: Congestion;
  private readonly stragglers = createInFlightWindow();
  private readonly running: Promise<void>[] = [];
  /** Messages that the carrier has not begun with. */
  private toBegin: number;
  /** Nothing more is handed over. */
  private stopped = false;
  /** How long what is not handed over waits for its next try. */
  private waitMs = 0;

  constructor(given: Submission, begin: () => void) {
    const { services, line } = given;
    const { groups, over } = withinDay(given);
    this.given = given;
    this.begin = begin;
    this.groups = groups;
    for (const { messages, segments, firstTry } of groups)
      for (const { id } of messages)
        this.open.set(id, { firstTry, segments: segments / messages.length, handedAt: 0, handed: null });
    this.toBegin = this.open.size;
    this.congestion = congestionOf(services, line.id);
    this.results = new ResultStore(services, given.store);
    for (const { id } of over)
      this.results.add({ messageId: id, outcome: { ...NO_ANSWER, status: 'skipped', reason: OVER_DAY } });
  }

  /** Slice after slice, then the answers; whatever happens, every message has a result in the end. */
  async run(): Promise<void> {
    const { services, keepLease } = this.given;
    const renewing = setInterval(() => {
      keepLease().catch((error: unknown) => services.log.warn({ err: error }, 'a lease was not renewed'));
    }, KEEP_LEASE_MS);
    try {
      this.restFirst();
      const isGoing = () => !this.stopped && this.given.mayStart();
      for await (const slice of paced(this.given, this.groups, isGoing, (ms) => this.wait(ms, 'day-full')))
        if (!(await this.handSlice(slice))) break;
      await Promise.all(this.running);
    } finally {
      await Promise.allSettled(this.running);
      for (const messageId of this.open.keys())
        this.results.add({
          messageId,
          outcome: { ...NO_ANSWER, status: 'queued', retryAfterMs: this.waitMs },
        });
      await this.results.end().finally(() => clearInterval(renewing));
    }
  }

  /** The carrier has asked for a pause that is not over. */
  private restFirst(): void {
    const left = backOffLeft(this.given.services, this.given.line);
    if (left === 0) return;
    this.stopped = true;
    this.wait(left, 'busy');
  }

  private wait(ms: number, why: 'busy' | 'day-full'): void {
    this.waitMs = Math.max(this.waitMs, ms);
    this.given.pause(ms, why);
  }

  /** False: nothing more may be handed over. */
  private async handSlice(slice: readonly PhoneMessages[]): Promise<boolean> {
    const { line } = this.given;
    const { going, stopped, isOurs } = await lastLook(this.given, slice);
    if (!isOurs) {
      this.stopped = true;
      this.given.lost?.();
      return false;
    }
    this.putBack(stopped);
    if (going.length === 0) return true;
    const messages = going.flatMap((group) => group.messages);
    const handed = this.stragglers.begin(messages.length);
    const now = epochMs();
    for (const { id } of messages) {
      const open = this.open.get(id);
      if (!open) continue;
      open.handed = handed;
      open.handedAt = now;
    }
    const sending = line.carrier.send(
      going.map((group) => withValidity(line, group)),
      (message, result) => this.report(message, result),
      () => this.mayBegin(),
    );
    this.running.push(metLater(sending.finally(() => this.stragglers.end(handed))));
    await this.stragglers.untilFew(undefined, mostOpen(this.given));
    return true;
  }

  /** Who opted out meanwhile waits again: the gate tells why. */
  private putBack(stopped: readonly PhoneMessages[]): void {
    for (const { id } of stopped.flatMap((group) => group.messages)) {
      this.open.delete(id);
      this.toBegin -= 1;
      this.results.add({ messageId: id, outcome: { ...NO_ANSWER, status: 'queued' } });
    }
    if (this.toBegin === 0) this.begin();
  }

  /** The carrier asks before each message. */
  private mayBegin(): boolean {
    if (this.stopped || !this.given.mayStart()) return false;
    this.toBegin -= 1;
    if (this.toBegin === 0) this.begin();
    return true;
  }

  /** The carrier's answer. */
  private report(message: OutgoingMessage, result: SendResult): void {
    const { services, line } = this.given;
    const open = this.open.get(message.id);
    if (!open) return;
    this.open.delete(message.id);
    metricsOf(services).handedOver.inc({ carrier: line.carrier.kind, answer: result.is });
    if (open.handed) this.stragglers.settle(open.handed, 1);
    tracesOf(services)?.messageStage(message.id, {
      name: 'message handed over',
      kind: 'client',
      from: open.handedAt,
      facts: {
        'parley.account.id': message.accountId,
        'parley.channel.id': message.channelId,
        'parley.carrier.kind': line.carrier.kind,
        'parley.carrier.answer': result.is,
        'parley.carrier.code': result.is === 'rejected' ? codeFact(result.code) : null,
      },
      failed: result.is === 'rejected' || result.is === 'unknown',
    });
    const life = { firstTry: open.firstTry, timeToLiveMs: line.timeToLiveMs };
    const outcome = outcomeOf(result, life, services.clock.now(), diceOf(message.id));
    if (result.is === 'accepted') this.congestion.taken(open.segments);
    if (result.is === 'throttled') {
      this.congestion.refused();
      this.stopped = true;
      backOff(services, line, result.retryAfterMs);
      this.wait(result.retryAfterMs, 'busy');
    }
    this.results.add({ messageId: message.id, outcome });
  }
}

type LastLook = {
  going: readonly PhoneMessages[];
  /** Whoever opted out meanwhile. */
  stopped: readonly PhoneMessages[];
  /** False: another worker has all of it now. */
  isOurs: boolean;
};

/**
 * A batch waits for the one before it, and for its turn at the channel's pace: whoever opted out meanwhile
 * goes back to the queue, where the gate tells why. Single messages do not wait, and answers to STOP must go.
 * In the same trip it is written down that the slice is handed over.
 */
async function lastLook(
  { services: { db, pool }, accountId, urgent, note }: Submission,
  slice: readonly PhoneMessages[],
): Promise<LastLook> {
  const ids = slice.flatMap(({ messages }) => messages.map(({ id }) => id));
  const noted = note ? [note(ids)] : [];
  if (urgent) {
    const [isOurs = true] = await inOneTrip(pool, noted);
    return { going: slice, stopped: [], isOurs };
  }
  const lookedUp = optedOutStatement(db, accountId, slice.map(phoneOf));
  const [out, isOurs = true] = await inOneTrip(pool, [lookedUp, ...noted]);
  if (out.size === 0) return { going: slice, stopped: [], isOurs };
  const isOut = (group: PhoneMessages) => out.has(phoneOf(group));
  return { going: slice.filter((group) => !isOut(group)), stopped: slice.filter(isOut), isOurs };
}

const phoneOf = ({ messages }: PhoneMessages) => messages[0]?.to ?? '';

function withValidity(
  { validityMs }: ChannelSender,
  { messages, firstTry }: PhoneMessages,
): readonly OutgoingMessage[] {
  if (validityMs === null) return messages;
  const validUntil = new Date(firstTry.getTime() + validityMs);
  return messages.map((message) => ({ ...message, validUntil }));
}

/** A message's id is as good as dice. */
const diceOf = (messageId: number) => (Math.imul(messageId, 0x9e3779b1) >>> 0) / 2 ** 32;
