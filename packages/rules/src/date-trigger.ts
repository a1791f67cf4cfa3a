/** Automata that the date in a tag starts: for which values, on which day, at which moment. */
import type { TriggerDate } from './event-trigger.ts';
import { dayIn } from './filter.ts';
import { anniversaries, writeRelativeDay } from './relative-day.ts';
import { addDays, addSeconds, atClock, dayOf, isDay } from './time-zone.ts';

const HOUR_S = 3_600;
/** By so many hours clocks are before and behind UTC. */
const AHEAD_H = 14;
const BEHIND_H = 12;

/** When it starts for whose date is on a day, as an instant. `zone`: the contact's. */
export const startOfDate = ({ days, at }: TriggerDate, day: string, zone: string): string =>
  atClock(addDays(day, days), at, zone);

/** When it starts for whoever is the first in the world whose date is on a day, as an instant. */
export const firstStartOfDate = ({ days, at }: TriggerDate, day: string): string =>
  addSeconds(`${addDays(day, days)}T${at}:00Z`, -AHEAD_H * HOUR_S);

/** The days whose dates may start somebody, wherever they live, between two instants, the first included. */
export function datesBetween({ days, at }: TriggerDate, from: string, to: string): string[] {
  const first = dayOf(addSeconds(from, -BEHIND_H * HOUR_S), 'UTC');
  const last = dayOf(addSeconds(to, AHEAD_H * HOUR_S), 'UTC');
  const found: string[] = [];
  for (let local = first; local <= last; local = addDays(local, 1)) {
    const clock = Date.parse(`${local}T${at}:00Z`);
    const begins = clock - AHEAD_H * HOUR_S * 1_000;
    const ends = clock + BEHIND_H * HOUR_S * 1_000;
    if (begins <= Date.parse(to) && ends >= Date.parse(from)) found.push(addDays(local, -days));
  }
  return found;
}

/**
 * Whether a tag's value is that date, or each year has its day and month then; nobody has an anniversary
 * before the date itself. In a year without the 29th of February it is on the 28th.
 */
export function isDateOn(value: string, day: string, every: TriggerDate['every']): boolean {
  const own = dayIn(value);
  if (every === 'date') return own === day;
  return (own === null || own <= day) && patternOf(day).test(value.trim());
}

/** Compiled once a day: many values are compared with it. */
const patterns = new Map<string, RegExp>();
function patternOf(day: string): RegExp {
  const source = anniversaries(writeRelativeDay({ day, shift: 0, everyYear: true })) ?? '(?!)';
  const known = patterns.get(source) ?? new RegExp(source);
  patterns.set(source, known);
  return known;
}

/** What the index of contacts calls values of a tag that may be such a date (`date_keys` in the database). */
export function dateKeys(tag: number, day: string): string[] {
  const [year, month, date] = day.split('-').map(Number);
  const own = `${tag} ${month}-${date}`;
  const isLeap = isDay(`${String(year).padStart(4, '0')}-02-29`);
  return month === 2 && date === 28 && !isLeap ? [own, `${tag} 2-29`] : [own];
}
