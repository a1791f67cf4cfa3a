import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runDaysBetween } from './run-days.ts';
import { runsBetween, type Schedule } from './schedule.ts';
import { addDays, dayOf } from './time-zone.ts';

const day = fc.integer({ min: 0, max: 3_000 }).map((n) => addDays('2024-01-01', n));
const schedule: fc.Arbitrary<Schedule> = fc.record({
  type: fc.integer({ min: 0, max: 7 }),
  date: day,
  hour: fc.integer({ min: 0, max: 23 }),
  dayOfWeek: fc.integer({ min: 0, max: 8 }),
  dayOfMonth: fc.integer({ min: 0, max: 32 }),
  month: fc.integer({ min: 0, max: 13 }),
  weekends: fc.boolean(),
});

test('the days of a calendar are those on which a schedule runs', () => {
  fc.assert(
    fc.property(schedule, day, fc.integer({ min: 0, max: 60 }), (any, from, length) => {
      const to = addDays(from, length);
      const runs = runsBetween(any, 'UTC', `${addDays(from, -1)}T23:59:59Z`, `${to}T23:59:59Z`, 2_000);
      expect(runDaysBetween(from, to)(any)).toEqual([...new Set(runs.map((run) => dayOf(run, 'UTC')))]);
    }),
    { numRuns: 60 },
  );
});
