import { expect, test } from 'vitest';
import {
  atOnce,
  endWords,
  START_TIMES,
  speedWords,
  startLine,
  startOf,
  startWords,
  takenWords,
  withDate,
  withTime,
} from './schedule.ts';

const ZONE = 'America/New_York';
/** 07:30 on Saturday, November 21 in New York. */
const EARLY = new Date('2026-11-21T12:30:00Z');
const LATER = new Date('2026-11-21T15:00:00Z');

test('an empty schedule is today at nine, or at once when that has passed', () => {
  expect(startOf('', ZONE, EARLY)).toEqual({ at: '2026-11-21 09:00:00', isNow: false });
  expect(startWords('', ZONE, EARLY)).toBe('Today at 9:00 AM EST');
  expect(startOf('', ZONE, LATER)).toEqual({ at: '2026-11-21 09:00:00', isNow: true });
  expect(startWords('', ZONE, LATER)).toBe('Now');
});

test('today is the account’s day, not that of UTC', () => {
  expect(startOf('', ZONE, new Date('2026-11-22T03:00:00Z')).at).toBe('2026-11-21 09:00:00');
});

test('at each contact’s own time the texts are taken when the first zone of the world gets there', () => {
  // 9:00 on Monday in Kiritimati (UTC+14) is 19:00 UTC on Sunday.
  expect(takenWords('2026-11-23 09:00:00', ZONE, EARLY)).toBe('Tomorrow at 2:00 PM EST');
  expect(takenWords('2026-11-23 09:00:00', ZONE, new Date('2026-11-22T18:59:59Z'))).toBe(
    'Today at 2:00 PM EST',
  );
  expect(takenWords('2026-11-23 09:00:00', ZONE, new Date('2026-11-22T19:00:00Z'))).toBeNull();
});

test('a chosen moment reads with its weekday and the zone of that day', () => {
  expect(startWords('2026-11-22 13:15:00', ZONE, EARLY)).toBe('Tomorrow at 1:15 PM EST');
  expect(startWords('2026-06-01 00:00:00', ZONE, new Date('2026-05-01T12:00:00Z'))).toBe(
    'Mon, Jun 1, 2026 at 12:00 AM EDT',
  );
  expect(startWords('2026-11-20 09:00:00', ZONE, EARLY)).toBe('Now');
});

test('a time of each contact’s own clock is said so, and never ‘at once’', () => {
  expect(startLine({ startAt: '', localTime: true }, ZONE, LATER)).toBe(
    'Today at 9:00 AM, on each contact’s own clock',
  );
  expect(startLine({ startAt: '2026-11-22 13:15:00', localTime: true }, ZONE, EARLY)).toBe(
    'Tomorrow at 1:15 PM, on each contact’s own clock',
  );
  expect(startLine({ startAt: '' }, ZONE, EARLY)).toBe('Today at 9:00 AM EST');
});

test('at once is the quarter of an hour that has begun', () => {
  const now = new Date('2026-11-21T12:44:59Z');
  expect(atOnce(ZONE, now)).toBe('2026-11-21 07:30:00');
  expect(startOf(atOnce(ZONE, now), ZONE, now).isNow).toBe(true);
});

test('the end follows from the speed of the channel', () => {
  const paced = { segments: 72_000, segmentsPerMinute: 1_200, segmentsPerDay: 0 };
  expect(endWords('', ZONE, EARLY, paced)).toBe('Today at 10:00 AM EST');
  expect(endWords('2026-11-22 23:30:00', ZONE, EARLY, paced)).toBe('Mon, Nov 23, 2026 at 12:30 AM EST');
  // Its moment has passed: it starts now, at ten.
  expect(endWords('', ZONE, LATER, paced)).toBe('Today at 11:00 AM EST');
  // Three shares of a day, and an hour of the fourth.
  expect(endWords('', ZONE, EARLY, { ...paced, segments: 75_600, segmentsPerDay: 24_000 })).toBe(
    'Tue, Nov 24, 2026 at 9:03 AM EST',
  );
  expect(endWords('', ZONE, EARLY, { ...paced, segmentsPerMinute: 0 })).toBeNull();
  expect(speedWords(paced)).toBe('20 a second');
  expect(speedWords({ segmentsPerMinute: 12, segmentsPerDay: 2_000 })).toBe('12 a minute, 2,000 a day');
});

test('times come in quarters of an hour', () => {
  expect(START_TIMES).toHaveLength(96);
  expect(START_TIMES[37]).toEqual({ value: '09:15:00', label: '9:15 AM' });
  expect(START_TIMES.at(-1)).toEqual({ value: '23:45:00', label: '11:45 PM' });
});

test('date and time complete each other', () => {
  expect(withDate('', '2026-12-01')).toBe('2026-12-01 09:00:00');
  expect(withDate('2026-11-30 10:15:00', '2026-12-01')).toBe('2026-12-01 10:15:00');
  expect(withDate('2026-11-30 10:15:00', null)).toBe('');
  expect(withTime('', '10:15:00', ZONE, EARLY)).toBe('2026-11-21 10:15:00');
});

test('in an hour that the clock shows twice, a time of its second pass is still to come', () => {
  const inSecondPass = new Date('2026-11-01T06:15:00Z');
  expect(startOf('2026-11-01 01:30:00', ZONE, inSecondPass).isNow).toBe(false);
  expect(startWords('2026-11-01 01:30:00', ZONE, inSecondPass)).toBe('Today at 1:30 AM EST');
  expect(startWords('2026-11-01 01:00:00', ZONE, inSecondPass)).toBe('Now');
});
