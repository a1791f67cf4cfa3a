/** Requests that no client of ours sends, whatever the call: bodies, encodings, paths, origins, floods, the machine calls. */
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { BASE, calls } from '@parley/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { GOOD_TEXTS } from './bad-inputs.ts';
import { type Client, createHarness, useHarness } from './harness.ts';
import { pictureOf } from './stored.ts';

const harness = useHarness();
let user: Client & { userId: number; accountId: number };
let list = 0;

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const KILO = 1024;

type Request = { path?: string; type?: string; body?: string | Buffer; headers?: Record<string, string> };

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

const multipart = (parts: string, boundary = 'x') => ({
  type: `multipart/form-data; boundary=${boundary}`,
  body: parts,
});
const part = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

const BAD_BODIES: Record<string, [number, Request]> = {
  'half a JSON': [400, { type: JSON_TYPE, body: '{"ListName":' }],
  'a JSON list': [400, { type: JSON_TYPE, body: '[{"ListName":"x"}]' }],
  'a JSON text': [400, { type: JSON_TYPE, body: '"ListName=x"' }],
  'JSON nested 50,000 deep': [
    400,
    { type: JSON_TYPE, body: `{"ListName":${'['.repeat(50_000)}${']'.repeat(50_000)}}` },
  ],
  'a prototype key in JSON': [400, { type: JSON_TYPE, body: '{"ListName":"x","__proto__":{"admin":true}}' }],
  'a constructor in JSON': [
    400,
    { type: JSON_TYPE, body: '{"ListName":"x","constructor":{"prototype":{}}}' },
  ],
  'JSON that is not UTF-8': [400, { type: JSON_TYPE, body: Buffer.from('{"ListName":"a\xff"}', 'latin1') }],
  'half a surrogate pair in JSON': [400, { type: JSON_TYPE, body: '{"ListName":"a\\ud83d"}' }],
  'NUL in JSON': [400, { type: JSON_TYPE, body: '{"ListName":"a\\u0000"}' }],
  'a form that is not UTF-8': [400, { type: FORM, body: 'ListName=%FF%FE' }],
  'an overlong encoding': [400, { type: FORM, body: 'ListName=%C0%AFetc' }],
  'half a character': [400, { type: FORM, body: 'ListName=%E2%82' }],
  'NUL in a form': [400, { type: FORM, body: 'ListName=a%00b' }],
  'a field given twice': [400, { type: FORM, body: 'ListName=a&ListName=b' }],
  'a prototype key in a form': [400, { type: FORM, body: 'ListName=a&__proto__=b' }],
  'a multipart without a boundary': [400, { type: 'multipart/form-data', body: part('ListName', 'x') }],
  'a multipart cut in the middle': [400, multipart(part('ListName', 'x'))],
  'a multipart of noise': [400, multipart('noise')],
  'an empty multipart': [400, multipart('--x--\r\n')],
  'a multipart with a field given twice': [
    400,
    multipart(`${part('ListName', 'a')}${part('ListName', 'b')}--x--\r\n`),
  ],
  'a multipart with a prototype key': [
    400,
    multipart(`${part('ListName', 'a')}${part('__proto__', 'b')}--x--\r\n`),
  ],
  'a multipart that is not UTF-8': [
    400,
    { ...multipart(''), body: Buffer.from(`${part('ListName', 'a\xff')}--x--\r\n`, 'latin1') },
  ],
  'a file where none is expected': [
    400,
    multipart(
      '--x\r\ncontent-disposition: form-data; name="ListName"; filename="x.txt"\r\ncontent-type: text/plain\r\n\r\nx\r\n--x--\r\n',
    ),
  ],
  'a form over the limit': [413, { type: FORM, body: `ListName=${'x'.repeat(257 * KILO)}` }],
  'JSON over the limit': [413, { type: JSON_TYPE, body: `{"ListName":"${'x'.repeat(257 * KILO)}"}` }],
  'a multipart over the limit': [413, multipart(`${part('ListName', 'x'.repeat(300 * KILO))}--x--\r\n`)],
  'a thousand fields': [
    413,
    { type: FORM, body: Array.from({ length: 1000 }, (_, n) => `f${n}=1`).join('&') },
  ],
  'a thousand fields in JSON': [
    413,
    {
      type: JSON_TYPE,
      body: JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`f${n}`, 1]))),
    },
  ],
  'a thousand parts': [
    413,
    multipart(`${Array.from({ length: 1000 }, (_, n) => part(`f${n}`, '1')).join('')}--x--\r\n`),
  ],
  'plain text': [415, { type: 'text/plain', body: 'ListName=x' }],
  'XML with an entity': [415, { type: 'application/xml', body: '<!DOCTYPE x [<!ENTITY y "z">]><x>&y;</x>' }],
  'no type at all': [415, { type: 'application/octet-stream', body: 'ListName=x' }],
  'a compressed form': [
    400,
    { type: FORM, body: Buffer.from('1f8b08', 'hex'), headers: { 'content-encoding': 'gzip' } },
  ],
};

