/** A trigger call with an Idempotency-Key texts once, however often it arrives. */
import { calls } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { fillDisk, makeRoom } from '../testing/full-disk.ts';
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

test('what a process that died had begun is done by the next call, once', async () => {
  const { db, clock } = harness().services;
  const pair = await pairOf('Till 2');
  const before = (await texts()).length;
  const first = await start(pair, 'order-40042');
  expect(first).toMatchObject({ RESULT: 1 });
  // As a process leaves it that died before it stored anything: the key is claimed, and there is no reply.
  await sql`
    insert into idempotency_keys (account_id, user_id, key, request_hash, at, claim)
    select account_id, user_id, replace(key, 'order-40042', 'order-40043'), request_hash, ${clock.now()}, gen_random_uuid()
    from idempotency_keys where account_id = ${owner.accountId} and key like '%order-40042'`.execute(db);
  const again = await Promise.all([start(pair, 'order-40043'), start(pair, 'order-40043')]);
  for (const answer of again) expect(answer).toEqual(first);
  expect(await texts()).toHaveLength(before + 2);
});

test('where its answer cannot be stored nothing is started; the same call starts it once there is room', async () => {
  const { db } = harness().services;
  const pair = await pairOf('Till 3');
  const before = (await texts()).length;
  await fillDisk(db, 'idempotency_keys', 'reply is null');
  expect((await start(pair, 'order-50042')).RESULT).toBe(0);
  expect(await texts()).toHaveLength(before);
  await makeRoom(db, 'idempotency_keys');
  expect(await start(pair, 'order-50042')).toMatchObject({ RESULT: 1 });
  expect(await texts()).toHaveLength(before + 1);
});
