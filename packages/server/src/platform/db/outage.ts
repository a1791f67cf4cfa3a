/**
 * A database that is away for a moment: restarted, killed, out of reach, out of room, locked by somebody, or
 * we out of open files to ask it with. What is begun then goes on when it is back.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * SQLSTATEs that say nothing about the statement: connection exceptions (08), insufficient resources such as
 * a full disk (53), shutdown and start-up (57P01 to 57P05), system errors (58), a server that became
 * read-only (25006), a transaction ended because we were frozen (25P03), a lock that somebody holds for long
 * (55P03). https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
const AWAY_STATES = /^(?:08\w{3}|53\w{3}|57P0[1-5]|58\w{3}|25006|25P03|55P03)$/;
const AWAY_CODES =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EMFILE|ENFILE)$/;
/** Errors of `pg` that have no code. */
const AWAY_WORDS =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Query read timeout)/;
/**
 * Machines of a Citus cluster that end: it has no other code for that than the one of its own faults. Lost in
 * a commit, which may have been heard; the coordinator killed while it waits for another machine.
 */
const INTERNAL_ERROR = 'XX000';
const MACHINE_LOST =
  /^(?:could not commit transaction for shard \d+ on |failure on connection marked as essential|postmaster was shut down, exiting|terminating connection due to unexpected postmaster exit)/;

/** True when PostgreSQL could not be asked, false when it was asked and said no. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (code === INTERNAL_ERROR) return MACHINE_LOST.test(String(message));
  if (typeof code === 'string') return AWAY_STATES.test(code) || AWAY_CODES.test(code);
  return typeof message === 'string' && AWAY_WORDS.test(message);
}

/** The server is there, and has no database of that name (yet). */
export const isNotCreated = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === '3D000';

/** SQLSTATE and system errors of a disk that is full. */
const FULL = /^(?:53100|ENOSPC|EDQUOT)$/;
/** The same of a place where nothing may be written. */
const READ_ONLY = /^(?:25006|EROFS)$/;

export const isFull = (error: unknown): boolean =>
  FULL.test(String((error as { code?: unknown } | null)?.code));

/** True when it is there, and takes nothing: its disk is full, or it only reads. */
export function isWriteRefused(error: unknown): boolean {
  return isFull(error) || READ_ONLY.test(String((error as { code?: unknown } | null)?.code));
}

/** For people and machines that asked meanwhile. */
const AWAY = 'The database isn’t responding right now. Please try again in a moment.';
export const AWAY_RETRY_SECONDS = 5;
const NO_ROOM =
  'The server has run out of disk space, so nothing can be stored right now. Please tell whoever runs it, and try again later.';

/** Whether the embedded PostgreSQL is away because its disk has no room for it to start again. */
let isKeptDown = false;
export function tellKeptDown(is: boolean): void {
  isKeptDown = is;
}

/** What a call is answered that lacked the database, or room on its disk; null: it is another fault. */
export function whyAway(error: unknown): { status: 503 | 507; message: string } | null {
  if (isFull(error) || (isKeptDown && isUnavailable(error))) return { status: 507, message: NO_ROOM };
  return isUnavailable(error) ? { status: 503, message: AWAY } : null;
}

const ASK_EVERY_MS = 500;

/**
 * Does something as soon as the database is there, tried every half second. It must be harmless when done
 * twice: a commit may have been heard and its answer lost. Rejects with what is not the database's absence,
 * and when `isStopping` says so. `isAway`: what counts as its absence.
 */
export async function whenAvailable<T>(
  work: () => Promise<T>,
  isStopping: () => boolean,
  isAway = isUnavailable,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error) || isStopping()) throw error;
      await sleep(ASK_EVERY_MS);
    }
  }
}

/**
 * For `catch`, of a round that leases its work: where the database went away, what was leased is given back
 * as soon as it is there, instead of at the end of the lease. The error goes on.
 */
export function releaseOnOutage(
  giveBack: () => Promise<unknown>,
  isStopping: () => boolean,
): (error: unknown) => Promise<never> {
  return async (error) => {
    if (isUnavailable(error)) await whenAvailable(giveBack, isStopping);
    throw error;
  };
}
