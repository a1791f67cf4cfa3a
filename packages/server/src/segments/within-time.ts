/** Statements that ask many contacts about a segment: with room for large sets, and a limit of time. */
import { SEGMENT_TREE_LIMITS } from '@parley/rules/limits.ts';
import { type Db, sql, transact } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';

const CANCELLED = '57014';
export const isCancelled = (error: unknown): boolean => (error as { code?: string }).code === CANCELLED;

/**
 * What the transaction is given, as columns of a select: all processors, and room for large sets. The planner
 * by itself takes the first for too dear.
 */
export const roomForSets = sql`
  set_config('statement_timeout', ${String(SEGMENT_TREE_LIMITS.countMs)}, true),
  set_config('parallel_tuple_cost', '0', true),
  set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`;

/** Reads in a transaction of its own. @throws Refusal, in these words, when a statement takes too long. */
export async function withinTime<T>(db: Db, tooLong: string, read: (trx: Db) => Promise<T>): Promise<T> {
  try {
    return await transact(db, async (trx) => {
      await sql`select ${roomForSets}`.execute(trx);
      return read(trx);
    });
  } catch (error) {
    if (isCancelled(error)) throw new Refusal(tooLong);
    throw error;
  }
}
