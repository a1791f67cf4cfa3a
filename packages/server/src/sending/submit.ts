/** Hands prepared messages to a carrier at the channel's pace and stores the results as they come. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { OutgoingMessage, SendResult } from '../carriers/index.ts';
import { countMessage, NO_ANSWER, OVER_DAY, outcomeOf, type Result } from '../messages/index.ts';
import { isUnavailable } from '../platform/db/outage.ts';
import type { Services } from '../platform/services.ts';
import { optedOut } from '../suppression/index.ts';
import { backOff, backOffLeft } from './back-off.ts';
import type { ChannelLine } from './channel-line.ts';
import { congestionOf } from './congestion.ts';
import { createInFlightWindow, type Handed, IN_FLIGHT_WINDOW } from './in-flight-window.ts';
import { BURST_SECONDS, dayRoom, type Pace, rateOf, takeQuota } from './rate-limit.ts';

/** Messages to one phone, in order. They are in 'sending' already. */
export type Group = {
  messages: OutgoingMessage[];
  segments: number;
  /** When the first try was. */
  firstTry: Date;
};

/** What is answered and not stored yet is in doubt when this process dies. */
const STORE_EVERY_MS = 50;
const STORE_AT = 1_000;
const STORE_AGAIN_MS = 500;
const STORE_TRIES = 60;
const KEEP_LEASE_MS = 4_000;
/** A slice without a pace, in segments. */
const SLICE = 32;
/** The same of a batch that is no longer than one such slice. */
const FEW = 8;

