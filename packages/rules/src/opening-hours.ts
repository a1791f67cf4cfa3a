/** When somebody is there to answer: hours by weekday on one wall clock, and days off. */
import { addDays, toLocalDateTime } from './time-zone.ts';

/** Wall-clock times `HH:mm`, `to` up to `24:00`; where `to` is not later than `from` it is the next day's. */
export type DayHours = { from: string; to: string };

export type OpeningHours = {
  /** Monday first; null: closed that day. */
  week: readonly (DayHours | null)[];
  /** Closed all day: `YYYY-MM-DD`. Hours that began on the day before go on past midnight. */
  holidays: readonly string[];
  /** IANA. */
  zone: string;
};

/** Whether it is open at an instant (ISO). */
export function isOpenAt(hours: OpeningHours, instant: string): boolean {
  const [day = '', clock = ''] = toLocalDateTime(instant, hours.zone).split(' ');
  const time = clock.slice(0, 5);
  const today = hoursOf(hours, day);
  if (today && today.from <= time && (time < today.to || isOverMidnight(today))) return true;
  const yesterday = hoursOf(hours, addDays(day, -1));
  return yesterday !== null && isOverMidnight(yesterday) && time < yesterday.to;
}

const isOverMidnight = ({ from, to }: DayHours) => to <= from;

function hoursOf({ week, holidays }: OpeningHours, day: string): DayHours | null {
  if (holidays.includes(day)) return null;
  const fromMonday = (new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7;
  return week[fromMonday] ?? null;
}
