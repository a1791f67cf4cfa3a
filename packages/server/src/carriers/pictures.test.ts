/**
 * Pictures that come with texts: fetched from a carrier on a real socket, kept within bounds, shown to the
 * account's people alone.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calls } from '@parley/contract';
import { PICTURE_LIMITS } from '@parley/rules/limits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { first, rows, sql } from '../platform/db/database.ts';
import type { Background } from '../platform/services.ts';
import { type Client, eventually, useHarness } from '../testing/harness.ts';
import { pictureType } from './picture-fetch.ts';
import { startPictures } from './pictures.ts';
import { storeConnection } from './testing/subjects.ts';
import { twilioSignature } from './twilio.ts';

const harness = useHarness({
  config: { privateCarriers: true, publicUrl: 'https://x.example', pictureMegabytes: 1 },
});
const TOKEN = 'token-of-pictures';
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const SIGNED_IN = `Basic ${Buffer.from('AC1:secret').toString('base64')}`;
/** Requests that are not answered. */
const hanging = new Set<ServerResponse>();
const asked: { path: string; authorization: string | undefined }[] = [];
let owner: Awaited<ReturnType<typeof newOwner>>;
let accountId = 0;
let origin = '';
let elsewhere = '';
let failures = 0;
let count = 0;
let pictureTexts = 0;
let running: Background;

const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  '/png': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(PNG),
  '/big': (response) => response.writeHead(200).end(Buffer.concat([PNG, Buffer.alloc(90_000)])),
  '/moved': (response) => response.writeHead(307, { location: '/png' }).end(),
  '/away': (response) => response.writeHead(302, { location: `${elsewhere}/secret` }).end(),
  '/round': (response) => response.writeHead(302, { location: '/round' }).end(),
  '/html': (response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end('<script>alert(1)</script>'),
  '/large': (response) =>
    response.writeHead(200).end(Buffer.concat([PNG, Buffer.alloc(PICTURE_LIMITS.bytes)])),
  '/hangs': (response) => {
    hanging.add(response);
    response.on('close', () => hanging.delete(response));
  },
  '/later': (response) => {
    failures += 1;
    if (failures === 1) response.writeHead(404).end();
    else response.writeHead(200).end(PNG);
  },
};

const carrier = createServer((request, response) => {
  const path = request.url ?? '';
  asked.push({ path, authorization: request.headers.authorization });
  if (request.headers.authorization !== SIGNED_IN) response.writeHead(401).end();
  else ANSWERS[path]?.(response);
});
const stranger = createServer((request, response) => {
  asked.push({ path: `stranger ${request.url}`, authorization: request.headers.authorization });
  response.end(PNG);
});

const listen = async (server: typeof carrier) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  origin = await listen(carrier);
  elsewhere = await listen(stranger);
  owner = await newOwner(TOKEN);
  accountId = owner.accountId;
  running = startPictures(harness().services);
  return () => running.stop();
});
afterAll(() => {
  carrier.closeAllConnections();
  carrier.close();
  stranger.close();
});

/** Somebody whose channel is connected to the carrier. */
async function newOwner(webhookToken: string): Promise<Client & { accountId: number }> {
  const user = await harness().newUser();
  const channel = await first(
    harness().services.db,
    sql<{ id: number }>`select id from channels where account_id = ${user.accountId}`,
  );
  const place = { accountId: user.accountId, channelId: channel?.id ?? 0, place: 1 } as const;
  const connection = { baseUrl: origin, accountSid: 'AC1', authToken: 'secret', webhookToken };
  await storeConnection(harness(), place, 'twilio', connection);
  return user;
}

/** A text with pictures comes in; answers its thread's contact and message. */
async function text(...addresses: string[]) {
  count += 1;
  return textFrom(`+1212555${6000 + count}`, ...addresses);
}

async function textFrom(from: string, ...addresses: string[]) {
  await deliver(TOKEN, from, addresses);
  const [thread] = (await owner.ask(calls.inbox.threads, {})).values.threads;
  const said = async () =>
    (await owner.ask(calls.inbox.thread, { contact: thread?.contact ?? 0 })).values.messages[0];
  return { id: (await said())?.id ?? 0, kept: async () => (await said())?.kept };
}

async function deliver(token: string, from: string, addresses: readonly string[]): Promise<void> {
  pictureTexts += 1;
  const path = `/carriers/twilio/${token}/inbound`;
  const fields = new URLSearchParams({
    MessageSid: `MM${pictureTexts}`,
    From: from,
    To: '+12125550100',
    Body: 'Look',
    NumMedia: String(addresses.length),
    ...Object.fromEntries(addresses.map((address, n) => [`MediaUrl${n}`, address])),
  });
  const { statusCode } = await harness().app.inject({
    method: 'POST',
    url: path,
    payload: fields.toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilioSignature('secret', `https://x.example${path}`, fields),
    },
  });
  expect(statusCode).toBe(200);
}

