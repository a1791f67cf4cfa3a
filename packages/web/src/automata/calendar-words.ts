/** How days and times are written on the calendar. */
import { formatDate } from '../kit/date-text.tsx';
import { type CalendarView, listedDays } from './calendar-days.ts';

/** Made once: a week asks for a day's name hundreds of times. */
const dayFormat = (parts: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' });
  return (day: string) => format.format(new Date(`${day}T00:00Z`));
};
export const shortDay = dayFormat({ month: 'short', day: 'numeric' });
export const longDay = dayFormat({ weekday: 'long', month: 'long', day: 'numeric' });
export const weekdayOf = dayFormat({ weekday: 'short' });
const monthOf = dayFormat({ month: 'long', year: 'numeric' });
export const timeOf = (at: string) => formatDate(at, 'UTC', 'time');
/** '9 AM', '9:30 AM' */
export const hourOf = (at: string) => timeOf(at).replace(':00', '');

export function periodOf(view: CalendarView, day: string): string {
  if (view === 'month') return monthOf(day);
  if (view === 'day') return formatDate(day, 'UTC', 'date');
  const { from, to } = listedDays(view, day);
  return `${shortDay(from)} – ${shortDay(to)}`;
}
