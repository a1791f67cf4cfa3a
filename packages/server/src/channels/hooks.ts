import type { Db } from '../platform/db/database.ts';
import { createHook } from '../platform/hook.ts';

/** A channel is being deleted, in this transaction. */
export const channelDeleted =
  createHook<(trx: Db, accountId: number, channelId: number) => Promise<void>>('channelDeleted');
