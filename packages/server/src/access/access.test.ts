import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { createHarness, useHarness } from '../testing/harness.ts';

const harness = useHarness();
const PASSWORD = 'correct horse battery staple';

async function registered(email: string, phone = '2125550123') {
  const client = harness().stranger();
  await client.ask(calls.access.register, { email, password: PASSWORD, phone });
  return client;
}

test('signing up opens the session of a new account with credits to try and a simulator channel', async () => {
  const client = harness().stranger();
  const answer = await client.ask(calls.access.register, {
    email: ' Ann@example.com ',
    password: PASSWORD,
    phone: '(212) 555-0101',
  });
  expect(answer).toMatchObject({ status: 200, RESULT: 1, values: { mfaRequired: false } });
  expect(answer.SUSER).toBeGreaterThan(0);
  expect(Number((await client.get('authentication/checklogin')).text)).toBe(answer.SUSER);
  const account = await client.ask(calls.account.load, {});
  expect(account.values).toMatchObject({
    email: 'Ann@example.com',
    balance: 1000,
    timeZone: 'America/New_York',
  });
});

test('an address signs up once, whatever its case', async () => {
  await registered('bob@example.com');
  const again = await harness()
    .stranger()
    .ask(calls.access.register, { email: ' BOB@example.com ', password: PASSWORD, phone: '2125550123' });
  expect(again).toMatchObject({ status: 200, RESULT: 0, SUSER: 0 });
});

test.each([
  ['inpEmail', { inpEmail: 'not an address', inpPassword: PASSWORD, inpPhoneNumber: '2125550123' }],
  ['inpPhoneNumber', { inpEmail: 'cat@example.com', inpPassword: PASSWORD, inpPhoneNumber: '123' }],
  ['inpPhoneNumber', { inpEmail: 'cat@example.com', inpPassword: PASSWORD }],
])('malformed sign-ups are named by their field (%s) and store nothing', async (field, form) => {
  const answer = await harness().stranger().post('registration/RegisterNewUser', form);
  expect(answer).toMatchObject({ status: 400, RESULT: 0, DETAIL: field, SUSER: 0 });
  const { rows } = await harness().services.pool.query(
    "select 1 from users where email_key = 'cat@example.com'",
  );
  expect(rows).toEqual([]);
});

test('without a session every call answers RESULT -1 and SUSER 0', async () => {
  const answer = await harness().stranger().post('channels/listChannels', {});
  expect(answer.body).toEqual({ RESULT: -1, MESSAGE: 'Please sign in.', DETAIL: '', SUSER: 0 });
  expect(answer.status).toBe(200);
  expect((await harness().stranger().get('authentication/checklogin')).text).toBe('0');
});

test('a wrong password and an unknown address look the same', async () => {
  await registered('dan@example.com');
  const wrong = await harness()
    .stranger()
    .ask(calls.access.signIn, { email: 'dan@example.com', password: 'nope' });
  const unknown = await harness()
    .stranger()
    .ask(calls.access.signIn, { email: 'nobody@example.com', password: 'nope' });
  expect(wrong.body).toEqual(unknown.body);
  expect(wrong).toMatchObject({ status: 200, RESULT: 0, SUSER: 0 });
});

test('signing in, signing out, and the cookie: 30 days when remembered, else the browser session', async () => {
  await registered('eve@example.com');
  const client = harness().stranger();
  const answer = await harness().app.inject({
    method: 'POST',
    url: '/session/api/authentication/ValidateUser',
    payload: { inpUserID: 'Eve@example.com', inpPassword: PASSWORD, inpRememberMe: '1' },
  });
  expect(answer.json()).toMatchObject({ RESULT: 1, MFAREQ: 0 });
  expect(answer.cookies[0]).toMatchObject({ maxAge: 30 * 24 * 3600, httpOnly: true, sameSite: 'Lax' });
  await client.ask(calls.access.signIn, { email: 'eve@example.com', password: PASSWORD });
  expect(Number((await client.get('authentication/checklogin')).text)).toBeGreaterThan(0);
  await client.post('authentication/logout', {});
  expect((await client.get('authentication/checklogin')).text).toBe('0');
});

