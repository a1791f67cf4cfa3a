import type { Db } from '../platform/db/database.ts';
import { createHook } from '../platform/hook.ts';

/** Answers of the past were stored in this transaction, the oldest of them at `from`. */
export const pastAnswersStored =
  createHook<(trx: Db, accountId: number, from: Date) => Promise<void>>('pastAnswersStored');

/** Answers are about to be changed, in this transaction. */
export const answersChanging = createHook<(trx: Db, accountId: number) => Promise<void>>('answersChanging');

/** These answers were changed, in this transaction. */
export const answersChanged =
  createHook<
    (trx: Db, accountId: number, answers: readonly { campaignId: number; at: Date }[]) => Promise<void>
  >('answersChanged');
