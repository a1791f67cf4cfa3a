import { expect, it } from 'vitest';
import { type CountedBlast, countedColumns } from '../messages/counted-columns.ts';
import { first, sql } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { STOPPED, watchFailures } from './failure-guard.ts';

const harness = useHarness();
const at = new Date(0);
const IN_DOUBT = 220;

/** A running blast of 1,000 of which 220 are in doubt. */
async function storeBlast(accountId: number, reason: string): Promise<void> {
  const { db } = harness().services;
  const people = phones(IN_DOUBT).map((phone) => ({ phone }));
  await storeList(db, accountId, 'All', people);
  await sql`insert into campaigns (account_id, id, name, created_at) values (${accountId}, 77, 'C', ${at})`.execute(
    db,
  );
  await sql`
    insert into blasts (account_id, id, campaign_id, source_campaign_id, channel_id, list_ids, flows, state, scheduled_for,
      request_key, total, queued, unknown, created_at)
    select ${accountId}, 88, 77, 77, c.id, '{}', '{}', 'running', ${at}, '', 1000, 780, ${IN_DOUBT}::int, ${at}
    from channels c where c.account_id = ${accountId}`.execute(db);
  await sql`
    insert into messages (account_id, id, channel_id, contact_id, campaign_id, blast_id, origin, status, reason, created_at)
    select ${accountId}, row_number() over (order by c.id), h.id, c.id, 77, 88, 'blast', 'unknown', ${reason}, ${at}
    from contacts c join channels h on h.account_id = ${accountId} where c.account_id = ${accountId}`.execute(
    db,
  );
}

/** What a statement tells that found so many in doubt, while others may have found more. */
async function hear(accountId: number, unknown: number): Promise<CountedBlast | undefined> {
  const counted = { campaignId: 77, total: 1000, sent: 0, delivered: 0, failed: 0, pausedBefore: false };
  const blast = { ...counted, id: 88, state: 'running' as const, queued: 1000 - unknown, unknown };
  return watchFailures(harness().services, accountId, blast);
}

/** The blast comes to so many sent, in doubt and failed. */
async function comeTo(
  accountId: number,
  sent: number,
  unknown: number,
  failed = 0,
): Promise<CountedBlast | undefined> {
  const { services } = harness();
  const blast = await first(
    services.db,
    sql<CountedBlast>`
      update blasts b set sent = ${sent}, unknown = ${unknown}, failed = ${failed}, total = 9000
      where b.account_id = ${accountId} and b.id = 88 returning ${countedColumns}`,
  );
  return blast && watchFailures(services, accountId, blast);
}

const stateOf = async (accountId: number) =>
  (
    await first(
      harness().services.db,
      sql<{ state: string }>`select state from blasts where account_id = ${accountId} and id = 88`,
    )
  )?.state;

it('does not pause a blast for what our own stop left in doubt, in however many steps that is found', async () => {
  const { accountId } = await harness().newUser();
  await storeBlast(accountId, STOPPED);
  expect(await hear(accountId, 110)).toBeUndefined();
  expect(await hear(accountId, IN_DOUBT)).toBeUndefined();
  expect(await stateOf(accountId)).toBe('running');
});

it('pauses a blast for what a carrier leaves in doubt', async () => {
  const { accountId } = await harness().newUser();
  await storeBlast(accountId, 'The carrier did not answer.');
  expect(await hear(accountId, IN_DOUBT)).toMatchObject({ state: 'paused' });
  expect(await stateOf(accountId)).toBe('paused');
});

it('takes requests that hang now and then for no failing carrier, though all of a stretch end so', async () => {
  const { accountId } = await harness().newUser();
  await storeBlast(accountId, 'The carrier did not answer.');
  expect(await comeTo(accountId, 5000, 40)).toBeUndefined();
  expect(await comeTo(accountId, 5000, 160)).toBeUndefined();
  expect(await comeTo(accountId, 6000, 170)).toBeUndefined();
  expect(await comeTo(accountId, 6000, 290)).toBeUndefined();
  expect(await comeTo(accountId, 7000, 290)).toBeUndefined();
  expect(await stateOf(accountId)).toBe('running');
});

it('pauses a blast where everything hangs, when those that follow end so, too', async () => {
  const { accountId } = await harness().newUser();
  await storeBlast(accountId, 'The carrier did not answer.');
  expect(await comeTo(accountId, 5000, 0)).toBeUndefined();
  expect(await comeTo(accountId, 5000, 120)).toBeUndefined();
  expect(await comeTo(accountId, 5000, 240)).toMatchObject({ state: 'paused' });
});

it.each([
  { sent: 70, failed: 30, state: 'paused' },
  { sent: 71, failed: 29, state: 'running' },
  { sent: 0, failed: 99, state: 'running' },
])('is $state when $failed failed and $sent did not', async ({ sent, failed, state }) => {
  const { accountId } = await harness().newUser();
  await storeBlast(accountId, '');
  await comeTo(accountId, sent, 0, failed);
  expect(await stateOf(accountId)).toBe(state);
});
