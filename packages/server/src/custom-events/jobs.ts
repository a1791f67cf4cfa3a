/** What becomes of custom events with time: their months are made, and go again. */
import type { Db } from '../platform/db/database.ts';
import { dropMonths, makeMissingMonths, makeMonths } from '../platform/db/month-partitions.ts';
import { forgetOldCustomEvents, keptByNobodyBefore } from './store.ts';

/**
 * Makes the months ahead and those of what came before them, drops the months that no account keeps, and
 * deletes a slice of what single accounts keep no more. True: there may be more to delete.
 */
export async function forgetAndMakeMonths(db: Db, now: Date): Promise<boolean> {
  await makeMonths(db, 'custom_events', now);
  await makeMissingMonths(db, 'custom_events', now);
  const before = await keptByNobodyBefore(db, now);
  if (before) await dropMonths(db, 'custom_events', before);
  return (await forgetOldCustomEvents(db, now)) > 0;
}
