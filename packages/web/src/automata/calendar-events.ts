/**
 * What the calendar shows: runs to come of automata that are on, blasts, and demo events while there are
 * neither.
 */
import type { BlastState } from '@parley/contract';
import { runDaysBetween } from '@parley/rules/run-days.ts';
import { SCHEDULE_TYPES } from '@parley/rules/schedule.ts';
import {
  addDays,
  addSeconds,
  dayOf,
  dayRange,
  LAST_DAY,
  parseLocalDateTime,
  toLocalDateTime,
} from '@parley/rules/time-zone.ts';
import type { CalendarEvent } from './calendar-send.ts';
import { scheduleOf } from './schedule-words.ts';
import type { AutomatonData } from './use-automaton.ts';
import { wordings } from './wordings.ts';

type Blast = {
  id: number;
  campaign: number;
  name: string;
  state: BlastState;
  scheduledFor: string;
  startedAt: string;
};

/** Days before and after the middle of a month: more than any view of one of its days shows. */
const REACH_DAYS = 45;

/**
 * The days that are asked for around a day. They stay the same for a whole month, so that going from day to
 * day asks nothing.
 */
export function daysAround(day: string): { from: string; to: string } {
  const month = `${day.slice(0, 7)}-15`;
  const to = addDays(month, REACH_DAYS);
  return { from: addDays(month, -REACH_DAYS), to: to > LAST_DAY ? LAST_DAY : to };
}

/** Runs to come from one day to another, both included; `each`: every run of an hourly automata by itself. */
export function runEvents(
  automata: AutomatonData[],
  days: { from: string; to: string },
  zone: string,
  now: string,
  each: boolean,
): CalendarEvent[] {
  const momentOf = moments(zone);
  const today = dayOf(now, zone);
  const runDays = runDaysBetween(days.from > today ? days.from : today, days.to);
  return automata
    .filter(({ enabled }) => enabled)
    .flatMap((data) => {
      const hours = data.type === SCHEDULE_TYPES.HOURLY ? ALL_HOURS : [data.hour];
      return runDays(scheduleOf(data)).flatMap((day) => {
        const runs = [...new Set(hours.map((hour) => momentOf(day, hour)))].filter(({ at }) => at > now);
        const last = runs.at(-1)?.start ?? '';
        const shown = each ? runs : runs.slice(0, 1);
        return shown.map(
          ({ at, start }): CalendarEvent => ({
            id: `automata ${data.id} ${at}`,
            title: data.name,
            start,
            kind: 'run',
            to: `/automata/editor/${data.id}`,
            times: each ? 1 : runs.length,
            last: each ? start : last,
          }),
        );
      });
    });
}

const ALL_HOURS = Array.from({ length: 24 }, (_, hour) => hour);

type Moment = { at: string; start: string };

/** The full hours of days in a zone; each is worked out once, however many runs share it. */
function moments(zone: string): (day: string, hour: number) => Moment {
  const known = new Map<string, Moment[]>();
  return (day, hour) => {
    let hours = known.get(day);
    if (!hours) {
      hours = hoursOf(day, zone);
      known.set(day, hours);
    }
    return hours[hour] as Moment;
  };
}

const wallOf = (day: string, hour: number) => `${day} ${String(hour).padStart(2, '0')}:00:00`;

/** An hour that the clock skips is the one at which it goes on. */
function hoursOf(day: string, zone: string): Moment[] {
  const { from, to } = dayRange(day, day, zone);
  const hasAllHours = Date.parse(to) - Date.parse(from) === ALL_HOURS.length * 3_600_000;
  if (hasAllHours)
    return ALL_HOURS.map((hour) => ({ at: addSeconds(from, hour * 3_600), start: wallOf(day, hour) }));
  const hours: Moment[] = [];
  for (const hour of ALL_HOURS) {
    const at = parseLocalDateTime(wallOf(day, hour), zone);
    if (at === null) throw new Error(`${wallOf(day, hour)} is no time.`);
    const before = hours.at(-1);
    hours.push(before?.at === at ? before : { at, start: toLocalDateTime(at, zone) });
  }
  return hours;
}

export function blastEvents(blasts: Blast[], zone: string): CalendarEvent[] {
  return blasts.flatMap(({ id, campaign, name, state, scheduledFor, startedAt }) => {
    const at = startedAt || scheduledFor;
    if (at === '' || state === 'cancelled') return [];
    return [
      event(
        {
          kind: state === 'scheduled' ? 'planned' : 'begun',
          id: `blast ${id}`,
          title: name,
          to: `/blast/${campaign}/live/${id}`,
        },
        at,
        zone,
      ),
    ];
  });
}

const DEMO = [
  { title: wordings.calendarEvents.demoWeeklyNewsletter, day: -2, hour: 9 },
  { title: wordings.calendarEvents.demoAppointmentReminders, day: 0, hour: 8 },
  { title: wordings.calendarEvents.demoFlashSale, day: 1, hour: 12 },
  { title: wordings.calendarEvents.demoWeeklyNewsletter, day: 5, hour: 9 },
  { title: wordings.calendarEvents.demoBirthdayGreetings, day: 8, hour: 10 },
];

export function demoEvents(zone: string, now: string): CalendarEvent[] {
  const today = dayRange(dayOf(now, zone), dayOf(now, zone), zone).from;
  return DEMO.map(({ title, day, hour }, index) =>
    event(
      { kind: 'demo', id: `demo ${index}`, title, to: '' },
      addSeconds(today, (day * 24 + hour) * 3600),
      zone,
    ),
  );
}

function event(
  send: Pick<CalendarEvent, 'kind' | 'id' | 'title' | 'to'>,
  at: string,
  zone: string,
): CalendarEvent {
  const start = toLocalDateTime(at, zone);
  return { ...send, start, times: 1, last: start };
}
