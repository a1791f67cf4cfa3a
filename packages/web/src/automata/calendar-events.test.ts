import { NEW_TRIGGER } from '@parley/rules/event-trigger.ts';
import { expect, test } from 'vitest';
import { blastEvents, daysAround, demoEvents, runEvents } from './calendar-events.ts';
import type { AutomatonData } from './use-automaton.ts';

const ZONE = 'America/New_York';
const DAYS = { from: '2026-11-01', to: '2026-12-27' };
const automaton: AutomatonData = {
  id: 4,
  name: 'Weekly news',
  type: 4,
  campaign: 7,
  segment: 0,
  channel: 0,
  list: 3,
  dayOfWeek: 6,
  dayOfMonth: 1,
  month: 1,
  hour: 17,
  nextRun: '2026-11-27',
  weekends: true,
  enabled: true,
  onlyNew: false,
  clone: false,
  filters: [],
  timeToLive: 0,
  problem: '',
  version: 1,
  runs: 0,
  reached: 0,
  replied: 0,
  optedOut: 0,
  trigger: NEW_TRIGGER,
  started: 0,
  waiting: 0,
};

test('the runs to come of automata that are on, on the account’s clock', () => {
  const events = runEvents([automaton], DAYS, ZONE, '2026-11-21T12:00:00Z', false);
  expect(events[0]).toMatchObject({
    title: 'Weekly news',
    start: '2026-11-27 17:00:00',
    to: '/automata/editor/4',
  });
  // Up to the last day asked for, and nothing of the past.
  expect(events.map(({ start }) => start.slice(0, 10))).toEqual([
    '2026-11-27',
    '2026-12-04',
    '2026-12-11',
    '2026-12-18',
    '2026-12-25',
  ]);
  const off = { ...automaton, enabled: false };
  expect(runEvents([off], DAYS, ZONE, '2026-11-21T12:00:00Z', false)).toEqual([]);
});

test('an hourly automata is one line of a day, or every hour of it; across a clock change no hour is told twice', () => {
  const hourly = { ...automaton, type: 2 };
  const day = { from: '2026-11-26', to: '2026-11-26' };
  const now = '2026-11-26T15:30:00Z';
  expect(runEvents([hourly], day, ZONE, now, false)).toMatchObject([
    { start: '2026-11-26 11:00:00', times: 13, last: '2026-11-26 23:00:00' },
  ]);
  expect(runEvents([hourly], day, ZONE, now, true)).toHaveLength(13);
  const forward = { from: '2027-03-14', to: '2027-03-14' };
  expect(runEvents([hourly], forward, ZONE, now, true)).toHaveLength(23);
});

test('five hundred automata of every kind are worked out for a month, each hour of the clock once', () => {
  const many = Array.from({ length: 500 }, (_, id) => ({
    ...automaton,
    id,
    type: 2 + (id % 5),
    hour: id % 24,
    weekends: id % 2 === 0,
  }));
  const before = performance.now();
  const events = runEvents(many, DAYS, ZONE, '2026-11-01T05:00:00Z', false);
  expect(events.length).toBeGreaterThan(10_000);
  // One after the other through the time zone they took half a minute.
  expect(performance.now() - before).toBeLessThan(5_000);
});

test('blasts where they began, or are to begin; cancelled ones are left out', () => {
  const blast = {
    id: 9,
    campaign: 7,
    name: 'Sale',
    state: 'scheduled' as const,
    scheduledFor: '2026-11-23T14:00:00Z',
    startedAt: '',
  };
  const started = { ...blast, id: 10, state: 'done' as const, startedAt: '2026-11-23T14:05:00Z' };
  expect(blastEvents([blast, started, { ...blast, state: 'cancelled' }], ZONE)).toMatchObject([
    { start: '2026-11-23 09:00:00', to: '/blast/7/live/9' },
    { start: '2026-11-23 09:05:00', to: '/blast/7/live/10' },
  ]);
});

test('demo events lie around today, each at a full hour, and lead nowhere', () => {
  const events = demoEvents(ZONE, '2026-11-21T12:00:00Z');
  expect(events.length).toBeGreaterThan(3);
  for (const { title, start, to } of events) {
    expect(title).toMatch(/^Demo: /);
    expect(start).toMatch(/:00:00$/);
    expect(to).toBe('');
  }
});

test('one range of days for every day of a month, wide enough for its first and last week', () => {
  expect(daysAround('2026-11-01')).toEqual(daysAround('2026-11-30'));
  const { from, to } = daysAround('2026-11-01');
  expect(from <= '2026-10-25' && to >= '2026-12-12').toBe(true);
});

test('the days around the last one that anything can be planned for end with it', () => {
  expect(daysAround('9998-12-31')).toEqual({ from: daysAround('9998-12-01').from, to: '9998-12-31' });
});
