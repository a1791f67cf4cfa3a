import { Skeleton } from '@mantine/core';
import { Schedule } from '@mantine/schedule';
import '@mantine/dates/styles.layer.css';
import '@mantine/schedule/styles.layer.css';
import { calls } from '@parley/contract';
import { SCREEN } from '@parley/rules/limits.ts';
import { dayOf, isDay } from '@parley/rules/zone.ts';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useZone } from '../data/use-account.ts';
import { useCall } from '../data/use-call.ts';
import { useQueryParam } from '../data/use-query-param.ts';
import { formatDate, zoneName } from '../kit/date-text.tsx';
import { Page } from '../kit/page.tsx';
import { FailedState } from '../kit/states.tsx';
import { useDevice } from '../kit/use-device.ts';
import classes from './calendar.module.css';
import { CalendarAgenda, KindDot } from './calendar-agenda.tsx';
import { type CalendarView, VIEWS } from './calendar-days.ts';
import {
  blastEvents,
  type CalendarEvent,
  daysAround,
  demoEvents,
  KINDS,
  runEvents,
} from './calendar-events.ts';

const isView = (text: string): text is CalendarView => VIEWS.some((view) => view === text);

/** When what is sent: automata and blasts by month, week and day, on the account's clock. */
export function Calendar() {
  const navigate = useNavigate();
  const zone = useZone();
  const [now] = useState(() => new Date().toISOString());
  const [viewText, setView] = useQueryParam('view');
  const [dayText, setDay] = useQueryParam('day');
  const isPhone = useDevice() === 'mobile';
  const today = dayOf(now, zone);
  const view = isView(viewText) ? viewText : 'month';
  const day = isDay(dayText.slice(0, 10)) ? dayText.slice(0, 10) : today;
  const sends = useSends(day);
  const { automata, blasts, hasNone } = sends;

  const { events, isDemo } = useMemo(() => {
    const real = [
      ...runEvents(
        automata.map(({ data }) => data),
        day,
        zone,
        now,
      ),
      ...blastEvents(blasts, zone),
    ];
    return hasNone ? { events: demoEvents(zone, now), isDemo: true } : { events: real, isDemo: false };
  }, [automata, blasts, hasNone, day, zone, now]);

  const show = (next: CalendarView) => setView(next === 'month' ? '' : next);
  return (
    <Page
      title="Calendar"
      about={`Automata and blasts, in ${zoneName(zone)}.${isDemo && sends.isReady ? ' These are demo events: your own take their place.' : ''}`}
    >
      {sends.error ? (
        <FailedState title="The calendar could not be loaded" error={sends.error} onRetry={sends.retry} />
      ) : !sends.isReady ? (
        <div className={`card ${classes.loading}`} role="status" aria-label="Loading">
          {LOADING_DAYS.map((day) => (
            <Skeleton key={day} height={14} width={24} />
          ))}
        </div>
      ) : isPhone ? (
        <CalendarAgenda events={events} view={view} day={day} today={today} onView={show} onDay={setDay} />
      ) : (
        <div className={`card ${classes.calendar}`}>
          <Schedule
            view={view}
            onViewChange={(next) => isView(next) && show(next)}
            date={day}
            onDateChange={setDay}
            events={events}
            monthViewProps={CONTROLS}
            weekViewProps={{ ...CONTROLS, ...HOURS }}
            dayViewProps={HOURS}
            onEventClick={({ payload }) => {
              if (payload?.to) void navigate(String(payload.to));
            }}
            renderEventBody={({ title, start }) => (
              <span className={classes.title}>
                <span className={classes.time}>{hourOf(String(start))}</span> {title}
              </span>
            )}
          />
          <Legend events={events} />
        </div>
      )}
    </Page>
  );
}

/** '9 AM', '9:30 AM' */
const hourOf = (at: string) => formatDate(at, 'UTC', 'time').replace(':00', '');

/** Five weeks that are on their way. */
const LOADING_DAYS = Array.from({ length: 35 }, (_, day) => day);

const VIEW_CHOICE = { viewSelectProps: { views: VIEWS } };
const CONTROLS = { ...VIEW_CHOICE, firstDayOfWeek: 0 as const };
const HOURS = { ...VIEW_CHOICE, intervalMinutes: SCREEN.calendarStepMinutes };

/** What the colours that are seen stand for. */
function Legend({ events }: { events: CalendarEvent[] }) {
  const kinds = new Set(events.map(({ payload }) => payload.kind));
  return (
    <ul className={classes.legend}>
      {[...kinds].map((kind) => (
        <li key={kind}>
          <KindDot kind={kind} />
          {KINDS[kind].words}
        </li>
      ))}
    </ul>
  );
}

/** All automata with their schedules, and the blasts around a day. */
function useSends(day: string) {
  const list = useCall(calls.automata.list, { filter: '' });
  const newest = useCall(calls.blast.list, { campaign: 0, start: 0, from: '', to: '' });
  const blasts = useCall(
    calls.blast.list,
    { campaign: 0, start: 0, ...daysAround(day) },
    { keepPrevious: true },
  );
  return {
    automata: list.data?.automata ?? NONE,
    blasts: blasts.data?.blasts ?? NONE,
    /** Nothing is sent by itself, and nothing ever was. */
    hasNone: !list.data?.automata.some(({ enabled }) => enabled) && newest.data?.blasts.length === 0,
    error: list.error ?? blasts.error ?? newest.error,
    isReady: list.isSuccess && blasts.isSuccess && newest.isSuccess,
    retry: () => {
      void list.refetch();
      void blasts.refetch();
      void newest.refetch();
    },
  };
}

const NONE: [] = [];
