import { ActionIcon, Button, SegmentedControl, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type CalendarView, isCalendarDay, neighbour, VIEWS } from './calendar-days.ts';
import classes from './calendar-head.module.css';
import { periodOf } from './calendar-words.ts';
import { wordings } from './wordings.ts';

export type CalendarProps = {
  view: CalendarView;
  /** The chosen one, `YYYY-MM-DD`. */
  day: string;
  today: string;
  onView: (view: CalendarView) => void;
  onDay: (day: string) => void;
};

const CHOICES = VIEWS.map((value) => ({ value, label: wordings.views[value] }));

/** Which days are shown, said aloud when they change, and the ways to others. */
export function CalendarHead({ view, day, today, onView, onDay }: CalendarProps) {
  return (
    <div className={classes.head}>
      <SegmentedControl
        data={CHOICES}
        value={view}
        onChange={onView}
        aria-label={wordings.howMuch}
        className={classes.views ?? ''}
      />
      <Title order={2} aria-live="polite" className={classes.period ?? ''}>
        {periodOf(view, day)}
      </Title>
      {day !== today && (
        <Button variant="default" onClick={() => onDay(today)}>
          {wordings.today}
        </Button>
      )}
      <ActionIcon.Group>
        <Neighbour view={view} day={day} by={-1} onDay={onDay} />
        <Neighbour view={view} day={day} by={1} onDay={onDay} />
      </ActionIcon.Group>
    </div>
  );
}

type NeighbourProps = Pick<CalendarProps, 'view' | 'day' | 'onDay'> & { by: 1 | -1 };

function Neighbour({ view, day, by, onDay }: NeighbourProps) {
  const next = neighbour(view, day, by);
  const Icon = by === 1 ? IconChevronRight : IconChevronLeft;
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={wordings.neighbour(view, by)}
      onClick={() => onDay(next)}
      disabled={!isCalendarDay(next)}
    >
      <Icon size={18} />
    </ActionIcon>
  );
}
