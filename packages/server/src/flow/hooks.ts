import type { RawBuilder } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { createHook } from '../platform/hook.ts';

/** The text of a question is another, or a question is gone, in this transaction. */
export const questionsChange =
  createHook<(trx: Db, accountId: number, campaignId: number) => Promise<void>>('questionsChange');

/**
 * A flow was edited: SQL that ends the statement of the edit. It raises the version and keeps whether the
 * flow can be used.
 */
export const flowEdited =
  createHook<(accountId: number, campaignId: number, isUsable: boolean) => RawBuilder<unknown>>('flowEdited');

/** A flow was published: SQL that ends the statement which stores the version, and keeps what is live. */
export const flowPublished =
  createHook<(accountId: number, campaignId: number, number: number) => RawBuilder<unknown>>('flowPublished');

/** These flows can be used now and could not be, or the reverse, in this transaction. */
export const usabilityChanged =
  createHook<(trx: Db, accountId: number, campaignIds: readonly number[]) => Promise<void>>(
    'usabilityChanged',
  );
