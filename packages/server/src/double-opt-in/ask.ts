/** Asks people who were added to a list with double opt-in whether they want to be on it. */

import { confirmationText } from '@parley/rules/confirmation-text.ts';
import { askingWork, endAsking, markAsked } from '../lists/index.ts';
import { type NewMessage, queueMessages } from '../messages/index.ts';
import { type Db, first, rows, sql, transact } from '../platform/db/database.ts';
import { claimDue, dropLeases } from '../platform/db/leases.ts';
import { releaseOnOutage } from '../platform/db/outage.ts';
import { startDueLoop, unleased } from '../platform/due-loops.ts';
import type { Background, Services } from '../platform/services.ts';
import { workerName } from '../platform/this-process.ts';
import { withLanguages } from './question-languages.ts';

const ASKED_AT_ONCE = 500;
const LEASE_MS = 60_000;
/** When the balance does not allow it. */
const LATER_MS = 10 * 60_000;
/** Whoever has texted within this time is being answered, at night too. */
const REPLY_MS = 15 * 60_000;

type Due = { accountId: number; listId: number };
type Asked = { contactId: number; channelId: number | null; textedAt: Date | null };

export function startConfirmations(services: Services): Background {
  const worker = workerName();
  const loop = startDueLoop(services, {
    name: 'confirmations',
    due: unleased(askingWork.table),
    once: (isStopping) =>
      askDue(services, worker).catch(
        releaseOnOutage(() => dropLeases(services.db, askingWork, worker), isStopping),
      ),
  });
  services.signals.on('confirmations', loop.wake);
  return loop;
}

/** One round: the people of one list. True: there may be more. */
export async function askDue(services: Services, worker: string): Promise<boolean> {
  const now = services.clock.now();
  const claimed = await claimDue(services.db, askingWork, worker, now, LEASE_MS);
  if (!claimed) return false;
  const due = { accountId: claimed.accountId, listId: claimed.id };
  const asked = await transact(services.db, (trx) => ask(trx, services, due, now));
  if (asked > 0) services.signals.wake('outbox');
  return true;
}

async function ask(trx: Db, services: Services, { accountId, listId }: Due, now: Date): Promise<number> {
  const list = await first(
    trx,
    sql<{ name: string; account: string }>`
      select l.name, a.name as account from lists l join accounts a on a.id = ${accountId}
      where l.account_id = ${accountId} and l.id = ${listId}`,
  );
  const people = await readUnasked(trx, accountId, listId);
  if (!list || people.length === 0) {
    await endAsking(trx, accountId, listId);
    return 0;
  }
  const spoken = await withLanguages(
    trx,
    accountId,
    people.map((person) => ({ ...person, listId })),
  );
  const messages = spoken.flatMap((person) =>
    messageFor(person, confirmationText(list.account, list.name, person.language), now),
  );
  const queued = await queueMessages(trx, services, accountId, messages);
  const poor = queued.some(({ reason }) => reason === 'balance');
  const asked = new Set(
    messages.filter((_, n) => queued[n]?.reason !== 'balance').map((message) => message.contactId),
  );
  const dueAt = poor ? new Date(now.getTime() + LATER_MS) : now;
  const marked = spoken.filter(({ contactId }) => asked.has(contactId));
  await markAsked(trx, accountId, { listId, people: marked, dueAt }, now);
  return marked.length;
}

/**
 * A test phone's channel counts while the account has no other: on it the whole team can answer in anybody's
 * name.
 */
const reaches = (accountId: number) => sql`
  (h.connection_kind <> 'simulator' or not exists (
    select from channels r
    where r.account_id = ${accountId} and r.deleted_at is null and r.connection_kind <> 'simulator'))`;

/** Through the channel that they texted last, else the account's first one. */
async function readUnasked(trx: Db, accountId: number, listId: number): Promise<Asked[]> {
  return rows(
    trx,
    sql<Asked>`
      select p.contact_id as "contactId", i.at as "textedAt", coalesce(i.channel_id, (
          select h.id from channels h
          where h.account_id = ${accountId} and h.deleted_at is null and ${reaches(accountId)}
          order by h.position, h.id limit 1
        )) as "channelId"
      from pending_members p left join lateral (
        select i.channel_id, i.at from inbound_messages i
          join channels h on h.account_id = ${accountId} and h.id = i.channel_id and h.deleted_at is null
        where i.account_id = ${accountId} and i.contact_id = p.contact_id and ${reaches(accountId)}
        order by i.at desc limit 1
      ) i on true
      where p.account_id = ${accountId} and p.list_id = ${listId} and p.asked_at is null
      order by p.contact_id limit ${ASKED_AT_ONCE} for update of p`,
  );
}

function messageFor({ contactId, channelId, textedAt }: Asked, body: string, now: Date): NewMessage[] {
  if (channelId === null) return [];
  const isResponse = textedAt !== null && now.getTime() - textedAt.getTime() < REPLY_MS;
  return [
    {
      channelId,
      contactId,
      campaignId: null,
      blastId: null,
      stepId: null,
      origin: 'system',
      purpose: isResponse ? 'response' : 'message',
      body,
      media: null,
    },
  ];
}
