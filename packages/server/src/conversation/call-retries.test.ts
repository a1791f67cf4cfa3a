/** Calls of API steps that fail: how often they are made again, and never twice where that does harm. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { manualClock } from '../platform/clock.ts';
import { changed, first, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { textsTo } from '../testing/sent.ts';
import { createApiCaller } from './api-call.ts';
import { createCallPump } from './api-call-pump.ts';
import { startConversation } from './start-conversation.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
let accountId = 0;
let channelId = 0;
let campaigns = 10;
let phones = 0;

type Answering = (response: ServerResponse) => unknown;
type Heard = { method: string; key: string | undefined };
let heard: Heard[] = [];
/** What the service does with each call in turn; the last one again and again. */
let answers: Answering[] = [];
const status = (code: number) => (response: ServerResponse) => {
  response.statusCode = code;
  response.end('trouble');
};
const breaks = (response: ServerResponse) => response.socket?.destroy();
const works = (response: ServerResponse) => response.end('{"table":12}');
const service = createServer((request, response) => {
  heard.push({ method: request.method ?? '', key: request.headers['idempotency-key'] as string | undefined });
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  request.resume().on('end', () => answer?.(response));
});

beforeAll(async () => {
  const { db } = harness().services;
  accountId = (await harness().newUser()).accountId;
  channelId = (await firstChannel(db, accountId))?.id ?? 0;
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  service.close();
  service.closeAllConnections();
});
beforeEach(() => {
  heard = [];
});

/** Starts a campaign that makes one call; answers the phone. */
async function start(step: Record<string, unknown>, headers = ''): Promise<string> {
  const { services } = harness();
  const campaignId = campaigns++;
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  const id = campaignId * 100;
  await storeSketch(services.db, accountId, campaignId, [
    { id, type: 'api-call', url, headers, resultAction: 'store', next: id + 1, onError: id + 2, ...step },
    { id: id + 1, type: 'final-message', text: 'Table {%Table%}' },
    { id: id + 2, type: 'final-message', text: 'Sorry' },
  ]);
  const phone = `+1212555${3000 + phones++}`;
  await startConversation(services, { accountId, campaignId, channelId, phone, variables: {}, by: 'api' });
  return phone;
}

const PICKS = [{ id: 1, path: '$.table', name: 'Table', inTag: false }];
const anywhere = createApiCaller(() => true);

async function round(seconds = 0): Promise<void> {
  clock.advance(seconds * 1000);
  const pump = createCallPump(harness().services, 'worker', anywhere);
  while (await pump.begin()) await pump.settled();
}
const sentTo = (phone: string) => textsTo(harness().services.db, accountId, phone);
const waiting = async () =>
  Number(
    (await first(harness().services.db, sql<{ n: number }>`select count(*) as n from api_calls`))?.n ?? 0,
  );

test('a failed call without rules takes the path for failures at once', async () => {
  answers = [status(503)];
  const phone = await start({});
  await round();
  expect(await sentTo(phone)).toEqual(['Sorry']);
  expect(heard).toHaveLength(1);
});

test('a GET is made again after 5 and 30 seconds, and its answer counts as if it were the first', async () => {
  answers = [status(503), breaks, works];
  const phone = await start({ retries: 3, picks: PICKS });
  await round();
  await round(4);
  expect(heard).toHaveLength(1);
  await round(1);
  expect(heard).toHaveLength(2);
  await round(29);
  expect(heard).toHaveLength(2);
  await round(1);
  expect(await sentTo(phone)).toEqual(['Table 12']);
  expect(await waiting()).toBe(0);
});

test('so many tries and no more; then people take the path for failures', async () => {
  answers = [status(500)];
  const phone = await start({ retries: 2 });
  for (let n = 0; n < 6; n += 1) await round(200);
  expect(heard).toHaveLength(3);
  expect(await sentTo(phone)).toEqual(['Sorry']);
});

