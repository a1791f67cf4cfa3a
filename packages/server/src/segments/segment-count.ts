/**
 * How many contacts a plan finds: in one statement, with a limit of time, ended when a later count is asked
 * for.
 */
import { SEGMENT_TREE_LIMITS } from '@parley/rules/limits.ts';
import type { SegmentPlan } from '@parley/rules/segment-plan.ts';
import { type Db, first, rows, sql, transact } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { displayName } from '../tags/index.ts';
import { segmentPeople } from './compile.ts';

export type SegmentExample = { contact: number; phone: string; optedOut: number; displayName: string };
export type SegmentCount = { count: number; optedOut: number; examples: SegmentExample[] };

const CANCELLED = '57014';

/** Counts that run here, by their ticket. A count that was begun elsewhere ends by its limit of time. */
const running = new Map<string, Running>();
type Running = { pid: number; superseded: boolean; ending: Promise<unknown> };

/**
 * Counts a plan. Null: a later count with the same ticket ended this one. @throws Refusal when it takes too
 * long.
 */
export async function countPlan(
  db: Db,
  accountId: number,
  plan: SegmentPlan,
  ticket: string,
): Promise<SegmentCount | null> {
  if (ticket !== '') await endEarlier(db, ticket);
  let own: Running | undefined;
  try {
    return await transact(db, async (trx) => {
      own = await begin(trx, ticket);
      try {
        return await count(trx, accountId, plan);
      } finally {
        if (running.get(ticket) === own) running.delete(ticket);
        // Its end must not meet what comes next on this connection.
        await own.ending;
      }
    });
  } catch (error) {
    if ((error as { code?: string }).code !== CANCELLED) throw error;
    if (own?.superseded) return null;
    throw new Refusal('This takes too long to count. Try fewer conditions, or a shorter time.', 'inpTree.');
  }
}

async function begin(trx: Db, ticket: string): Promise<Running> {
  // On all processors, with room for large sets: the planner by itself takes the first for too dear.
  const row = await first(
    trx,
    sql<{ pid: number }>`
      select pg_backend_pid() as pid, set_config('statement_timeout', ${String(SEGMENT_TREE_LIMITS.countMs)}, true),
        set_config('parallel_tuple_cost', '0', true),
        set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`,
  );
  const own = { pid: row?.pid ?? 0, superseded: false, ending: Promise.resolve() };
  if (ticket !== '') running.set(ticket, own);
  return own;
}

async function endEarlier(db: Db, ticket: string): Promise<void> {
  const earlier = running.get(ticket);
  if (!earlier) return;
  earlier.superseded = true;
  earlier.ending = sql`select pg_cancel_backend(${earlier.pid}::int)`.execute(db);
  await earlier.ending;
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
