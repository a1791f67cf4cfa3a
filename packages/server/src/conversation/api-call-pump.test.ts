import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { manualClock } from '../platform/clock.ts';
import { changed, first, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { textsTo } from '../testing/sent.ts';
import { createApiCaller } from './api-call.ts';
import { createCallPump } from './api-call-pump.ts';
import { claimApiCalls, dropCallLeases } from './claim-due-work.ts';
import { startConversation } from './start-conversation.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
const MINUTE = 60_000;
const POINTS = 2;
const AGAIN = 3;
const HANGING = 4;
const ODD = 5;
/** So many others hang as have room for all calls at a time. */
const OTHERS_HANGING = [6, 7, 8] as const;

let accountId = 0;
let channelId = 0;
let phones = 0;
const newPhone = () => `+1212555${String(2000 + phones++)}`;

let calls: { method: string; url: string; body: string; type: string }[] = [];
let odd: (response: ServerResponse) => void = (response) => response.end();
const hanging: ServerResponse[] = [];
const points = createServer(answerPoints);
const hang = createServer((_request, response) => hanging.push(response));
const othersHang = OTHERS_HANGING.map(() => createServer((_request, response) => hanging.push(response)));

function answerPoints(request: IncomingMessage, response: ServerResponse): void {
  const { method = '', url = '', headers } = request;
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    calls.push({ method, url, body, type: headers['content-type'] ?? '' });
    if (url === '/odd') odd(response);
    else response.end('120 points');
  });
}

const addressOf = (server: typeof points) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  const { db } = harness().services;
  accountId = (await harness().newUser()).accountId;
  channelId = (await firstChannel(db, accountId))?.id ?? 0;
  for (const server of [points, hang, ...othersHang])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const [here, there] = [addressOf(points), addressOf(hang)];
  const post = {
    type: 'api-call',
    verb: 'POST',
    url: `${here}/points`,
    contentType: 'json',
    body: '{"a":1}',
  } as const;
  const bye = { type: 'final-message', text: 'Bye.' } as const;
  await storeSketch(db, accountId, POINTS, [
    { id: 11, ...post },
    { id: 12, ...bye },
  ]);
  await storeSketch(db, accountId, AGAIN, [
    { id: 21, type: 'api-call', url: `${here}/again` },
    { id: 22, ...bye },
  ]);
  await storeSketch(db, accountId, HANGING, [
    { id: 31, ...post, url: `${there}/` },
    { id: 32, ...bye },
  ]);
  for (const [n, server] of othersHang.entries())
    await storeSketch(db, accountId, OTHERS_HANGING[n] ?? 0, [
      { id: 60 + n, ...post, url: `${addressOf(server)}/` },
      { id: 70 + n, ...bye },
    ]);
  await storeSketch(db, accountId, ODD, [
    { id: 41, type: 'api-call', url: `${here}/odd` },
    { id: 42, ...bye },
  ]);
});
afterAll(() => {
  for (const server of [points, hang, ...othersHang]) {
    server.close();
    server.closeAllConnections();
  }
});
beforeEach(() => {
  calls = [];
});

const anywhere = createApiCaller(() => true);
const newPump = (caller = anywhere, services = harness().services) =>
  createCallPump(services, 'worker', caller);

async function callAll(caller = anywhere): Promise<void> {
  const pump = newPump(caller);
  while (await pump.begin()) await pump.settled();
}

async function start(campaignId: number, phone = newPhone()): Promise<string> {
  const { services } = harness();
  await startConversation(services, { accountId, campaignId, channelId, phone, variables: {}, by: 'api' });
  return phone;
}

const sentTo = (phone: string) => textsTo(harness().services.db, accountId, phone);

async function lastFault(campaignId: number): Promise<string | undefined> {
  const fault = await first(
    harness().services.db,
    sql<{ raw: string }>`
      select raw from events where account_id = ${accountId} and campaign_id = ${campaignId} and kind = 'fault'
      order by at desc, id desc limit 1`,
  );
  return fault?.raw;
}

test('are made and their answer goes into the conversation', async () => {
  const phone = await start(POINTS);
  await callAll();
  expect(calls).toEqual([{ method: 'POST', url: '/points', body: '{"a":1}', type: 'application/json' }]);
  expect(await sentTo(phone)).toEqual(['120 points', 'Bye.']);
});

test('to a private address are not made; the conversation goes on and the fault is recorded', async () => {
  const phone = await start(POINTS);
  await callAll(createApiCaller());
  expect(calls).toEqual([]);
  expect(await sentTo(phone)).toEqual(['Bye.']);
  expect(await lastFault(POINTS)).toMatch(/not on the public internet/);
});

test('that may have been made before are made again only as GET', async () => {
  const [poster, getter] = [await start(POINTS), await start(AGAIN)];
  await changed(
    harness().services.db,
    sql`update api_calls set worker = 'dead', tries = 1, leased_until = ${clock.now()} where account_id = ${accountId}`,
  );
  clock.advance(MINUTE);
  await callAll();
  expect(calls.map((call) => call.url)).toEqual(['/again']);
  expect(await sentTo(poster)).toEqual(['Bye.']);
  expect(await sentTo(getter)).toEqual(['120 points', 'Bye.']);
});

