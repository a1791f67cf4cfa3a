/**
 * Days in filters that move along: `{%today%}`, `{%today-30%}`, `{%today+7%}`, and with `every year`
 * (`{%today every year%}`) the same day and month of any year: birthdays. The value of a filter is such a day
 * as a whole. When something is sent, `today` becomes the day of sending in the account's zone; only `every
 * year` stays, as `{%2026-05-03 every year%}`.
 */
import type { Filter } from './filter.ts';
import { addDays, isDay } from './time-zone.ts';

const MOVING_DAY = /^\s*\{%\s*(today|\d{4}-\d\d-\d\d)\s*(?:([+-])\s*(\d{1,4}))?\s*(every year)?\s*%\}\s*$/i;

/** `day` null: today. */
export type RelativeDay = { day: string | null; shift: number; everyYear: boolean };

/** What a filter's value says of a day; null when it is a value like any other. */
export function readRelativeDay(value: string): RelativeDay | null {
  const found = MOVING_DAY.exec(value);
  if (!found) return null;
  const [, word = '', sign, days = '0', everyYear] = found;
  const day = word.toLowerCase() === 'today' ? null : word;
  if (day !== null && !isDay(day)) return null;
  return { day, shift: sign === '-' ? -Number(days) : Number(days), everyYear: everyYear !== undefined };
}

/** A day as the value of a filter. */
export function writeRelativeDay({ day, shift, everyYear }: RelativeDay): string {
  const moved = shift === 0 ? '' : shift > 0 ? `+${shift}` : String(shift);
  return `{%${day ?? 'today'}${moved}${everyYear ? ' every year' : ''}%}`;
}

/** Whether a filter means another day tomorrow. */
export function isRelativeDay(filters: readonly Filter[]): boolean {
  return filters.some(({ value }) => readRelativeDay(value)?.day === null);
}

/** The filters as they are meant on a day `YYYY-MM-DD`. */
export function onDay<F extends Filter>(filters: readonly F[], today: string): F[] {
  return filters.map((filter) => {
    const moving = readRelativeDay(filter.value);
    if (!moving) return filter;
    const day = addDays(moving.day ?? today, moving.shift);
    return {
      ...filter,
      value: moving.everyYear ? writeRelativeDay({ day, shift: 0, everyYear: true }) : day,
    };
  });
}

/**
 * The source of a regular expression, the same in PostgreSQL's `~` and here, for dates on the day and month
 * of an `every year`; null for other values. Dates are `1990-05-03` (a time may follow), `5/3`, `05-03`,
 * `5.3.1990`: the month first, as the product asks for birthdays. In a year without the 29th of February
 * those who were born on it have theirs on the 28th.
 */
export function anniversaries(value: string): string | null {
  const moving = readRelativeDay(value);
  if (!moving?.everyYear || moving.day === null) return null;
  const day = addDays(moving.day, moving.shift);
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const takesLeapDay = month === 2 && date === 28 && !isDay(`${String(year).padStart(4, '0')}-02-29`);
  const dates = takesLeapDay ? '(28|29)' : `0?${date}`;
  return `^([0-9]{4}-0?${month}-${dates}([ T].*)?|0?${month} *[/.-] *${dates}( *[/.-] *([0-9]{2}|[0-9]{4}))?)$`;
}
