/** Who may have endpoints, which addresses are taken, and what the account's events bring to them. */
import { calls } from '@parley/contract';
import { WEBHOOK_LIMITS } from '@parley/rules/limits.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../platform/db/database.ts';
import { createHarness, eventually, type Harness, useHarness } from '../testing/harness.ts';
import { forgetDeliveries } from './delivery-store.ts';
import { type Receiver, startReceiver } from './testing/receiver.ts';
import { addContacts, addEndpointOf, feed, joined, type Owner } from './testing/world.ts';

const harness = useHarness();
let owner: Owner;
let receiver: Receiver;

beforeAll(() => harness().startBackground());
beforeEach(async () => {
  owner = await harness().newUser();
  receiver = await startReceiver();
});
afterEach(() => receiver.stop());

const FIELDS = {
  url: 'https://hooks.example/a',
  kinds: ['list.joined' as const],
  enabled: true,
  description: '',
};
const endpoints = async () => (await owner.ask(calls.webhooks.list, {})).values.endpoints;
const deliveries = async (endpoint: number, given = {}) =>
  (await owner.ask(calls.webhooks.deliveries, { endpoint, ...given })).values.deliveries;

test('somebody who is put on a list is told, from the screen’s call to the receiver', async () => {
  const { id } = await addEndpointOf(owner, receiver.url, { kinds: ['list.joined', 'list.left'] });
  const list = (await owner.ask(calls.lists.add, { name: 'VIP' })).values.id;
  const phone = '+12125550142';
  const { contact } = (await owner.ask(calls.members.add, { phone, list })).values;
  await eventually(() => receiver.received.length === 1);
  await owner.ask(calls.members.remove, { phone, list });
  await eventually(() => receiver.received.length === 2);
  const told = { contact: { id: `con_${contact}`, phone }, list: `lst_${list}` };
  expect(receiver.received.map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'list.joined', data: told },
    { type: 'list.left', data: told },
  ]);
  // Off, it hears nothing more.
  await owner.ask(calls.webhooks.update, { endpoint: id, ...FIELDS, url: receiver.url, enabled: false });
  await owner.ask(calls.members.add, { phone: '+12125550143', list });
  const { rows } = await harness().services.pool.query(
    'select (select count(*) from event_listeners where account_id = $1) + (select count(*) from event_feed where account_id = $1) as left',
    [owner.accountId],
  );
  expect(rows[0].left).toBe(0);
});

test('a test event waits for the answer and is in the log; it ends the rest of an endpoint that is back', async () => {
  const { id } = await addEndpointOf(owner, receiver.url);
  receiver.answers(() => ({ status: 503, body: 'closed' }));
  const [contact = 0] = await addContacts(harness(), owner.accountId, 1);
  for (const fact of ['a', 'b'])
    await feed(harness(), owner.accountId, [joined(contact, fact, harness().services.clock.now())]);
  const failed = await owner.ask(calls.webhooks.test, { endpoint: id });
  expect(failed.values).toMatchObject({ ok: false, status: 503, answer: 'closed' });
  await sql`update webhook_endpoints set failures = 50, failing_since = now() where id = ${id}`.execute(
    harness().services.db,
  );
  receiver.answers(() => ({ status: 200, body: 'ok' }));
  const sent = await owner.ask(calls.webhooks.test, { endpoint: id });
  expect(sent.values).toMatchObject({ ok: true, status: 200, answer: 'ok' });
  expect(receiver.received.find(({ type }) => type === 'webhook.test')?.data.contact).toBeNull();
  await eventually(async () => (await deliveries(id, { state: 'pending' })).length === 0);
  const log = await deliveries(id);
  expect(log.filter(({ kind }) => kind === 'webhook.test').map(({ state }) => state)).toEqual([
    'delivered',
    'failed',
  ]);
  expect(log.filter(({ kind }) => kind === 'list.joined').map(({ state }) => state)).toEqual([
    'delivered',
    'delivered',
  ]);
  expect((await endpoints())[0]).toMatchObject({ failingSince: '' });
  const gone = await owner.ask(calls.webhooks.replay, { delivery: log[0]?.id ?? 0 });
  expect(gone.RESULT).toBe(log[0]?.kind === 'webhook.test' ? 0 : 1);
});

test('one delivery is sent again with its id, and seen by its kind and state', async () => {
  const { id } = await addEndpointOf(owner, receiver.url);
  const [contact = 0] = await addContacts(harness(), owner.accountId, 1);
  await feed(harness(), owner.accountId, [joined(contact, 'a', harness().services.clock.now())]);
  const [delivery] = await eventually(
    () => deliveries(id, { state: 'delivered' }),
    (seen) => seen.length === 1,
  );
  expect((await owner.ask(calls.webhooks.replay, { delivery: delivery?.id ?? 0 })).RESULT).toBe(1);
  await eventually(() => receiver.received.length === 2);
  expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id);
  await eventually(async () => (await deliveries(id, { state: 'delivered' }))[0]?.attempts === 2);
  expect(await deliveries(id, { kind: 'list.left' })).toEqual([]);
  expect(await deliveries(id, { kind: 'list.joined' })).toHaveLength(1);
});

