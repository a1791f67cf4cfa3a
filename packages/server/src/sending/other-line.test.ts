/** What a carrier or a full day holds back goes out once its channel has another line, or a longer day. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calls } from '@parley/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { startConversation } from '../conversation/index.ts';
import { rows, sql } from '../platform/db/database.ts';
import type { Background } from '../platform/services.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, eventually, useHarness } from '../testing/harness.ts';
import { phones } from '../testing/people.ts';
import { startBlastPump } from './blast-pump.ts';
import { startOutboxPump } from './outbox-pump.ts';

const harness = useHarness({ config: { privateCarriers: true } });
const services = () => harness().services;
const [IN_BLAST, TRIGGERED] = [phones(3), '+12125553001'];
const [BLAST, SINGLE] = [9_401, 9_402];

let taken: string[] = [];
const server: Server = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += String(part);
  });
  request.on('end', () => {
    if (request.url?.startsWith('/busy')) return response.writeHead(429, { 'retry-after': '3600' }).end();
    taken.push(new URLSearchParams(body).get('To') ?? '');
    return response.writeHead(201).end(`{"sid":"SM${taken.length}"}`);
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let user: Client & { accountId: number };
let channel = 0;
let pumps: Background[] = [];
beforeEach(async () => {
  taken = [];
  user = await harness().newUser();
  channel = (await firstChannel(services().db, user.accountId))?.id ?? 0;
  for (const id of [BLAST, SINGLE])
    await storeSketch(services().db, user.accountId, id, [
      { type: 'final-message', id: id * 10, text: 'Hi' },
    ]);
  await user.ask(calls.gate.saveChannelRules, { channel, quiet: false });
  pumps = [startOutboxPump(services()), startBlastPump(services())];
});
afterEach(() => Promise.all(pumps.map((pump) => pump.stop())));

async function connectTo(path: string) {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const values = { baseUrl, accountSid: 'AC1', authToken: 'secret' };
  const number = `+1212555${String(user.accountId).padStart(4, '0')}`;
  expect(await user.ask(calls.connections.save, { channel, number, kind: 'twilio', values })).toMatchObject({
    RESULT: 1,
  });
}

async function sendBoth() {
  const list = (await user.ask(calls.lists.add, { name: 'All' })).values.id;
  for (const phone of IN_BLAST) await user.ask(calls.members.add, { phone, list });
  await user.ask(calls.blast.send, { campaign: BLAST, lists: [list], schedule: '2020-01-01 00:00:00' });
  await startConversation(services(), {
    accountId: user.accountId,
    campaignId: SINGLE,
    channelId: channel,
    phone: TRIGGERED,
    variables: {},
    by: 'api',
  });
}

/** Chunks and single messages of the account that nobody looks at in the next minutes. */
const putOff = () =>
  rows(
    services().db,
    sql`
      select due_at from outbox where account_id = ${user.accountId} and worker is null and due_at > now() + interval '10 minutes'
      union all
      select due_at from send_chunks where account_id = ${user.accountId} and worker is null and due_at > now() + interval '10 minutes'`,
  );

test('the pause that a carrier asked for does not hold back another connection', async () => {
  await connectTo('/busy');
  await sendBoth();
  await eventually(async () => (await putOff()).length === 2);
  expect(taken).toEqual([]);
  await connectTo('/well');
  await eventually(() => taken.length === 4);
  expect(taken.toSorted()).toEqual([...IN_BLAST, TRIGGERED].toSorted());
});

test('what did not fit into the day goes out when more is allowed', async () => {
  await connectTo('/well');
  const pace = { channel, perSecond: 10, perMinute: 0, dayZone: 'UTC' };
  await user.ask(calls.delivery.savePace, { ...pace, perDay: 1 });
  await sendBoth();
  await eventually(async () => (await putOff()).length > 0 && taken.length === 1);
  await user.ask(calls.delivery.savePace, { ...pace, perDay: 100 });
  await eventually(() => taken.length === 4);
  expect(taken.toSorted()).toEqual([...IN_BLAST, TRIGGERED].toSorted());
});
