import { endWaiting, removeSkipped } from '../messages/index.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';

/**
 * Skips what waits to be sent to somebody; what it cost comes back. Blasts are locked first, as by the pump.
 */
export async function skipWaiting(trx: Db, accountId: number, contactId: number, now: Date): Promise<void> {
  const waiting = sql`
    m.account_id = ${accountId} and m.contact_id = ${contactId} and m.status in ('queued', 'held')`;
  await sql`
    select b.id from blasts b
    where b.account_id = ${accountId} and b.id in (select m.blast_id from messages m where ${waiting})
    order by b.id for no key update`.execute(trx);
  const messages = await rows(
    trx,
    sql<{ id: number }>`select m.id from messages m where ${waiting} order by m.id`,
  );
  const ids = messages.map(({ id }) => id);
  await endWaiting(trx, accountId, ids, 'erased', now);
  await removeSkipped(trx, accountId, contactId);
}
