/**
 * Quiet hours: when a message may go to a person, on the person's own clock. They hold a message back; they
 * never drop it.
 */
import { Temporal } from 'temporal-polyfill';
import type { ContactZone } from './contact-time-zone.ts';
import { type Hours, STATE_HOURS } from './state-quiet-hours.ts';
import { instantOf, nextInstantOf } from './time-zone.ts';

/** What a channel asks for. */
export type HoursRule = {
  /** Full hours of the person's day, `[from, to)`; null: no quiet hours, then states do not count either. */
  hours: Hours | null;
  /** Whether narrower hours of the person's state hold, too. */
  byState: boolean;
};

export type Window =
  /** May go until this moment (ms since 1970); Infinity: always. */
  | { open: true; until: number }
  /** Waits until this moment. */
  | { open: false; until: number; why: string };

/** No rule of ours closes for so long. */
const MOST_DAYS = 10;

/** Whether something may be sent at a moment (ms since 1970), and until when that holds. */
export function windowAt(place: ContactZone, rule: HoursRule, at: number): Window {
  if (rule.hours === null) return { open: true, until: Number.POSITIVE_INFINITY };
  const closed = placeClosed(place, rule, at);
  if (!closed) return { open: true, until: clockChangeOf(place, rule, at) };
  const until = openingAfter(place, rule, at);
  return { open: false, until, why: closed };
}

/** The next moment later than `at` at which the window opens: tomorrow's opening when it is open now. */
export function nextOpening(place: ContactZone, rule: HoursRule, at: number): number {
  if (rule.hours === null) return at;
  const isOpen = placeClosed(place, rule, at) === '';
  return openingAfter(place, rule, isOpen ? closingOf(place, rule, at) : at);
}

/**
 * The moment at which a wall clock shows a time in every zone that the person may be in. Null when there is
 * no such time.
 */
export function localMoment(place: ContactZone, wall: string): number | null {
  try {
    const time = Temporal.PlainDateTime.from(wall.replace(' ', 'T'));
    return Math.max(...place.zones.map((zone) => instantOf(time, zone).epochMilliseconds));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Why it is closed somewhere the person may be; '' when it is open. */
function placeClosed(place: ContactZone, rule: HoursRule, at: number): string {
  for (const zone of place.zones) {
    const local = localTime(zone, at);
    const hours = hoursOf(place, rule, local.dayOfWeek);
    if (!hours.allowed || local.hour < hours.allowed[0] || local.hour >= hours.allowed[1]) return hours.why;
  }
  return '';
}

/**
 * First opening at or after `at`: each zone in turn pushes the moment to its own opening until all are open.
 */
function openingAfter(place: ContactZone, rule: HoursRule, at: number): number {
  let moment = at;
  for (let turn = 0; turn < MOST_DAYS * 2; turn++) {
    const later = Math.max(...place.zones.map((zone) => zoneOpening(place, rule, zone, moment)));
    if (later === moment) return moment;
    moment = later;
  }
  return moment;
}

function zoneOpening(place: ContactZone, rule: HoursRule, zone: string, at: number): number {
  const local = localTime(zone, at);
  for (let days = 0; days <= MOST_DAYS; days++) {
    const day = local.toPlainDate().add({ days });
    const { allowed } = hoursOf(place, rule, day.dayOfWeek);
    if (!allowed) continue;
    const wall = day.toPlainDateTime({ hour: allowed[0] });
    // The clock has shown that time already, and was set back before it.
    const isAgain = days === 0 && local.hour < allowed[0];
    const opens = isAgain ? nextOf(wall, zone, at) : instantOf(wall, zone).epochMilliseconds;
    const closes = instantOf(endOfDay(day, allowed[1]), zone).epochMilliseconds;
    if (at < closes) return Math.max(at, opens);
  }
  throw new Error('A day without an opening was followed by no other one.');
}

/** When it closes first, of a place that is open, as if no clock were set until then. */
function closingOf(place: ContactZone, rule: HoursRule, at: number): number {
  const ends = place.zones.map((zone) => {
    const local = localTime(zone, at);
    const { allowed } = hoursOf(place, rule, local.dayOfWeek);
    const wall = endOfDay(local.toPlainDate(), allowed?.[1] ?? 0);
    return nextOf(wall, zone, at);
  });
  return Math.min(...ends);
}

const nextOf = (wall: Temporal.PlainDateTime, zone: string, at: number): number =>
  nextInstantOf(wall, zone, new Date(at).toISOString()).epochMilliseconds;

/**
 * When a clock is set before the window closes: set back, it may show a time before the opening once more
 * (3:45 becomes 2:45 on the Chatham Islands).
 */
function clockChangeOf(place: ContactZone, rule: HoursRule, at: number): number {
  const closing = closingOf(place, rule, at);
  const changes = place.zones.map((zone) => {
    const local = localTime(zone, at);
    if (local.offsetNanoseconds === localTime(zone, closing).offsetNanoseconds) return closing;
    return Math.min(closing, local.getTimeZoneTransition('next')?.epochMilliseconds ?? closing);
  });
  return Math.min(...changes);
}

/** The channel's hours and the state's together; where they have nothing in common, the state's. */
function hoursOf(
  place: ContactZone,
  rule: HoursRule,
  dayOfWeek: number,
): { allowed: Hours | null; why: string } {
  const own = rule.hours ?? [0, 24];
  const why = `Quiet hours outside ${hoursText(own)}`;
  const law = rule.byState && place.state !== null ? STATE_HOURS[place.state] : undefined;
  if (!law) return { allowed: own, why };
  const legal = dayOfWeek === 7 ? law.sunday : dayOfWeek === 6 ? law.saturday : law.weekday;
  if (legal === null) return { allowed: null, why: `${place.state} allows no messages on this day` };
  const both: Hours = [Math.max(own[0], legal[0]), Math.min(own[1], legal[1])];
  const narrower = both[0] > own[0] || both[1] < own[1];
  if (both[0] >= both[1]) return { allowed: legal, why: `${place.state} allows ${hoursText(legal)}` };
  return { allowed: both, why: narrower ? `${place.state} allows ${hoursText(both)}` : why };
}

/** `8:00–21:00` */
export function hoursText([from, to]: Hours): string {
  return `${from}:00–${to}:00`;
}

const localTime = (zone: string, at: number) =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(zone);

const endOfDay = (day: Temporal.PlainDate, hour: number) =>
  hour === 24 ? day.add({ days: 1 }).toPlainDateTime() : day.toPlainDateTime({ hour });
