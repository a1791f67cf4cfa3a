/** The days in order, each with what is sent: what a phone shows, and a wide window of one day. */
import { Text, Title } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { Link } from 'react-router';
import { VirtualList } from '../kit/virtual-list.tsx';
import classes from './calendar-agenda.module.css';
import { type AgendaDay, agendaOf, daySearch, eventsByDay } from './calendar-days.ts';
import type { CalendarProps } from './calendar-head.tsx';
import type { CalendarEvent } from './calendar-send.ts';
import { longDay, timeOf } from './calendar-words.ts';
import { KindDot } from './kind-dot.tsx';
import { wordings } from './wordings.ts';

type AgendaProps = Omit<CalendarProps, 'onView'> & { events: CalendarEvent[] };

export function CalendarAgenda({ events, view, day, today, onDay }: AgendaProps) {
  const days = agendaOf(events, view, day);
  return (
    <div className={classes.agenda}>
      {view === 'month' && <MonthDays events={events} day={day} today={today} onDay={onDay} />}
      {days.map((one) => (
        <DayOfAgenda key={one.day} {...one} isToday={one.day === today} isAlone={view === 'day'} />
      ))}
      {days.length === 0 && (
        <Text c="dimmed" ta="center" py="lg">
          {wordings.nothingOn(view, day)}
        </Text>
      )}
    </div>
  );
}

/** The month's days with a dot for each kind of what is sent; the list begins with the one that is tapped. */
function MonthDays({ events, day, today, onDay }: Pick<AgendaProps, 'events' | 'day' | 'today' | 'onDay'>) {
  const sends = eventsByDay(events);
  const on = (date: string) => sends.get(date) ?? [];
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
        'aria-label': wordings.dayWith(date, on(date).length),
        'aria-current': date === today ? ('date' as const) : undefined,
      })}
      renderDay={(date) => (
        <>
          {Number(date.slice(8))}
          <span className={classes.dots}>
            {[...new Set(on(date).map(({ kind }) => kind))].map((kind) => (
              <KindDot key={kind} kind={kind} />
            ))}
          </span>
        </>
      )}
    />
  );
}

/**
 * So many of a day are listed beside others; the day shows all. A phone's month lists 28 days: it stays
 * short enough to draw at once and to scroll.
 */
const LISTED = 8;

type DayProps = AgendaDay & { isToday: boolean; isAlone: boolean };

function DayOfAgenda({ day, sends, isToday, isAlone }: DayProps) {
  const listed = isAlone ? sends : sends.slice(0, LISTED);
  const more = sends.length - listed.length;
  return (
    <section
      aria-labelledby={`day-${day}`}
      className={classes.dayOf}
      data-empty={sends.length === 0 || undefined}
    >
      <Title order={3} id={`day-${day}`} className={classes.date} data-today={isToday || undefined}>
        {longDay(day)}
        {isToday && ` · ${wordings.today}`}
      </Title>
      {sends.length === 0 ? (
        <Text c="dimmed">{wordings.nothing}</Text>
      ) : (
        <VirtualList items={listed} rowHeight={66} keyOf={({ id }) => id} className={`card ${classes.sends}`}>
          {(event) => <SendRow event={event} />}
        </VirtualList>
      )}
      {more > 0 && (
        <Link to={{ search: daySearch(day) }} className={classes.more}>
          {wordings.moreOn(more, day)}
        </Link>
      )}
    </section>
  );
}

function SendRow({ event }: { event: CalendarEvent }) {
  const { title, start, kind, to } = event;
  const words = (
    <>
      <span className={`tabular ${classes.time}`}>{timeOf(start)}</span>
      <KindDot kind={kind} />
      <span className={classes.words}>
        <span className={`clamp-2 ${classes.title}`}>{title}</span>
        <Text span c="dimmed">
          {wordings.kind(event)}
        </Text>
      </span>
    </>
  );
  if (to === '') return <div className={classes.send}>{words}</div>;
  return (
    <Link to={to} className={classes.send}>
      {words}
    </Link>
  );
}
