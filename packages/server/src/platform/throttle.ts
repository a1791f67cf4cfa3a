import { changed, type Db, first, sql } from './db/database.ts';
import { TooMany } from './errors.ts';

/** Counts one try under `key`; more than `limit` in a window of `windowSeconds` are refused with the time left. */
export async function throttle(
  db: Db,
  at: Date,
  { key, limit, windowSeconds }: { key: string; limit: number; windowSeconds: number },
): Promise<void> {
  const windowStart = new Date(at.getTime() - windowSeconds * 1000);
  // A window that begins later than any clock should say is of a clock that was ahead and was put right.
  const farAhead = new Date(at.getTime() + windowSeconds * 1000);
  const isOver = sql`t.window_start <= ${windowStart} or t.window_start > ${farAhead}`;
  const row = await first(
    db,
    sql<{ count: number; window_start: Date }>`
      insert into throttles as t (key, window_start, count) values (${key}, ${at}, 1)
      on conflict (key) do update set
        window_start = case when ${isOver} then excluded.window_start else t.window_start end,
        count = case when ${isOver} then 1 else t.count + 1 end
      returning count, window_start`,
  );
  if (row && row.count > limit)
    throw new TooMany((row.window_start.getTime() + windowSeconds * 1000 - at.getTime()) / 1000);
}

/** Failures after which each further one waits: 1, 2, 4 … seconds, at most 15 minutes. */
const FREE_FAILURES = 5;
const LONGEST_WAIT_SECONDS = 900;

/** Throws while `key` is blocked by earlier failures. The same for keys that name nobody: nothing is revealed. */
export async function refuseWhileBlocked(db: Db, at: Date, key: string): Promise<void> {
  // Nobody is blocked for longer: a clock was ahead and was put right.
  const latest = new Date(at.getTime() + LONGEST_WAIT_SECONDS * 1000);
  const row = await first(
    db,
    sql<{ until: Date }>`
      select blocked_until as until from throttles
      where key = ${key} and blocked_until > ${at} and blocked_until <= ${latest}`,
  );
  if (row) throw new TooMany((row.until.getTime() - at.getTime()) / 1000);
}

/** Records a failure under `key` and blocks it for longer with each one. */
export async function recordFailure(db: Db, at: Date, key: string): Promise<void> {
  await sql`
    insert into throttles as t (key, window_start, count) values (${key}, ${at}, 1)
    on conflict (key) do update set
      count = t.count + 1,
      blocked_until = case when t.count + 1 >= ${FREE_FAILURES}
        then ${at}::timestamptz + make_interval(secs => least(${LONGEST_WAIT_SECONDS}, power(2, least(t.count + 1 - ${FREE_FAILURES}, 20))))
        else t.blocked_until end`.execute(db);
}

/** A success forgets the failures. */
export async function forgetFailures(db: Db, key: string): Promise<void> {
  await changed(db, sql`delete from throttles where key = ${key}`);
}
