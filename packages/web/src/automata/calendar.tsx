import { Schedule } from '@mantine/schedule';
import '@mantine/dates/styles.layer.css';
import '@mantine/schedule/styles.layer.css';
import { calls } from '@parley/contract';
import { SCREEN } from '@parley/rules/limits.ts';
import { dayOf } from '@parley/rules/zone.ts';
import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { ask } from '../data/ask.ts';
import { useZone } from '../data/use-account.ts';
import { keyOf, useCall } from '../data/use-call.ts';
import { useQueryParam } from '../data/use-query-param.ts';
import { zoneName } from '../kit/date-text.tsx';
import { Page } from '../kit/page.tsx';
import { FailedState, LoadingCards } from '../kit/states.tsx';
import classes from './calendar.module.css';
import { blastEvents, demoEvents, runEvents } from './calendar-events.ts';

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
  const sends = useSends();
  const { automata, blasts } = sends;

  const { events, isDemo } = useMemo(() => {
    const real = [...runEvents(automata, day, zone, now), ...blastEvents(blasts, zone)];
    const hasNone = !automata.some(({ enabled }) => enabled) && blasts.length === 0;
    return hasNone ? { events: demoEvents(zone, now), isDemo: true } : { events: real, isDemo: false };
  }, [automata, blasts, day, zone, now]);

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

/** All automata with their schedules, and the newest blasts. */
function useSends() {
  const list = useCall(calls.automata.list, { filter: '' });
  const blasts = useCall(calls.blast.list, { campaign: 0, start: 0 });
  const loaded = useQueries({
    queries: (list.data?.automata ?? []).map(({ id }) => ({
      queryKey: keyOf(calls.automata.load, { automaton: id }),
      queryFn: () => ask(calls.automata.load, { automaton: id }),
    })),
    combine: (results) => ({
      data: results.flatMap((result) => result.data?.data ?? []),
      error: results.find((result) => result.error)?.error ?? null,
      isReady: results.every((result) => result.isSuccess),
    }),
  });
  return {
    automata: loaded.data,
    blasts: blasts.data?.blasts ?? NO_BLASTS,
    error: list.error ?? blasts.error ?? loaded.error,
    isReady: list.isSuccess && blasts.isSuccess && loaded.isReady,
    retry: () => {
      void list.refetch();
      void blasts.refetch();
    },
  };
}

const NO_BLASTS: [] = [];
