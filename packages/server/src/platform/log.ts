import { writeSync } from 'node:fs';
import { pino } from 'pino';

export type Log = import('pino').Logger;

/**
 * JSON lines on stdout, or to whom `write` gives them. Message texts, secrets and full phone numbers never
 * get here: see {@link lastDigits}.
 */
export function createLog(level: string, write = writeLine): Log {
  const errors = new Map<string, number>();
  const log = pino(
    {
      level,
      base: null,
      hooks: {
        logMethod(given, method, of) {
          if (of >= ERROR) countError(errors, given);
          method.apply(this, given);
        },
      },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: withoutRows },
      // The multipart parser tells of its options, and the headers among them have the session's cookie.
      redact: { paths: ['*.headers'], remove: true },
    },
    { write },
  );
  counted.set(log, errors);
  return log;
}

/** Pino's level. */
const ERROR = 50;
const MOST_KINDS = 100;
const OTHERS = 'anything else';
const counted = new WeakMap<object, Map<string, number>>();

/** The words stand in our code, and have nothing of anybody in them; an error's own message may. */
function countError(errors: Map<string, number>, given: readonly unknown[]): void {
  const [first, second] = given;
  const words = typeof first === 'string' ? first : typeof second === 'string' ? second : OTHERS;
  const kind = errors.has(words) || errors.size < MOST_KINDS ? words : OTHERS;
  errors.set(kind, (errors.get(kind) ?? 0) + 1);
}

/** How many errors this log has told since its beginning, by their words. */
export const errorsTold = (log: Log): ReadonlyMap<string, number> => counted.get(log) ?? new Map();

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
