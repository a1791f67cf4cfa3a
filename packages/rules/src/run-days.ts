/** The days on which a schedule runs, for a calendar: plain dates, quick for hundreds of schedules. */
import { SCHEDULE_TYPES, type Schedule } from './schedule.ts';
import { addDays } from './time-zone.ts';

/** A day of the calendar; `weekday`: 0 = Sunday to 6 = Saturday; `isLast`: of its month. */
type Day = { day: string; weekday: number; month: number; date: number; isLast: boolean };

function factsOf(day: string): Day {
  const at = new Date(`${day}T00:00Z`);
  return {
    day,
    weekday: at.getUTCDay(),
    month: at.getUTCMonth() + 1,
    date: at.getUTCDate(),
    isLast: addDays(day, 1).endsWith('-01'),
  };
}

const within = (value: number, low: number, high: number, otherwise: number) =>
  Number.isInteger(value) && value >= low && value <= high ? value : otherwise;

/** Whether the schedule names this day, before weekends move. */
function names(schedule: Schedule, { day, weekday, month, date, isLast }: Day): boolean {
  const { ONE_TIME, HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY } = SCHEDULE_TYPES;
  const { type } = schedule;
  if (type === HOURLY || type === DAILY) return true;
  if (type === ONE_TIME) return schedule.date === day;
  if (type === WEEKLY) return weekday === within(schedule.dayOfWeek, 1, 7, 2) - 1;
  if (type !== MONTHLY && type !== YEARLY) return false;
  if (type === YEARLY && month !== within(schedule.month, 1, 12, 1)) return false;
  const wanted = within(schedule.dayOfMonth, 1, 31, 1);
  // In a shorter month its last day.
  return date === wanted || (isLast && date < wanted);
}

/**
 * Answers, for any schedule, the days from `from` to `to`, both included, on which it runs; on a day of an
 * hourly one it runs every hour.
 */
export function runDaysBetween(from: string, to: string): (schedule: Schedule) => string[] {
  const days: Day[] = [];
  // A Monday has what the weekend before it gave up.
  for (let day = addDays(from, -2); day <= to; day = addDays(day, 1)) days.push(factsOf(day));
  const { DAILY, MONTHLY, YEARLY } = SCHEDULE_TYPES;
  return (schedule) => {
    const moves = !schedule.weekends && [DAILY, MONTHLY, YEARLY].some((one) => one === schedule.type);
    const runs = (day: Day, index: number) => {
      if (index < 2 || (moves && (day.weekday === 0 || day.weekday === 6))) return false;
      const named = moves && day.weekday === 1 ? days.slice(index - 2, index + 1) : [day];
      return named.some((one) => names(schedule, one));
    };
    return days.filter(runs).map(({ day }) => day);
  };
}
