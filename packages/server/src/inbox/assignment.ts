/** Which member of the team takes care of a conversation: `inbox_threads.assigned_to`. */
import { changed, type Db, sql } from '../platform/db/database.ts';

/**
 * Gives a conversation to a member of the account, or to nobody (null). False: no such member. What is unread
 * stays so. The member's row is locked: one who is taken off the team at this moment is given nothing.
 */
export async function assignThread(
  db: Db,
  accountId: number,
  contactId: number,
  userId: number | null,
): Promise<boolean> {
  const stored = await changed(
    db,
    sql`
      with colleague as (
        select from account_users m where m.account_id = ${accountId} and m.user_id = ${userId} for key share
      )
      insert into inbox_threads (account_id, contact_id, read_at, assigned_to)
      select ${accountId}, ${contactId}, '-infinity', ${userId}::bigint
      where ${userId}::bigint is null or exists (select from colleague)
      on conflict (account_id, contact_id) do update set assigned_to = excluded.assigned_to`,
  );
  return stored === 1;
}

/** What is somebody's is nobody's from now on: they leave the account. */
export async function unassign(trx: Db, accountId: number, userId: number): Promise<void> {
  await changed(
    trx,
    sql`update inbox_threads set assigned_to = null where account_id = ${accountId} and assigned_to = ${userId}`,
  );
}
