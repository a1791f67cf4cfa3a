/** The entrances to conversations: what comes one by one is committed in groups of an account. */
import { type BatchRules, batchersOf } from '../platform/batcher.ts';
import type { Db } from '../platform/db/database.ts';
import { type Commit, partOf, pipelined, type Transactions } from '../platform/db/pipeline.ts';
import { inRuntime } from '../platform/runtime.ts';
import type { Services } from '../platform/services.ts';
import { tracesOf } from '../platform/traces/traces.ts';

const GROUP_SIZE = 500;
/**
 * A group costs about 1 ms of the server and 1 ms of PostgreSQL before its first text. From so many texts on
 * two at a time are quicker: one is played while PostgreSQL stores the other.
 */
const GROUPS_IN_WORK = 2;
const LEAST_BESIDE = 25;
/** A carrier sends the next texts of its window when it hears that the last ones are stored. */
const NEXT_OF_WINDOW_MS = 3;

/** One try to store a group. `requireFullBalance`: it fails when the balance does not last for all of it. */
export type Attempt = { trx: Db; commit: Commit; requireFullBalance: boolean };

/**
 * What a group is taken with; a group has at most one item of each number. Answers their results in order,
 * after the commit.
 */
export type Take<T, R> = (
  services: Services,
  transact: Transactions,
  accountId: number,
  items: readonly T[],
) => Promise<readonly R[]>;

/**
 * Makes the entrance to a kind of work. `take` commits a group. Two items of one number are never in work
 * together, so their order is kept and every conversation has one of them at a time. `noun` names the items
 * in the log; `rules` differ from those of all entrances.
 */
export function createAccountBatcher<T extends { phone: string }, R>(
  noun: string,
  take: Take<T, R>,
  rules: Pick<BatchRules<T, R>, 'atOnce' | 'isPatient' | 'restMs'> = {},
): (services: Services, accountId: number, item: T) => Promise<R> {
  const entrance = inRuntime((services: Services) => {
    const transact = pipelined(services.pool);
    return batchersOf((accountId: number) => ({
      // A group is done for all of its members, not for the one that came first.
      work: (items: readonly T[]) => outsideOf(services, () => take(services, transact, accountId, items)),
      most: GROUP_SIZE,
      atOnce: GROUPS_IN_WORK,
      leastBeside: LEAST_BESIDE,
      awaitMs: NEXT_OF_WINDOW_MS,
      keyOf: ({ phone }: T) => phone,
      onFailedBatch: (error: unknown, size: number) =>
        services.log.warn({ err: error, size }, `a group of ${noun} failed; each goes alone`),
      ...rules,
    }));
  });
  return async (services, accountId, item) => {
    // What is to be taken back is no part of a group that stays.
    if (!services.db.isTransaction) return entrance(services)(accountId, item);
    const [result] = await take(services, partOf(services.db), accountId, [item]);
    return result as R;
  };
}

const outsideOf = <R>(services: Services, work: () => R): R => {
  const traces = tracesOf(services);
  return traces ? traces.within(null, work) : work();
};
