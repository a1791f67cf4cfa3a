/**
 * Where reports are read: over connections of their own, so that they hold up nothing else, and from a copy
 * of the database where there is one. While the copy is away they come from the database itself, and nobody
 * notices but the log.
 */
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { type Database, type Db, first, openDatabase, sql } from './database.ts';
import { isNotCreated, isUnavailable } from './outage.ts';

/** Processes say so often that they live (`processes.ts`), and a copy hears it: later than that, it lags. */
export const LAGS_MS = 15_000;
const ASK_AGAIN_MS = 10_000;
/**
 * The copy gave a statement up to go on copying (40001), or has not heard of a table or column that was just
 * made, or of a right to read it (42501).
 */
const BEHIND = /^(?:40001|42P01|42703|42501)$/;
/** It takes no connection of ours: another password, no right to connect. */
const REFUSED = /^28/;

type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

export type ReportReads = {
  /** The database itself: for what was just written, and for what reports keep. */
  db: Db;
  /**
   * Reads from the copy, where there is one and it is there. `work` only reads, and is begun again elsewhere
   * when the copy goes away.
   */
  read: Read;
  /** How to read what must be whole as of now, as a file: from the copy while it does not lag. */
  readRecent: () => Promise<Read>;
  /** Up to when the copy knows everything; null: there is none, or it does not lag. */
  asOf: () => Promise<Date | null>;
  close: () => Promise<void>;
};

export type ReportPlaces = {
  url: string;
  /** Null: there is no copy. */
  replicaUrl: string | null;
  /** Of each place. */
  connections: number;
  patience?: number;
};

export function openReportReads(
  { url, replicaUrl, connections, patience = 1 }: ReportPlaces,
  { clock, log }: { clock: Clock; log: Log },
): ReportReads {
  const own = openDatabase(url, connections, patience);
  const readOwn: Read = (work) => work(own.db);
  if (replicaUrl === null)
    return {
      db: own.db,
      read: readOwn,
      readRecent: async () => readOwn,
      asOf: async () => null,
      close: own.close,
    };
  const copy = new Copy(openDatabase(replicaUrl, connections, patience), log);
  const read: Read = (work) => copy.orElse(work, own.db);
  const asOf = async () => {
    const heard = await copy.orElse(lastHeard, null);
    return heard !== null && clock.now().getTime() - heard.getTime() > LAGS_MS ? heard : null;
  };
  return {
    db: own.db,
    read,
    readRecent: async () => ((await asOf()) === null ? read : readOwn),
    asOf,
    close: async () => void (await Promise.all([own.close(), copy.database.close()])),
  };
}

/** When the last process said that it lives. */
export async function lastHeard(db: Db | null): Promise<Date | null> {
  if (db === null) return null;
  const row = await first(db, sql<{ at: Date | null }>`select max(at) as at from worker_processes`);
  return row?.at ?? null;
}

/** A copy that may be away; then it is asked now and then whether it is back, and nobody waits for that. */
class Copy {
  readonly database: Database;
  private readonly log: Log;
  /** By `performance.now`; null: it is there. */
  private askedAt: number | null = null;

  constructor(database: Database, log: Log) {
    this.database = database;
    this.log = log;
  }

  /** Does it with the copy, or with what stands in for it. */
  async orElse<T, S extends Db | null>(work: (db: Db | S) => Promise<T>, standIn: S): Promise<T> {
    if (this.askedAt !== null) {
      this.askAgain(this.askedAt);
      return work(standIn);
    }
    try {
      return await work(this.database.db);
    } catch (error) {
      const code = String((error as { code?: unknown } | null)?.code);
      const isAway = isUnavailable(error) || isNotCreated(error) || REFUSED.test(code);
      if (!isAway && !BEHIND.test(code)) throw error;
      if (isAway) this.leave(error);
      return work(standIn);
    }
  }

  private leave(error: unknown): void {
    if (this.askedAt === null)
      this.log.warn(
        { err: error },
        'the copy of the database that reports are read from is away; they come from the database itself',
      );
    this.askedAt = performance.now();
  }

  private askAgain(before: number): void {
    const now = performance.now();
    if (now - before < ASK_AGAIN_MS) return;
    this.askedAt = now;
    sql`select 1`.execute(this.database.db).then(
      () => {
        this.askedAt = null;
        this.log.info('the copy of the database that reports are read from is back');
      },
      () => undefined,
    );
  }
}
