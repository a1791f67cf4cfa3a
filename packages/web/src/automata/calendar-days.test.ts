import { expect, test } from 'vitest';
import { agendaOf, isCalendarDay, listedDays, neighbour, shownDays, weeksOf } from './calendar-days.ts';
import type { CalendarEvent } from './calendar-send.ts';

const send = (start: string, to = '/automata/editor/4'): CalendarEvent => ({
  id: `${to} ${start}`,
  title: 'News',
  start,
  kind: 'run',
  to,
  times: 1,
  last: start,
});

test('a month’s list begins with the chosen day and reaches into the next month, a week goes from Sunday to Saturday', () => {
  expect(listedDays('month', '2026-11-30')).toEqual({ from: '2026-11-30', to: '2026-12-27' });
  expect(listedDays('week', '2026-11-25')).toEqual({ from: '2026-11-22', to: '2026-11-28' });
  expect(listedDays('week', '2026-11-22')).toEqual({ from: '2026-11-22', to: '2026-11-28' });
  expect(listedDays('day', '2026-11-25')).toEqual({ from: '2026-11-25', to: '2026-11-25' });
});

test('the next and the previous month begin with their first day, whatever the lengths of months', () => {
  expect(neighbour('month', '2026-01-31', 1)).toBe('2026-02-01');
  expect(neighbour('month', '2026-12-05', 1)).toBe('2027-01-01');
  expect(neighbour('month', '2026-03-31', -1)).toBe('2026-02-01');
  expect(neighbour('week', '2026-12-28', 1)).toBe('2027-01-04');
  expect(neighbour('day', '2026-03-01', -1)).toBe('2026-02-28');
});

test('what is sent stands under its day in order; a month leaves out days without, a week shows them', () => {
  const events = [
    send('2026-11-26 11:00:00'),
    send('2026-11-24 09:00:00'),
    send('2026-11-26 08:00:00', '/b'),
  ];
  const month = agendaOf(events, 'month', '2026-11-24');
  expect(month.map(({ day, sends }) => [day, ...sends.map(({ start }) => start.slice(11))])).toEqual([
    ['2026-11-24', '09:00:00'],
    ['2026-11-26', '08:00:00', '11:00:00'],
  ]);
  expect(agendaOf(events, 'month', '2026-11-25').map(({ day }) => day)).toEqual(['2026-11-26']);
  expect(agendaOf(events, 'week', '2026-11-26').map(({ sends }) => sends.length)).toEqual([
    0, 0, 1, 0, 2, 0, 0,
  ]);
  expect(agendaOf([], 'day', '2026-11-26')).toEqual([]);
});

test('a month stands in whole weeks, from the Sunday before it to the Saturday after', () => {
  const november = weeksOf('2026-11-24');
  expect(november.map((week) => week[0])).toEqual([
    '2026-11-01',
    '2026-11-08',
    '2026-11-15',
    '2026-11-22',
    '2026-11-29',
  ]);
  expect(november.at(-1)?.at(-1)).toBe('2026-12-05');
  expect(weeksOf('2026-08-03')).toHaveLength(6);
  expect(shownDays('month', '2026-11-30')).toEqual({ from: '2026-11-01', to: '2026-12-27' });
});

test('the calendar opens at days on which something may be sent, and at no other text', () => {
  const opens = ['1970-01-01', '2028-02-29', '9998-12-31'];
  expect(opens.filter(isCalendarDay)).toEqual(opens);
  expect(['0000-01-01', '9999-01-01', '9999-12-31', '2027-02-29', ''].filter(isCalendarDay)).toEqual([]);
});