test.each(Object.entries(BAD_BODIES))(
  '%s is answered in the envelope and stores nothing',
  async (_, [status, request]) => {
    const before = await pictureOf(harness().services.pool);
    expect(await post(request)).toMatchObject(refusal(status));
    expect(await pictureOf(harness().services.pool)).toEqual(before);
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
  const before = await pictureOf(harness().services.pool);
  const bodies = [
    part('ListId', String(list)) + file,
    part('ListId', String(list)),
    `${part('ListId', String(list))}--x--\r\n`,
    `${file}\r\n--x--\r\n`,
  ];
  for (const body of bodies) expect(await post({ path, ...multipart(body) })).toMatchObject(refusal(400));
  expect(await pictureOf(harness().services.pool)).toEqual(before);
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
  const before = await pictureOf(harness().services.pool);
  const head = await harness().app.inject({
    method: 'HEAD',
    url: `${BASE}credentials/addCredentials?CredentialsName=x`,
    headers,
  });
  expect(head.statusCode).toBe(404);
  expect(await pictureOf(harness().services.pool)).toEqual(before);
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

test('paths are matched in any case, with and without a slash at the end', async () => {
  for (const path of ['LISTS/LOADLISTINFO', 'lists/loadlistinfo', 'Lists/LoadListInfo/'])
    expect(await post({ path, type: FORM, body: `ListId=${list}` })).toMatchObject({
      status: 200,
      RESULT: 1,
    });
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
  const before = await pictureOf(harness().services.pool);
  const answered = await post({
    path: 'lists/renameList',
    type: FORM,
    body: `ListId=${list}&ListName=Mine`,
    headers: { host: 'localhost', ...headers },
  });
  expect(answered).toMatchObject({ status, RESULT: status === 200 ? 1 : 0, SUSER: user.userId });
  expect(await pictureOf(harness().services.pool)).toEqual(before);
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
  const before = await pictureOf(pool);
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
  expect(await pictureOf(pool)).toEqual(before);
  await pool.query('update throttles set count = $2 where key = $1', [key, rows[0]?.count]);
});

test('names are kept as typed, whatever they are made of', async () => {
  const owner = await harness().newUser();
  const contact = await owner.ask(calls.members.add, {
    phone: '2125550101',
    list: (await owner.ask(calls.lists.add, { name: 'L' })).values.id,
  });
  await owner.ask(calls.tags.add, { name: 'Note' });
  const campaign = (await owner.ask(calls.templates.createCampaign, { template: 1 })).values.campaign;
  for (const [what, typed] of Object.entries(GOOD_TEXTS)) {
    const text = typed.trim();
    expect([what, await owner.ask(calls.lists.add, { name: text })]).toMatchObject([what, { RESULT: 1 }]);
    expect([what, await owner.ask(calls.tags.add, { name: text })]).toMatchObject([what, { RESULT: 1 }]);
    expect([what, await owner.ask(calls.channels.add, { name: text })]).toMatchObject([what, { RESULT: 1 }]);
    expect([what, await owner.ask(calls.credentials.add, { name: text })]).toMatchObject([
      what,
      { RESULT: 1 },
    ]);
    expect([what, await owner.ask(calls.automata.add, { name: text })]).toMatchObject([what, { RESULT: 1 }]);
    await owner.ask(calls.campaigns.saveName, { campaign, name: text, isTemplate: false });
    expect((await owner.ask(calls.campaigns.loadName, { campaign, isTemplate: false })).values.name).toBe(
      text,
    );
    await owner.ask(calls.tags.setValue, { contact: contact.values.contact, tag: 'Note', value: text });
    const { values } = await owner.ask(calls.tags.ofContact, {
      contact: contact.values.contact,
      filter: 'Note',
    });
    expect(values.tags[0]?.value).toBe(text);
    // A search for the text finds it: nothing in it is a pattern.
    const found = (await owner.ask(calls.lists.list, { filter: '', search: text })).values.lists;
    expect([what, found.map(({ name }) => name)]).toEqual([what, expect.arrayContaining([text])]);
  }
});

/** Each search of the contract with what puts a name into its list. */
const SEARCHES: [string, string, string, (name: string) => Promise<unknown>][] = [
  ['lists/lists', 'iSearchStr', 'LISTS', (name) => user.ask(calls.lists.add, { name })],
  ['lists/lists', 'ListFilters', 'LISTS', async () => undefined],
  ['tags/taglist', 'TagFilters', 'TAGS', (name) => user.ask(calls.tags.add, { name })],
  ['channels/listChannels', 'iSearchStr', 'CHANNELS', (name) => user.ask(calls.channels.add, { name })],
  [
    'credentials/Credentialslist',
    'CredentialsFilters',
    'CREDENTIALS',
    (name) => user.ask(calls.credentials.add, { name }),
  ],
  ['automata/automatalist', 'AutomataFilters', 'AUTOMATA', (name) => user.ask(calls.automata.add, { name })],
  [
    'campaign/campaignlist',
    'iSearchStr',
    'CAMPAIGNS',
    async (name) => {
      const { campaign } = (await user.ask(calls.templates.createCampaign, { template: 1 })).values;
      await user.ask(calls.campaigns.saveName, { campaign, name, isTemplate: false });
    },
  ],
  [
    'control-flow-template/TemplateList',
    'iSearchStr',
    'TEMPLATES',
    async (name) => {
      const { campaign } = (await user.ask(calls.templates.createCampaign, { template: 1 })).values;
      await user.ask(calls.templates.saveAsTemplate, { campaign, name });
    },
  ],
];

test.each(SEARCHES)('%s by %s takes %% and _ literally and ignores case', async (path, field, reply, add) => {
  await add('Rabatt 50%_Aktion');
  await add('Rabatt 50xyAktion');
  const find = async (search: string) => {
    const answer = await user.post(path, { [field]: search });
    return (JSON.parse(String(answer.body[reply])) as Record<string, string>[]).map(
      (row) => row.NAME ?? row.TAG ?? row.AUTOMATA,
    );
  };
  expect(await find('50%_A')).toEqual(['Rabatt 50%_Aktion']);
  expect(await find('rABATT 50X')).toEqual(['Rabatt 50xyAktion']);
  for (const search of ['t%A', 'Rabatt_50', '\\', "'", '%%', '50%_\\'])
    expect([search, await find(search)]).toEqual([search, []]);
});

test('members are searched by what is typed alone', async () => {
  await user.ask(calls.members.add, { phone: '2125550133', list });
  const find = async (search: string) =>
    (await user.ask(calls.members.list, { list, start: 0, search, length: 15 })).values.members.length;
  expect([
    await find('555 0133'),
    await find('%'),
    await find('_'),
    await find("'"),
    await find('\\'),
  ]).toEqual([1, 0, 0, 0, 0]);
});

describe('machine calls', () => {
  const trigger = async (request: {
    query?: string;
    type?: string;
    body?: string | Buffer;
    method?: 'GET' | 'POST';
  }) => {
    const { query = '', type, body, method = 'POST' } = request;
    const answer = await harness().app.inject({
      method,
      url: `/api/v1/triggerSMS${query}`,
      ...(type ? { headers: { 'content-type': type } } : {}),
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, ...(answer.json() as object) };
  };

  test.each(Object.entries(BAD_BODIES))(
    'the trigger answers %s in the envelope',
    async (name, [status, request]) => {
      const before = await pictureOf(harness().services.pool);
      // A file or an unknown field changes nothing for a caller without credentials.
      const answered = await trigger({
        ...(request.type ? { type: request.type } : {}),
        ...(request.body === undefined ? {} : { body: request.body }),
      });
      expect([name, answered]).toMatchObject([name, { RESULT: 0, SUSER: 0 }]);
      expect([status, 401]).toContain(answered.status);
      expect(await pictureOf(harness().services.pool)).toEqual(before);
    },
  );

  test('the trigger takes hostile fields with good credentials for what they are', async () => {
    await user.ask(calls.credentials.add, { name: 'Trigger' });
    const [pair] = (await user.ask(calls.credentials.list, { filter: 'Trigger' })).values.credentials;
    const good = {
      inpUserName: pair?.accessKey ?? '',
      inpPassword: pair?.secretKey ?? '',
      inpContactString: '2125550199',
      inpBatchId: '1',
    };
    const before = await pictureOf(harness().services.pool);
    const cases: [Record<string, string>, number, string][] = [
      [{ inpBatchId: '-1' }, 400, 'inpBatchId'],
      [{ inpBatchId: '9223372036854775808' }, 400, 'inpBatchId'],
      [{ inpBatchId: "1' OR '1'='1" }, 400, 'inpBatchId'],
      [{ inpBatchId: '987654321' }, 404, ''],
      [{ inpContactString: '😀' }, 400, 'inpContactString'],
      [{ inpContactString: '1'.repeat(10_000) }, 400, 'inpContactString'],
      [{ inpContactString: 'a\0b' }, 400, 'inpContactString'],
      [{ Note: 'x'.repeat(641) }, 400, 'Note'],
      [{ ['n'.repeat(101)]: 'x' }, 400, 'n'.repeat(100)],
      [{ __proto: 'x', inpPassword: `${good.inpPassword}x` }, 401, ''],
      [{ inpUserName: "' OR 1=1--" }, 401, ''],
      [{ inpPassword: '' }, 401, ''],
      [{ inpUserName: '0', inpPassword: '0' }, 401, ''],
    ];
    for (const [fields, status, DETAIL] of cases) {
      const body = new URLSearchParams({ ...good, ...fields }).toString();
      for (const request of [
        { type: FORM, body },
        { query: `?${body}`, method: 'GET' as const },
      ])
        expect([fields, await trigger(request)]).toMatchObject([
          fields,
          { status, RESULT: 0, DETAIL, SUSER: 0 },
        ]);
    }
    const after = await pictureOf(harness().services.pool);
    expect(after).toEqual(before);
  });

  test.each([
    ['/carriers/twilio/nobody/inbound', FORM, 'From=%2B12125550100&Body=STOP&MessageSid=SM1', 403],
    ['/carriers/twilio/nobody/status?ref=1', FORM, 'MessageSid=SM1&MessageStatus=delivered', 403],
    ['/carriers/twilio/%00/inbound', FORM, 'Body=%FF', 404],
    ['/carriers/twilio/__proto__/inbound', FORM, '__proto__=1&constructor=2', 403],
    ['/carriers/twilio/nobody/inbound', JSON_TYPE, '{"Body":"STOP"}', 415],
    ['/carriers/twilio/nobody/inbound', 'text/plain', 'STOP', 415],
    ['/carriers/twilio/nobody/inbound', FORM, `Body=${'x'.repeat(65 * KILO)}`, 413],
    [`/carriers/twilio/${'x'.repeat(400)}/inbound`, FORM, '', 403],
    ['/carriers/nobody/inbound', FORM, '', 404],
  ])('%s of type %s is refused and stores nothing', async (url, type, body, status) => {
    const before = await pictureOf(harness().services.pool);
    const answer = await harness().app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': type },
      payload: body,
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { RESULT: 0, SUSER: 0 }]);
    expect(await pictureOf(harness().services.pool)).toEqual(before);
  });

  test.each(['%00', 'x', "' OR 1=1--", '../etc', 'x'.repeat(10_000), '😀', '%5C'])(
    'a short link %.20s that is none is not found and counts nothing',
    async (code) => {
      const before = await pictureOf(harness().services.pool);
      const answer = await harness().app.inject({
        url: `/s/${code === '%00' ? code : encodeURIComponent(code)}`,
      });
      expect(answer.statusCode).toBe(404);
      expect(await pictureOf(harness().services.pool)).toEqual(before);
    },
  );

  test('the live connection and sign-out are closed to other sites', async () => {
    const upgrade = {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    };
    const open = async (headers: Record<string, string>) =>
      (await harness().app.inject({ url: '/session/live', headers: { ...upgrade, ...headers } })).statusCode;
    expect([await open({}), await open({ origin: 'https://evil.example', cookie: user.cookie() })]).toEqual([
      401, 403,
    ]);
    const out = await harness().app.inject({
      url: '/session/logout',
      headers: { cookie: user.cookie(), 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
    });
    expect(out.statusCode).toBe(403);
    expect((await user.get('authentication/checklogin')).text).toBe(String(user.userId));
  });
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
