import type { Db } from '../platform/db/database.ts';
import { createHook } from '../platform/hook.ts';

/**
 * Tags of these names came, went or were renamed (old name and new one): in the transaction of the change.
 */
export const tagNamesChanged =
  createHook<(trx: Db, accountId: number, names: readonly string[]) => Promise<void>>('tagNamesChanged');

/** A tag was deleted, in this transaction. */
export const tagDeleted =
  createHook<(trx: Db, accountId: number, tagId: number) => Promise<void>>('tagDeleted');
