/**
 * HTTP carriers that answer what nobody expects: each message ends where it is known to be, in doubt where it
 * may be out, and soon.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { eventually, useHarness } from '../testing/harness.ts';
import type { Carrier, OutgoingMessage, SendResult } from './carrier.ts';
import { createGateway } from './http-gateway/http-gateway.ts';
import { readGatewaySettings, storedSettings } from './stored-settings.ts';
import { createTwilio } from './twilio.ts';

const harness = useHarness({ config: { privateCarriers: true } });
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const ANSWER_MS = 1_000;
const HUGE = 1_000_000;

/** A server that answers every request with what `answer` writes. */
async function serve(answer: (socket: Socket) => unknown): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', () => void answer(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function openTwilio(baseUrl: string): Carrier {
  const settings = { baseUrl, accountSid: 'AC1', authToken: 'x', webhookToken: 'x' };
  return createTwilio(harness().services, settings, undefined, ANSWER_MS);
}

function twilio(baseUrl: string): Carrier {
  const carrier = openTwilio(baseUrl);
  closers.push(carrier.close);
  return carrier;
}

function gateway(baseUrl: string, more: Record<string, string> = {}): Carrier {
  const { services } = harness();
  const stored = storedSettings(services, 'gateway', { url: `${baseUrl}/send`, ...more }, {});
  const carrier = createGateway(services, readGatewaySettings(services, stored), undefined, ANSWER_MS);
  closers.push(carrier.close);
  return carrier;
}

let lastId = 0;
function message(): OutgoingMessage {
  lastId += 1;
  return {
    id: lastId,
    accountId: 1,
    channelId: 1,
    from: '+12125550100',
    to: '+12125550177',
    body: 'Hello',
    media: null,
  };
}

async function send(carrier: Carrier, ...messages: OutgoingMessage[]): Promise<SendResult[]> {
  const results: SendResult[] = [];
  await carrier.send(
    messages.map((each) => [each]),
    (_message, result) => results.push(result),
    () => true,
  );
  return results;
}

const whole =
  (status: string, body: string, type = 'application/json') =>
  (socket: Socket) =>
    socket.write(
      `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
/** Packed, though nobody asked for it. */
const packed = (status: string, encoding: string, body: Buffer) => (socket: Socket) => {
  socket.write(
    `HTTP/1.1 ${status}\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  socket.write(body);
};
/** The head says that more comes than does. */
const half = (status: string, body: string) => (socket: Socket) => {
  socket.write(`HTTP/1.1 ${status}\r\ncontent-length: 5000\r\n\r\n${body}`);
  setTimeout(() => socket.resetAndDestroy(), 50);
};
const drip = (status: string) => (socket: Socket) => {
  socket.write(`HTTP/1.1 ${status}\r\ncontent-length: 5000\r\n\r\n`);
  const timer = setInterval(() => socket.writable && socket.write(' '), 100);
  socket.on('close', () => clearInterval(timer));
};
const TAKEN = '{"account_sid":"AC1","sid":"SM1","status":"queued"}';
const PAGE = `<!doctype html><html><head><title>Not  found &amp; gone</title></head><body>${'x'.repeat(HUGE)}</body></html>`;
const FAILED = { is: 'rejected', retry: false };
const WAITS = { is: 'rejected', retry: true };
const UNKNOWN = { is: 'unknown' };
const ACCEPTED = { is: 'accepted' };

