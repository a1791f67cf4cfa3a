/** Double opt-in: who was added to such a list waits for a YES. All SQL that writes pending_members. */
import { recordConsents } from '../optouts/store.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { addConfirmed } from './store.ts';

/** Somebody who answered YES on a channel. */
export type Yes = {
  contactId: number;
  channelId: number;
  phone: string;
  text: string;
  /** When a conversation asked something that waits for an answer; null: none did. */
  askedSince: Date | null;
};

type Pending = { listId: number; contactId: number; askedAt: Date; name: string; account: string };

/** The question that a new member of a list with double opt-in gets. */
export function confirmationText(account: string, list: string): string {
  return `${account}: Reply YES to get our messages (${list}). Reply STOP to opt out, HELP for help. Msg & data rates may apply.`;
}

/**
 * Makes members of those who were asked and whom nothing else was asked since; with the proof. Answers the contacts whose YES this
 * was. Needs a transaction.
 */
export async function confirmMembers(
  trx: Db,
  accountId: number,
  people: readonly Yes[],
  now: Date,
): Promise<Set<number>> {
  const pending = await rows(
    trx,
    sql<Pending>`
      select p.list_id as "listId", p.contact_id as "contactId", p.asked_at as "askedAt", l.name, a.name as account
      from pending_members p
        join lists l on l.account_id = ${accountId} and l.id = p.list_id
        join accounts a on a.id = ${accountId}
      where p.account_id = ${accountId} and p.contact_id = any(${people.map((each) => each.contactId)}::bigint[])
        and p.asked_at is not null
      order by p.list_id, p.contact_id for update of p`,
  );
  const byContact = new Map(people.map((each) => [each.contactId, each]));
  const meant = pending.filter(({ contactId, askedAt }) => {
    const since = byContact.get(contactId)?.askedSince ?? null;
    return since === null || since <= askedAt;
  });
  if (meant.length === 0) return new Set();
  await sql`
    delete from pending_members p
    using unnest(${meant.map((each) => each.listId)}::bigint[], ${meant.map((each) => each.contactId)}::bigint[])
      as given (list_id, contact_id)
    where p.account_id = ${accountId} and p.list_id = given.list_id and p.contact_id = given.contact_id`.execute(
    trx,
  );
  for (const [listId, members] of Map.groupBy(meant, (each) => each.listId))
    await addConfirmed(
      trx,
      accountId,
      listId,
      members.map((each) => each.contactId),
      now,
    );
  await recordConsents(
    trx,
    accountId,
    meant.flatMap(({ contactId, listId, name, account }) => {
      const person = byContact.get(contactId);
      if (!person) return [];
      const { phone, channelId, text } = person;
      return [
        {
          phone,
          kind: 'opt-in' as const,
          channelId,
          listId,
          campaignId: null,
          campaignVersion: null,
          source: 'double-opt-in',
          words: text,
          shown: confirmationText(account, name),
          address: phone,
        },
      ];
    }),
    now,
  );
  return new Set(meant.map((each) => each.contactId));
}
