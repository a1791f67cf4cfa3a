/**
 * When a blast starts. Wall-clock times `YYYY-MM-DD HH:mm:ss` of the account's zone; empty means the rule of
 * the specification.
 */
import { DEFAULT_SCHEDULE_TIME, ENGINE_LIMITS } from '@parley/rules/limits.ts';
import { addDays, FIRST_ZONE, parseLocalDateTime, toLocalDateTime } from '@parley/rules/time-zone.ts';
import { formatDate, zoneName } from '../kit/date-text.tsx';
import { formatNumber } from '../kit/numbers.tsx';
import { wordings } from './wordings.ts';

export type Start = {
  /** The moment on the account's clock; for one that has passed, the moment that was meant. */
  at: string;
  /** It goes at once. */
  isNow: boolean;
};

/** The account's clock. */
export const wallNow = (zone: string, now: Date) => toLocalDateTime(now.toISOString(), zone);

/** Of a time that the clock shows twice the second one, where the first is over. */
const momentOf = (at: string, zone: string, now: Date) => parseLocalDateTime(at, zone, now.toISOString());

/** When it starts: an empty schedule is today at 09:00:00, and a moment that has passed is now. */
export function startOf(startAt: string, zone: string, now: Date): Start {
  const at = startAt || `${wallNow(zone, now).slice(0, 10)} ${DEFAULT_SCHEDULE_TIME}`;
  const instant = momentOf(at, zone, now);
  return { at, isNow: instant === null || Date.parse(instant) <= now.getTime() };
}

/** 'At once', 'Today at 9:00 AM EST', 'Sun, Nov 22, 2026 at 9:00 AM EST'. */
export function startWords(startAt: string, zone: string, now: Date): string {
  const { at, isNow } = startOf(startAt, zone, now);
  if (isNow) return wordings.shared.now;
  const day = dayWords(at, zone, now);
  const instant = momentOf(at, zone, now);
  return `${day} at ${formatDate(at, zone, 'time')} ${zoneName(zone, instant ? new Date(instant) : now)}`;
}

type StartChoice = { startAt: string; localTime?: boolean };

/** When it starts, on whose clock. A time of each contact's own clock comes and goes at different moments. */
export function startLine({ startAt, localTime }: StartChoice, zone: string, now = new Date()): string {
  if (!localTime) return startWords(startAt, zone, now);
  const { at } = startOf(startAt, zone, now);
  const day = dayWords(at, zone, now);
  return wordings.schedule.atOnEachContactsOwn(day, formatDate(at, zone, 'time'));
}

/**
 * When a blast at each contact's own time takes its texts and people: the earliest zone reaches the time.
 * 'Today at 2:00 PM EST'; null when it has reached it already.
 */
export function takenWords(startAt: string, zone: string, now: Date): string | null {
  const instant = momentOf(startOf(startAt, zone, now).at, FIRST_ZONE, now);
  if (instant === null || Date.parse(instant) <= now.getTime()) return null;
  return startWords(toLocalDateTime(instant, zone), zone, now);
}

type Load = { segments: number; segmentsPerMinute: number; segmentsPerDay: number };
const DAY_MS = 86_400_000;

/**
 * When the last message goes out at the channel's speed: 'Today at 9:12 AM EST'. Each full share of a day
 * takes a day. Null when the channel has no limit of its own.
 */
export function endWords(startAt: string, zone: string, now: Date, load: Load): string | null {
  const { segments, segmentsPerMinute, segmentsPerDay } = load;
  if ((segmentsPerMinute === 0 && segmentsPerDay === 0) || segments === 0) return null;
  const { at, isNow } = startOf(startAt, zone, now);
  const start = isNow ? now.getTime() : Date.parse(momentOf(at, zone, now) ?? now.toISOString());
  const days = segmentsPerDay > 0 ? Math.floor((segments - 1) / segmentsPerDay) : 0;
  const rest = segments - days * segmentsPerDay;
  const minutes = segmentsPerMinute > 0 ? rest / segmentsPerMinute : 0;
  const end = new Date(start + days * DAY_MS + minutes * 60_000);
  const wall = wallNow(zone, end);
  const day = dayWords(wall, zone, now);
  return `${day} at ${formatDate(wall, zone, 'time')} ${zoneName(zone, end)}`;
}

/** '20 a second, 2,000 a day': message parts. */
export function speedWords({ segmentsPerMinute, segmentsPerDay }: Omit<Load, 'segments'>): string {
  const pace =
    segmentsPerMinute >= 60
      ? `${formatNumber(Math.round(segmentsPerMinute / 60))} a second`
      : `${formatNumber(segmentsPerMinute)} a minute`;
  const parts = [
    segmentsPerMinute > 0 && pace,
    segmentsPerDay > 0 && `${formatNumber(segmentsPerDay)} a day`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** 'Today', 'Tomorrow', 'Sun, Nov 22, 2026' */
function dayWords(at: string, zone: string, now: Date): string {
  const today = wallNow(zone, now).slice(0, 10);
  const day = at.slice(0, 10);
  return day === today
    ? wordings.schedule.today
    : day === addDays(today, 1)
      ? wordings.schedule.tomorrow
      : weekdayDate(at);
}

function weekdayDate(at: string): string {
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
  return `${weekday.format(new Date(`${at.slice(0, 10)}T00:00Z`))}, ${formatDate(at, 'UTC', 'date')}`;
}

/** The times of a day that can be chosen: `HH:mm:00` and how it reads. */
export const START_TIMES: { value: string; label: string }[] = Array.from(
  { length: (24 * 60) / ENGINE_LIMITS.timeStepMinutes },
  (_, index) => {
    const minutes = index * ENGINE_LIMITS.timeStepMinutes;
    const two = (value: number) => String(value).padStart(2, '0');
    const value = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:00`;
    return { value, label: formatDate(`2000-01-01 ${value}`, 'UTC', 'time') };
  },
);

/** The quarter of an hour that has just begun: chosen, it means at once. */
export function atOnce(zone: string, now: Date): string {
  const clock = wallNow(zone, now);
  const minutes = Number(clock.slice(14, 16));
  const quarter = minutes - (minutes % ENGINE_LIMITS.timeStepMinutes);
  return `${clock.slice(0, 14)}${String(quarter).padStart(2, '0')}:00`;
}

/** The date changed: the time stays, or is the usual one. An emptied date empties all. */
export function withDate(startAt: string, date: string | null): string {
  return date === null ? '' : `${date} ${startAt.slice(11) || DEFAULT_SCHEDULE_TIME}`;
}

/** The time changed: the date stays, or is today on the account's clock. */
export function withTime(startAt: string, time: string, zone: string, now: Date): string {
  return `${startAt.slice(0, 10) || wallNow(zone, now).slice(0, 10)} ${time}`;
}
