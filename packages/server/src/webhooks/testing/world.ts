/** An account with an endpoint, and events for it as the feed gives them. */
import { calls } from '@parley/contract';
import type { EventKindName } from '@parley/rules/event-kinds.ts';
import type { FeedEvent } from '../../feed/index.ts';
import { sql, transact } from '../../platform/db/database.ts';
import type { Client, Harness } from '../../testing/harness.ts';
import { writeDeliveries } from '../write-deliveries.ts';

export type Owner = Client & { accountId: number; userId: number };
type Given = { kinds?: EventKindName[]; enabled?: boolean; description?: string };

export async function addEndpointOf(
  owner: Owner,
  url: string,
  { kinds = ['list.joined'], enabled = true, description = '' }: Given = {},
): Promise<{ id: number; secret: string }> {
  return (await owner.ask(calls.webhooks.add, { url, kinds, enabled, description })).values;
}

export async function addContacts({ services }: Harness, accountId: number, count: number) {
  const { rows } = await sql<{ id: number }>`
    insert into contacts (account_id, phone, created_at)
    select ${accountId}, '+1212' || (5550000 + n), ${services.clock.now()} from generate_series(1, ${count}) n
    returning id`.execute(services.db);
  return rows.map(({ id }) => id);
}

export const joined = (contactId: number, fact: string, at: Date): FeedEvent => ({
  id: 0,
  kind: 'list.joined',
  contactId,
  at,
  fact,
  properties: { list: 7 },
});

/** Events come from the feed. */
export async function feed({ services }: Harness, accountId: number, events: readonly FeedEvent[]) {
  await transact(services.db, (trx) => writeDeliveries(trx, accountId, events, services.clock.now()));
  services.signals.wake('webhooks');
}
