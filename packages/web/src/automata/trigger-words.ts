import { EVENT_KINDS } from '@parley/rules/event-kinds.ts';
import { DATE_REACHED, type EventTrigger } from '@parley/rules/event-trigger.ts';
import { wordings } from './wordings.ts';

const MINUTES = { days: 1_440, hours: 60, minutes: 1 } as const;
export type WaitUnit = keyof typeof MINUTES;

/** Minutes in the largest unit that tells them without a rest. */
export function inUnits(minutes: number): { count: number; unit: WaitUnit } {
  const unit = minutes % MINUTES.days === 0 ? 'days' : minutes % MINUTES.hours === 0 ? 'hours' : 'minutes';
  return { count: minutes / MINUTES[unit], unit };
}

export const minutesOf = (count: number, unit: WaitUnit) => count * MINUTES[unit];

/** 'When this happens: List joined, 2 days later' */
export function triggerWords({ event, date, wait }: EventTrigger): string {
  const words = wordings.trigger;
  if (event === null) return words.type;
  if (event === DATE_REACHED)
    return words.dateReached + (date ? words.date(date.days, clockText(date.at), date.every === 'year') : '');
  const later =
    wait.for === 'nothing'
      ? ''
      : wait.for === 'time'
        ? words.after(inUnits(wait.minutes))
        : words.clock(wait.days, clockText(wait.at));
  return `${words.type}: ${EVENT_KINDS[event].words.title}${later}`;
}

/** '9:30 AM' of '09:30'. */
export function clockText(at: string): string {
  const [hour = 0, minute = 0] = at.split(':').map(Number);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}
