import type { Db } from '../platform/db/database.ts';
import { createHook } from '../platform/hook.ts';

/** The text of a question is another, or a question is gone, in this transaction. */
export const questionsChange =
  createHook<(trx: Db, accountId: number, campaignId: number) => Promise<void>>('questionsChange');
