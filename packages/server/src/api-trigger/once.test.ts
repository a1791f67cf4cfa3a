/** A trigger call with an Idempotency-Key texts once, however often it arrives. */
import { calls } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, useHarness } from '../testing/harness.ts';

const harness = useHarness();
let owner: Client & { accountId: number };

beforeAll(async () => {
  owner = await harness().newUser();
  await storeSketch(harness().services.db, owner.accountId, 1, [
    { id: 1, type: 'final-message', text: 'Order {%Order|none%} is ready.' },
  ]);
});

async function pairOf(name: string) {
  await owner.ask(calls.credentials.add, { name });
  const { values } = await owner.ask(calls.credentials.list, { filter: name });
  const [found] = values.credentials;
  return { inpUserName: found?.accessKey ?? '', inpPassword: found?.secretKey ?? '' };
}

async function start(pair: Record<string, string>, key: string, fields: Record<string, string> = {}) {
  const query = { ...pair, inpBatchId: '1', inpContactString: '+12125550100', Order: '77', ...fields };
  const answer = await harness().app.inject({
    method: 'GET',
    url: `/api/v1/triggerSMS?${new URLSearchParams(query)}`,
    headers: { 'idempotency-key': key },
  });
  return { status: answer.statusCode, ...(answer.json() as { RESULT: number; DETAIL: string }) };
}

const texts = () =>
  rows(
    harness().services.db,
    sql<{ body: string }>`select body from messages where account_id = ${owner.accountId} order by id`,
  );

test('at the same moment, and again later', async () => {
  const pair = await pairOf('Shop');
  const both = await Promise.all([start(pair, 'order-10042'), start(pair, 'order-10042')]);
  const again = await start(pair, 'order-10042');
  for (const answer of [...both, again]) expect(answer).toMatchObject({ status: 200, RESULT: 1 });
  expect(both[1]).toEqual(both[0]);
  expect(again).toEqual(both[0]);
  expect(await texts()).toEqual([{ body: 'Order 77 is ready.' }]);
});

test('another call with the key is refused; the key of another program is another one', async () => {
  const pair = await pairOf('Desk');
  const before = (await texts()).length;
  expect(await start(pair, 'order-20042')).toMatchObject({ RESULT: 1 });
  const other = await start(pair, 'order-20042', { Order: '78' });
  expect(other).toMatchObject({ status: 422, RESULT: 0, DETAIL: 'Idempotency-Key' });
  expect(await start(pair, 'short')).toMatchObject({ status: 400, RESULT: 0, DETAIL: 'Idempotency-Key' });
  expect(await texts()).toHaveLength(before + 1);
  expect(await start(await pairOf('Till'), 'order-20042')).toMatchObject({ RESULT: 1 });
  expect(await texts()).toHaveLength(before + 2);
});

test('one that failed may be sent again', async () => {
  const pair = await pairOf('Bell');
  const before = (await texts()).length;
  expect(await start(pair, 'order-30042', { inpBatchId: '2' })).toMatchObject({ status: 404 });
  await storeSketch(harness().services.db, owner.accountId, 2, [
    { id: 2, type: 'final-message', text: 'Here now.' },
  ]);
  expect(await start(pair, 'order-30042', { inpBatchId: '2' })).toMatchObject({ RESULT: 1 });
  expect(await texts()).toHaveLength(before + 1);
});
