import { Skeleton } from '@mantine/core';
import { calls } from '@parley/contract';
import { dayOf } from '@parley/rules/time-zone.ts';
import { useDeferredValue, useMemo, useState } from 'react';
import { useZone } from '../data/use-account.ts';
import { useCall } from '../data/use-call.ts';
import { useQueryParam } from '../data/use-query-param.ts';
import { zoneName } from '../kit/date-text.tsx';
import { Page } from '../kit/page.tsx';
import { FailedState } from '../kit/states.tsx';
import { useDevice } from '../kit/use-device.ts';
import { common } from '../kit/wordings.ts';
import classes from './calendar.module.css';
import { CalendarAgenda } from './calendar-agenda.tsx';
import { type CalendarView, isCalendarDay, isView, shownDays } from './calendar-days.ts';
import { blastEvents, daysAround, demoEvents, runEvents } from './calendar-events.ts';
import { CalendarHead } from './calendar-head.tsx';
import { Legend, MonthTable, WeekTable } from './calendar-table.tsx';
import { wordings } from './wordings.ts';

/** When what is sent: automata and blasts by month, week and day, on the account's clock. */
export function Calendar() {
  const zone = useZone();
  const [now] = useState(() => new Date().toISOString());
  const [viewText, setView] = useQueryParam('view');
  const [dayText, setDay] = useQueryParam('day');
  const isPhone = useDevice() === 'mobile';
  const today = dayOf(now, zone);
  const view = isView(viewText) ? viewText : 'month';
  const day = isCalendarDay(dayText.slice(0, 10)) ? dayText.slice(0, 10) : today;
  const sends = useSends(day);
  const { automata, blasts, hasNone } = sends;

  const { events, isDemo } = useMemo(() => {
    const real = [
      ...runEvents(
        automata.map(({ data }) => data),
        shownDays(view, day),
        zone,
        now,
        view === 'day',
      ),
      ...blastEvents(blasts, zone),
    ];
    return hasNone ? { events: demoEvents(zone, now), isDemo: true } : { events: real, isDemo: false };
  }, [automata, blasts, hasNone, view, day, zone, now]);

  const show = (next: CalendarView) => setView(next === 'month' ? '' : next);
  // Drawn a slice at a time: the page answers meanwhile.
  const isShown = useDeferredValue(sends.isReady, false);
  const shown = { view, day, today, onView: show, onDay: setDay };
  return (
    <Page
      title={common.calendar}
      about={wordings.calendar.automataAndBlasts(zoneName(zone), isDemo && sends.isReady)}
    >
      {sends.error ? (
        <FailedState
          title={wordings.calendar.couldntLoadTheCalendar}
          error={sends.error}
          onRetry={sends.retry}
        />
      ) : !isShown ? (
        <div className={classes.calendar}>
          <CalendarHead {...shown} />
          <Loading />
        </div>
      ) : (
        <div className={classes.calendar}>
          <CalendarHead {...shown} />
          {isPhone || view === 'day' ? (
            <CalendarAgenda {...shown} events={events} />
          ) : view === 'week' ? (
            <WeekTable {...shown} events={events} />
          ) : (
            <MonthTable {...shown} events={events} />
          )}
          {!isPhone && <Legend events={events} />}
        </div>
      )}
    </Page>
  );
}

/** Five weeks that are on their way. */
const LOADING_DAYS = Array.from({ length: 35 }, (_, day) => day);

function Loading() {
  return (
    <div className={`card ${classes.loading}`} role="status" aria-label={common.loading}>
      {LOADING_DAYS.map((day) => (
        <Skeleton key={day} height={14} width={24} />
      ))}
    </div>
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
