/** What the calendar shows: runs to come of automata that are on, blasts, and demo events while there are neither. */
import type { BlastState } from '@parley/contract';
import { SCREEN } from '@parley/rules/limits.ts';
import { runsBetween } from '@parley/rules/schedule.ts';
import { addDays, addSeconds, dayOf, dayRange, toLocalDateTime } from '@parley/rules/zone.ts';
import { scheduleOf } from './schedule-words.ts';
import type { AutomatonData } from './use-automaton.ts';

export type CalendarEvent = {
  id: string;
  title: string;
  /** On the account's clock, `YYYY-MM-DD HH:mm:ss`. */
  start: string;
  end: string;
  color: string;
  payload: {
    kind: SendKind;
    /** Where a click leads; demo events lead nowhere. */
    to: string;
  };
};

/** What is told apart by colour, and in words. */
export const KINDS = {
  run: { words: 'Automata', color: 'teal' },
  planned: { words: 'Scheduled blast', color: 'blue' },
  begun: { words: 'Blast', color: 'gray' },
  demo: { words: 'Demo', color: 'grape' },
} as const;
export type SendKind = keyof typeof KINDS;

type Blast = {
  id: number;
  campaign: number;
  name: string;
  state: BlastState;
  scheduledFor: string;
  startedAt: string;
};

const LENGTH_SECONDS = SCREEN.calendarStepMinutes * 60;
/** Hourly runs of a month, and to spare. */
const MOST_RUNS = 1_000;
/** Days before and after the middle of a month: more than any view of one of its days shows. */
const REACH_DAYS = 45;

/** The days that are asked for around a day. They stay the same for a whole month, so that going from day to day asks nothing. */
export function daysAround(day: string): { from: string; to: string } {
  const month = `${day.slice(0, 7)}-15`;
  return { from: addDays(month, -REACH_DAYS), to: addDays(month, REACH_DAYS) };
}

/** Runs to come around a day. */
export function runEvents(
  automata: AutomatonData[],
  around: string,
  zone: string,
  now: string,
): CalendarEvent[] {
  const days = daysAround(around);
  const { from, to } = dayRange(days.from, days.to, zone);
  const after = from > now ? from : now;
  return automata
    .filter(({ enabled }) => enabled)
    .flatMap((data) =>
      runsBetween(scheduleOf(data), zone, after, to, MOST_RUNS).map((run) =>
        event('run', `automata ${data.id} ${run}`, data.name, run, zone, `/automata/editor/${data.id}`),
      ),
    );
}

export function blastEvents(blasts: Blast[], zone: string): CalendarEvent[] {
  return blasts.flatMap(({ id, campaign, name, state, scheduledFor, startedAt }) => {
    const at = startedAt || scheduledFor;
    if (at === '' || state === 'cancelled') return [];
    return [
      event(
        state === 'scheduled' ? 'planned' : 'begun',
        `blast ${id}`,
        name,
        at,
        zone,
        `/blast/${campaign}/live/${id}`,
      ),
    ];
  });
}

const DEMO = [
  { title: 'Demo: weekly newsletter', day: -2, hour: 9 },
  { title: 'Demo: appointment reminders', day: 0, hour: 8 },
  { title: 'Demo: flash sale', day: 1, hour: 12 },
  { title: 'Demo: weekly newsletter', day: 5, hour: 9 },
  { title: 'Demo: birthday greetings', day: 8, hour: 10 },
];

export function demoEvents(zone: string, now: string): CalendarEvent[] {
  const today = dayRange(dayOf(now, zone), dayOf(now, zone), zone).from;
  return DEMO.map(({ title, day, hour }, index) =>
    event('demo', `demo ${index}`, title, addSeconds(today, (day * 24 + hour) * 3600), zone, ''),
  );
}

function event(
  kind: SendKind,
  id: string,
  title: string,
  at: string,
  zone: string,
  to: string,
): CalendarEvent {
  const start = toLocalDateTime(at, zone);
  return {
    id,
    title,
    start,
    end: toLocalDateTime(addSeconds(at, LENGTH_SECONDS), zone),
    color: KINDS[kind].color,
    payload: { kind, to },
  };
}
