/**
 * Whose date comes, as automata see it: their starts are stored ahead, with the moment at which they are due
 * on each one's own clock, and begun then as all others are (begin-starts.ts). What is done goes by the
 * people of these few days, not by all contacts.
 */

import { dateKeys, datesBetween, isDateOn, startOfDate } from '@parley/rules/date-trigger.ts';
import { DATE_REACHED } from '@parley/rules/event-trigger.ts';
import { DATE_LIMITS, EVENT_TRIGGER_LIMITS } from '@parley/rules/limits.ts';
import { transact } from '../platform/db/database.ts';
import { isUnavailable } from '../platform/db/outage.ts';
import type { Services } from '../platform/services.ts';
import { contactZonesOf } from './contact-zones.ts';
import {
  type DateAutomaton,
  dateAutomata,
  dateFact,
  holdDateAutomaton,
  noteDatesSeen,
  tagValuesOf,
  unstartedOn,
} from './dates-store.ts';
import { insertStarts, type NewStart } from './starts-store.ts';

const SLICE = 2_000;
const HOUR_MS = 3_600_000;
const AHEAD_MS = HOUR_MS;
const EVERY_MS = 55_000;
const LATE_MS = DATE_LIMITS.lateHours * HOUR_MS;

/** Stores the starts of all automata that were not looked at within a minute. False: nothing is left. */
export async function takeDates(services: Services): Promise<boolean> {
  const { db, clock, log } = services;
  const now = clock.now();
  for (const automaton of await dateAutomata(db, new Date(now.getTime() - EVERY_MS)))
    try {
      await takeDatesOf(services, automaton, now);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      const { accountId, id: automatonId } = automaton;
      log.error({ err: error, accountId, automatonId }, 'dates could not start an automata');
    }
  return false;
}

async function takeDatesOf(services: Services, automaton: DateAutomaton, now: Date): Promise<void> {
  const { db } = services;
  const { date } = automaton;
  const from = firstMoment(automaton, now);
  const until = new Date(now.getTime() + AHEAD_MS);
  for (const day of datesBetween(date, from.toISOString(), until.toISOString())) {
    const people = await unstartedOn(db, automaton, day, dateKeys(date.tag, day));
    for (let at = 0; at < people.length; at += SLICE)
      await takeSlice(services, { automaton, day, from, now }, people.slice(at, at + SLICE));
  }
  await noteDatesSeen(db, automaton, now);
}

/** Moments before are past; those that nobody looked at in time are told, for some days. */
function firstMoment({ from, seenAt }: DateAutomaton, now: Date): Date {
  const looked = (seenAt ?? now).getTime() - LATE_MS;
  const oldest = now.getTime() - EVENT_TRIGGER_LIMITS.lateDays * 24 * HOUR_MS;
  return new Date(Math.max(from.getTime(), oldest, looked));
}

type DateRun = { automaton: DateAutomaton; day: string; from: Date; now: Date };

async function takeSlice({ db }: Services, run: DateRun, contactIds: readonly number[]): Promise<void> {
  const { automaton, now } = run;
  const { accountId, date, zone } = automaton;
  await transact(db, async (trx) => {
    if (!(await holdDateAutomaton(trx, automaton))) return;
    const values = await tagValuesOf(trx, accountId, date.tag, contactIds);
    const theirs = contactIds.filter((id) => isDateOn(values.get(id) ?? '', run.day, date.every));
    const zones = await contactZonesOf(trx, accountId, theirs, zone);
    const starts = theirs.flatMap((id) => startFor(run, id, zones.get(id) ?? zone));
    await insertStarts(trx, accountId, starts, now);
  });
}

function startFor(
  { automaton: { id, date }, day, from, now }: DateRun,
  contactId: number,
  zone: string,
): NewStart[] {
  const dueAt = new Date(startOfDate(date, day, zone));
  if (dueAt < from) return [];
  const isLate = dueAt.getTime() < now.getTime() - LATE_MS;
  return [
    {
      automatonId: id,
      contactId,
      kind: DATE_REACHED,
      fact: dateFact(date.tag, day),
      happenedAt: dueAt,
      state: isLate ? 'skipped' : 'waiting',
      reason: isLate ? 'late' : '',
      dueAt,
      exitKind: null,
    },
  ];
}
