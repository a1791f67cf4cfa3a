/**
 * The scheduler against a calculation of another kind: every quarter, half or full hour of five years is read
 * off the wall clock by Intl.DateTimeFormat, and a run is looked up there. No arithmetic of time zones, no
 * Temporal.
 */
import { expect, test } from 'vitest';
import { nextRun, runsBetween, SCHEDULE_TYPES, type Schedule } from './schedule.ts';

const { ONE_TIME, HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY } = SCHEDULE_TYPES;
const FROM = Date.UTC(2024, 0, 1);
const TO = Date.UTC(2029, 0, 1);
const DAY_MS = 86_400_000;
/** Runs nearer to the ends may lie outside the table. */
const MARGIN_MS = 4 * DAY_MS;

/**
 * With the minutes in which its wall clock can be cut, and an hour that is worth a look: near its clock
 * changes, where it has any.
 */
const ZONES = [
  ['UTC', 60, 0],
  ['America/New_York', 60, 2],
  ['America/St_Johns', 30, 2],
  ['America/Santiago', 60, 0],
  ['Europe/London', 60, 1],
  ['Africa/Casablanca', 60, 2],
  ['Africa/Cairo', 60, 0],
  ['Asia/Beirut', 60, 0],
  ['Asia/Kolkata', 30, 9],
  ['Asia/Kathmandu', 15, 23],
  ['Australia/Lord_Howe', 30, 2],
  ['Pacific/Chatham', 15, 3],
] as const;

type WallClock = {
  /** Instants in order, and what the wall clock shows then: YYYYMMDDHHmm. */
  instants: number[];
  shown: number[];
  /** Days in order: YYYYMMDD, and where each begins in the table. */
  days: { day: number; weekday: number; start: number }[];
};

function readWallClock(zone: string, stepMinutes: number): WallClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const clock: WallClock = { instants: [], shown: [], days: [] };
  for (let at = FROM; at < TO; at += stepMinutes * 60_000) {
    // '03/08/2026, 14:30'
    const text = format.format(at);
    const day = Number(text.slice(6, 10) + text.slice(0, 2) + text.slice(3, 5));
    clock.instants.push(at);
    clock.shown.push(day * 10_000 + Number(text.slice(12, 14) + text.slice(15, 17)));
    if (clock.days.at(-1)?.day !== day)
      clock.days.push({ day, weekday: weekdayOf(day), start: clock.instants.length - 1 });
  }
  return clock;
}

/** 1 = Sunday. */
const weekdayOf = (day: number) =>
  new Date(`${Math.floor(day / 10_000)}-${two(Math.floor(day / 100))}-${two(day)}T00:00Z`).getUTCDay() + 1;
const two = (value: number) => String(value % 100).padStart(2, '0');

/** Whether a schedule names a day, before weekends move. `tomorrow` says whether it is the month's last. */
function names(schedule: Schedule, day: number, weekday: number, tomorrow: number | undefined): boolean {
  const [month, date] = [Math.floor(day / 100) % 100, day % 100];
  const isLast = tomorrow !== undefined && tomorrow % 100 === 1;
  const isDate = date === schedule.dayOfMonth || (isLast && date < schedule.dayOfMonth);
  switch (schedule.type) {
    case ONE_TIME:
      return String(day) === schedule.date.replaceAll('-', '');
    case DAILY:
      return true;
    case WEEKLY:
      return weekday === schedule.dayOfWeek;
    case MONTHLY:
      return isDate;
    default:
      return isDate && month === schedule.month;
  }
}

/** Every run in the table, in order. */
function allRuns(clock: WallClock, schedule: Schedule): number[] {
  if (schedule.type === HOURLY)
    return clock.instants.filter((_, index) => (clock.shown[index] ?? 1) % 100 === 0);
  const moves = !schedule.weekends && ![ONE_TIME, WEEKLY].some((type) => type === schedule.type);
  const runs = new Set<number>();
  clock.days.forEach(({ day, weekday }, index) => {
    if (!names(schedule, day, weekday, clock.days[index + 1]?.day)) return;
    const ahead = !moves ? 0 : weekday === 7 ? 2 : weekday === 1 ? 1 : 0;
    const run = firstShowing(clock, index + ahead, schedule.hour * 100);
    if (run !== undefined) runs.add(run);
  });
  return [...runs].sort((one, other) => one - other);
}

/**
 * The first moment of a day at which its clock shows this time or a later one; in a gap that reaches over
 * midnight, the next day's first.
 */
function firstShowing(
  { days, shown, instants }: WallClock,
  dayIndex: number,
  time: number,
): number | undefined {
  const day = days[dayIndex];
  if (!day) return undefined;
  let at = day.start;
  while (at < shown.length && (shown[at] ?? 0) < day.day * 10_000 + time) at += 1;
  return instants[at];
}

