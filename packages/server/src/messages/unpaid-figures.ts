import { sql } from '../platform/db/database.ts';

/**
 * A message of no blast that the balance had no room for: it waits for credits, or was given up. Counted on
 * the day it was due.
 */
export const IS_UNPAID = sql`reason = 'balance' and status in ('held', 'skipped') and origin <> 'blast'`;
