import type { Db } from '../platform/db/database.ts';
import { createHook } from '../platform/hook.ts';

/** People may be written to more often, in this transaction: whoever the limit holds is looked at anew. */
export const limitEased = createHook<(trx: Db, accountId: number, now: Date) => Promise<void>>('limitEased');
