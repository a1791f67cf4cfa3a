import type { Db } from '../platform/db/database.ts';
import { createHook } from '../platform/hook.ts';
import type { NewOptOut } from './store.ts';

/** These contacts opt out: their conversations end before they are marked, in this transaction. */
export const optingOut =
  createHook<(trx: Db, accountId: number, contactIds: readonly number[], now: Date) => Promise<void>>(
    'optingOut',
  );

/** These numbers, which were not before, are opted out now, in this transaction. */
export const optedOutNow =
  createHook<(trx: Db, accountId: number, people: readonly NewOptOut[], now: Date) => Promise<void>>(
    'optedOutNow',
  );

/** These contacts have taken their opt-outs back, in this transaction. */
export const optedBackIn =
  createHook<(trx: Db, accountId: number, contactIds: readonly number[], now: Date) => Promise<void>>(
    'optedBackIn',
  );