test('after five failures an address is told to wait, even with the right password, and it passes', async () => {
  const clock = manualClock('2026-11-01T10:00:00Z');
  const own = await createHarness({ clock });
  try {
    await own.newUser({ email: 'fay@example.com' });
    const client = own.stranger();
    const form = { email: 'fay@example.com', password: 'wrong' };
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await client.ask(calls.access.signIn, form)).toMatchObject({ status: 200, RESULT: 0 });
    const blocked = await client.ask(calls.access.signIn, { ...form, password: PASSWORD });
    expect(blocked.status).toBe(429);
    clock.advance(16 * 60_000);
    expect(await client.ask(calls.access.signIn, { ...form, password: PASSWORD })).toMatchObject({
      RESULT: 1,
    });
  } finally {
    await own.stop();
  }
});

test('the second factor: half a session opens nothing but its own calls; a code works once', async () => {
  const own = await createHarness({ env: { MFA: 'required' } });
  try {
    const client = own.stranger();
    const signedUp = await client.ask(calls.access.register, {
      email: 'gus@example.com',
      password: PASSWORD,
      phone: '2125550199',
    });
    expect(signedUp.values).toEqual({ mfaRequired: true });
    // Signing up opens nothing where a code is asked for.
    expect((await client.get('authentication/checklogin')).text).toBe('0');
    expect(client.cookie()).not.toContain('session');
    expect((await client.post('channels/listChannels', {})).RESULT).toBe(-1);
    const half = await client.ask(calls.access.signIn, { email: 'gus@example.com', password: PASSWORD });
    expect(half.values).toEqual({ mfaRequired: true, byApp: false });
    expect((await client.get('authentication/checklogin')).text).toBe('0');
    expect((await client.post('channels/listChannels', {})).RESULT).toBe(-1);
    expect((await client.ask(calls.access.codeTarget, {})).values).toEqual({
      lastDigits: '0199',
      inLog: true,
      byApp: false,
      canSetUp: false,
    });
    expect((await client.ask(calls.access.sendCode, {})).values).toEqual({ inLog: true });
    const code = own.codeInLog('sign-in');
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await client.ask(calls.access.verifyCode, { code: wrong })).toMatchObject({
      status: 200,
      RESULT: 0,
    });
    expect(await client.ask(calls.access.verifyCode, { code: 'abc' })).toMatchObject({
      status: 400,
      RESULT: 0,
    });
    const before = client.cookie();
    expect((await client.ask(calls.access.verifyCode, { code })).RESULT).toBe(1);
    expect(client.cookie()).not.toBe(before);
    expect(Number((await client.get('authentication/checklogin')).text)).toBeGreaterThan(0);
    expect((await client.ask(calls.access.verifyCode, { code })).RESULT).toBe(0);
  } finally {
    await own.stop();
  }
});

test('a browser of another site is turned away; neither header is no browser and is served', async () => {
  const client = await harness().newUser();
  const ask = (headers: Record<string, string>) =>
    harness().app.inject({
      method: 'POST',
      url: '/session/api/channels/listChannels',
      headers: { host: 'localhost:3000', cookie: client.cookie(), ...headers },
    });
  expect((await ask({})).json()).toMatchObject({ RESULT: 1 });
  expect((await ask({ origin: 'http://localhost:3000' })).json()).toMatchObject({ RESULT: 1 });
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of foreign) {
    const answer = await ask(headers);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ RESULT: 0, SUSER: client.userId });
  }
});

test('an empty body is a call without fields, whatever type the client gives it', async () => {
  const client = await harness().newUser();
  for (const type of ['text/plain;charset=UTF-8', 'application/octet-stream', 'multipart/form-data']) {
    const answer = await harness().app.inject({
      method: 'POST',
      url: '/session/api/channels/listChannels',
      headers: { cookie: client.cookie(), 'content-type': type, 'content-length': '0' },
    });
    expect(answer.json(), type).toMatchObject({ RESULT: 1, SUSER: client.userId });
  }
});

test('an unknown call, a wrong content type, a broken body and a large one get the envelope', async () => {
  const client = await harness().newUser();
  const ask = (url: string, headers: Record<string, string>, payload: string) =>
    harness().app.inject({ method: 'POST', url, headers: { cookie: client.cookie(), ...headers }, payload });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const cases = [
    [404, await ask('/session/api/no/such', form, '')],
    [415, await ask('/session/api/channels/listChannels', { 'content-type': 'text/plain' }, 'x')],
    [400, await ask('/session/api/channels/listChannels', { 'content-type': 'application/json' }, '{')],
    [413, await ask('/session/api/channels/addChannel', form, `ChannelName=${'x'.repeat(300_000)}`)],
    [400, await ask('/session/api/channels/addChannel', form, 'ChannelName=a&__proto__=b')],
  ] as const;
  for (const [status, answer] of cases) {
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ RESULT: 0, SUSER: client.userId });
  }
});
