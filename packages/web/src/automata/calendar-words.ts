/** How days and times are written on the calendar. */
import { formatDate } from '../kit/date-text.tsx';
import { type CalendarView, listedDays } from './calendar-days.ts';

const textOf = (day: string, format: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...format, timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`));
export const shortDay = (day: string) => textOf(day, { month: 'short', day: 'numeric' });
export const longDay = (day: string) => textOf(day, { weekday: 'long', month: 'long', day: 'numeric' });
export const weekdayOf = (day: string) => textOf(day, { weekday: 'short' });
export const timeOf = (at: string) => formatDate(at, 'UTC', 'time');
/** '9 AM', '9:30 AM' */
export const hourOf = (at: string) => timeOf(at).replace(':00', '');

export function periodOf(view: CalendarView, day: string): string {
  if (view === 'month') return textOf(day, { month: 'long', year: 'numeric' });
  if (view === 'day') return formatDate(day, 'UTC', 'date');
  const { from, to } = listedDays(view, day);
  return `${shortDay(from)} – ${shortDay(to)}`;
}
