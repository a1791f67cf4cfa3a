/** The program of docs/recipes.md, run as it stands there, takes signed orders of shops and no others. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@parley/contract';
import { writeId } from '@parley/contract/api/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { apiKeyOf } from '../testing/api-world.ts';
import { type Client, eventually, useHarness } from '../testing/harness.ts';
import { PROGRAM_ENVIRONMENT } from '../testing/program-environment.ts';

// On the day of the orders.
const harness = useHarness({ clock: manualClock('2026-03-02T20:00:00Z') });
const DOCUMENT = readFileSync(new URL('../../../../docs/recipes.md', import.meta.url), 'utf8');
const SECRET = 'the shop’s own';
const folder = mkdtempSync(join(tmpdir(), 'parley-recipe-'));
let program: ChildProcess;
let shop = '';
let owner: Client;
let list = 0;

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

beforeAll(async () => {
  const { app } = harness();
  const user = await harness().newUser();
  owner = user;
  list = (await user.ask(calls.lists.add, { name: 'VIP' })).values.id;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const port = await freePort();
  const [, code = ''] = /```ts\n(.+?)```/s.exec(DOCUMENT) ?? [];
  writeFileSync(join(folder, 'orders.ts'), code);
  const env = {
    ...PROGRAM_ENVIRONMENT,
    PARLEY: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    KEY: await apiKeyOf(user),
    LIST: writeId('list', list),
    SECRET,
    PORT: String(port),
  };
  program = spawn(process.execPath, [join(folder, 'orders.ts')], { env, stdio: 'ignore' });
  shop = `http://127.0.0.1:${port}/`;
  await eventually(() => fetch(shop, { method: 'POST', body: '' }).catch(() => null));
});
afterAll(() => {
  program.kill();
  rmSync(folder, { recursive: true });
});

const orderOf = (name: string) => readFileSync(new URL(`./testing/${name}.json`, import.meta.url), 'utf8');
const signature = (body: string, secret = SECRET) =>
  createHmac('sha256', secret).update(body).digest('base64');
const post = async (body: string, headers: Record<string, string>) =>
  (await fetch(shop, { method: 'POST', body, headers })).status;
const onTheList = async () =>
  (await owner.ask(calls.members.list, { list, start: 0, search: '', length: 15 })).values.members.map(
    ({ phone }) => phone,
  );
const ordersOf = async (phone: string) => {
  const { rows } = await harness().services.pool.query(
    'select e.name, e.source, e.at, e.data from custom_events e join contacts c on c.account_id = e.account_id and c.id = e.contact_id where c.phone = $1',
    [phone],
  );
  return rows;
};

test('an order of Shopify, twice: one event of a contact, on the list because of the consent', async () => {
  const order = orderOf('shopify-order');
  for (const _ of [1, 2]) expect(await post(order, { 'x-shopify-hmac-sha256': signature(order) })).toBe(204);
  expect(await ordersOf('+12125550142')).toEqual([
    {
      name: 'order placed',
      source: 'shopify',
      at: new Date('2026-03-02T15:00:00Z'),
      data: { number: '#9999', total: 404.95, currency: 'USD' },
    },
  ]);
  expect(await onTheList()).toEqual(['+12125550142']);
});

test('an order of WooCommerce: an event of a contact, and no consent to anything', async () => {
  const order = orderOf('woocommerce-order');
  expect(await post(order, { 'x-wc-webhook-signature': signature(order) })).toBe(204);
  expect(await ordersOf('+12125550143')).toEqual([
    {
      name: 'order placed',
      source: 'woocommerce',
      at: new Date('2026-03-02T19:28:02Z'),
      data: { number: '727', total: 29.35, currency: 'USD' },
    },
  ]);
  expect(await onTheList()).not.toContain('+12125550143');
});

test('what is not signed, or by somebody else, is refused', async () => {
  const order = orderOf('shopify-order').replace('+12125550142', '+12125550144');
  expect(await post(order, {})).toBe(401);
  expect(await post(order, { 'x-shopify-hmac-sha256': signature(order, 'another') })).toBe(401);
  expect(await post(order, { 'x-wc-webhook-signature': signature(orderOf('shopify-order')) })).toBe(401);
  expect(await ordersOf('+12125550144')).toEqual([]);
});