const clocks = new Map(ZONES.map(([zone, step]) => [zone, readWallClock(zone, step)]));
const BASE: Schedule = { type: 0, date: '', hour: 9, dayOfWeek: 2, dayOfMonth: 1, month: 1, weekends: true };
const iso = (at: number) => new Date(at).toISOString();
const millis = (runs: readonly string[]) => runs.map((run) => Date.parse(run));

/** All runs between two moments, by both calculations. */
function compare(zone: string, schedule: Schedule, from: number, to: number): void {
  const clock = clocks.get(zone as (typeof ZONES)[number][0]);
  if (!clock) throw new Error('No such clock.');
  const expected = allRuns(clock, schedule).filter((run) => run > from && run <= to);
  const found = millis(runsBetween(schedule, zone, iso(from), iso(to), 100_000));
  expect(found.map(iso), `${zone} ${JSON.stringify(schedule)}`).toEqual(expected.map(iso));
}

test.each(ZONES)('five years in %s: daily, weekly, monthly and yearly', (zone, _step, hour) => {
  const [from, to] = [FROM + MARGIN_MS, TO - MARGIN_MS];
  const weekends = zone.length % 2 === 0;
  compare(zone, { ...BASE, type: DAILY, hour, weekends }, from, to);
  for (const dayOfWeek of [1, 2, 7])
    compare(zone, { ...BASE, type: WEEKLY, hour, dayOfWeek, weekends }, from, to);
  for (const dayOfMonth of [1, 29, 30, 31])
    for (const moves of [true, false])
      compare(zone, { ...BASE, type: MONTHLY, hour, dayOfMonth, weekends: moves }, from, to);
  for (const [month, dayOfMonth] of [
    [2, 29],
    [3, 31],
    [4, 31],
    [12, 31],
  ] as const)
    for (const moves of [true, false])
      compare(zone, { ...BASE, type: YEARLY, hour, month, dayOfMonth, weekends: moves }, from, to);
});

/** Moments before and after which the wall clock does not show the same distance to UTC. */
function clockChanges(clock: WallClock): number[] {
  const distance = (index: number) => {
    const shown = clock.shown[index] ?? 0;
    const day = Math.floor(shown / 10_000);
    const midnight = Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100);
    const time = shown % 10_000;
    return midnight + (Math.floor(time / 100) * 60 + (time % 100)) * 60_000 - (clock.instants[index] ?? 0);
  };
  return clock.instants.filter((_, index) => index > 0 && distance(index) !== distance(index - 1));
}

test.each(ZONES)('every hour around every clock change of %s, and hour by hour', (zone) => {
  const clock = clocks.get(zone);
  const changes = clock ? clockChanges(clock) : [];
  const hasNone = ['UTC', 'Asia/Kolkata', 'Asia/Kathmandu'].includes(zone);
  expect(changes.length > 6).toBe(!hasNone);
  for (const change of changes) {
    const [from, to] = [change - 1.5 * DAY_MS, change + 1.5 * DAY_MS];
    if (from < FROM || to > TO) continue;
    compare(zone, { ...BASE, type: HOURLY }, change - DAY_MS / 4, change + DAY_MS / 4);
    for (let hour = 0; hour < 24; hour += 1)
      compare(zone, { ...BASE, type: DAILY, hour, weekends: hour % 2 === 0 }, from, to);
  }
});

test.each(ZONES)('from any moment in %s, with any schedule', (zone) => {
  const clock = clocks.get(zone);
  if (!clock) throw new Error('No such clock.');
  // A small generator with a fixed seed: the same cases every time.
  let seed = zone.length * 7919;
  const dice = (count: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((seed / 0x7fffffff) * count) % count;
  };
  for (let n = 0; n < 60; n += 1) {
    const day = clock.days[10 + dice(clock.days.length - 20)]?.day ?? 0;
    const schedule: Schedule = {
      type: 1 + dice(6),
      date: `${Math.floor(day / 10_000)}-${two(Math.floor(day / 100))}-${two(day)}`,
      hour: dice(24),
      dayOfWeek: 1 + dice(7),
      dayOfMonth: 1 + dice(31),
      month: 1 + dice(12),
      weekends: dice(2) === 0,
    };
    const runs = allRuns(clock, schedule);
    for (let m = 0; m < 4; m += 1) {
      // Up to the last whole year, so that every schedule has a run left in the table; also exactly at a run,
      // which is then not the next.
      const any = FROM + MARGIN_MS + dice(4 * 365) * DAY_MS - 2 * MARGIN_MS + dice(DAY_MS);
      const after = m === 0 ? (runs[dice(runs.length)] ?? any) : Math.max(any, FROM + MARGIN_MS);
      const expected = runs.find((run) => run > after);
      if (expected === undefined && schedule.type !== ONE_TIME) continue;
      expect(
        nextRun(schedule, zone, iso(after)),
        `${zone} ${JSON.stringify(schedule)} after ${iso(after)}`,
      ).toBe(expected === undefined ? null : iso(expected).replace('.000', ''));
    }
  }
});
