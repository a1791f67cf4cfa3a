import type { Db } from '../platform/db/database.ts';
import type { Statement } from '../platform/db/statement.ts';
import { createHook } from '../platform/hook.ts';

/** Somebody known who wrote, and when. */
export type Writer = { contactId: number; at: Date };

/**
 * Texts that may answer something: a statement that goes with the commit of their group; null: none is
 * needed.
 */
export const textsStored =
  createHook<(db: Db, accountId: number, writers: readonly Writer[]) => Statement<void> | null>(
    'textsStored',
  );
