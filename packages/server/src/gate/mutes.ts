/** The guard against two machines that talk to each other. Who is muted is decided where messages are queued. */
import { type Db, first, sql } from '../platform/db/database.ts';

/** Answers a contact again; nothing changes when it was not muted. False: there is no such contact or channel. */
export async function unmute(
  db: Db,
  accountId: number,
  contactId: number,
  channelId: number,
): Promise<boolean> {
  const known = await first(
    db,
    sql`
      select 1 from contacts c join channels h on h.account_id = ${accountId} and h.id = ${channelId}
      where c.account_id = ${accountId} and c.id = ${contactId}`,
  );
  if (!known) return false;
  await sql`
    delete from muted_contacts
    where account_id = ${accountId} and contact_id = ${contactId} and channel_id = ${channelId}`.execute(db);
  return true;
}
