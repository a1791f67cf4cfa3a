import { expect, it } from 'vitest';
import { RECEIPT_STATUSES, type ReceiptStatus } from '../carriers/carrier.ts';
import { first, rows, sql } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { recordReceipt } from './receipts.ts';

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

type Told = { status: string; code: string | null; reason: string | null };

/**
 * A message in some state with some trouble of its own, then its receipts in order; answers what is stored.
 */
async function told(
  before: { status: string; code?: string; reason?: string },
  ...news: [ReceiptStatus, string | null][]
): Promise<Told | undefined> {
  const { services } = harness();
  const { db } = services;
  const { accountId } = await harness().newUser();
  await storeList(db, accountId, 'All', [{ phone: '+12125550111' }]);
  await sql`
    insert into messages (account_id, id, channel_id, contact_id, origin, status, carrier_code, reason, created_at)
    select ${accountId}, 5, h.id, c.id, 'test', ${before.status}, ${before.code ?? null}, ${before.reason ?? null}, ${new Date(0)}
    from contacts c join channels h using (account_id) where c.account_id = ${accountId}`.execute(db);
  for (const [status, code] of news)
    await recordReceipt(services, accountId, { messageId: 5, status, carrierId: 'x', code });
  return first(
    db,
    sql<Told>`
      select status::text as status, carrier_code as code, reason from messages where account_id = ${accountId} and id = 5`,
  );
}

it('keeps the code of a receipt that tells nothing surer: a carrier that has lost track says why', async () => {
  expect(await told({ status: 'sent' }, ['sent', '255'])).toMatchObject({ status: 'sent', code: '255' });
  expect(await told({ status: 'sent' }, ['sent', '255'], ['sent', null])).toMatchObject({ code: '255' });
  expect(await told({ status: 'undelivered' }, ['undelivered', '001'])).toMatchObject({ code: '001' });
  expect(await told({ status: 'undelivered', code: '001' }, ['sent', '255'])).toMatchObject({ code: '001' });
  expect(await told({ status: 'delivered' }, ['delivered', '255'])).toMatchObject({ code: null });
});

it('keeps the code also of two receipts that are stored together', async () => {
  const { services } = harness();
  const { db } = services;
  const { accountId } = await harness().newUser();
  await storeList(db, accountId, 'All', [{ phone: '+12125550111' }]);
  await sql`
    insert into messages (account_id, id, channel_id, contact_id, origin, status, created_at)
    select ${accountId}, 5, h.id, c.id, 'test', 'sent', ${new Date(0)}
    from contacts c join channels h using (account_id) where c.account_id = ${accountId}`.execute(db);
  const receipt = { messageId: 5, status: 'sent', carrierId: 'x' } as const;
  await Promise.all(
    [null, '255', null].map((code) => recordReceipt(services, accountId, { ...receipt, code })),
  );
  expect(
    await first(
      db,
      sql`select carrier_code as code from messages where account_id = ${accountId} and id = 5`,
    ),
  ).toEqual({ code: '255' });
});

it('forgets what went wrong before when a receipt tells what became of the message', async () => {
  const broke = { status: 'unknown', reason: 'The connection broke.' };
  expect(await told(broke, ['delivered', null])).toEqual({ status: 'delivered', code: null, reason: null });
  expect(await told(broke, ['sent', null])).toEqual({ status: 'sent', code: null, reason: null });
  expect(await told(broke, ['undelivered', '001'])).toEqual({
    status: 'undelivered',
    code: '001',
    reason: null,
  });
  const late = { status: 'expired', code: '027', reason: 'Too late.' };
  expect(await told(late, ['delivered', null])).toEqual({ status: 'delivered', code: null, reason: null });
  expect(await told({ status: 'sent' }, ['sent', '255'], ['delivered', null])).toMatchObject({ code: null });
});
