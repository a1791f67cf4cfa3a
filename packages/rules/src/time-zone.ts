/** Wall clocks and instants. Instants are ISO 8601 in UTC (`2026-11-21T14:00:00Z`); days are `YYYY-MM-DD`. */
import { Temporal } from 'temporal-polyfill';

/** Whether a name is an IANA time zone that can be computed with. */
export function isTimeZone(zone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return !/^[+-]/.test(zone);
  } catch {
    return false;
  }
}

/**
 * The last day that anything can be planned for: the midnight after the last day of 9999 is written with five
 * digits, which PostgreSQL takes for a time zone.
 */
export const LAST_DAY = '9998-12-31';

/** Where every day begins: a blast at each contact's own time begins when its clock shows the time. */
export const FIRST_ZONE = 'Pacific/Kiritimati';

const LOCAL = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?$/;

/**
 * `YYYY-MM-DD HH:mm:ss` (seconds may lack) on a zone's wall clock as an instant; null when no such date or
 * time exists. In the gap of a clock set forward: the first instant after it; in the overlap of a clock set
 * back: the first of the two, and the second one where the first is not later than `now`.
 */
export function parseLocalDateTime(text: string, zone: string, now?: string): string | null {
  const match = LOCAL.exec(text.trim());
  if (!match) return null;
  const [, year, month, day, hour, minute, second = '0'] = match.map(String);
  try {
    const wall = Temporal.PlainDateTime.from(
      {
        year: Number(year),
        month: Number(month),
        day: Number(day),
        hour: Number(hour),
        minute: Number(minute),
        second: second === 'undefined' ? 0 : Number(second),
      },
      { overflow: 'reject' },
    );
    return (now ? nextInstantOf(wall, zone, now) : instantOf(wall, zone)).toString();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The instant of a wall-clock time; see `parseLocalDateTime` for gaps and overlaps. */
export function instantOf(wall: Temporal.PlainDateTime, zone: string): Temporal.Instant {
  const earlier = wall.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (earlier.toPlainDateTime().equals(wall)) return earlier.toInstant();
  // In a gap, 'earlier' lands before the clock change: the change itself is the first instant after the gap.
  const change = earlier.getTimeZoneTransition('next');
  return (change ?? wall.toZonedDateTime(zone, { disambiguation: 'later' })).toInstant();
}

/** The instant of a wall-clock time; where its clock shows it twice and the first is over, the second one. */
export function nextInstantOf(wall: Temporal.PlainDateTime, zone: string, now: string): Temporal.Instant {
  const first = instantOf(wall, zone);
  if (Temporal.Instant.compare(first, now) > 0) return first;
  const second = wall.toZonedDateTime(zone, { disambiguation: 'later' });
  return second.toPlainDateTime().equals(wall) ? second.toInstant() : first;
}

/** A time `HH:mm` of a day on a zone's wall clock; see `parseLocalDateTime` for gaps and overlaps. */
export function atClock(day: string, time: string, zone: string): string {
  return instantOf(Temporal.PlainDateTime.from(`${day}T${time}`), zone).toString();
}

/** The same time of a zone's wall clock, some days later. */
export function sameTimeLater(instant: string, zone: string, days: number): string {
  return instantOf(at(instant, zone).toPlainDateTime().add({ days }), zone).toString();
}

/** The calendar day of an instant in a zone. */
export function dayOf(instant: string, zone: string): string {
  return at(instant, zone).toPlainDate().toString();
}

/** An instant on a zone's wall clock, `YYYY-MM-DD HH:mm:ss`. */
export function toLocalDateTime(instant: string, zone: string): string {
  return at(instant, zone)
    .toPlainDateTime()
    .round('second')
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');
}

/**
 * First instant of a day and first instant after it, in a zone; both days of a range included by
 * `dayRange(start, end, …)`.
 */
export function dayRange(start: string, end: string, zone: string): { from: string; to: string } {
  const first = Temporal.PlainDate.from(start).toZonedDateTime(zone);
  const after = Temporal.PlainDate.from(end).add({ days: 1 }).toZonedDateTime(zone);
  return { from: first.toInstant().toString(), to: after.toInstant().toString() };
}

/** Whether a text is a real calendar day `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  try {
    Temporal.PlainDate.from(text, { overflow: 'reject' });
    return true;
  } catch {
    return false;
  }
}

/** The day some days later (or earlier, when negative). */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The instant some seconds later. */
export function addSeconds(instant: string, seconds: number): string {
  return new Date(Date.parse(instant) + seconds * 1000).toISOString();
}

/** Orders two instants: negative when the first is earlier. */
export function compareInstants(one: string, other: string): number {
  return Date.parse(one) - Date.parse(other);
}

function at(instant: string, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
}
