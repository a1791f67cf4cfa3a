/**
 * The rules of a wait (specification, sections 4, 5 and 9): what a form shows, what it offers, how it reads.
 */
import type { LongWait, StepOf, Wait, WaitUnit } from '@parley/engine/flow.ts';
import { ENGINE_LIMITS } from '@parley/rules/limits.ts';
import { wordings } from './wordings.ts';

/** `today` waits for a time of day and has no count; the other units have a count and no time. */
export const hasAmount = (wait: Wait) => wait.unit !== 'today';
export const hasTime = (wait: Wait) => wait.unit === 'today';

export const UNIT_LABELS: Record<WaitUnit, string> = {
  seconds: wordings.waits.seconds,
  minutes: wordings.waits.minutes,
  hours: wordings.waits.hours,
  today: wordings.waits.today,
};

/** '0' to '60' */
export const AMOUNTS = Array.from({ length: ENGINE_LIMITS.waitAmount + 1 }, (_, amount) => String(amount));

/** Every quarter of a day: value '17:30', label '5:30 PM'. */
export const TIMES = Array.from({ length: (24 * 60) / ENGINE_LIMITS.timeStepMinutes }, (_, index) => {
  const minutes = index * ENGINE_LIMITS.timeStepMinutes;
  const hour = Math.floor(minutes / 60);
  return { value: timeValue(hour, minutes % 60), label: timeLabel(hour, minutes % 60) };
});

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** '17:30' */
export function timeValue(hour: number, minute: number): string {
  return `${two(hour)}:${two(minute)}`;
}

/** '5:30 PM' */
export function timeLabel(hour: number, minute: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Another unit drops a fixed date, which would win over it. */
export function chooseUnit(wait: Wait, unit: WaitUnit): Wait {
  return { ...wait, unit, dateTime: '' };
}

export function chooseAmount(wait: Wait, amount: number): Wait {
  return { ...wait, amount: Math.min(ENGINE_LIMITS.waitAmount, Math.max(0, amount)), dateTime: '' };
}

/** `time` as in {@link TIMES}. */
export function chooseTime(wait: Wait, time: string): Wait {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return { ...wait, hour, minute, dateTime: '' };
}

/** 'Until 2026-12-24 09:00', 'Until 5:30 PM today', '5 minutes', '' for no wait. */
export function waitWords(wait: Wait): string {
  if (wait.dateTime !== '' && (wait.unit === 'today' || wait.amount <= 0))
    return wordings.waits.until(wait.dateTime.slice(0, 16));
  if (wait.unit === 'today') return wordings.waits.untilToday(timeLabel(wait.hour, wait.minute));
  if (wait.amount <= 0) return '';
  const unit = UNIT_LABELS[wait.unit].toLowerCase();
  return `${wait.amount} ${wait.amount === 1 ? unit.slice(0, -1) : unit}`;
}

/** '3 days', '2 weeks', 'Until 1 day before Birthday, 9:00 AM'. */
export function longWords(long: LongWait, tag = ''): string {
  const words = wordings.waits;
  if (long.for === 'weeks') return words.weeks(long.amount);
  if (long.for !== 'date') return words.days(long.amount);
  return words.untilDate(long.days, tag || words.theDate, timeLabel(long.hour, long.minute));
}

/** What a wait step waits for; '' for no wait. */
export const stepWaitWords = ({ wait, long, tag }: StepOf<'wait'>): string =>
  long ? longWords(long, tag) : waitWords(wait);
