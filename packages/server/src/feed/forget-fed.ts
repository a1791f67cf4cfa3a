import { type Db, sql } from '../platform/db/database.ts';

/**
 * Nobody is told any more what an erased contact did. That the contact was erased says nothing of anybody,
 * and is still told.
 */
export async function forgetFed(db: Db, accountId: number, contactId: number): Promise<void> {
  await sql`
    delete from event_feed
    where account_id = ${accountId} and contact_id = ${contactId} and kind <> 'contact.erased'`.execute(db);
}
