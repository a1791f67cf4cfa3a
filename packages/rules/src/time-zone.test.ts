import { describe, expect, it } from 'vitest';
import {
  addDays,
  addSeconds,
  compareInstants,
  dayOf,
  dayRange,
  isDay,
  isTimeZone,
  parseLocalDateTime,
  toLocalDateTime,
} from './time-zone.ts';

const NEW_YORK = 'America/New_York';

describe('a wall clock as an instant', () => {
  it.each([
    ['2026-06-30 01:30:00', NEW_YORK, '2026-06-30T05:30:00Z'],
    ['2026-06-30 01:30', NEW_YORK, '2026-06-30T05:30:00Z'],
    ['2026-06-30T01:30:15', 'UTC', '2026-06-30T01:30:15Z'],
    ['2026-03-08 02:30:00', NEW_YORK, '2026-03-08T07:00:00Z'],
    ['2026-11-01 01:30:00', NEW_YORK, '2026-11-01T05:30:00Z'],
  ])('%s in %s', (text, zone, instant) => expect(parseLocalDateTime(text, zone)).toBe(instant));

  it.each([
    '',
    '2026-02-30 10:00:00',
    '2026-01-01 24:00:00',
    '2026-01-01 10:60:00',
    '2026-1-1 10:00:00',
    '01/02/2026 10:00',
    '2026-01-01',
  ])('refuses “%s”', (text) => expect(parseLocalDateTime(text, 'UTC')).toBeNull());

  it.each([
    ['before both', '2026-11-01T05:00:00Z', '2026-11-01T05:30:00Z'],
    ['after the first', '2026-11-01T05:45:00Z', '2026-11-01T06:30:00Z'],
    ['after both', '2026-11-01T07:00:00Z', '2026-11-01T06:30:00Z'],
  ])('that comes twice, seen %s', (_, now, instant) =>
    expect(parseLocalDateTime('2026-11-01 01:30:00', NEW_YORK, now)).toBe(instant),
  );

  it('that comes once is the same at any time', () => {
    for (const now of ['2026-03-08T06:00:00Z', '2026-03-08T09:00:00Z'])
      expect(parseLocalDateTime('2026-03-08 02:30:00', NEW_YORK, now)).toBe('2026-03-08T07:00:00Z');
  });

  it('and back', () => expect(toLocalDateTime('2026-06-30T05:30:00Z', NEW_YORK)).toBe('2026-06-30 01:30:00'));
});

describe('days', () => {
  it('begin and end at the zone’s midnight, 23 hours long when the clock is set forward', () => {
    expect(dayOf('2026-03-09T03:59:59Z', NEW_YORK)).toBe('2026-03-08');
    expect(dayRange('2026-03-08', '2026-03-08', NEW_YORK)).toEqual({
      from: '2026-03-08T05:00:00Z',
      to: '2026-03-09T04:00:00Z',
    });
  });

  it('are real and count on', () => {
    expect(['2026-02-28', '2028-02-29'].map(isDay)).toEqual([true, true]);
    for (const text of ['2026-02-29', '26-1-1', '', '2026-02-28T10:00', '+002026-02-28'])
      expect(isDay(text), text).toBe(false);
    expect([addDays('2026-02-28', 1), addDays('2026-01-01', -1)]).toEqual(['2026-03-01', '2025-12-31']);
  });
});

it('instants count on and compare whatever their precision', () => {
  expect(addSeconds('2026-01-01T00:00:00Z', 90)).toBe('2026-01-01T00:01:30.000Z');
  expect(compareInstants('2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z')).toBe(0);
});

it('knows time zones by name only', () => {
  expect([NEW_YORK, 'UTC', '+02:00', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
