import { dayIn } from '@parley/rules/filter.ts';
import { DATE_LIMITS } from '@parley/rules/limits.ts';
import {
  addDays,
  addSeconds,
  atClock,
  compareInstants,
  isDay,
  sameTimeLater,
} from '@parley/rules/time-zone.ts';
import { compile } from './compiled-flow.ts';
import type { Flow, LongWait } from './flow.ts';
import type { Waiting } from './session.ts';

const SECONDS_AN_HOUR = 3_600;
const LAST_DAY = '9999-12-30';

/**
 * When a long wait that begins now is over, as an instant, which may be past; null: the tag's value is no
 * date.
 */
export function longUntil(long: LongWait, now: string, zone: string, value: string): string | null {
  if (long.for !== 'date')
    return sameTimeLater(now, zone, long.for === 'days' ? long.amount : long.amount * 7);
  const day = dayIn(value);
  if (day === null || !isDay(day)) return null;
  const waited = addDays(day, long.days);
  // As "9999-12-31" for "never": elsewhere on earth, or a day later, it is in a year that clocks cannot tell.
  if (!isDay(waited) || waited > LAST_DAY) return null;
  const time = [long.hour, long.minute].map((part) => String(part).padStart(2, '0')).join(':');
  return atClock(waited, time, zone);
}

/** Somebody waits for days, weeks or a date: what is said then counts as a send. */
export const isLongWait = (flow: Flow, waiting: Waiting | null): boolean => {
  const step = waiting?.for === 'time' ? compile(flow).byId.get(waiting.step) : undefined;
  return step?.type === 'wait' && step.long !== null;
};

/** What was to be said by then would be wrong by now: the server was down, or the date was put forward. */
export const isLateFor = (until: string, now: string): boolean =>
  compareInstants(addSeconds(until, DATE_LIMITS.lateHours * SECONDS_AN_HOUR), now) < 0;
