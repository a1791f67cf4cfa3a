/** The text that goes with the first message a person ever gets from a channel: who writes, how to get help and how to stop. */
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
      where exists (
        select from messages m
        where m.account_id = ${accountId} and m.contact_id = given.id and m.channel_id = ${channelId}
          and not (m.origin = 'system' and m.credits = 0) and m.status <> 'skipped'
          and not (m.origin = 'blast' and m.status in ('queued', 'held'))
      )`,
  );
  const had = new Set(known.map((row) => row.id));
  return new Set(contactIds.filter((id) => !had.has(id)));
}

/** The message with the disclosure behind it, on a line of its own. */
export function withDisclosure(body: string, disclosure: string): string {
  return body === '' ? disclosure : `${body}\n${disclosure}`;
}
