/**
 * How a submission is cut: into what the sender's day has room for, and into slices at the channel's pace.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OutgoingMessage } from '../carriers/index.ts';
import { countMessage } from '../messages/index.ts';
import type { Statement } from '../platform/db/statement.ts';
import type { Services } from '../platform/services.ts';
import type { ChannelSender } from './channel-sender.ts';
import { congestionOf } from './congestion.ts';
import { IN_FLIGHT_WINDOW } from './in-flight-window.ts';
import { BURST_SECONDS, dayRoom, type RateLimit, rateOf, takeQuota } from './rate-limit.ts';

/** Messages to one phone, in order. They are in 'sending' already. */
export type PhoneMessages = {
  messages: OutgoingMessage[];
  segments: number;
  /** When the first try was. */
  firstTry: Date;
};

/** What is to be cut. */
export type Load = {
  services: Services;
  accountId: number;
  line: ChannelSender;
  groups: readonly PhoneMessages[];
  /** Replies go ahead of blasts. */
  urgent: boolean;
  /**
   * Writes down, before they are handed over, that messages are: should this process die, what comes after
   * them is not in doubt. False: nothing may be handed over any more. Absent: all of it is in doubt anyway.
   */
  note?: (messageIds: readonly number[]) => Statement<boolean>;
};

/** A slice that is written down, in segments. */
const SLICE = 32;
/** The same of a batch that is no longer than one such slice. */
const FEW = 8;

/**
 * What can go at all: a group with more segments than a whole day has room for is cut, so that each of its
 * days gets what fits, and a message of that size, which would be put off for ever, is left out.
 */
export function withinDay({ line, groups, urgent }: Load): {
  groups: readonly PhoneMessages[];
  over: OutgoingMessage[];
} {
  const room = dayRoom(line.pace, urgent);
  if (room === null || groups.every(({ segments }) => segments <= room)) return { groups, over: [] };
  const over: OutgoingMessage[] = [];
  const fitting = groups.flatMap((group): PhoneMessages[] => {
    if (group.segments <= room) return [group];
    const { firstTry } = group;
    const days: PhoneMessages[] = [];
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
export async function* paced(
  given: Load,
  groups: readonly PhoneMessages[],
  mayStart: () => boolean,
  dayIsFull: (ms: number) => void,
): AsyncGenerator<readonly PhoneMessages[]> {
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
      const slice = sliceOf(groups, at, mostNoted(given));
      yield slice;
      at += slice.length;
      continue;
    }
    const slice = sliceOf(groups, at, Math.min(dayLeft, Math.max(1, rate * BURST_SECONDS)));
    const segments = sumOf(slice);
    const channel = { accountId, channelId: line.id };
    const grant = await takeQuota(services.db, channel, pace, { segments, urgent }, services.clock.now());
    if (grant.is === 'granted') {
      for (const end = at + slice.length; at < end; ) {
        const piece = sliceOf(groups.slice(0, end), at, mostNoted(given));
        yield piece;
        at += piece.length;
        if (!mayStart()) return;
      }
    } else if (grant.is === 'wait') await sleep(Math.min(grant.ms, 1_000));
    // The last of the day goes in what room there is.
    else if (sumOf(slice.slice(0, 1)) <= grant.left) dayLeft = grant.left;
    else return dayIsFull(grant.ms);
  }
}

/**
 * Where it is written down what is handed over, no more at once than the carrier takes: the rest would be in
 * doubt for nothing.
 */
const mostNoted = (given: Load) =>
  given.note && !given.line.carrier.supportsIdempotencyKey ? sliceSize(given) : Number.POSITIVE_INFINITY;

/**
 * So much as keeps the carrier busy while what follows is written down. Of few messages no
 * more than it takes at a time.
 */
const sliceSize = ({ groups, line }: Load) =>
  Math.max(groups.length > SLICE ? SLICE : FEW, Math.ceil(line.carrier.link().window / 2));

/**
 * Handed over and unanswered. What only waits for room in the carrier's window is not handed over yet where
 * that is written down.
 */
export function mostOpen({ line: { carrier }, note }: Load): number {
  const { window } = carrier.link();
  return note && !carrier.supportsIdempotencyKey && window > 0 ? window : Math.max(IN_FLIGHT_WINDOW, window);
}

function slower(pace: RateLimit, most: number | null): RateLimit {
  if (most === null) return pace;
  return { ...pace, segmentsPerSecond: Math.min(pace.segmentsPerSecond ?? most, most) };
}

const sumOf = (groups: readonly PhoneMessages[]) => groups.reduce((sum, { segments }) => sum + segments, 0);

/** From `at` on as many groups as have `most` segments together, one at least. */
function sliceOf(groups: readonly PhoneMessages[], at: number, most: number): readonly PhoneMessages[] {
  let end = at + 1;
  let segments = groups[at]?.segments ?? 0;
  while (end < groups.length && segments + (groups[end]?.segments ?? 0) <= most) {
    segments += groups[end]?.segments ?? 0;
    end += 1;
  }
  return groups.slice(at, end);
}
