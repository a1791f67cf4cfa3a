import { changed, type Db, first, sql } from './db/database.ts';
import { invariant, TooMany } from './errors.ts';

type Window = { key: string; windowSeconds: number };

/** Counts tries under `key`; answers how many there are in the window that has begun, and when that was. */
export async function countTries(
  db: Db,
  at: Date,
  { key, windowSeconds }: Window,
  tries: number,
): Promise<{ count: number; windowStart: Date }> {
  const windowStart = new Date(at.getTime() - windowSeconds * 1000);
  // A window that begins later than any clock should say is of a clock that was ahead and was put right.
  const farAhead = new Date(at.getTime() + windowSeconds * 1000);
  const isOver = sql`t.window_start <= ${windowStart} or t.window_start > ${farAhead}`;
  const row = await first(
    db,
    sql<{ count: number; windowStart: Date }>`
      insert into throttles as t (key, window_start, count) values (${key}, ${at}, ${tries}::int)
      on conflict (key) do update set
        window_start = case when ${isOver} then excluded.window_start else t.window_start end,
        count = case when ${isOver} then ${tries}::int else t.count + ${tries}::int end
      returning count, window_start as "windowStart"`,
  );
  invariant(row, 'what is counted is stored');
  return row;
}

/**
 * Counts one try under `key`; more than `limit` in a window of `windowSeconds` are refused with the time
 * left.
 */
export async function throttle(
  db: Db,
  at: Date,
  { limit, ...window }: Window & { limit: number },
): Promise<void> {
  const { count, windowStart } = await countTries(db, at, window, 1);
  if (count > limit)
    throw new TooMany((windowStart.getTime() + window.windowSeconds * 1000 - at.getTime()) / 1000);
}

/** Takes back what {@link throttle} counted: it was none of the tries that are meant. */
export async function giveBack(db: Db, key: string): Promise<void> {
  await sql`update throttles set count = count - 1 where key = ${key} and count > 0`.execute(db);
}

/** Tries after which each further one waits: 1, 2, 4 … seconds, at most 15 minutes. */
const FREE_TRIES = 5;
const LONGEST_WAIT_SECONDS = 900;
/** After so long without a try the waits begin anew. */
const FORGIVEN_SECONDS = 86_400;

/**
 * Counts a try at a secret before it is judged, so that those made at the same moment count each other;
 * `forgetTries` when it was right. The same for keys that name nobody: nothing is revealed.
 * @throws TooMany while earlier tries under `key` block it; such a one does not count.
 */
export async function takeTry(db: Db, at: Date, key: string): Promise<void> {
  // Nobody is blocked for longer: a clock was ahead and was put right.
  const latest = new Date(at.getTime() + LONGEST_WAIT_SECONDS * 1000);
  const forgiven = new Date(at.getTime() - FORGIVEN_SECONDS * 1000);
  const count = sql`(case when t.window_start < ${forgiven} then 1 else t.count + 1 end)`;
  const taken = await first(
    db,
    sql`
      insert into throttles as t (key, window_start, count) values (${key}, ${at}, 1)
      on conflict (key) do update set
        window_start = ${at},
        count = ${count},
        blocked_until = case when ${count} >= ${FREE_TRIES}
          then ${at}::timestamptz + make_interval(secs => least(${LONGEST_WAIT_SECONDS}, power(2, least(${count} - ${FREE_TRIES}, 20))))
          end
      where t.blocked_until is null or t.blocked_until <= ${at} or t.blocked_until > ${latest}
      returning 1`,
  );
  if (taken) return;
  const row = await first(
    db,
    sql<{ until: Date | null }>`select blocked_until as until from throttles where key = ${key}`,
  );
  throw new TooMany(((row?.until ?? at).getTime() - at.getTime()) / 1000);
}

/** A right one forgets the tries. */
export async function forgetTries(db: Db, key: string): Promise<void> {
  await changed(db, sql`delete from throttles where key = ${key}`);
}

/** The same for all keys that begin so. */
export async function forgetTriesOf(db: Db, beginning: string): Promise<void> {
  await changed(db, sql`delete from throttles where starts_with(key, ${beginning})`);
}

/**
 * No window is longer than a day, and no wait: what is older counts for nothing. Answers how many were swept.
 */
export function sweepThrottles(db: Db, at: Date): Promise<number> {
  const old = new Date(at.getTime() - 2 * FORGIVEN_SECONDS * 1000);
  return changed(db, sql`delete from throttles where window_start < ${old}`);
}
