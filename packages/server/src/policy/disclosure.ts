/**
 * The text that goes with the first message a person ever gets from a channel: who writes, how to get help
 * and how to stop.
 */
import type { RawBuilder } from 'kysely';
import { type Db, rows, sql } from '../platform/db/database.ts';

/** Which of these contacts have got nothing from the channel yet, confirmations of STOP and START apart. */
export async function firstTimers(
  trx: Db,
  accountId: number,
  channelId: number,
  contactIds: readonly number[],
): Promise<Set<number>> {
  if (contactIds.length === 0) return new Set();
  const known = await rows(
    trx,
    sql<{ id: number }>`
      select given.id from unnest(${contactIds}::bigint[]) as given (id)
      where ${hadMessage(accountId, channelId, sql`given.id`)}`,
  );
  const had = new Set(known.map((row) => row.id));
  return new Set(contactIds.filter((id) => !had.has(id)));
}

/** Whether a contact has got anything from a channel, or is about to. */
export function hadMessage(
  accountId: number,
  channelId: number,
  contactId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`exists (
    select from messages m
    where m.account_id = ${accountId} and m.contact_id = ${contactId} and m.channel_id = ${channelId}
      and not (m.origin = 'system' and m.credits = 0) and m.status <> 'skipped'
      and not (m.origin = 'blast' and m.status in ('queued', 'held')))`;
}

/** The message with the disclosure behind it, on a line of its own. */
export function withDisclosure(body: string, disclosure: string): string {
  return body === '' ? disclosure : `${body}\n${disclosure}`;
}
