import { formatDate } from '../kit/date-text.tsx';
import type { TimelineEvent } from './use-timeline.ts';

export type EventRow = {
  key: string;
  event: TimelineEvent;
  /** Before the first of a day; else ''. */
  day: string;
  isLast: boolean;
  /** What the account doesn’t keep of this time and earlier; said once. */
  notices: string[];
};

/** `since`: when the account has them; '' for always. */
type Kept = { since: string; words: (day: string) => string };

/** The events of all days in one list, newest first. */
export function timelineRows(all: TimelineEvent[], zone: string, kept: readonly Kept[]): EventRow[] {
  const rest = new Set(kept);
  const noticesAt = (at: string) =>
    [...rest].flatMap((one) => {
      if (one.since <= at) return [];
      rest.delete(one);
      return one.words(formatDate(one.since, 'UTC', 'date'));
    });
  return timelineByDay(all, zone).flatMap(({ day, events }) =>
    events.map((event, index) => ({
      // Events have no ids; several may share a moment.
      key: `${event.at} ${event.kind} ${index}`,
      event,
      day: index === 0 ? day : '',
      isLast: index === events.length - 1,
      notices: noticesAt(event.at),
    })),
  );
}

type Day = { day: string; events: TimelineEvent[] };

/** Newest first, under the days of the account's zone. */
function timelineByDay(events: TimelineEvent[], zone: string): Day[] {
  const days: Day[] = [];
  for (const event of events) {
    const day = formatDate(event.at, zone, 'date');
    const last = days.at(-1);
    if (last?.day === day) last.events.push(event);
    else days.push({ day, events: [event] });
  }
  return days;
}
