/**
 * Calls of machines with what no machine of good will sends: the trigger URL, carriers' webhooks, short
 * links, the live connection.
 */
import { calls } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { BAD_BODIES, FORM, JSON_TYPE, KILO } from './bad-bodies.ts';
import { type Client, useHarness } from './harness.ts';
import { pictureIn } from './stored.ts';

const harness = useHarness();
let user: Client & { userId: number; accountId: number };

beforeAll(async () => {
  user = await harness().newUser();
});

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
    const before = await pictureIn(harness().services);
    // A file or an unknown field changes nothing for a caller without credentials.
    const answered = await trigger({
      ...(request.type ? { type: request.type } : {}),
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    expect([name, answered]).toMatchObject([name, { RESULT: 0, SUSER: 0 }]);
    expect([status, 401]).toContain(answered.status);
    expect(await pictureIn(harness().services)).toEqual(before);
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
  const before = await pictureIn(harness().services);
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
  const after = await pictureIn(harness().services);
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
  const before = await pictureIn(harness().services);
  const answer = await harness().app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': type },
    payload: body,
  });
  expect([answer.statusCode, answer.json()]).toMatchObject([status, { RESULT: 0, SUSER: 0 }]);
  expect(await pictureIn(harness().services)).toEqual(before);
});

test.each(['%00', 'x', "' OR 1=1--", '../etc', 'x'.repeat(10_000), '😀', '%5C'])(
  'a short link %.20s that is none is not found and counts nothing',
  async (code) => {
    const before = await pictureIn(harness().services);
    const answer = await harness().app.inject({
      url: `/s/${code === '%00' ? code : encodeURIComponent(code)}`,
    });
    expect(answer.statusCode).toBe(404);
    expect(await pictureIn(harness().services)).toEqual(before);
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
