/** What the screens of automata say. */
import { counted, formatNumber } from '../kit/numbers.tsx';
import type { CalendarView } from './calendar-days.ts';
import { type CalendarEvent, KINDS } from './calendar-events.ts';
import { hourOf, longDay, shortDay, timeOf } from './calendar-words.ts';

type Totals = { runs: number; reached: number; replied: number; optedOut: number };

const list = new Intl.ListFormat('en-US');

const kindWords = ({ kind, times, last }: CalendarEvent) =>
  KINDS[kind].words + (times > 1 ? `, ${times} times until ${timeOf(last)}` : '');

export const wordings = {
  /** 'a campaign and a list' */
  stillNeeded: (things: readonly string[]) =>
    `Choose ${list.format(things)} first. Then you can switch it on.`,
  isReady: 'Everything is set. Switch it on and it sends on schedule.',
  isOn: 'It sends by itself, on schedule.',
  views: { month: 'Month', week: 'Week', day: 'Day' } satisfies Record<CalendarView, string>,
  howMuch: 'How much is shown',
  today: 'Today',
  neighbour: (view: CalendarView, by: 1 | -1) => `${by === 1 ? 'Next' : 'Previous'} ${view}`,
  nothingOn: (view: CalendarView, day: string) =>
    view === 'month' ? `Nothing in the four weeks from ${shortDay(day)}.` : 'Nothing on this day.',
  nothing: 'Nothing',
  /** A day of the month with what is sent on it. */
  dayWith: (day: string, count: number) =>
    longDay(day) + (count === 0 ? '' : count === 1 ? ', one send' : `, ${count} sends`),
  more: (count: number) => `${count} more`,
  moreOn: (count: number, day: string) => `${count} more on ${longDay(day)}`,
  kind: kindWords,
  /** Begins with what is seen, then says what a reader of one line can't see. */
  send: (event: CalendarEvent) =>
    `${hourOf(event.start)} ${event.title}, ${kindWords(event)}, ${longDay(event.start.slice(0, 10))}`,
  soFar: 'So far',
  /** '22 runs: 1,204 people reached, 96 replied, 3 opted out' */
  totals: ({ runs, reached, replied, optedOut }: Totals) =>
    `${counted(runs, 'run')}: ${counted(reached, 'person', 'people')} reached, ${formatNumber(replied)} replied, ${formatNumber(optedOut)} opted out`,
  channel: 'Send from',
  channelAbout: 'Quiet hours and speed are those of this channel.',
  firstChannel: (name: string) => (name === '' ? 'First channel' : `First channel (${name} now)`),
  channelGone: 'This channel was deleted. Choose another one.',
};