test.each<[string, Record<string, unknown>, Answering, number]>([
  ['a 404 is an answer', { retries: 3 }, status(404), 1],
  ['429 is trouble', { retries: 1 }, status(429), 2],
  [
    'a 500 is an answer where only silence is tried again',
    { retries: 3, retryOn: 'no-answer' },
    status(500),
    1,
  ],
  ['silence is tried again', { retries: 1, retryOn: 'no-answer' }, breaks, 2],
  ['a POST is not made twice', { retries: 3, verb: 'POST' }, breaks, 1],
  ['a PATCH is not made twice', { retries: 3, verb: 'PATCH' }, status(500), 1],
  ['a PUT does the second time what it did the first', { retries: 1, verb: 'PUT' }, status(500), 2],
  [
    'a POST is made twice where its author says so',
    { retries: 1, verb: 'POST', isRepeatable: true },
    breaks,
    2,
  ],
])('%s', async (_name, step, answer, times) => {
  answers = [answer];
  const phone = await start(step);
  for (let n = 0; n < 5; n += 1) await round(200);
  expect(heard).toHaveLength(times);
  expect(await sentTo(phone)).toEqual(['Sorry']);
});

test('an answer that cannot be read is no reason for another try', async () => {
  answers = [(response) => response.end('<html>')];
  const phone = await start({ retries: 3, picks: PICKS });
  for (let n = 0; n < 4; n += 1) await round(200);
  expect(heard).toHaveLength(1);
  expect(await sentTo(phone)).toEqual(['Sorry']);
});

test('tries of one run have one key, another run has another, and the author’s own key wins', async () => {
  answers = [status(500), status(500), works];
  const step = { verb: 'POST', retries: 2, isRepeatable: true };
  await start(step);
  for (let n = 0; n < 3; n += 1) await round(200);
  const [one, two, three] = heard.map(({ key }) => key);
  expect(one).toMatch(/^[\da-f]{32}$/);
  expect([two, three]).toEqual([one, one]);
  await start(step);
  await round();
  expect(heard[3]?.key).toMatch(/^[\da-f]{32}$/);
  expect(heard[3]?.key).not.toBe(one);
  await start(step, 'idempotency-KEY: mine');
  await round();
  expect(heard[4]?.key).toBe('mine');
  await start({ verb: 'POST' });
  await round();
  expect(heard[5]?.key).toBeUndefined();
});

/** As after a crash: some process took the call, and nobody knows how far it came. */
async function crash(): Promise<void> {
  await changed(
    harness().services.db,
    sql`update api_calls set worker = 'dead', tries = 1, leased_until = ${clock.now()}`,
  );
}

test('after a crash a call goes on with the tries that are left, and with its key', async () => {
  answers = [status(500), status(500), works];
  const phone = await start({ verb: 'POST', retries: 2, isRepeatable: true, picks: PICKS });
  await round();
  await crash();
  await round(60);
  await crash();
  await round(60);
  expect(new Set(heard.map(({ key }) => key)).size).toBe(1);
  expect(heard).toHaveLength(3);
  expect(await sentTo(phone)).toEqual(['Table 12']);
});

test('after a crash a POST that is not said to be repeatable is never made again', async () => {
  answers = [works];
  const phone = await start({ verb: 'POST', retries: 3 });
  await crash();
  for (let n = 0; n < 4; n += 1) await round(200);
  expect(heard).toEqual([]);
  expect(await sentTo(phone)).toEqual(['Sorry']);
});

test('who took too long does not take a call away from the one who makes it now', async () => {
  const held: ServerResponse[] = [];
  answers = [(response) => held.push(response)];
  const phone = await start({ retries: 3 });
  const { services } = harness();
  const slow = createCallPump(services, 'slow', anywhere);
  await slow.begin();
  await expect.poll(() => held.length).toBe(1);
  clock.advance(60_000);
  const quick = createCallPump(services, 'quick', anywhere);
  await quick.begin();
  await expect.poll(() => held.length).toBe(2);
  held.slice(0, 1).forEach(status(503));
  await slow.settled();
  const worker = await first(services.db, sql<{ worker: string }>`select worker from api_calls`);
  expect(worker).toEqual({ worker: 'quick' });
  held.slice(1).forEach(works);
  await quick.settled();
  expect(await sentTo(phone)).toHaveLength(1);
  expect(await waiting()).toBe(0);
});
