import { addSeconds, dayOf, parseLocalDateTime } from '@parley/rules/time-zone.ts';
import type { Wait } from './flow.ts';

/** A wait of nothing: on a question, for ever. */
export const NO_WAIT: Wait = { unit: 'seconds', amount: 0, hour: 0, minute: 0, dateTime: '' };

/** Whether there is anything to wait for, be it past. */
export const isWait = ({ unit, amount, dateTime }: Wait): boolean =>
  unit === 'today' || amount > 0 || dateTime !== '';

const SECONDS_IN = { seconds: 1, minutes: 60, hours: 3600 } as const;

/**
 * When a wait that begins now is over, as an instant, which may be past; null when it is no wait (a zero
 * amount). The unit `today` means hour:minute of the contact's present day. A target date counts with `today`
 * or without an amount.
 */
export function waitUntil(wait: Wait, now: string, zone: string): string | null {
  if (wait.dateTime !== '' && (wait.unit === 'today' || wait.amount <= 0))
    return parseLocalDateTime(wait.dateTime, zone, now);
  if (wait.unit === 'today') return parseLocalDateTime(`${dayOf(now, zone)} ${clock(wait)}`, zone, now);
  return wait.amount > 0 ? addSeconds(now, wait.amount * SECONDS_IN[wait.unit]) : null;
}

/** `HH:mm:00` of a wait's target. */
export function clock(wait: Wait): string {
  return `${String(wait.hour).padStart(2, '0')}:${String(wait.minute).padStart(2, '0')}:00`;
}
