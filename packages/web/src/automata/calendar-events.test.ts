import { expect, test } from 'vitest';
import { blastEvents, daysAround, demoEvents, runEvents } from './calendar-events.ts';
import type { AutomatonData } from './use-automaton.ts';

const ZONE = 'America/New_York';
const automaton: AutomatonData = {
  id: 4,
  name: 'Weekly news',
  type: 4,
  campaign: 7,
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
};

test('the runs to come of automata that are on, on the account’s clock', () => {
  const events = runEvents([automaton], '2026-11-21', ZONE, '2026-11-21T12:00:00Z');
  expect(events[0]).toMatchObject({
    title: 'Weekly news',
    start: '2026-11-27 17:00:00',
    end: '2026-11-27 18:00:00',
    payload: { to: '/automata/editor/4' },
  });
  // Up to the end of the year, and nothing of the past.
  expect(events.map(({ start }) => start.slice(0, 10))).toEqual([
    '2026-11-27',
    '2026-12-04',
    '2026-12-11',
    '2026-12-18',
    '2026-12-25',
  ]);
  expect(runEvents([{ ...automaton, enabled: false }], '2026-11-21', ZONE, '2026-11-21T12:00:00Z')).toEqual(
    [],
  );
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
    { start: '2026-11-23 09:00:00', payload: { to: '/blast/7/live/9' } },
    { start: '2026-11-23 09:05:00', payload: { to: '/blast/7/live/10' } },
  ]);
});

test('demo events lie around today, an hour each, and lead nowhere', () => {
  const events = demoEvents(ZONE, '2026-11-21T12:00:00Z');
  expect(events.length).toBeGreaterThan(3);
  for (const { title, start, end, payload } of events) {
    expect(title).toMatch(/^Demo: /);
    expect(Date.parse(`${end}Z`) - Date.parse(`${start}Z`)).toBe(3_600_000);
    expect(payload.to).toBe('');
  }
});

test('one range of days for every day of a month, wide enough for its first and last week', () => {
  expect(daysAround('2026-11-01')).toEqual(daysAround('2026-11-30'));
  const { from, to } = daysAround('2026-11-01');
  expect(from <= '2026-10-25' && to >= '2026-12-12').toBe(true);
});
