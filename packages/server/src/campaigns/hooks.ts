import type { Actor } from '../audit/index.ts';
import type { Db } from '../platform/db/database.ts';
import { createHook } from '../platform/hook.ts';
import type { Services } from '../platform/services.ts';

/** What is told after the commit. */
export type Afterwards = (services: Services) => void;

/** `by` deleted a campaign, in this transaction. */
export const campaignDeleted =
  createHook<(trx: Db, by: Actor, campaignId: number, at: Date) => Promise<Afterwards>>('campaignDeleted');
