import type { Db } from '../platform/db/database.ts';
import { createHook } from '../platform/hook.ts';

/** A list was deleted, in this transaction. */
export const listDeleted =
  createHook<(trx: Db, accountId: number, listId: number) => Promise<void>>('listDeleted');