export type Submission = {
  services: Services;
  accountId: number;
  line: ChannelLine;
  groups: readonly Group[];
  /** Replies go ahead of blasts. */
  urgent: boolean;
  /** False: stop here (lease over, blast paused, server stops). Asked once before each hand-over. */
  mayStart: () => boolean;
  /**
   * The carrier asks for a pause of this many ms before the next try, or the sender's day is full until then.
   */
  pause: (ms: number, why: 'busy' | 'day-full') => void;
  /**
   * Writes down, before they are handed over, that these are: should this process die, what comes after them
   * is not in doubt. False: nothing may be handed over any more. Absent: all of it is in doubt anyway.
   */
  note?: (groups: readonly Group[]) => Promise<boolean>;
  /** Renews the lease, now and then: a carrier may take longer to answer than a lease lasts. */
  keepLease: () => Promise<void>;
  /** Stores results; repeated when it fails. */
  store: (results: Result[]) => Promise<void>;
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

/** What the carrier answered could not be kept. */
export class ResultsLost extends Error {}

/** A promise whose failure is met where it is awaited, later. */
export function metLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** Hands groups over. Both promises of the answer must be awaited. */
export function submitGroups(given: Submission): Submitted {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const stored = handOverAll(given, begin).finally(begin);
  return { begun, stored };
}

async function handOverAll(given: Submission, begin: () => void): Promise<void> {
  const { services, line } = given;
  const { groups, over } = withinDay(given);
  const firstTries = new Map<number, Date>();
  const segmentsOf = new Map<number, number>();
  for (const { messages, segments, firstTry } of groups)
    for (const { id } of messages) {
      firstTries.set(id, firstTry);
      segmentsOf.set(id, segments / messages.length);
    }
  let toBegin = firstTries.size;
  let throttled = false;
  /** How long what is not handed over waits for its next try. */
  let waitMs = 0;
  const results = storeInBatches(given);
  for (const { id } of over)
    results.add({ messageId: id, outcome: { ...NO_ANSWER, status: 'skipped', reason: OVER_DAY } });
  const congestion = congestionOf(services, line.id);
  const stragglers = createInFlightWindow();
  /** What each message was handed over with. */
  const handedWith = new Map<number, Handed>();
  const running: Promise<void>[] = [];
  const wait = (ms: number) => {
    waitMs = Math.max(waitMs, ms);
    backOff(services, line, ms);
    given.pause(ms, 'busy');
  };
  const report = (message: OutgoingMessage, result: SendResult) => {
    const firstTry = firstTries.get(message.id);
    if (!firstTry) return;
    firstTries.delete(message.id);
    const handed = handedWith.get(message.id);
    if (handed) stragglers.settle(handed, 1);
    const life = { firstTry, timeToLiveMs: line.timeToLiveMs };
    const outcome = outcomeOf(result, life, services.clock.now(), diceOf(message.id));
    if (result.is === 'accepted') congestion.taken(segmentsOf.get(message.id) ?? 1);
    if (result.is === 'throttled') {
      congestion.refused();
      throttled = true;
      wait(result.retryAfterMs);
    }
    results.add({ messageId: message.id, outcome });
  };
  const mayStart = () => {
    if (throttled || !given.mayStart()) return false;
    toBegin -= 1;
    if (toBegin === 0) begin();
    return true;
  };
  const renewing = setInterval(() => {
    given.keepLease().catch((error: unknown) => services.log.warn({ err: error }, 'a lease was not renewed'));
  }, KEEP_LEASE_MS);
  try {
    const left = backOffLeft(services, line);
    if (left > 0) {
      throttled = true;
      waitMs = left;
      given.pause(left, 'busy');
    }
    const dayIsFull = (ms: number) => {
      waitMs = Math.max(waitMs, ms);
      given.pause(ms, 'day-full');
    };
    for await (const slice of paced(given, groups, () => !throttled && given.mayStart(), dayIsFull)) {
      const { going, stopped } = await withoutOptOuts(given, slice);
      for (const { id } of stopped.flatMap((group) => group.messages)) {
        firstTries.delete(id);
        toBegin -= 1;
        results.add({ messageId: id, outcome: { ...NO_ANSWER, status: 'queued' } });
      }
      if (toBegin === 0) begin();
      if (going.length === 0) continue;
      if (given.note && !(await given.note(going))) {
        throttled = true;
        break;
      }
      const messages = going.flatMap((group) => group.messages);
      const handed = stragglers.begin(messages.length);
      for (const { id } of messages) handedWith.set(id, handed);
      const sending = line.carrier.send(
        going.map((group) => withValidity(line, group)),
        report,
        mayStart,
      );
      running.push(metLater(sending.finally(() => stragglers.end(handed))));
      await stragglers.untilFew(undefined, mostOpen(given));
    }
    await Promise.all(running);
  } finally {
    await Promise.allSettled(running);
    for (const messageId of firstTries.keys())
      results.add({ messageId, outcome: { ...NO_ANSWER, status: 'queued', retryAfterMs: waitMs } });
    await results.end().finally(() => clearInterval(renewing));
  }
}

/**
 * A batch waits for the one before it, and for its turn at the channel's pace: whoever opted out meanwhile
 * goes back to the queue, where the gate tells why. Single messages do not wait, and answers to STOP must go.
 */
async function withoutOptOuts(
  { services, accountId, urgent }: Submission,
  slice: readonly Group[],
): Promise<{ going: readonly Group[]; stopped: readonly Group[] }> {
  if (urgent) return { going: slice, stopped: [] };
  const phones = slice.map((group) => group.messages[0]?.to ?? '');
  const out = await optedOut(services.db, accountId, phones);
  if (out.size === 0) return { going: slice, stopped: [] };
  const isOut = (group: Group) => out.has(group.messages[0]?.to ?? '');
  return { going: slice.filter((group) => !isOut(group)), stopped: slice.filter(isOut) };
}

function withValidity(
  { validityMs }: ChannelLine,
  { messages, firstTry }: Group,
): readonly OutgoingMessage[] {
  if (validityMs === null) return messages;
  const validUntil = new Date(firstTry.getTime() + validityMs);
  return messages.map((message) => ({ ...message, validUntil }));
}

/** A message's id is as good as dice. */
const diceOf = (messageId: number) => (Math.imul(messageId, 0x9e3779b1) >>> 0) / 2 ** 32;

/**
 * What can go at all: a group with more segments than a whole day has room for is cut, so that each of its
 * days gets what fits, and a message of that size, which would be put off for ever, is left out.
 */
function withinDay({ line, groups, urgent }: Submission): {
  groups: readonly Group[];
  over: OutgoingMessage[];
} {
  const room = dayRoom(line.pace, urgent);
  if (room === null || groups.every(({ segments }) => segments <= room)) return { groups, over: [] };
  const over: OutgoingMessage[] = [];
  const fitting = groups.flatMap((group): Group[] => {
    if (group.segments <= room) return [group];
    const { firstTry } = group;
    const days: Group[] = [];
    for (const message of group.messages) {
      const { segments } = countMessage(message.body, message.media);
      const day = days.at(-1);
      if (segments > room) over.push(message);
      else if (day && day.segments + segments <= room) {
        day.messages.push(message);
        day.segments += segments;
      } else days.push({ messages: [message], segments, firstTry });
    }
    return days;
  });
  return { groups: fitting, over };
}

/** Slices of the groups, each when the channel's pace allows it. */
async function* paced(
  given: Submission,
  groups: readonly Group[],
  mayStart: () => boolean,
  dayIsFull: (ms: number) => void,
): AsyncGenerator<readonly Group[]> {
  const { services, accountId, line, urgent } = given;
  if (!mayStart()) return;
  const congestion = congestionOf(services, line.id);
  /** What is left of the sender's day, when that is less than a lump. */
  let dayLeft = Number.POSITIVE_INFINITY;
  for (let at = 0; at < groups.length; ) {
    if (!mayStart()) return;
    const pace = slower(line.pace, congestion.rate());
    const rate = rateOf(pace);
    if (rate === null) {
      const slice =
        given.note && !line.carrier.supportsIdempotencyKey
          ? sliceOf(groups, at, sliceSize(given))
          : groups.slice(at);
      yield slice;
      at += slice.length;
      continue;
    }
    const slice = sliceOf(groups, at, Math.min(dayLeft, Math.max(1, rate * BURST_SECONDS)));
    const segments = sumOf(slice);
    const grant = await takeQuota(
      services.db,
      accountId,
      line.id,
      pace,
      segments,
      urgent,
      services.clock.now(),
    );
    if (grant.is === 'granted') {
      yield slice;
      at += slice.length;
    } else if (grant.is === 'wait') await sleep(Math.min(grant.ms, 1_000));
    // The last of the day goes in what room there is.
    else if (sumOf(slice.slice(0, 1)) <= grant.left) dayLeft = grant.left;
    else return dayIsFull(grant.ms);
  }
}

/**
 * Without a pace: so much as keeps the carrier busy while what follows is written down. Of few messages no
 * more than it takes at a time.
 */
const sliceSize = ({ groups, line }: Submission) =>
  Math.max(groups.length > SLICE ? SLICE : FEW, Math.ceil(line.carrier.link().window / 2));

/**
 * Handed over and unanswered. What only waits for room in the carrier's window is not handed over yet where
 * that is written down.
 */
function mostOpen({ line: { carrier }, note }: Submission): number {
  const { window } = carrier.link();
  return note && !carrier.supportsIdempotencyKey && window > 0 ? window : Math.max(IN_FLIGHT_WINDOW, window);
}

function slower(pace: Pace, most: number | null): Pace {
  if (most === null) return pace;
  return { ...pace, segmentsPerSecond: Math.min(pace.segmentsPerSecond ?? most, most) };
}

const sumOf = (groups: readonly Group[]) => groups.reduce((sum, { segments }) => sum + segments, 0);

/** From `at` on as many groups as have `most` segments together, one at least. */
function sliceOf(groups: readonly Group[], at: number, most: number): readonly Group[] {
  let end = at + 1;
  let segments = groups[at]?.segments ?? 0;
  while (end < groups.length && segments + (groups[end]?.segments ?? 0) <= most) {
    segments += groups[end]?.segments ?? 0;
    end += 1;
  }
  return groups.slice(at, end);
}

function storeInBatches({ services, store }: Submission) {
  let waiting: Result[] = [];
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;

  function flush(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) running = running.then(() => storeForSure(batch));
  }

  /**
   * A result lost is a message in doubt: while the database is away we keep it. When another worker has the
   * lease by then, `store` drops it.
   */
  async function storeForSure(batch: Result[]): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await store(batch);
      } catch (error) {
        services.log.error({ err: error, results: batch.length }, 'results could not be stored');
        if (tries >= STORE_TRIES && !isUnavailable(error))
          throw new ResultsLost('Results were lost.', { cause: error });
        await sleep(STORE_AGAIN_MS);
      }
    }
  }

  return {
    add(result: Result): void {
      waiting.push(result);
      if (waiting.length >= STORE_AT) flush();
      else timer ??= setTimeout(flush, STORE_EVERY_MS);
    },
    async end(): Promise<void> {
      flush();
      await running;
    },
  };
}
