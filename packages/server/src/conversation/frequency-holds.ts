/**
 * The limit of sends and waits of days: what a conversation says when such a wait is over is held while the
 * person has had enough, until the same time of the first day with room (docs/long-waits.md).
 */
import { FREQUENCY } from '@parley/rules/limits.ts';
import { sameTimeLater } from '@parley/rules/time-zone.ts';
import { flowsOf } from '../flow/index.ts';
import { recordSkipped } from '../messages/index.ts';
import type { Db } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';
import { frequencyCapReached, readFrequency } from '../policy/index.ts';
import { holdTimers, type Timer } from './claim-due-work.ts';
import { turnsOf } from './resume-conversation.ts';
import { runEngine, type TurnOutcome } from './run-engine.ts';
import { readFacts } from './run-turns.ts';
import { endAt } from './store.ts';

const DAY_MS = 86_400_000;
const PATIENCE_MS = FREQUENCY.mostDaysWaiting * DAY_MS;

/** From when on there is room again for those of these people who have had enough; empty without a limit. */
export type Room = ReadonlyMap<number, Date>;

/** Call it before the transaction locks anything else: see {@link frequencyCapReached}. */
export async function whoHadEnough(
  trx: Db,
  accountId: number,
  timers: readonly Timer[],
  now: Date,
): Promise<Room> {
  const sends = timers.filter(({ isSend }) => isSend);
  const frequency = sends.length > 0 ? await readFrequency(trx, accountId) : null;
  if (!frequency) return new Map();
  const contactIds = sends.map(({ contactId }) => contactId);
  return frequencyCapReached(trx, accountId, frequency, contactIds, now);
}

/**
 * Answers the timers that may fire; the others have been put off. One that would say nothing fires. One for
 * which there is no room in {@link FREQUENCY.mostDaysWaiting} days is over: its texts are recorded as not
 * sent, and its conversation has ended.
 */
export async function withoutEnough(
  trx: Db,
  services: Services,
  accountId: number,
  timers: readonly Timer[],
  room: Room,
): Promise<Timer[]> {
  const full = timers.filter(({ isSend, contactId }) => isSend && room.has(contactId));
  if (full.length === 0) return [...timers];
  const now = services.clock.now();
  const held: { timer: Timer; until: Date }[] = [];
  const givenUp: TurnOutcome[] = [];
  const { speaking, timeZone } = await whoSpeak(trx, services, accountId, full);
  for (const outcome of speaking) {
    const { contact, channelId } = outcome.turn;
    const timer = full.find((each) => each.contactId === contact.id && each.channelId === channelId);
    if (!timer) continue;
    const begin = timer.heldSince ?? timer.dueAt;
    const until = sameTimeOfFirstDay(begin, contact.timeZone ?? timeZone, room.get(contact.id) ?? now, now);
    if (until.getTime() - begin.getTime() > PATIENCE_MS) givenUp.push(outcome);
    else held.push({ timer, until });
  }
  if (held.length > 0) await holdTimers(trx, accountId, held);
  await giveUp(trx, services, accountId, givenUp);
  const later = new Set(held.map(({ timer }) => timer));
  return timers.filter((timer) => !later.has(timer));
}

/** The first day from which on there is room, not today, at the time of day of a moment. */
function sameTimeOfFirstDay(of: Date, zone: string, room: Date, now: Date): Date {
  const earliest = Math.max(room.getTime(), now.getTime() + 1);
  let days = Math.max(1, Math.floor((earliest - of.getTime()) / DAY_MS) - 1);
  const at = () => new Date(sameTimeLater(of.toISOString(), zone, days));
  while (at().getTime() < earliest) days += 1;
  return at();
}

/** What these conversations would say now, in memory; those that would say nothing are left out. */
async function whoSpeak(
  trx: Db,
  services: Services,
  accountId: number,
  timers: readonly Timer[],
): Promise<{ speaking: TurnOutcome[]; timeZone: string }> {
  const event = { type: 'woke' } as const;
  const { turns } = await turnsOf(
    trx,
    accountId,
    timers.map((timer) => ({ ...timer, event })),
  );
  const facts = await readFacts(trx, services, accountId);
  const now = services.clock.now();
  const { played } = await runEngine(turns, facts, now, (ids) => flowsOf(trx, accountId, ids));
  const speaking = played.filter(({ messages, request }) => messages.length > 0 || request !== null);
  return { speaking, timeZone: facts.timeZone };
}

async function giveUp(
  trx: Db,
  services: Services,
  accountId: number,
  outcomes: readonly TurnOutcome[],
): Promise<void> {
  if (outcomes.length === 0) return;
  const places = outcomes.map(({ turn }) => ({ channelId: turn.channelId, contactId: turn.contact.id }));
  await endAt(trx, accountId, places, 'frequency', services.clock.now());
  const messages = outcomes.flatMap((outcome) => outcome.messages);
  await recordSkipped(trx, services, accountId, messages, 'frequency');
}
