/** The feed's events become deliveries, in the transaction that takes them from the feed. */
import { createHash } from 'node:crypto';
import { webhookData } from '@parley/contract/api/webhook-payload.ts';
import type { FeedEvent } from '../feed/index.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { endpointsFor, insertDeliveries } from './delivery-store.ts';
import { endpointsDue } from './endpoint-store.ts';

/**
 * The same event has the same id however often it comes: receivers know it by that, and so do we. No point in
 * it: the signature puts points between its parts.
 */
const webhookIdOf = (accountId: number, { kind, fact, contactId }: FeedEvent): string =>
  `msg_${createHash('sha256').update(`${accountId} ${contactId} ${kind} ${fact}`).digest('base64url').slice(0, 27)}`;

export async function writeDeliveries(
  trx: Db,
  accountId: number,
  events: readonly FeedEvent[],
  now: Date,
): Promise<void> {
  const endpoints = await endpointsFor(trx, accountId, [...new Set(events.map(({ kind }) => kind))]);
  if (endpoints.length === 0) return;
  const phones = await phonesOf(trx, accountId, events);
  const deliveries = events.map((event) => {
    const { kind, contactId, at, properties } = event;
    const contact = contactId && { id: contactId, phone: phones.get(contactId) ?? null };
    const data = webhookData(kind, contact, properties);
    return { webhookId: webhookIdOf(accountId, event), kind, contactId, at, data };
  });
  await endpointsDue(trx, accountId, endpoints, now);
  await insertDeliveries(trx, accountId, endpoints, deliveries, now);
}

/** Numbers of contacts; those of erased ones are nobody's to tell. */
async function phonesOf(
  trx: Db,
  accountId: number,
  events: readonly FeedEvent[],
): Promise<Map<number, string>> {
  const ids = [...new Set(events.flatMap(({ contactId }) => contactId ?? []))];
  const found = await rows(
    trx,
    sql<{ id: number; phone: string }>`
      select id, phone from contacts
      where account_id = ${accountId} and id = any(${ids}::bigint[]) and erased_at is null`,
  );
  return new Map(found.map(({ id, phone }) => [id, phone]));
}
