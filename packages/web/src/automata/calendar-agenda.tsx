/** The calendar of a phone: the days of the month to tap, and below them what is sent, day by day. */
import { ActionIcon, Button, SegmentedControl, Text, Title } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatDate } from '../kit/date-text.tsx';
import classes from './calendar-agenda.module.css';
import {
  type AgendaDay,
  agendaOf,
  type CalendarView,
  listedDays,
  neighbour,
  type Send,
  VIEWS,
} from './calendar-days.ts';
import { type CalendarEvent, KINDS } from './calendar-events.ts';
import { KindDot } from './kind-dot.tsx';

type AgendaProps = {
  events: CalendarEvent[];
  view: CalendarView;
  /** The chosen one, `YYYY-MM-DD`. */
  day: string;
  today: string;
  onView: (view: CalendarView) => void;
  onDay: (day: string) => void;
};

const WORDS: Record<CalendarView, string> = { month: 'Month', week: 'Week', day: 'Day' };
const CHOICES = VIEWS.map((value) => ({ value, label: WORDS[value] }));

const textOf = (day: string, format: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...format, timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`));
const shortDay = (day: string) => textOf(day, { month: 'short', day: 'numeric' });
const longDay = (day: string) => textOf(day, { weekday: 'long', month: 'long', day: 'numeric' });

function periodOf(view: CalendarView, day: string): string {
  if (view === 'month') return textOf(day, { month: 'long', year: 'numeric' });
  if (view === 'day') return formatDate(day, 'UTC', 'date');
  const { from, to } = listedDays(view, day);
  return `${shortDay(from)} – ${shortDay(to)}`;
}

export function CalendarAgenda({ events, view, day, today, onView, onDay }: AgendaProps) {
  const days = agendaOf(events, view, day);
  return (
    <div className={classes.agenda}>
      <SegmentedControl
        fullWidth
        data={CHOICES}
        value={view}
        onChange={onView}
        aria-label="How much is shown"
      />
      <div className={classes.head}>
        <Title order={2} aria-live="polite">
          {periodOf(view, day)}
        </Title>
        {day !== today && (
          <Button variant="default" onClick={() => onDay(today)}>
            Today
          </Button>
        )}
        <ActionIcon.Group>
          <Neighbour view={view} day={day} by={-1} onDay={onDay} />
          <Neighbour view={view} day={day} by={1} onDay={onDay} />
        </ActionIcon.Group>
      </div>
      {view === 'month' && <MonthDays events={events} day={day} today={today} onDay={onDay} />}
      {days.map((one) => (
        <DayOfAgenda key={one.day} {...one} isToday={one.day === today} />
      ))}
      {days.length === 0 && (
        <Text c="dimmed" ta="center" py="lg">
          {view === 'month' ? `Nothing in the four weeks from ${shortDay(day)}.` : 'Nothing on this day.'}
        </Text>
      )}
    </div>
  );
}

type NeighbourProps = Pick<AgendaProps, 'view' | 'day' | 'onDay'> & { by: 1 | -1 };

function Neighbour({ view, day, by, onDay }: NeighbourProps) {
  const Icon = by === 1 ? IconChevronRight : IconChevronLeft;
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={`${by === 1 ? 'Next' : 'Previous'} ${view}`}
      onClick={() => onDay(neighbour(view, day, by))}
    >
      <Icon size={18} />
    </ActionIcon>
  );
}

/** The month's days with a dot for each kind of what is sent; the list begins with the one that is tapped. */
function MonthDays({ events, day, today, onDay }: Pick<AgendaProps, 'events' | 'day' | 'today' | 'onDay'>) {
  const byDay = Map.groupBy(events, ({ start }) => start.slice(0, 10));
  const on = (date: string) => byDay.get(date) ?? [];
  return (
    <DatePicker
      className={`card ${classes.month}`}
      classNames={{ calendarHeader: classes.otherHead ?? '', day: classes.day ?? '' }}
      fullWidth
      size="md"
      value={day}
      onChange={(chosen) => onDay(chosen ?? day)}
      date={day}
      firstDayOfWeek={0}
      weekendDays={[]}
      hideOutsideDates
      getDayProps={(date) => ({
        'aria-label': `${longDay(date)}${countWords(on(date).length)}`,
        'aria-current': date === today ? ('date' as const) : undefined,
      })}
      renderDay={(date) => (
        <>
          {Number(date.slice(8))}
          <span className={classes.dots}>
            {[...new Set(on(date).map(({ payload }) => payload.kind))].map((kind) => (
              <KindDot key={kind} kind={kind} />
            ))}
          </span>
        </>
      )}
    />
  );
}

const countWords = (count: number) => (count === 0 ? '' : count === 1 ? ', one send' : `, ${count} sends`);

function DayOfAgenda({ day, sends, isToday }: AgendaDay & { isToday: boolean }) {
  return (
    <section
      aria-labelledby={`day-${day}`}
      className={classes.dayOf}
      data-empty={sends.length === 0 || undefined}
    >
      <Title order={3} id={`day-${day}`} className={classes.date} data-today={isToday || undefined}>
        {longDay(day)}
        {isToday && ' · Today'}
      </Title>
      {sends.length === 0 ? (
        <Text c="dimmed">Nothing</Text>
      ) : (
        <ul className={`card ${classes.sends}`}>
          {sends.map((send) => (
            <SendRow key={send.event.id} {...send} />
          ))}
        </ul>
      )}
    </section>
  );
}

const timeOf = (at: string) => formatDate(at, 'UTC', 'time');

function SendRow({ event: { title, start, payload }, times, last }: Send) {
  const words = (
    <>
      <span className={`tabular ${classes.time}`}>{timeOf(start)}</span>
      <KindDot kind={payload.kind} />
      <span className={classes.words}>
        <span className={`clamp-2 ${classes.title}`}>{title}</span>
        <Text span c="dimmed">
          {KINDS[payload.kind].words}
          {times > 1 && `, ${times} times until ${timeOf(last)}`}
        </Text>
      </span>
    </>
  );
  return (
    <li>
      {payload.to === '' ? (
        <div className={classes.send}>{words}</div>
      ) : (
        <Link to={payload.to} className={classes.send}>
          {words}
        </Link>
      )}
    </li>
  );
}
