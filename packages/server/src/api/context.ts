/** What handlers of REST v1 are given, and how they are declared. */
import type { AnswerOf, GivenTo, Operations } from '@parley/contract/api/index.ts';
import type { Actor } from '../audit/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';

export type ApiContext = Services &
  Actor & {
    /** @throws ApiFault when If-Match names another version of what is shown. */
    checkVersion: (shown: unknown) => void;
    /** The request's User-Agent. */
    agent: string | undefined;
    /** The request has an If-Match. */
    isConditional: boolean;
  };

export type ApiHandlers<Ids extends keyof Operations> = {
  [Id in Ids]: (
    context: ApiContext,
    given: GivenTo<Operations[Id]>,
  ) => Promise<AnswerOf<Operations[Id]> | undefined>;
};

/**
 * Changes something in one transaction, if it is still what If-Match says. `lock`: nobody else changes it
 * before the end.
 */
export function whenCurrent<T>(
  context: ApiContext,
  { lock, show }: { lock: (trx: Db) => Promise<unknown>; show: (trx: Db) => Promise<unknown> },
  change: (acting: ApiContext) => Promise<T>,
): Promise<T> {
  return transact(context.db, async (trx) => {
    if (context.isConditional) {
      await lock(trx);
      context.checkVersion(await show(trx));
    }
    return change({ ...context, db: trx });
  });
}
