/** Which days a phone's calendar shows, and what is sent on each. */
import { addDays } from '@parley/rules/zone.ts';
import type { CalendarEvent } from './calendar-events.ts';

export const VIEWS = ['month', 'week', 'day'] as const;
export type CalendarView = (typeof VIEWS)[number];
export const isView = (text: string): text is CalendarView => VIEWS.some((view) => view === text);

/** A month's list begins with the chosen day, and reaches this far: the end of a month shows what comes next, too. */
const LISTED_DAYS = 28;
/** So many runs of one automata on a day, and more, are one line of it. */
const MANY_RUNS = 3;

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

/** `times` runs of one automata on one day, the first of them `event`, the last one at `last`. */
export type Send = { event: CalendarEvent; times: number; last: string };
export type AgendaDay = { day: string; sends: Send[] };

/** The days with what is sent, in order; of a week also the days without. */
export function agendaOf(events: CalendarEvent[], view: CalendarView, day: string): AgendaDay[] {
  const { from, to } = listedDays(view, day);
  const days = new Map<string, CalendarEvent[]>();
  if (view === 'week') for (let n = 0; n < 7; n += 1) days.set(addDays(from, n), []);
  for (const event of events.toSorted((one, other) => one.start.localeCompare(other.start))) {
    const on = event.start.slice(0, 10);
    if (on >= from && on <= to) days.set(on, [...(days.get(on) ?? []), event]);
  }
  return [...days].map(([on, sent]) => ({ day: on, sends: view === 'day' ? sent.map(once) : folded(sent) }));
}

const once = (event: CalendarEvent): Send => ({ event, times: 1, last: event.start });

/** Runs of one automata become one line, where they are many. */
function folded(events: CalendarEvent[]): Send[] {
  const sameSource = Map.groupBy(events, ({ payload, id }) => payload.to || id);
  return [...sameSource.values()]
    .flatMap((all) => {
      const [first] = all;
      if (!first || all.length < MANY_RUNS) return all.map(once);
      return [{ event: first, times: all.length, last: all.at(-1)?.start ?? first.start }];
    })
    .toSorted((one, other) => one.event.start.localeCompare(other.event.start));
}