const open = () =>
  rows(
    harness().services.db,
    sql`select 1 from inbound_media where account_id = ${accountId} and due_at is not null`,
  ).then((found) => found.length);

test('a picture is fetched with the carrier’s sign-in, and shown to its account alone', async () => {
  const { id, kept } = await text(`${origin}/png`, `${origin}/moved`);
  await eventually(
    () => kept(),
    (seen) => seen?.length === 2,
  );
  const shown = await harness().app.inject({
    url: `/session/api/inbox/loadPicture?inpMessageId=${id}&inpPlace=1`,
    headers: { cookie: owner.cookie() },
  });
  expect(shown.statusCode).toBe(200);
  expect(shown.rawPayload).toEqual(PNG);
  expect(shown.headers['content-type']).toBe('image/png');
  expect(shown.headers['x-content-type-options']).toBe('nosniff');
  expect(shown.headers['content-disposition']).toContain('attachment');
  const other = await harness().newUser();
  const foreign = await other.get(`inbox/loadPicture?inpMessageId=${id}&inpPlace=1`);
  const unknown = await other.get('inbox/loadPicture?inpMessageId=999999&inpPlace=1');
  expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
});

test('what is no picture, too large, goes round, or leads into a network of ours is not kept', async () => {
  const { kept } = await text(
    ...['/html', '/large', '/round', '/away'].map((path) => origin + path),
    `${elsewhere}/x`,
  );
  await eventually(
    () => open(),
    (seen) => seen === 0,
  );
  expect(await kept()).toEqual([]);
  // Nobody else heard the sign-in, or anything at all.
  expect(asked.filter(({ path }) => path.startsWith('stranger'))).toEqual([]);
});

test('one that is not there yet is tried again', async () => {
  const { kept } = await text(`${origin}/later`);
  await eventually(() => failures === 1);
  expect(await kept()).toEqual([]);
  await sql`
    update inbound_media set due_at = ${new Date(0)} where account_id = ${accountId} and due_at is not null`.execute(
    harness().services.db,
  );
  await eventually(
    () => kept(),
    (seen) => seen?.length === 1,
  );
});

test('copies take no more than their room: of one person a tenth of it, of all the oldest go first', async () => {
  const stranger = '+12125557001';
  const first = await textFrom(stranger, `${origin}/big`);
  await eventually(
    () => first.kept(),
    (seen) => seen?.length === 1,
  );
  const second = await textFrom(stranger, `${origin}/big`);
  await eventually(
    () => second.kept(),
    (seen) => seen?.length === 1,
  );
  const bytesOf = () =>
    rows(
      harness().services.db,
      sql<{ size: number; address: string }>`
        select octet_length(bytes) as size, address from inbound_media
        where account_id = ${accountId} and bytes is not null order by inbound_id`,
    );
  const sizes = async () => (await bytesOf()).map(({ size }) => size).filter((size) => size > 50_000);
  await eventually(
    () => sizes(),
    (seen) => seen.length === 1,
  );
  expect(await second.kept()).toEqual([0]);
  for (let n = 0; n < 12; n += 1) {
    const one = await text(`${origin}/big`);
    await eventually(
      () => one.kept(),
      (seen) => seen?.length === 1,
    );
  }
  // Room is made after a copy is there.
  await eventually(
    () => bytesOf(),
    (seen) => seen.length === 11,
  );
  // 1 MB has room for eleven of 90 KB; the small ones of before were older.
  expect((await bytesOf()).map(({ size }) => size)).toEqual(Array.from({ length: 11 }, () => 90_016));
  expect(await second.kept()).toEqual([]);
});

test('a carrier that hangs does not hold up pictures of other channels', async () => {
  await newOwner('token-that-hangs');
  for (let n = 0; n < 5; n += 1)
    await deliver('token-that-hangs', `+1212555800${n}`, [`${origin}/hangs`, `${origin}/hangs`]);
  await eventually(() => hanging.size > 0);
  const { kept } = await text(`${origin}/png`);
  await eventually(
    () => kept(),
    (seen) => seen?.length === 1,
  );
  expect(hanging.size).toBe(4);
});

test('a carrier that hangs does not hold up the end of the process', async () => {
  const pictures = startPictures(harness().services);
  await text(`${origin}/hangs`);
  await eventually(() => asked.some(({ path }) => path === '/hangs'));
  const begin = performance.now();
  await Promise.all([pictures.stop(), running.stop()]);
  expect(performance.now() - begin).toBeLessThan(12_000);
  running = startPictures(harness().services);
});

test.each([
  ['ffd8ffe000104a46', 'image/jpeg'],
  ['89504e470d0a1a0a', 'image/png'],
  ['474946383961', 'image/gif'],
  ['524946462400000057454250', 'image/webp'],
  ['3c73766720786d6c6e73', null],
  ['', null],
])('bytes %s are %s', (hex, type) => {
  expect(pictureType(Buffer.from(hex, 'hex'))).toBe(type);
});
