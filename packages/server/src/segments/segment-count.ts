/**
 * How many contacts a plan finds: in one statement, with a limit of time, ended when a later count is asked
 * for or nobody waits for it any more. Of many contacts an estimate is there at once.
 */
import { SEGMENT_TREE_LIMITS } from '@parley/rules/limits.ts';
import type { SegmentPlan } from '@parley/rules/segment-plan.ts';
import { type Db, first, rows, sql, transact } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { displayName } from '../tags/index.ts';
import { segmentPeople } from './compile.ts';
import { isCancelled, roomForSets } from './within-time.ts';

export type SegmentExample = { contact: number; phone: string; optedOut: number; displayName: string };
export type SegmentCount = { count: number; optedOut: number; examples: SegmentExample[] };

/** Counts that run here, by their ticket. A count that was begun elsewhere ends by its limit of time. */
const running = new Map<string, Running>();
type Running = { pid: number; superseded: boolean; over: boolean; ending: Promise<unknown> };

/** `whenAbandoned`: calls back when whoever asked has gone. */
type Asking = { ticket: string; whenAbandoned?: (act: () => void) => void };

/**
 * Counts a plan, over the connections of reports: it may take seconds. Null: a later count with the same
 * ticket ended this one, or whoever asked has gone.
 * @throws Refusal when it takes too long.
 */
export async function countPlan(
  { db, reports }: { db: Db; reports: { db: Db } },
  accountId: number,
  plan: SegmentPlan,
  { ticket, whenAbandoned }: Asking,
): Promise<SegmentCount | null> {
  await end(db, running.get(ticket));
  let own: Running | undefined;
  let isAbandoned = false;
  whenAbandoned?.(() => {
    isAbandoned = true;
    if (own) void end(db, own);
  });
  try {
    return await transact(reports.db, async (trx) => {
      own = await begin(trx, ticket);
      try {
        return isAbandoned ? null : await count(trx, accountId, plan);
      } finally {
        own.over = true;
        if (running.get(ticket) === own) running.delete(ticket);
        // Its end must not meet what comes next on this connection.
        await own.ending;
      }
    });
  } catch (error) {
    if (!isCancelled(error)) throw error;
    if (own?.superseded) return null;
    throw new Refusal('This takes too long to count. Try fewer conditions, or a shorter time.', 'inpTree.');
  }
}

async function begin(trx: Db, ticket: string): Promise<Running> {
  const row = await first(trx, sql<{ pid: number }>`select pg_backend_pid() as pid, ${roomForSets}`);
  const own = { pid: row?.pid ?? 0, superseded: false, over: false, ending: Promise.resolve() };
  if (ticket !== '') running.set(ticket, own);
  return own;
}

async function end(db: Db, count: Running | undefined): Promise<void> {
  if (!count || count.over) return;
  count.superseded = true;
  count.ending = sql`select pg_cancel_backend(${count.pid}::int)`.execute(db);
  await count.ending;
}

/** The account's ids are looked at in so many places, evenly spread, a fiftieth of them in all. */
const PLACES = 50;
const SHARE = 50;

/**
 * About how many contacts a plan finds, told by every fiftieth. Null: there are so few that a count is as
 * quick, or the estimate is not.
 */
export async function estimatePlan(
  db: Db,
  accountId: number,
  plan: SegmentPlan,
  mostMs: number = SEGMENT_TREE_LIMITS.estimateMs,
): Promise<number | null> {
  const range = { after: sql`place.id`, upTo: sql`place.id + place.width` };
  try {
    return await transact(db, async (trx) => {
      // Places are looked up: the planner takes whole tables for cheaper than it is to read few rows of them.
      await sql`
        select set_config('statement_timeout', ${String(mostMs)}, true),
          set_config('enable_seqscan', 'off', true), set_config('max_parallel_workers_per_gather', '0', true),
          set_config('jit', 'off', true)`.execute(trx);
      const found = await first(
        trx,
        sql<{ looked: number; found: number }>`
          with ids as materialized (
            select min(id) as low, max(id) + 1 - min(id) as span from contacts where account_id = ${accountId}
          ), places as materialized (
            select low - 1 + (n * span / ${PLACES}) as id, span / ${PLACES * SHARE} as width
            from ids, generate_series(0, ${PLACES - 1}) n where span >= ${SEGMENT_TREE_LIMITS.estimatedFrom}
          )
          select coalesce(sum(all_there.n), 0)::int as looked, coalesce(sum(there.n), 0)::int as found
          from places place
          cross join lateral (
            select count(*) as n from contacts c
            where c.account_id = ${accountId} and c.id > place.id and c.id <= place.id + place.width
          ) all_there
          cross join lateral (
            select count(*) as n from (${segmentPeople(accountId, plan, range)}) found
          ) there`,
      );
      if (!found || found.looked * SHARE < SEGMENT_TREE_LIMITS.estimatedFrom / 2) return null;
      return found.found * SHARE;
    });
  } catch (error) {
    if (!isCancelled(error)) throw error;
    return null;
  }
}

async function count(trx: Db, accountId: number, plan: SegmentPlan): Promise<SegmentCount> {
  const found = await first(
    trx,
    sql<{ count: number; optedOut: number; newest: number[] }>`
      with found as materialized (${segmentPeople(accountId, plan)})
      select count(*) as count, count(*) filter (where "optedOut") as "optedOut",
        array(select id from found order by id desc limit ${SEGMENT_TREE_LIMITS.examples}) as newest
      from found`,
  );
  if (!found) throw new Error('Nothing was counted.');
  const people = await rows(
    trx,
    sql<Omit<SegmentExample, 'optedOut'> & { optedOut: boolean }>`
      select c.id as contact, c.phone, c.opted_out as "optedOut", ${displayName(accountId)} as "displayName"
      from contacts c where c.account_id = ${accountId} and c.id = any(${found.newest}::bigint[]) order by c.id desc`,
  );
  const examples = people.map((one) => ({ ...one, optedOut: one.optedOut ? 1 : 0 }));
  return { count: found.count, optedOut: found.optedOut, examples };
}
