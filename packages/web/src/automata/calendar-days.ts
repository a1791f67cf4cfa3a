/** Which days a phone's calendar shows, and what is sent on each. */
import { addDays, isDay, LAST_DAY } from '@parley/rules/time-zone.ts';
import type { CalendarEvent } from './calendar-send.ts';

export const VIEWS = ['month', 'week', 'day'] as const;
export type CalendarView = (typeof VIEWS)[number];
export const isView = (text: string): text is CalendarView => VIEWS.some((view) => view === text);

/** Nothing was sent before it. */
const FIRST_DAY = '1970-01-01';
/** Whether the calendar can be opened at a day. */
export const isCalendarDay = (text: string): boolean => isDay(text) && text >= FIRST_DAY && text <= LAST_DAY;

/**
 * A month's list begins with the chosen day, and reaches this far: the end of a month shows what comes next,
 * too.
 */
const LISTED_DAYS = 28;

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;
const sundayBefore = (day: string) => addDays(day, -new Date(`${day}T00:00Z`).getUTCDay());

/** The first and the last day that are listed. */
export function listedDays(view: CalendarView, day: string): { from: string; to: string } {
  if (view === 'day') return { from: day, to: day };
  const from = view === 'week' ? sundayBefore(day) : day;
  return { from, to: addDays(from, (view === 'week' ? 7 : LISTED_DAYS) - 1) };
}

/** The day to go to for the next month, week or day, or with -1 the one before. */
export function neighbour(view: CalendarView, day: string, by: 1 | -1): string {
  if (view !== 'month') return addDays(day, view === 'week' ? 7 * by : by);
  return firstOfMonth(addDays(firstOfMonth(day), by === 1 ? 31 : -1));
}

export type AgendaDay = { day: string; sends: CalendarEvent[] };

/** What is sent, by day, each day in order of time. */
export function eventsByDay(events: CalendarEvent[]): Map<string, CalendarEvent[]> {
  const inOrder = events.toSorted((one, other) =>
    one.start < other.start ? -1 : one.start > other.start ? 1 : 0,
  );
  return Map.groupBy(inOrder, ({ start }) => start.slice(0, 10));
}

/** The days with what is sent, in order; of a week also the days without. */
export function agendaOf(events: CalendarEvent[], view: CalendarView, day: string): AgendaDay[] {
  const { from, to } = listedDays(view, day);
  const sends = eventsByDay(events);
  return daysOf(from, to)
    .map((on) => ({ day: on, sends: sends.get(on) ?? [] }))
    .filter((each) => view === 'week' || each.sends.length > 0);
}

/** The days from one to another, both included. */
export function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/**
 * The first day of the weeks that show a month, or of a week; and the last one that any form of the view
 * shows.
 */
export function shownDays(view: CalendarView, day: string): { from: string; to: string } {
  const listed = listedDays(view, day);
  if (view !== 'month') return listed;
  const from = sundayBefore(firstOfMonth(day));
  const to = addDays(from, MONTH_DAYS - 1);
  return { from, to: to > listed.to ? to : listed.to };
}

/** A month stands in this many weeks at most. */
const MONTH_DAYS = 6 * 7;
/** The weeks that show a month, from Sunday to Saturday. */
export function weeksOf(day: string): string[][] {
  const { from } = shownDays('month', day);
  const last = addDays(firstOfMonth(addDays(firstOfMonth(day), 31)), -1);
  const days = daysOf(from, addDays(sundayBefore(last), 6));
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

/** The address of one day, as its query. */
export const daySearch = (day: string) => `?view=day&day=${day}`;
