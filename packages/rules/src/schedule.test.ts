import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextRun, runsBetween, type Schedule, scheduleSummary, scheduleTypeName } from './schedule.ts';

const BASE: Schedule = { type: 0, date: '', hour: 9, dayOfWeek: 2, dayOfMonth: 1, month: 1, weekends: true };
const runs = (schedule: Partial<Schedule>, after: string, count: number, zone = 'America/New_York') =>
  runsBetween({ ...BASE, ...schedule }, zone, after, '2099-01-01T00:00:00Z', count);

describe('next run', () => {
  it('One Time: once, nothing when past or without a real date', () => {
    expect(runs({ type: 1, date: '2026-07-04' }, '2026-01-01T00:00:00Z', 3)).toEqual([
      '2026-07-04T13:00:00Z',
    ]);
    expect(nextRun({ ...BASE, type: 1, date: '2026-07-04' }, 'UTC', '2026-07-04T09:00:00Z')).toBeNull();
    expect(nextRun({ ...BASE, type: 1, date: '2026-02-30' }, 'UTC', '2026-01-01T00:00:00Z')).toBeNull();
  });

  it('Hourly: the next full hour of the wall clock', () => {
    expect(runs({ type: 2 }, '2026-01-04T12:10:00Z', 2, 'Asia/Kolkata')).toEqual([
      '2026-01-04T12:30:00Z',
      '2026-01-04T13:30:00Z',
    ]);
  });

  it('Daily: every day at the wall-clock hour across the clock change', () => {
    expect(runs({ type: 3 }, '2026-03-07T00:00:00Z', 3)).toEqual([
      '2026-03-07T14:00:00Z',
      '2026-03-08T13:00:00Z',
      '2026-03-09T13:00:00Z',
    ]);
  });

  it('Daily: an hour that the clock skips runs at the first instant after; one repeated runs once', () => {
    expect(runs({ type: 3, hour: 2 }, '2026-03-08T00:00:00Z', 2)).toEqual([
      '2026-03-08T07:00:00Z',
      '2026-03-09T06:00:00Z',
    ]);
    expect(runs({ type: 3, hour: 1 }, '2026-11-01T00:00:00Z', 2)).toEqual([
      '2026-11-01T05:00:00Z',
      '2026-11-02T06:00:00Z',
    ]);
  });

  it('Daily without weekends: Saturday, Sunday and Monday are one run', () => {
    expect(runs({ type: 3, weekends: false }, '2026-06-05T00:00:00Z', 3)).toEqual([
      '2026-06-05T13:00:00Z',
      '2026-06-08T13:00:00Z',
      '2026-06-09T13:00:00Z',
    ]);
  });

  it('Weekly: 1 is Sunday; weekends mean nothing; outside 1 to 7 is Monday', () => {
    expect(runs({ type: 4, dayOfWeek: 1, weekends: false }, '2026-06-05T00:00:00Z', 2)).toEqual([
      '2026-06-07T13:00:00Z',
      '2026-06-14T13:00:00Z',
    ]);
    expect(runs({ type: 4, dayOfWeek: 7 }, '2026-06-05T00:00:00Z', 1)).toEqual(['2026-06-06T13:00:00Z']);
    expect(runs({ type: 4, dayOfWeek: 9 }, '2026-06-05T00:00:00Z', 1)).toEqual(['2026-06-08T13:00:00Z']);
  });

  it('Monthly: day 31 is the last day of a shorter month; a weekend moves to Monday, even of the next month', () => {
    expect(runs({ type: 5, dayOfMonth: 31 }, '2026-01-15T00:00:00Z', 4, 'UTC')).toEqual(
      ['01-31', '02-28', '03-31', '04-30'].map((day) => `2026-${day}T09:00:00Z`),
    );
    expect(runs({ type: 5, dayOfMonth: 31, weekends: false }, '2026-01-15T00:00:00Z', 3, 'UTC')).toEqual(
      ['02-02', '03-02', '03-31'].map((day) => `2026-${day}T09:00:00Z`),
    );
    expect(runs({ type: 5, dayOfMonth: 31, weekends: false }, '2026-02-01T00:00:00Z', 1, 'UTC')).toEqual([
      '2026-02-02T09:00:00Z',
    ]);
  });

  it('Yearly: the 29th of February is the 28th in other years', () => {
    expect(runs({ type: 6, dayOfMonth: 29, month: 2 }, '2026-01-01T00:00:00Z', 3, 'UTC')).toEqual(
      ['2026-02-28', '2027-02-28', '2028-02-29'].map((day) => `${day}T09:00:00Z`),
    );
  });

  it('unset and undefined types never run', () => {
    expect([0, 7, -1].map((type) => nextRun({ ...BASE, type }, 'UTC', '2026-01-01T00:00:00Z'))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('is always later, and nothing lies between two runs that follow each other', () => {
    const zones = [
      'UTC',
      'America/New_York',
      'Australia/Lord_Howe',
      'Africa/Cairo',
      'America/St_Johns',
      'Pacific/Apia',
    ];
    fc.assert(
      fc.property(
        fc.record({
          type: fc.integer({ min: 2, max: 6 }),
          hour: fc.integer({ min: 0, max: 23 }),
          dayOfWeek: fc.integer({ min: 1, max: 7 }),
          dayOfMonth: fc.integer({ min: 1, max: 31 }),
          month: fc.integer({ min: 1, max: 12 }),
          weekends: fc.boolean(),
        }),
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2029, 0) }),
        fc.integer({ min: 1, max: 400 * 86_400_000 }),
        (options, zone, start, gap) => {
          const schedule = { ...BASE, ...options };
          const from = new Date(start).toISOString();
          const run = Date.parse(nextRun(schedule, zone, from) ?? '');
          expect(run).toBeGreaterThan(start);
          const between = new Date(Math.min(start + gap, run - 1)).toISOString();
          expect(Date.parse(nextRun(schedule, zone, between) ?? '')).toBe(run);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('wording', () => {
  it.each([
    [{ type: 0 }, '', ''],
    [{ type: 1, date: '2026-07-04', hour: 13 }, 'One Time', 'on 2026-07-04 @ 1:00 PM'],
    [{ type: 1, date: '', hour: 13 }, 'One Time', ''],
    [{ type: 2 }, 'Hourly', 'every hour'],
    [{ type: 3, hour: 0 }, 'Daily', '@ 12:00 AM'],
    [{ type: 4, dayOfWeek: 1, hour: 12 }, 'Weekly', 'Sunday @ 12:00 PM'],
    [{ type: 5, dayOfMonth: 31 }, 'Monthly', 'on Day 31 @ 9:00 AM'],
    [{ type: 6, dayOfMonth: 4, month: 7 }, 'Yearly', 'on Day 4 of July @ 9:00 AM'],
    [{ type: 7 }, 'Undefined Schedule Type', ''],
  ])('%j', (schedule, name, summary) => {
    expect(scheduleTypeName(schedule.type)).toBe(name);
    expect(scheduleSummary({ ...BASE, ...schedule })).toBe(summary);
  });
});
