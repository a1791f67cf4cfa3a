/** The calendar of a wide window: a month, week or day with what is sent in its place. */
import { Schedule } from '@mantine/schedule';
import '@mantine/dates/styles.layer.css';
import '@mantine/schedule/styles.layer.css';
import { SCREEN } from '@parley/rules/limits.ts';
import { toLocalDateTime } from '@parley/rules/zone.ts';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useZone } from '../data/use-account.ts';
import { formatDate } from '../kit/date-text.tsx';
import classes from './calendar.module.css';
import { type CalendarView, isView, VIEWS } from './calendar-days.ts';
import { type CalendarEvent, KINDS } from './calendar-events.ts';
import { KindDot } from './kind-dot.tsx';

type GridProps = {
  events: CalendarEvent[];
  view: CalendarView;
  day: string;
  onView: (view: CalendarView) => void;
  onDay: (day: string) => void;
};

/** The views are called what stands on their buttons; the library says 'Switch to month view' (WCAG 2.5.3). */
const NAMES = { switchToMonthView: 'Month', switchToWeekView: 'Week', switchToDayView: 'Day' };
const VIEW_CHOICE = { viewSelectProps: { views: VIEWS } };
const WEEKS = { firstDayOfWeek: 0 as const, weekendDays: [] };
/** Nothing takes a whole day; the night is above the window. */
const HOURS = {
  intervalMinutes: SCREEN.calendarStepMinutes,
  slotLabelFormat: 'h:mm A',
  startScrollTime: '07:00:00',
  scrollAreaProps: { mah: 'max(400px, calc(100dvh - 260px))' },
};

/** '9 AM', '9:30 AM' */
const hourOf = (at: string) => formatDate(at, 'UTC', 'time').replace(':00', '');

export function CalendarGrid({ events, view, day, onView, onDay }: GridProps) {
  const navigate = useNavigate();
  const zone = useZone();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => nameDays(card.current));
  const hours = {
    ...VIEW_CHOICE,
    ...HOURS,
    getCurrentTime: () => toLocalDateTime(new Date().toISOString(), zone),
  };
  return (
    <div ref={card} className={`card ${classes.calendar}`}>
      <Schedule
        labels={NAMES}
        view={view}
        onViewChange={(next) => isView(next) && onView(next)}
        date={day}
        onDateChange={onDay}
        events={events}
        monthViewProps={{ ...VIEW_CHOICE, ...WEEKS }}
        weekViewProps={{
          ...hours,
          ...WEEKS,
          withAllDaySlots: false,
          withWeekNumber: false,
          highlightToday: true,
        }}
        dayViewProps={{ ...hours, withAllDaySlot: false }}
        onEventClick={({ payload }) => {
          if (payload?.to) void navigate(String(payload.to));
        }}
        renderEventBody={({ title, start }) => (
          <span className={classes.title}>
            <span className={classes.time}>{hourOf(String(start))}</span> <span>{title}</span>
          </span>
        )}
      />
      <Legend events={events} />
    </div>
  );
}

/**
 * The days above a week are called what stands on them, 'Sun 15'. The library calls them 'Weekday 2026-11-15' and lets nobody choose,
 * so who speaks to the screen could not say what she sees (WCAG 2.5.3).
 */
function nameDays(card: HTMLElement | null): void {
  for (const day of card?.querySelectorAll('.mantine-WeekView-weekViewDayLabel') ?? [])
    day.removeAttribute('aria-label');
}

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
