import type { Db } from '../platform/db/database.ts';
import { createHook } from '../platform/hook.ts';

/**
 * An account's days begin at other moments now: what is kept by day is counted anew, in the transaction of
 * the change.
 */
export const timeZoneChanged =
  createHook<(trx: Db, accountId: number, timeZone: string, now: Date) => Promise<void>>('timeZoneChanged');

/** Somebody is about to be taken out of an account, in this transaction. */
export const memberLeaves =
  createHook<(trx: Db, accountId: number, userId: number, now: Date) => Promise<void>>('memberLeaves');

/** Somebody who belongs to no account any more is forgotten, in this transaction. */
export const userForgotten = createHook<(trx: Db, userId: number) => Promise<void>>('userForgotten');
