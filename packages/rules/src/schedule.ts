/** Automata: when one runs next, and how its schedule reads. Wall-clock times of the account's zone. */
import { Temporal } from 'temporal-polyfill';
import { instantOf, isDay } from './time-zone.ts';

/** Type_int: 0 to 6 are the specification's; BY_EVENT has no schedule, what happens starts it. */
export const SCHEDULE_TYPES = {
  UNSET: 0,
  ONE_TIME: 1,
  HOURLY: 2,
  DAILY: 3,
  WEEKLY: 4,
  MONTHLY: 5,
  YEARLY: 6,
  BY_EVENT: 7,
} as const;

export type Schedule = {
  type: number;
  /** One Time: `YYYY-MM-DD`. */
  date: string;
  /** 0 to 23; not used by Hourly. */
  hour: number;
  /** 1 = Sunday to 7 = Saturday; anything else reads as Monday. */
  dayOfWeek: number;
  /** 1 to 31; in a shorter month its last day. Anything else reads as 1. */
  dayOfMonth: number;
  /** 1 to 12; anything else reads as January. */
  month: number;
  /** Daily, Monthly, Yearly: runs on weekends; if not, a weekend's run moves to the following Monday. */
  weekends: boolean;
};

/**
 * The first run later than an instant; null when there is none (type unset, a One Time date that is past or
 * no date). An hour that the clock skips runs at the first instant after the gap, one that it repeats the
 * first time only. Runs moved to one Monday are one run.
 */
export function nextRun(schedule: Schedule, zone: string, after: string): string | null {
  const from = Temporal.Instant.from(after);
  if (schedule.type === SCHEDULE_TYPES.HOURLY) return nextHour(from, zone).toString();
  const start = from.toZonedDateTimeISO(zone).toPlainDate();
  for (const named of days(schedule, start)) {
    const day = runDay(schedule, named);
    if (Temporal.PlainDate.compare(day, start) < 0) continue;
    const run = instantOf(day.toPlainDateTime({ hour: hourOf(schedule) }), zone);
    if (Temporal.Instant.compare(run, from) > 0) return run.toString();
  }
  return null;
}

/** The next several runs, for a calendar: later than `after`, up to and including `until`, `most` at most. */
export function runsBetween(
  schedule: Schedule,
  zone: string,
  after: string,
  until: string,
  most: number,
): string[] {
  const runs: string[] = [];
  const last = Temporal.Instant.from(until);
  let run = nextRun(schedule, zone, after);
  while (
    run !== null &&
    runs.length < most &&
    Temporal.Instant.compare(Temporal.Instant.from(run), last) <= 0
  ) {
    runs.push(run);
    run = nextRun(schedule, zone, run);
  }
  return runs;
}

/**
 * Days on which the schedule falls, before weekends move, in order, from a few days before `start` on (a run
 * of the past weekend may fall on the coming Monday).
 */
function* days(schedule: Schedule, start: Temporal.PlainDate): Generator<Temporal.PlainDate> {
  const first = start.subtract({ days: 3 });
  switch (schedule.type) {
    case SCHEDULE_TYPES.ONE_TIME:
      if (isDay(schedule.date)) yield Temporal.PlainDate.from(schedule.date);
      return;
    case SCHEDULE_TYPES.DAILY:
      for (let n = 0; n < 14; n++) yield first.add({ days: n });
      return;
    case SCHEDULE_TYPES.WEEKLY: {
      // Temporal counts Monday 1 to Sunday 7.
      const ahead = (isoWeekday(schedule) - first.dayOfWeek + 7) % 7;
      for (let n = 0; n < 3; n++) yield first.add({ days: ahead + 7 * n });
      return;
    }
    case SCHEDULE_TYPES.MONTHLY: {
      const month = first.with({ day: 1 });
      for (let n = 0; n < 4; n++) yield onDay(month.add({ months: n }), schedule);
      return;
    }
    case SCHEDULE_TYPES.YEARLY: {
      const month = first.with({ day: 1 }).with({ month: monthOf(schedule) });
      for (let n = 0; n < 4; n++) yield onDay(month.add({ years: n }), schedule);
      return;
    }
  }
}

function onDay(month: Temporal.PlainDate, schedule: Schedule): Temporal.PlainDate {
  return month.with({ day: dayOfMonth(schedule) }, { overflow: 'constrain' });
}

function runDay(schedule: Schedule, day: Temporal.PlainDate): Temporal.PlainDate {
  const { ONE_TIME, WEEKLY } = SCHEDULE_TYPES;
  if (schedule.weekends || schedule.type === ONE_TIME || schedule.type === WEEKLY) return day;
  return day.dayOfWeek > 5 ? day.add({ days: 8 - day.dayOfWeek }) : day;
}

/**
 * The next full hour of the wall clock. Some clocks change by half an hour: what is an hour later is then no
 * full hour.
 */
function nextHour(from: Temporal.Instant, zone: string): Temporal.Instant {
  let at = from.toZonedDateTimeISO(zone).round({ smallestUnit: 'minute', roundingMode: 'floor' });
  do at = at.add({ minutes: 60 - at.minute });
  while (at.minute !== 0);
  return at.toInstant();
}

const within = (value: number, low: number, high: number, otherwise: number) =>
  Number.isInteger(value) && value >= low && value <= high ? value : otherwise;
const hourOf = (schedule: Schedule) => within(schedule.hour, 0, 23, 0);
const dayOfMonth = (schedule: Schedule) => within(schedule.dayOfMonth, 1, 31, 1);
const monthOf = (schedule: Schedule) => within(schedule.month, 1, 12, 1);
const weekday = (schedule: Schedule) => within(schedule.dayOfWeek, 1, 7, 2);
const isoWeekday = (schedule: Schedule) => (weekday(schedule) === 1 ? 7 : weekday(schedule) - 1);

export const DAY_NAMES = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;
export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const TYPE_NAMES = ['', 'One Time', 'Hourly', 'Daily', 'Weekly', 'Monthly', 'Yearly'];

/** The type's name; '' while unset (the screen shows its placeholder). */
export function scheduleTypeName(type: number): string {
  return TYPE_NAMES[type] ?? 'Undefined Schedule Type';
}

/**
 * How the schedule reads beside its type's name (specification, flows and lists, section 4); '' while unset
 * or undefined.
 */
export function scheduleSummary(schedule: Schedule): string {
  const time = hourText(hourOf(schedule));
  switch (schedule.type) {
    case SCHEDULE_TYPES.ONE_TIME:
      return schedule.date === '' ? '' : `on ${schedule.date} @ ${time}`;
    case SCHEDULE_TYPES.HOURLY:
      return 'every hour';
    case SCHEDULE_TYPES.DAILY:
      return `@ ${time}`;
    case SCHEDULE_TYPES.WEEKLY:
      return `${DAY_NAMES[weekday(schedule) - 1]} @ ${time}`;
    case SCHEDULE_TYPES.MONTHLY:
      return `on Day ${dayOfMonth(schedule)} @ ${time}`;
    case SCHEDULE_TYPES.YEARLY:
      return `on Day ${dayOfMonth(schedule)} of ${MONTH_NAMES[monthOf(schedule) - 1]} @ ${time}`;
    default:
      return '';
  }
}

/** A full hour on the 12-hour clock: `9:00 AM`. */
export function hourText(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12}:00 ${hour < 12 ? 'AM' : 'PM'}`;
}
