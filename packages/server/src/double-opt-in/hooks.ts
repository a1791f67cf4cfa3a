import type { Db } from '../platform/db/database.ts';
import { createHook } from '../platform/hook.ts';
import type { Yes } from './pending.ts';

export type ConfirmedMembership = { listId: number; contactId: number; yes: Yes };

/** These people have said YES and are members now, in this transaction. */
export const membersConfirmed =
  createHook<
    (trx: Db, accountId: number, people: readonly ConfirmedMembership[], now: Date) => Promise<void>
  >('membersConfirmed');
