import { expect, it } from 'vitest';
import { first, rows, sql } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { RECEIPT_STATUSES, type ReceiptStatus, recordReceipt } from './receipts.ts';

const harness = useHarness();

/** Everything that can happen to a message after the hand-over, in any order: the surest news wins. */
function orders(): ReceiptStatus[][] {
  const all: ReceiptStatus[][] = [[]];
  const grow = (taken: ReceiptStatus[]) => {
    for (const status of RECEIPT_STATUSES) {
      const order = [...taken, status];
      if (order.length <= 4) {
        all.push(order);
        grow(order);
      }
    }
  };
  grow([]);
  return all;
}

it('ends in the surest state whatever the order, doubled or not, and the counters agree', async () => {
  const { services } = harness();
  const { db } = services;
  const { accountId } = await harness().newUser();
  const cases = orders();
  await storeList(
    db,
    accountId,
    'All',
    phones(cases.length).map((phone) => ({ phone })),
  );
  await sql`
    insert into campaigns (account_id, id, name, created_at) values (${accountId}, 77, 'C', ${new Date(0)})`.execute(
    db,
  );
  await sql`
    insert into blasts (account_id, id, campaign_id, source_campaign_id, channel_id, list_ids, flows, state, scheduled_for,
      request_key, total, queued, created_at)
    select ${accountId}, 88, 77, 77, c.id, '{}', '{}', 'running', ${new Date(0)}, '', ${cases.length}, ${cases.length},
      ${new Date(0)}
    from channels c where c.account_id = ${accountId}`.execute(db);
  await sql`
    insert into messages (account_id, id, channel_id, contact_id, campaign_id, blast_id, origin, status, created_at)
    select ${accountId}, row_number() over (order by c.id), h.id, c.id, 77, 88, 'blast', 'sending', ${new Date(0)}
    from contacts c join channels h on h.account_id = ${accountId} where c.account_id = ${accountId}`.execute(
    db,
  );

  await Promise.all(
    cases.map(async (order, n) => {
      for (const status of order)
        await recordReceipt(services, accountId, { messageId: n + 1, status, carrierId: null, code: null });
    }),
  );

  const stored = await rows(
    db,
    sql<{ status: string }>`select status from messages where account_id = ${accountId} order by id`,
  );
  const expected = cases.map((order) => {
    const surest = Math.max(...order.map((status) => RECEIPT_STATUSES.indexOf(status)));
    return RECEIPT_STATUSES[surest] ?? 'sending';
  });
  expect(stored.map((row) => row.status)).toEqual(expected);
  const blast = await first(
    db,
    sql<Record<string, number>>`
      select queued, sent, delivered, failed from blasts where account_id = ${accountId} and id = 88`,
  );
  const count = (...statuses: string[]) => expected.filter((status) => statuses.includes(status)).length;
  expect(blast).toEqual({
    queued: 1,
    sent: count('sent'),
    delivered: count('delivered'),
    failed: count('expired', 'failed', 'undelivered'),
  });
});

it('takes receipts for ids it does not know, and for those of others, without a word', async () => {
  const { services } = harness();
  const { accountId } = await harness().newUser();
  const receipt = { status: 'delivered', carrierId: 'x', code: null } as const;
  await Promise.all([
    recordReceipt(services, accountId, { ...receipt, messageId: 1 }),
    recordReceipt(services, accountId, { ...receipt, messageId: 123_456_789 }),
  ]);
  const touched = await rows(services.db, sql`select 1 from messages where carrier_id = 'x'`);
  expect(touched).toHaveLength(0);
});
