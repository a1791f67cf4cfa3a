import { pino } from 'pino';

export type Log = import('pino').Logger;

/** JSON lines on stdout. Message texts, secrets and full phone numbers never get here: see {@link lastDigits}. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: withoutRows },
  });
}

/** An error without what PostgreSQL quotes of the row at hand. */
function withoutRows(error: Error): Record<string, unknown> {
  const { detail: _, where: __, ...rest } = pino.stdSerializers.err(error) as Record<string, unknown>;
  return rest;
}

/** How a phone number may appear in a log. */
export function lastDigits(phone: string): string {
  return `…${phone.slice(-4)}`;
}
