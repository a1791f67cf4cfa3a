/**
 * Who wants no texts for a while: until then the gate skips whatever is not an answer to the contact's own
 * text.
 */
import type { RawBuilder } from 'kysely';
import { changed, type Db, sql } from '../platform/db/database.ts';

type Paused = { accountId: number; contactId: number };

/** Needs a transaction that has locked the contact. A pause that runs already begins anew. */
export async function pauseContact(
  trx: Db,
  { accountId, contactId }: Paused,
  { until, now }: { until: Date; now: Date },
): Promise<void> {
  await sql`
    insert into contact_pauses (account_id, contact_id, since, until)
    values (${accountId}, ${contactId}, ${now}, ${until})
    on conflict (account_id, contact_id) do update set since = excluded.since, until = excluded.until`.execute(
    trx,
  );
}

/** False: no pause was running. */
export async function endPause(trx: Db, { accountId, contactId }: Paused, now: Date): Promise<boolean> {
  const ended = await changed(
    trx,
    sql`
      delete from contact_pauses
      where account_id = ${accountId} and contact_id = ${contactId} and until > ${now}`,
  );
  return ended > 0;
}

/** SQL: until when the contact of a row `c` has paused; null: they have not. */
export function pausedUntil(accountId: RawBuilder<unknown> | number, now: Date): RawBuilder<Date | null> {
  return sql`(
    select p.until from contact_pauses p
    where p.account_id = ${accountId} and p.contact_id = c.id and p.until > ${now})`;
}
