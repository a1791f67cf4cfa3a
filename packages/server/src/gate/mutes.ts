/** The guard against two machines that talk to each other. Who is muted is decided where messages are queued. */
import { LOOP_GUARD } from '@parley/rules/limits.ts';
import type { RawBuilder } from 'kysely';
import { type Db, first, sql } from '../platform/db/database.ts';

/**
 * SQL: how many messages to a contact count for the guard now, up to its limit: those of the last hour on the channel. It is asked of a
 * row `given` with account_id and channel_id; `more`: a further condition on the message `e`.
 */
export function countedByGuard(
  contactId: RawBuilder<unknown>,
  now: Date,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<number> {
  const since = new Date(now.getTime() - LOOP_GUARD.minutes * 60_000);
  return sql`(
    select count(*) from (
      select from messages e
      where e.account_id = given.account_id and e.contact_id = ${contactId} and e.created_at > ${since}
        and e.channel_id = given.channel_id ${more}
        -- Not the bare column: it would let the planner read the account's whole last hour for each contact.
        and coalesce(e.origin, '') in ('flow', 'keyword', 'system') and e.status <> 'skipped'
      limit ${LOOP_GUARD.messages}
    ) earlier
  )`;
}

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
