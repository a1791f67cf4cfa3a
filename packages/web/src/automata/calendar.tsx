import { Schedule } from '@mantine/schedule';
import '@mantine/dates/styles.layer.css';
import '@mantine/schedule/styles.layer.css';
import { calls } from '@parley/contract';
import { SCREEN } from '@parley/rules/limits.ts';
import { dayOf } from '@parley/rules/zone.ts';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useZone } from '../data/use-account.ts';
import { useCall } from '../data/use-call.ts';
import { useQueryParam } from '../data/use-query-param.ts';
import { zoneName } from '../kit/date-text.tsx';
import { Page } from '../kit/page.tsx';
import { FailedState, LoadingCards } from '../kit/states.tsx';
import classes from './calendar.module.css';
import { blastEvents, daysAround, demoEvents, runEvents } from './calendar-events.ts';

const VIEWS = ['month', 'week', 'day'] as const;
type View = (typeof VIEWS)[number];
const isView = (text: string): text is View => VIEWS.some((view) => view === text);

/** The chosen day is a pressed button: a plain one cannot be "selected". */
const MOBILE = { firstDayOfWeek: 0 as const, getDayProps: () => ({ 'aria-selected': undefined }) };

/** When what is sent: automata and blasts by month, week and day, on the account's clock. */
export function Calendar() {
  const navigate = useNavigate();
  const zone = useZone();
  const [now] = useState(() => new Date().toISOString());
  const [viewText, setView] = useQueryParam('view');
  const [dayText, setDay] = useQueryParam('day');
  const view = isView(viewText) ? viewText : 'month';
  const day = /^\d{4}-\d\d-\d\d/.test(dayText) ? dayText.slice(0, 10) : dayOf(now, zone);
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

  const controls = { viewSelectProps: { views: VIEWS }, firstDayOfWeek: 0 as const };
  const hours = { viewSelectProps: { views: VIEWS }, intervalMinutes: SCREEN.calendarStepMinutes };
  return (
    <Page
      title="Calendar"
      about={`Automata and blasts, in ${zoneName(zone)}.${isDemo && sends.isReady ? ' These are demo events: your own take their place.' : ''}`}
    >
      {sends.error ? (
        <FailedState title="The calendar could not be loaded" error={sends.error} onRetry={sends.retry} />
      ) : !sends.isReady ? (
        <LoadingCards cards={1} height={480} />
      ) : (
        <div className={`card ${classes.calendar}`}>
          <Schedule
            layout="responsive"
            view={view}
            onViewChange={(next) => setView(next === 'month' ? '' : next)}
            date={day}
            onDateChange={setDay}
            events={events}
            monthViewProps={controls}
            weekViewProps={{ ...controls, ...hours }}
            dayViewProps={hours}
            mobileMonthViewProps={MOBILE}
            onEventClick={({ payload }) => {
              if (payload?.to) void navigate(String(payload.to));
            }}
            renderEventBody={({ title }) => <span className={`clamp-1 ${classes.title}`}>{title}</span>}
          />
        </div>
      )}
    </Page>
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
