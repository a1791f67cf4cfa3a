import type { Db } from '../platform/db/database.ts';
import { createHook } from '../platform/hook.ts';

/**
 * The hours of a channel are other ones, in this transaction: what those before hold is to be judged anew at
 * a moment, when every process knows them.
 */
export const hoursChanged =
  createHook<(trx: Db, accountId: number, channelId: number, at: Date) => Promise<void>>('hoursChanged');

/**
 * A channel sends another way now, in this transaction: over another connection, or with another day. What
 * waits there for its next try is tried at once.
 */
export const lineChanged =
  createHook<(trx: Db, accountId: number, channelId: number, now: Date) => Promise<void>>('lineChanged');

/** A channel is being deleted, in this transaction. */
export const channelDeleted =
  createHook<(trx: Db, accountId: number, channelId: number) => Promise<void>>('channelDeleted');
