/**
 * Requests that no client of ours sends, whatever the call: bodies, encodings, paths, origins, floods, what
 * is no HTTP.
 */
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { BASE, calls } from '@parley/contract';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { BAD_BODIES, FORM, JSON_TYPE, KILO, multipart, part, type Request } from './bad-bodies.ts';
import { type Client, createHarness, useHarness } from './harness.ts';
import { pictureIn } from './stored.ts';

const harness = useHarness();
let user: Client & { userId: number; accountId: number };
let list = 0;

async function post({ path = 'lists/addList', type, body, headers = {} }: Request) {
  const answer = await harness().app.inject({
    method: 'POST',
    url: `${BASE}${path}`,
    headers: { cookie: user.cookie(), ...(type ? { 'content-type': type } : {}), ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, ...(answer.json() as object) };
}

/** Every refusal in the envelope with the real user, whatever was wrong. */
const refusal = (status: number) => ({
  status,
  RESULT: 0,
  SUSER: user.userId,
  MESSAGE: expect.stringMatching(/\.$/),
});

beforeAll(async () => {
  user = await harness().newUser();
  list = (await user.ask(calls.lists.add, { name: 'Mine' })).values.id;
});

test.each(Object.entries(BAD_BODIES))(
  '%s is answered in the envelope and stores nothing',
  async (_, [status, request]) => {
    const before = await pictureIn(harness().services);
    expect(await post(request)).toMatchObject(refusal(status));
    expect(await pictureIn(harness().services)).toEqual(before);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  },
);

test('multipart, url-encoded and JSON bodies mean the same, in any order and with fields nobody knows', async () => {
  const names = { info: 'Größe € 😀', more: 'x' };
  const bodies: Request[] = [
    {
      type: FORM,
      body: new URLSearchParams({ unknown: 'a', ListName: names.info, toString: 'c' }).toString(),
    },
    {
      type: `${JSON_TYPE}; charset=utf-8`,
      body: JSON.stringify({ unknown: { a: [1] }, ListName: names.info }),
    },
    multipart(`${part('unknown', 'a')}${part('ListName', names.info)}--x--\r\n`),
  ];
  for (const [n, body] of bodies.entries()) {
    const owner = await harness().newUser();
    const before = user;
    user = owner;
    const added = await post(body);
    user = before;
    expect([n, added]).toMatchObject([n, { status: 200, RESULT: 1, SUSER: owner.userId }]);
    const { values } = await owner.ask(calls.lists.list, { filter: '', search: '' });
    expect(values.lists.map(({ name }) => name)).toEqual([names.info]);
  }
});

test('an upload that is cut in the middle, or holds no file, is malformed and leaves no file behind', async () => {
  const path = 'imports/uploadFile';
  const file =
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\nPhone\n2125550100\n';
  const before = await pictureIn(harness().services);
  const bodies = [
    part('ListId', String(list)) + file,
    part('ListId', String(list)),
    `${part('ListId', String(list))}--x--\r\n`,
    `${file}\r\n--x--\r\n`,
  ];
  for (const body of bodies) expect(await post({ path, ...multipart(body) })).toMatchObject(refusal(400));
  expect(await pictureIn(harness().services)).toEqual(before);
  expect(
    readdirSync(harness().services.config.dataDir, { recursive: true }).filter((name) =>
      /\.csv/.test(String(name)),
    ),
  ).toEqual([]);
});

test('a call without fields takes any empty body', async () => {
  for (const type of [undefined, FORM, JSON_TYPE])
    expect(
      await post({ path: 'report/getAllCustomReports', ...(type ? { type, body: '' } : {}) }),
    ).toMatchObject({ RESULT: 1 });
});

const UNKNOWN = [
  'nothing',
  'lists/nothing',
  'lists',
  '',
  'lists/lists/more',
  '%2e%2e%2fetc',
  'x'.repeat(10_000),
  '__proto__',
  'constructor',
];

test.each(UNKNOWN)('the unknown call %s is 404 in the envelope', async (path) => {
  expect(await post({ path })).toMatchObject({ status: 404, RESULT: 0, DETAIL: '', SUSER: user.userId });
});

test('other methods and paths that are no paths are 404 in the envelope', async () => {
  const headers = { cookie: user.cookie() };
  for (const method of ['PUT', 'DELETE', 'PATCH', 'GET'] as const) {
    const answer = await harness().app.inject({ method, url: `${BASE}lists/addList`, headers });
    expect([method, answer.statusCode, answer.json()]).toMatchObject([
      method,
      404,
      { RESULT: 0, SUSER: user.userId },
    ]);
  }
  const before = await pictureIn(harness().services);
  const head = await harness().app.inject({
    method: 'HEAD',
    url: `${BASE}credentials/addCredentials?CredentialsName=x`,
    headers,
  });
  expect(head.statusCode).toBe(404);
  expect(await pictureIn(harness().services)).toEqual(before);
  for (const url of [
    '/session/api/%zz',
    '/session/api/lists%00',
    '/session/%',
    '/%c0',
    '/carriers/nobody',
    '/api/v2',
    '/s/',
  ])
    expect([url, (await harness().app.inject({ method: 'POST', url })).json()]).toMatchObject([
      url,
      { RESULT: 0, SUSER: 0 },
    ]);
});

test('a call whose path has a zero in it is one that does not exist', async () => {
  const answer = await harness().app.inject({ method: 'POST', url: `${BASE}lists%00` });
  expect([answer.statusCode, answer.json()]).toMatchObject([404, { RESULT: 0, SUSER: 0 }]);
});

test('paths are matched in any case, with and without a slash at the end', async () => {
  for (const path of ['LISTS/LOADLISTINFO', 'lists/loadlistinfo', 'Lists/LoadListInfo/'])
    expect(await post({ path, type: FORM, body: `ListId=${list}` })).toMatchObject({
      status: 200,
      RESULT: 1,
    });
});

test('the paths of reports begin with a slash, as the requirement writes them, behind the one of the base', async () => {
  const body = 'startDate=2026-11-01&endDate=2026-11-21&id=0';
  for (const path of ['/automata/automataCount', '/shortURL/getTotalMLPClicksCount'])
    expect(await post({ path, type: FORM, body })).toMatchObject({ status: 200, RESULT: 1 });
});

const ORIGINS: [string, Record<string, string>, number][] = [
  ['another site', { origin: 'https://evil.example' }, 403],
  ['an opaque origin', { origin: 'null' }, 403],
  ['a broken origin', { origin: 'http://' }, 403],
  ['a cross-site request', { 'sec-fetch-site': 'cross-site' }, 403],
  [
    'a cross-site request with our origin',
    { origin: 'http://localhost', 'sec-fetch-site': 'cross-site' },
    403,
  ],
  ['another port', { origin: 'http://localhost:81' }, 403],
  ['a name that begins like ours', { origin: 'http://localhost.evil.example' }, 403],
  ['our own origin', { origin: 'http://localhost', host: 'localhost' }, 200],
  ['no browser', {}, 200],
  ['a typed address', { 'sec-fetch-site': 'none' }, 200],
];

test.each(ORIGINS)('from %s %j is %i', async (_, headers, status) => {
  const before = await pictureIn(harness().services);
  const answered = await post({
    path: 'lists/renameList',
    type: FORM,
    body: `ListId=${list}&ListName=Mine`,
    headers: { host: 'localhost', ...headers },
  });
  expect(answered).toMatchObject({ status, RESULT: status === 200 ? 1 : 0, SUSER: user.userId });
  expect(await pictureIn(harness().services)).toEqual(before);
});

test('too many tries are 429 with the seconds to wait, the same for a user that is none', async () => {
  const wait = async (email: string) => {
    for (let tries = 0; tries < 20; tries += 1) {
      const answer = await harness().app.inject({
        method: 'POST',
        url: `${BASE}authentication/validateUser`,
        headers: { 'content-type': FORM },
        payload: new URLSearchParams({ inpUserID: email, inpPassword: 'wrong' }).toString(),
      });
      if (answer.statusCode === 429)
        return { tries, body: answer.json(), after: Number(answer.headers['retry-after']) };
    }
    throw new Error('Nobody stops guessing.');
  };
  const known = await harness().newUser({ email: 'known@example.com' });
  const [one, other] = [await wait('known@example.com'), await wait('unknown@example.com')];
  expect(known.userId).toBeGreaterThan(0);
  expect(one).toMatchObject({ tries: 5, body: { RESULT: 0, SUSER: 0 } });
  expect(one.after).toBeGreaterThanOrEqual(1);
  expect([other.tries, other.body]).toEqual([one.tries, one.body]);
});

test('after a hundred sign-ups of an hour an address waits; nobody is stored', async () => {
  const { pool, clock } = harness().services;
  const key = 'sign-up:127.0.0.1';
  const { rows } = await pool.query('select * from throttles where key = $1', [key]);
  await pool.query('update throttles set count = 100, window_start = $2 where key = $1', [key, clock.now()]);
  const before = await pictureIn(harness().services);
  const form = {
    inpEmail: 'late@example.com',
    inpPassword: 'a good cup of coffee',
    inpPhoneNumber: '2125550100',
  };
  const answer = await harness().app.inject({
    method: 'POST',
    url: `${BASE}registration/RegisterNewUser`,
    headers: { 'content-type': FORM },
    payload: new URLSearchParams(form).toString(),
  });
  expect([answer.statusCode, answer.json()]).toMatchObject([429, { RESULT: 0, SUSER: 0 }]);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3500);
  expect(await pictureIn(harness().services)).toEqual(before);
  await pool.query('update throttles set count = $2 where key = $1', [key, rows[0]?.count]);
});

test.each([
  '',
  'x',
  'x'.repeat(8000),
  '../../../etc/passwd',
  `${'a'.repeat(43)}; parley_session=${'b'.repeat(43)}`,
  '%00',
  'é',
])('a cookie of %.40s is nobody’s', async (value) => {
  const answer = await harness().app.inject({
    url: `${BASE}authentication/checklogin`,
    headers: { cookie: `parley_session=${value}` },
  });
  expect([answer.statusCode, answer.body]).toEqual([200, '0']);
});

describe('on the wire', () => {
  async function say(bytes: string): Promise<string> {
    const { app } = harness();
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as { port: number };
    return new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (data) => {
        answer += data.toString();
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });
  }
  const HEAD = `POST ${BASE}lists/addList HTTP/1.1\r\nhost: x\r\ncontent-type: ${FORM}\r\n`;

  test.each([
    ['what is no HTTP', 'GARBAGE\r\n\r\n', 400],
    ['two lengths', `${HEAD}content-length: 5\r\ncontent-length: 6\r\n\r\nab=cd`, 400],
    ['a length and chunks', `${HEAD}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['a negative length', `${HEAD}content-length: -5\r\n\r\n`, 400],
    ['a broken chunk', `${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n`, 400],
    ['headers of 64 KB', `${HEAD}x: ${'x'.repeat(64 * KILO)}\r\n\r\n`, 431],
  ])('%s is refused in the envelope and the connection closed', async (_, bytes, status) => {
    const answer = await say(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ RESULT: 0, SUSER: 0 });
    expect((await harness().app.inject('/healthz')).statusCode).toBe(200);
  });

  test('chunks without a length are counted, too', async () => {
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const answer = await say(
      `${HEAD}cookie: ${user.cookie()}\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n9\r\nListName=\r\n${chunk.repeat(5)}0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
  });

  test('a form that goes on for ever is refused before its end', async () => {
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const begin = part('ListName', '').trimEnd();
    const answer = await say(
      `POST ${BASE}lists/addList HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncookie: ${user.cookie()}\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n${begin.length.toString(16)}\r\n${begin}\r\n${chunk.repeat(9)}`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
  });

  test('who offers another protocol is answered in this one, and nothing of the address is logged', async () => {
    const lines: string[] = [];
    const { log } = harness().services;
    const info = vi.spyOn(log, 'info').mockImplementation((...words: unknown[]) => {
      lines.push(JSON.stringify(words));
    });
    for (const protocol of ['h2c', 'websocket']) {
      const answer = await say(
        `GET /api/v1/triggerSMS?inpPassword=secret HTTP/1.1\r\nhost: x\r\nconnection: upgrade, close\r\nupgrade: ${protocol}\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      );
      expect([protocol, answer.split('\r\n')[0]]).toEqual([protocol, 'HTTP/1.1 401 Unauthorized']);
    }
    info.mockRestore();
    expect(lines).toEqual([]);
  });
});

test('what a carrier sends and nobody can read is refused, not a fault', async () => {
  for (const [url, status] of [
    ['/carriers/gateway/nobody/inbound', 400],
    ['/carriers/twilio/nobody/inbound', 415],
  ] as const) {
    const headers = { 'content-type': JSON_TYPE };
    const answer = await harness().app.inject({ method: 'POST', url, headers, payload: '{' });
    expect([url, answer.statusCode]).toEqual([url, status]);
    expect(answer.json()).toMatchObject({ RESULT: 0, SUSER: 0 });
  }
});

test('a database that is gone is a fault in words; the process lives', async () => {
  const own = await createHarness();
  const owner = await own.newUser();
  await own.services.pool.end();
  for (const request of [
    { url: `${BASE}lists/lists`, method: 'POST' as const, headers: { cookie: owner.cookie() } },
    {
      url: `${BASE}lists/lists`,
      method: 'POST' as const,
      headers: { cookie: owner.cookie(), 'content-type': 'text/plain' },
      payload: 'x',
    },
    { url: '/session/logout', method: 'GET' as const, headers: { cookie: owner.cookie() } },
    { url: '/api/v1/triggerSMS?inpUserName=abc&inpPassword=x', method: 'GET' as const },
    {
      url: '/carriers/twilio/abc/inbound',
      method: 'POST' as const,
      headers: { 'content-type': FORM },
      payload: 'a=b',
    },
  ]) {
    const answer = await own.app.inject(request);
    expect([request.url, answer.statusCode, answer.json()]).toMatchObject([
      request.url,
      500,
      { RESULT: 0, MESSAGE: expect.stringMatching(/on our side/) },
    ]);
    expect(answer.body).not.toMatch(/pool|select|stack/i);
  }
  expect((await own.app.inject('/healthz')).statusCode).toBe(200);
  expect((await own.app.inject('/readyz')).statusCode).toBe(503);
  await own.app.close();
});
