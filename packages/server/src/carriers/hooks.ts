/** What carriers tell: receipts and texts. Whoever keeps messages and conversations listens. */
import type { Db } from '../platform/db/database.ts';
import { createHook } from '../platform/hook.ts';
import type { Services } from '../platform/services.ts';
import type { InboundText, Receipt, WordsOnly } from './carrier.ts';

/** A receipt; resolves after its commit, which it may share with others. */
export const receiptCame =
  createHook<(services: Services, accountId: number, receipt: Receipt) => Promise<void>>('receiptCame');

/** Receipts that are stored in the caller's transaction; answers what is told after the commit. */
export const receiptsCame =
  createHook<
    (
      trx: Db,
      accountId: number,
      receipts: readonly Receipt[],
      now: Date,
    ) => Promise<(services: Services) => void>
  >('receiptsCame');

/** A text; resolves when it and all that follows from it is stored. */
export const textCame =
  createHook<
    (services: Services, text: InboundText & { accountId: number }) => Promise<{ inboundId: number }>
  >('textCame');

/** A text; resolves when it is stored, and what follows from it may come a moment later. */
export const textStreamed =
  createHook<(services: Services, text: WordsOnly & { accountId: number }) => Promise<void>>('textStreamed');
