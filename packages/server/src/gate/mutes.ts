/** The guard against two machines that talk to each other. Who is muted is decided where messages are queued. */
import { type Db, sql } from '../platform/db/database.ts';

/** Answers a contact again; nothing changes when it was not muted. */
export async function unmute(db: Db, accountId: number, contactId: number, channelId: number): Promise<void> {
  await sql`
    delete from muted_contacts
    where account_id = ${accountId} and contact_id = ${contactId} and channel_id = ${channelId}`.execute(db);
}
