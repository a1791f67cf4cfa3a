/** All SQL that writes the marks and notes of the inbox. */
import { type Db, first, sql } from '../platform/db/database.ts';

/**
 * Everything the contact texted up to now is read, and with `done` needs no answer. Unknown contacts break
 * the foreign key.
 */
export async function markThread(
  db: Db,
  accountId: number,
  contactId: number,
  at: Date,
  done: boolean,
): Promise<void> {
  await sql`
    insert into inbox_threads as k (account_id, contact_id, read_at, done_at)
    values (${accountId}, ${contactId}, ${at}, ${done ? at : null})
    on conflict (account_id, contact_id) do update set
      read_at = excluded.read_at, done_at = coalesce(excluded.done_at, k.done_at)`.execute(db);
}

/**
 * Closed: what came up to now needs no answer. Opened again, it waits for one if nobody and no campaign has
 * answered.
 */
export async function closeThread(
  db: Db,
  accountId: number,
  contactId: number,
  at: Date,
  closed: boolean,
): Promise<void> {
  const until = closed ? at : null;
  await sql`
    insert into inbox_threads (account_id, contact_id, read_at, done_at, closed_at)
    values (${accountId}, ${contactId}, ${at}, ${until}, ${until})
    on conflict (account_id, contact_id) do update set
      read_at = excluded.read_at, done_at = excluded.done_at, closed_at = excluded.closed_at`.execute(db);
}

/** Answers the note's id. */
export async function insertNote(
  db: Db,
  accountId: number,
  { contact, user, text, at }: { contact: number; user: number; text: string; at: Date },
): Promise<number> {
  const row = await first(
    db,
    sql<{ id: number }>`
      insert into inbox_notes (account_id, contact_id, user_id, author, body, at)
      select ${accountId}, ${contact}, u.id, u.email, ${text}, ${at} from users u where u.id = ${user}
      returning id`,
  );
  if (!row) throw new Error('A note was not stored.');
  return row.id;
}

export type Note = { contact: number; author: number };

export function findNote(db: Db, accountId: number, note: number): Promise<Note | undefined> {
  return first(
    db,
    sql<Note>`
      select contact_id as contact, user_id as author from inbox_notes
      where account_id = ${accountId} and id = ${note}`,
  );
}

export async function deleteNote(db: Db, accountId: number, note: number): Promise<void> {
  await sql`delete from inbox_notes where account_id = ${accountId} and id = ${note}`.execute(db);
}
