import { writeSync } from 'node:fs';
import { pino } from 'pino';

export type Log = import('pino').Logger;

/**
 * JSON lines on stdout, or to whom `write` gives them. Message texts, secrets and full phone numbers never
 * get here: see {@link lastDigits}.
 */
export function createLog(level: string, write = writeLine): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: withoutRows },
      // The multipart parser tells of its options, and the headers among them have the session's cookie.
      redact: { paths: ['*.headers'], remove: true },
    },
    { write },
  );
}

/** Where the disk is full, or nobody reads, a line is lost: the server goes on. */
export function writeLine(line: string): void {
  let rest = Buffer.from(line);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(process.stdout.fd, rest));
  } catch {
    // There is nowhere left to say so.
  }
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