test('a save changes what it gives: two owners who change different things take nothing from each other', async () => {
  const { id } = await addEndpointOf(owner, receiver.url);
  await Promise.all([
    owner.ask(calls.webhooks.update, { endpoint: id, enabled: false }),
    owner.ask(calls.webhooks.update, { endpoint: id, description: 'CRM' }),
    owner.ask(calls.webhooks.update, { endpoint: id, kinds: ['list.left'] }),
    owner.ask(calls.webhooks.update, { endpoint: id, url: `${receiver.url}/new` }),
  ]);
  expect((await endpoints())[0]).toMatchObject({
    url: `${receiver.url}/new`,
    description: 'CRM',
    kinds: ['list.left'],
    enabled: false,
  });
});

test('members may not, strangers find nothing, and a name in the address is refused', async () => {
  const { id } = await addEndpointOf(owner, receiver.url);
  const stranger = await harness().newUser();
  for (const ask of [
    stranger.ask(calls.webhooks.update, { endpoint: id, ...FIELDS }),
    stranger.ask(calls.webhooks.remove, { endpoint: id }),
    stranger.ask(calls.webhooks.secret, { endpoint: id }),
    stranger.ask(calls.webhooks.rotate, { endpoint: id }),
    stranger.ask(calls.webhooks.test, { endpoint: id }),
    stranger.ask(calls.webhooks.deliveries, { endpoint: id }),
  ])
    expect((await ask).status).toBe(404);
  await sql`update account_users set role = 'member' where user_id = ${owner.userId}`.execute(
    harness().services.db,
  );
  for (const ask of [
    owner.ask(calls.webhooks.list, {}),
    owner.ask(calls.webhooks.add, FIELDS),
    owner.ask(calls.webhooks.secret, { endpoint: id }),
  ])
    expect((await ask).MESSAGE).toBe('Only an account owner can do this.');
  for (const url of ['https://ann:secret@hooks.example/', 'ftp://hooks.example/', 'nonsense'])
    expect((await stranger.ask(calls.webhooks.add, { ...FIELDS, url })).RESULT).toBe(0);
  expect(receiver.received).toEqual([]);
});

test('there are so many endpoints and no more; a deleted one leaves nothing', async () => {
  const made: number[] = [];
  for (let n = 0; n < WEBHOOK_LIMITS.endpoints; n += 1)
    made.push((await owner.ask(calls.webhooks.add, FIELDS)).values.id);
  expect((await owner.ask(calls.webhooks.add, FIELDS)).MESSAGE).toMatch(/^You already have 20 webhooks/);
  const { db } = harness().services;
  const [first = 0] = made;
  const [contact = 0] = await addContacts(harness(), owner.accountId, 1);
  await feed(harness(), owner.accountId, [joined(contact, 'a', new Date())]);
  for (const id of [...made, first])
    expect((await owner.ask(calls.webhooks.remove, { endpoint: id })).RESULT).toBe(1);
  expect(await endpoints()).toEqual([]);
  expect((await owner.ask(calls.webhooks.deliveries, { endpoint: first })).status).toBe(404);
  while ((await forgetDeliveries(db, new Date(0))) > 0);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from webhook_deliveries where account_id = ${owner.accountId}`.execute(db);
  expect(rows[0]?.n).toBe(0);
});

test('deliveries are forgotten when they are old', async () => {
  const { id } = await addEndpointOf(owner, receiver.url);
  await owner.ask(calls.webhooks.test, { endpoint: id });
  const [sent] = await deliveries(id);
  const at = new Date(sent?.tried ?? '').getTime();
  const { db } = harness().services;
  await forgetDeliveries(db, new Date(at));
  expect(await deliveries(id)).toHaveLength(1);
  await forgetDeliveries(db, new Date(at + 1));
  expect(await deliveries(id)).toEqual([]);
});

/** Where the operator has not allowed private addresses. */
let guarded: Harness;
beforeAll(async () => {
  guarded = await createHarness({ config: { privateCarriers: false } });
});
afterAll(() => guarded.stop());

test('private addresses are neither taken nor, behind a name, reached', async () => {
  const other = await guarded.newUser();
  for (const url of [
    'http://127.0.0.1:8080/',
    'http://10.1.2.3/',
    'http://[::1]:8080/',
    'https://169.254.169.254/',
  ])
    expect((await other.ask(calls.webhooks.add, { ...FIELDS, url })).MESSAGE).toMatch(/public internet/);
  const { port } = new URL(receiver.url);
  const named = await other.ask(calls.webhooks.add, { ...FIELDS, url: `http://localhost:${port}/hook` });
  const sent = await other.ask(calls.webhooks.test, { endpoint: named.values.id });
  expect(sent.values).toMatchObject({
    ok: false,
    status: 0,
    answer: 'localhost is not on the public internet.',
  });
  expect(receiver.received).toEqual([]);
});

test('neither secrets nor numbers come into the log of the server', async () => {
  const { id, secret } = await addEndpointOf(owner, receiver.url);
  const [contact = 0] = await addContacts(harness(), owner.accountId, 1);
  receiver.answers(() => ({ status: 500 }));
  await feed(harness(), owner.accountId, [joined(contact, 'a', new Date())]);
  await eventually(async () => (await deliveries(id))[0]?.attempts === 1);
  const lines = harness().logged().join('\n');
  expect(lines).not.toContain(secret);
  expect(lines).not.toContain('5550001');
});