test('of a conversation that was replaced meanwhile are answered in vain', async () => {
  const phone = await start(POINTS);
  await start(AGAIN, phone);
  await callAll();
  expect(await sentTo(phone)).toEqual(['120 points', 'Bye.']);
});

test('to a service that hangs hold up no others, and are left to the next process when this one is told to stop', async () => {
  const stuck: string[] = [];
  for (let n = 0; n < 40; n += 1) stuck.push(await start(HANGING));
  const pump = newPump();
  while (await pump.begin());
  // Not more than a few at one service, however many wait for it.
  await expect.poll(() => hanging.length).toBe(32);
  const quick = await start(POINTS);
  while (await pump.begin());
  await expect.poll(() => sentTo(quick)).toEqual(['120 points', 'Bye.']);

  const begun = performance.now();
  await pump.stop();
  expect(performance.now() - begun).toBeLessThan(12_000);
  expect(await pump.begin()).toBe(false);
  for (const response of hanging) response.destroy();
  const asked = hanging.length;
  // At once, not when a lease is over: what may have been made is not made again, the others are made now.
  const next = newPump(createApiCaller(() => true));
  const asking = async () => {
    await next.begin();
    return hanging.length;
  };
  await expect.poll(asking).toBe(asked + 8);
  for (const response of hanging.slice(asked)) response.end('late');
  await next.settled();
  expect(await Promise.all(stuck.map(async (phone) => (await sentTo(phone)).length))).toEqual([
    ...Array(32).fill(1),
    ...Array(8).fill(2),
  ]);
});

test('to several services that hang hold up no others', async () => {
  const before = hanging.length;
  for (const campaign of [HANGING, ...OTHERS_HANGING]) for (let n = 0; n < 32; n += 1) await start(campaign);
  const pump = newPump();
  while (await pump.begin());
  await expect.poll(() => hanging.length - before).toBe(128);
  const quick = await start(POINTS);
  const asked = async () => {
    await pump.begin();
    return sentTo(quick);
  };
  await expect.poll(asked, { timeout: 8_000 }).toEqual(['120 points', 'Bye.']);
  for (const response of hanging.slice(before)) response.end('late');
  await pump.settled();
});

test('of which nothing is known but that they were leased, were not made, and are made', async () => {
  const { db } = harness().services;
  const phone = await start(POINTS);
  expect(await claimApiCalls(db, 'worker', clock.now(), { room: 8, each: 8, busy: [] })).toHaveLength(1);
  await callAll();
  expect(calls).toEqual([]);
  // Twice: the first may have been heard, and its answer lost.
  for (let n = 0; n < 2; n += 1) await dropCallLeases(db, 'worker', clock.now(), []);
  await callAll();
  expect(calls).toHaveLength(1);
  expect(await sentTo(phone)).toEqual(['120 points', 'Bye.']);
});

test('that were begun stay so when a later claim fails', async () => {
  const { db } = harness().services;
  await start(POINTS);
  expect(await claimApiCalls(db, 'worker', clock.now(), { room: 8, each: 8, busy: [] })).toHaveLength(1);
  clock.advance(1_000);
  await dropCallLeases(db, 'worker', clock.now(), []);
  await callAll();
  clock.advance(MINUTE);
  await callAll();
  expect(calls).toEqual([]);
});

test('that are answered in another alphabet are read in it', async () => {
  odd = (response) => {
    response.setHeader('content-type', 'text/plain; charset=ISO-8859-1');
    response.end(Buffer.from('Zo\u00eb', 'latin1'));
  };
  const phone = await start(ODD);
  await callAll();
  expect(await sentTo(phone)).toEqual(['Zo\u00eb', 'Bye.']);
});

test.each<[string, typeof odd, RegExp]>([
  [
    'packed',
    (response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('120 points')),
    /^The call failed: The answer is compressed, which was not asked for\.$/,
  ],
  [
    'not at all',
    (response) => response.socket?.destroy(),
    /^The call failed: The service closed the connection before it had answered\.$/,
  ],
  [
    'shorter than was said',
    (response) => {
      response.setHeader('content-length', '100');
      response.write('half');
      setTimeout(() => response.socket?.destroy(), 50);
    },
    /^The call failed: The service closed the connection before it had answered\.$/,
  ],
  [
    'with headers without end',
    (response) => response.setHeader('x-long', 'x'.repeat(40_000)).end('120 points'),
    /^The call failed: The answer of the service is not valid HTTP \(UND_ERR_HEADERS_OVERFLOW\)\.$/,
  ],
])('that are answered %s are a fault in words, and the conversation goes on', async (_how, answer, words) => {
  odd = answer;
  const phone = await start(ODD);
  await callAll();
  expect(await sentTo(phone)).toEqual(['Bye.']);
  expect(await lastFault(ODD)).toMatch(words);
});