type Case = [
  name: string,
  answer: (socket: Socket) => unknown,
  twilio: Record<string, unknown>,
  gateway: Record<string, unknown>,
];
const cases: Case[] = [
  ['201 as it should be', whole('201 Created', TAKEN), { is: 'accepted', carrierId: 'SM1' }, ACCEPTED],
  ['200 with a page', whole('200 OK', '<html>Welcome</html>', 'text/html'), UNKNOWN, ACCEPTED],
  ['200 without a body', whole('200 OK', ''), UNKNOWN, ACCEPTED],
  [
    '201 in HTTP/1.0, which ends with its connection',
    (socket) => socket.end(`HTTP/1.0 201 Created\r\n\r\n${TAKEN}`),
    ACCEPTED,
    ACCEPTED,
  ],
  [
    '201 in chunks without end',
    (socket) => {
      socket.write(`HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n`);
      socket.write(`${TAKEN.length.toString(16)}\r\n${TAKEN}\r\n`);
      const timer = setInterval(() => socket.writable && socket.write('1\r\n \r\n'), 50);
      socket.on('close', () => clearInterval(timer));
    },
    ACCEPTED,
    ACCEPTED,
  ],
  [
    '201, gzip',
    packed('201 Created', 'gzip', gzipSync(TAKEN)),
    { is: 'accepted', carrierId: 'SM1' },
    ACCEPTED,
  ],
  ['201, deflate', packed('201 Created', 'deflate', deflateSync(TAKEN)), { carrierId: 'SM1' }, ACCEPTED],
  ['201, brotli', packed('201 Created', 'br', brotliCompressSync(TAKEN)), { carrierId: 'SM1' }, ACCEPTED],
  [
    '400, gzip',
    packed('400 Bad Request', 'GZIP', gzipSync('{"code":21211,"message":"Not a number"}')),
    { ...FAILED, code: '21211', reason: 'Not a number' },
    { ...FAILED, code: '400', reason: '{"code":21211,"message":"Not a number"}' },
  ],
  ['201, 5 MB in 5 KB', packed('201 Created', 'gzip', gzipSync(Buffer.alloc(5_000_000))), UNKNOWN, ACCEPTED],
  [
    '400, packed as nobody can read it',
    packed('400 Bad Request', 'zip', Buffer.from('PK\0\x01')),
    { ...FAILED, code: '400', reason: 'The carrier refused it.' },
    { ...FAILED, code: '400', reason: 'The gateway gave no reason.' },
  ],
  [
    '400 with bytes that are no text',
    whole('400 Bad Request', '\0\x01No\x1b\ncredit\0'),
    { ...FAILED, reason: 'No credit' },
    { ...FAILED, reason: 'No credit' },
  ],
  ['204', (socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'), UNKNOWN, ACCEPTED],
  ['201 and a megabyte more', whole('201 Created', TAKEN + ' '.repeat(HUGE)), ACCEPTED, ACCEPTED],
  ['200 and a megabyte of nothing', whole('200 OK', ' '.repeat(HUGE)), UNKNOWN, ACCEPTED],
  ['201, broken off after the id', half('201 Created', TAKEN), ACCEPTED, ACCEPTED],
  ['201, broken off before the id', half('201 Created', '{"account_sid"'), UNKNOWN, ACCEPTED],
  [
    '400, broken off',
    half('400 Bad Request', '{"code":21211,'),
    { ...FAILED, code: '21211' },
    { ...FAILED, code: '400' },
  ],
  [
    '404 with a long page',
    whole('404 Not Found', PAGE, 'text/html'),
    { ...WAITS, code: '404' },
    { ...WAITS, code: '404' },
  ],
  [
    '302',
    (socket) =>
      socket.write('HTTP/1.1 302 Found\r\nlocation: https://example.com/\r\ncontent-length: 0\r\n\r\n'),
    { ...WAITS, code: '302' },
    { ...WAITS, code: '302' },
  ],
  [
    '401',
    whole('401 Unauthorized', '{"code":20003,"message":"no"}'),
    { ...WAITS, code: '20003' },
    { ...WAITS, code: '401' },
  ],
  ['402', whole('402 Payment Required', ''), { ...WAITS, code: '402' }, { ...WAITS, code: '402' }],
  ['403 with a page', whole('403 Forbidden', PAGE, 'text/html'), { ...WAITS, code: '403' }, WAITS],
  ['403 with a code', whole('403 Forbidden', '{"code":20403}'), { ...WAITS, code: '20403' }, WAITS],
  ['403 of one number', whole('403 Forbidden', '{"code":21408}'), { ...FAILED, code: '21408' }, WAITS],
  ['405', whole('405 Method Not Allowed', ''), { ...WAITS, code: '405' }, { ...WAITS, code: '405' }],
  [
    '103, then 201',
    (socket) =>
      socket.write(
        `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 201 Created\r\ncontent-length: ${TAKEN.length}\r\n\r\n${TAKEN}`,
      ),
    ACCEPTED,
    ACCEPTED,
  ],
  ['100 that nobody asked for', (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), UNKNOWN, UNKNOWN],
  ['500 with words', whole('500 Oops', '{"code":20500,"message":"no"}'), UNKNOWN, UNKNOWN],
  ['503 with words', whole('503 Busy', '{"code":20503,"message":"no"}'), UNKNOWN, { ...WAITS, code: '503' }],
  ['another protocol', (socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'), UNKNOWN, UNKNOWN],
  [
    'a head without an end',
    (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(HUGE)}`),
    UNKNOWN,
    UNKNOWN,
  ],
  ['a body a byte at a time', drip('201 Created'), UNKNOWN, ACCEPTED],
  [
    'a refusal a byte at a time',
    drip('400 Bad Request'),
    { ...FAILED, code: '400' },
    { ...FAILED, code: '400' },
  ],
  [
    'interim answers without end',
    (socket) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000)),
    UNKNOWN,
    UNKNOWN,
  ],
  ['nothing at all', () => undefined, UNKNOWN, UNKNOWN],
];

describe.each(cases)('%s', (_name, answer, ofTwilio, ofGateway) => {
  test.each([
    ['twilio', twilio, ofTwilio],
    ['gateway', gateway, ofGateway],
  ] as const)('%s', async (_kind, create, expected) => {
    const carrier = create(await serve(answer));
    const begun = performance.now();
    expect((await send(carrier, message()))[0]).toMatchObject(expected);
    expect(performance.now() - begun).toBeLessThan(ANSWER_MS + 15_000);
  });
});

test.each([
  ['closes', (socket: Socket) => socket.end()],
  ['resets', (socket: Socket) => socket.resetAndDestroy()],
])('nothing is in doubt where the carrier %s the connection before TLS stands', async (_how, hangUp) => {
  const base = await serve(hangUp);
  for (const create of [twilio, gateway]) {
    const [result] = await send(create(base.replace('http:', 'https:')), message());
    expect(result).toMatchObject({ ...WAITS, reason: 'The carrier could not be reached.' });
  }
});

test('a carrier that closes answered connections without a word gets a new one for each message', async () => {
  const answered = new WeakSet<Socket>();
  const base = await serve((socket) => {
    if (answered.has(socket)) return socket.resetAndDestroy();
    answered.add(socket);
    return whole('201 Created', TAKEN)(socket);
  });
  const carrier = twilio(base);
  const results: SendResult[] = [];
  for (let n = 0; n < 6; n += 1) results.push(...(await send(carrier, message())));
  expect(results.map(({ is }) => is)).toEqual([
    'accepted',
    'unknown',
    'accepted',
    'accepted',
    'accepted',
    'accepted',
  ]);
});

test('where words are asked for, an answer that broke off before them leaves the message in doubt', async () => {
  const carrier = gateway(await serve(half('200 OK', 'OK')), { acceptedTexts: 'Accepted' });
  expect((await send(carrier, message()))[0]).toMatchObject(UNKNOWN);
  const other = gateway(await serve(whole('200 OK', 'ERROR no credit')), { acceptedTexts: 'Accepted' });
  expect((await send(other, message()))[0]).toMatchObject({ ...FAILED, reason: 'ERROR no credit' });
});

test('where words are asked for, they are found in a packed answer, too', async () => {
  const carrier = gateway(await serve(packed('200 OK', 'gzip', gzipSync('Accepted for delivery'))), {
    acceptedTexts: 'Accepted',
  });
  expect((await send(carrier, message()))[0]).toMatchObject(ACCEPTED);
  const other = gateway(await serve(packed('200 OK', 'zip', gzipSync('Accepted'))), {
    acceptedTexts: 'Accepted',
  });
  expect((await send(other, message()))[0]).toMatchObject(UNKNOWN);
});

test('what a carrier says is shown as words: of a page its title, of JSON its message', async () => {
  const page = gateway(await serve(whole('404 Not Found', PAGE, 'text/html')));
  expect((await send(page, message()))[0]).toMatchObject({ reason: 'Not found & gone' });
  const words = '{"code":21211,"message":"The number \\"x\\" isn\\u2019t valid"}';
  const json = twilio(await serve(whole('400 Bad Request', words)));
  expect((await send(json, message()))[0]).toMatchObject({
    code: '21211',
    reason: 'The number "x" isn’t valid',
  });
});

test('a queue that is full at the carrier is a pause, not the end of the message', async () => {
  const carrier = twilio(await serve(whole('400 Bad Request', '{"code":21611,"message":"Queue full"}')));
  expect((await send(carrier, message()))[0]).toMatchObject({ is: 'throttled' });
});

test('no carrier can ask for a pause of more than an hour', async () => {
  const busy = 'HTTP/1.1 429 Busy\r\nretry-after: 999999\r\ncontent-length: 0\r\n\r\n';
  const carrier = twilio(await serve((socket) => socket.write(busy)));
  expect((await send(carrier, message()))[0]).toEqual({ is: 'throttled', retryAfterMs: 3_600_000 });
});

test('of a connection that is closed meanwhile nothing is in doubt but what was handed over', async () => {
  let heard = 0;
  const base = await serve(async (socket) => {
    heard += 1;
    await sleep(100);
    whole('201 Created', TAKEN)(socket);
  });
  const carrier = openTwilio(base);
  const sending = send(carrier, ...Array.from({ length: 500 }, message));
  await eventually(() => heard > 1);
  await carrier.close();
  const results = await sending;
  expect(results.filter(({ is }) => is === 'unknown')).toEqual([]);
  expect(results.filter(({ is }) => is === 'accepted')).toHaveLength(heard);
  expect(results.some(({ is }) => is === 'throttled')).toBe(true);
});
