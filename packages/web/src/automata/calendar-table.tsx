/** The calendar of a wide window: a table of a month's days, or of a week's days and hours. */
import { Link } from 'react-router';
import { VirtualTableBody } from '../kit/virtual-list.tsx';
import { daySearch, daysOf, eventsByDay, listedDays, weeksOf } from './calendar-days.ts';
import type { CalendarProps } from './calendar-head.tsx';
import type { CalendarEvent } from './calendar-send.ts';
import classes from './calendar-table.module.css';
import { hourOf, longDay, periodOf, weekdayOf } from './calendar-words.ts';
import { KindDot } from './kind-dot.tsx';
import { wordings } from './wordings.ts';

type TableProps = Pick<CalendarProps, 'view' | 'day' | 'today'> & { events: CalendarEvent[] };

/** So many are named in a cell; the day shows all. */
const NAMED = 3;

export function MonthTable({ events, day, today, view }: TableProps) {
  const sends = eventsByDay(events);
  const weeks = weeksOf(day);
  return (
    <table className={`card ${classes.table}`} aria-label={periodOf(view, day)}>
      <thead>
        <tr>
          {weeks[0]?.map((on) => (
            <th key={on} scope="col">
              {weekdayOf(on)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((on) => (
              <td key={on} data-outside={on.slice(0, 7) !== day.slice(0, 7) || undefined}>
                <Link
                  to={{ search: daySearch(on) }}
                  className={classes.day}
                  aria-label={wordings.dayWith(on, sends.get(on)?.length ?? 0)}
                  aria-current={on === today ? 'date' : undefined}
                >
                  {Number(on.slice(8))}
                </Link>
                <Sends day={on} sends={sends.get(on) ?? []} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00:00`);

/** Hours in which something is sent, and those of a working day. */
const isShown = (hour: string, events: CalendarEvent[]) =>
  (hour >= '08' && hour < '20') || events.some(({ start }) => start.slice(11, 13) === hour.slice(0, 2));

/** The usual height of an hour of which something is sent on some day. */
const HOUR_PX = 110;
const FEW_HOURS = 12;
const keyOfHour = (hour: string) => hour;

export function WeekTable({ events, day, today, view }: TableProps) {
  const { from, to } = listedDays('week', day);
  const days = daysOf(from, to);
  const hours = HOURS.filter((hour) => isShown(hour, events));
  const cells = Map.groupBy(events, ({ start }) => start.slice(0, 13));
  return (
    <table
      className={`card ${classes.table}`}
      data-hours
      aria-rowcount={hours.length + 1}
      aria-label={periodOf(view, day)}
    >
      <thead>
        <tr>
          <td />
          {days.map((on) => (
            <th
              key={on}
              scope="col"
              aria-label={longDay(on)}
              aria-current={on === today ? 'date' : undefined}
            >
              {weekdayOf(on)} {Number(on.slice(8))}
            </th>
          ))}
        </tr>
      </thead>
      <VirtualTableBody items={hours} rowHeight={HOUR_PX} keyOf={keyOfHour} allDrawn={FEW_HOURS}>
        {(hour, row) => (
          <tr {...row}>
            <th scope="row">{hourOf(`${from} ${hour}`)}</th>
            {days.map((on) => (
              <td key={on}>
                <Sends day={on} sends={cells.get(`${on} ${hour.slice(0, 2)}`) ?? []} />
              </td>
            ))}
          </tr>
        )}
      </VirtualTableBody>
    </table>
  );
}

type SendsProps = { day: string; sends: CalendarEvent[] };

function Sends({ day, sends }: SendsProps) {
  if (sends.length === 0) return null;
  // One more is named rather than counted.
  const named = sends.length === NAMED + 1 ? sends : sends.slice(0, NAMED);
  const more = sends.length - named.length;
  return (
    <ul className={classes.sends}>
      {named.map((event) => (
        <li key={event.id}>
          <SendLink event={event} />
        </li>
      ))}
      {more > 0 && (
        <li>
          <Link
            to={{ search: daySearch(day) }}
            className={classes.more}
            aria-label={wordings.moreOn(more, day)}
          >
            {wordings.more(more)}
          </Link>
        </li>
      )}
    </ul>
  );
}

function SendLink({ event }: { event: CalendarEvent }) {
  const words = (
    <>
      <KindDot kind={event.kind} />
      <span className={classes.words} title={event.title}>
        <span className={classes.time}>{hourOf(event.start)}</span> <bdi>{event.title}</bdi>
      </span>
    </>
  );
  if (event.to === '') return <span className={classes.send}>{words}</span>;
  return (
    <Link to={event.to} className={classes.send} aria-label={wordings.send(event)}>
      {words}
    </Link>
  );
}

/** What the colours that are seen stand for. */
export function Legend({ events }: { events: CalendarEvent[] }) {
  return (
    <ul className={classes.legend}>
      {[...new Set(events.map(({ kind }) => kind))].map((kind) => (
        <li key={kind}>
          <KindDot kind={kind} />
          {wordings.kinds[kind]}
        </li>
      ))}
    </ul>
  );
}
