/** All SQL that writes the marks of the inbox. */
import { type Db, sql } from '../platform/db/database.ts';

/** Everything the contact texted up to now is read, and with `done` needs no answer. Unknown contacts break the foreign key. */
export async function markThread(
  db: Db,
  accountId: number,
  contactId: number,
  at: Date,
  done: boolean,
): Promise<void> {
  await sql`
    insert into inbox_marks as k (account_id, contact_id, read_at, done_at)
    values (${accountId}, ${contactId}, ${at}, ${done ? at : null})
    on conflict (account_id, contact_id) do update set
      read_at = excluded.read_at, done_at = coalesce(excluded.done_at, k.done_at)`.execute(db);
}
