import { pino } from 'pino';

export type Log = import('pino').Logger;

/** JSON lines on stdout. Message texts, secrets and full phone numbers never get here: see {@link lastDigits}. */
export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

/** How a phone number may appear in a log. */
export function lastDigits(phone: string): string {
  return `…${phone.slice(-4)}`;
}
