import { expect, test } from 'vitest';
import { NO_WAIT, waitUntil } from './wait-time.ts';

const ZONE = 'America/New_York';
/** 1:15 in the second pass of the hour that comes twice. */
const AGAIN = '2026-11-01T06:15:00Z';

test('a time of day, or a date, whose second pass is still to come is waited for', () => {
  const today = { ...NO_WAIT, unit: 'today', hour: 1, minute: 30 } as const;
  expect(waitUntil(today, AGAIN, ZONE)).toBe('2026-11-01T06:30:00Z');
  const date = { ...NO_WAIT, dateTime: '2026-11-01 01:30:00' };
  expect(waitUntil(date, AGAIN, ZONE)).toBe('2026-11-01T06:30:00Z');
});

test('before the clock is set back, the first pass counts', () => {
  const today = { ...NO_WAIT, unit: 'today', hour: 1, minute: 30 } as const;
  expect(waitUntil(today, '2026-11-01T05:15:00Z', ZONE)).toBe('2026-11-01T05:30:00Z');
});
