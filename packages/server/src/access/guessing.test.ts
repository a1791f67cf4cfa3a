/** Guesses are counted before they are judged, and strangers' guesses keep nobody out. */
import { BASE, calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { Busy } from '../platform/errors.ts';
import { sweepThrottles, takeTry, throttle } from '../platform/throttle.ts';
import { type Client, createHarness, useHarness } from '../testing/harness.ts';
import { hashPassword } from './password.ts';

const clock = manualClock('2026-03-10T12:00:00Z');
const harness = useHarness({ clock });
const { access, account } = calls;
const PASSWORD = 'correct horse battery staple';
const NEXT = 'another good long password';

const signIn = (client: Client, email: string, password = PASSWORD) =>
  client.ask(access.signIn, { email, password });

/** A sign-in from another network address. */
const from = (remoteAddress: string, email: string, password: string) =>
  harness().app.inject({
    method: 'POST',
    url: `${BASE}${access.signIn.path}`,
    remoteAddress,
    payload: { inpUserID: email, inpPassword: password },
  });

async function proven(email: string, phone: string) {
  const user = await harness().newUser({ email, phone });
  await user.ask(account.sendPhoneCode, { phone });
  const profile = { accountName: 'Mine', timeZone: 'UTC', phone, mfaEnabled: false };
  const code = harness().codeInLog('confirmation');
  expect((await user.ask(account.save, { ...profile, code })).RESULT).toBe(1);
  return { ...user, profile };
}

test('of 80 guesses at one moment five are judged', async () => {
  await harness().newUser({ email: 'ann@example.com' });
  const guesses = Array.from({ length: 80 }, (_, n) =>
    signIn(harness().stranger(), 'ann@example.com', `guess ${n}`),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(75);
});

test('who keeps trying keeps neither a known device nor another network out', async () => {
  const email = 'bob@example.com';
  const device = harness().stranger();
  await harness().newUser({ email });
  expect((await signIn(device, email)).RESULT).toBe(1);
  await device.ask(access.signOut, {});
  for (let n = 0; n < 12; n += 1) {
    await signIn(harness().stranger(), email, 'wrong');
    clock.advance(15 * 60_000);
  }
  await signIn(harness().stranger(), email, 'wrong');
  expect((await signIn(harness().stranger(), email)).status).toBe(429);
  expect((await signIn(device, email)).RESULT).toBe(1);
  expect((await from('192.0.2.7', email, PASSWORD)).json()).toMatchObject({ RESULT: 1 });
});

test('a device is known for the person alone who signed in with it', async () => {
  const shared = harness().stranger();
  await harness().newUser({ email: 'cat@example.com' });
  await harness().newUser({ email: 'dan@example.com' });
  await signIn(shared, 'cat@example.com');
  const statuses = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await signIn(shared, 'dan@example.com', 'wrong')).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await signIn(harness().stranger(), 'dan@example.com')).status).toBe(429);
});

test('from many networks together an address is tried 60 times an hour; a known device goes on', async () => {
  const email = 'eve@example.com';
  const device = harness().stranger();
  await harness().newUser({ email });
  await signIn(device, email);
  const statuses = [];
  for (let n = 0; n < 61; n += 1) statuses.push((await from(`192.0.2.${n + 1}`, email, 'wrong')).statusCode);
  expect(statuses.indexOf(429)).toBe(60);
  expect((await from('192.0.2.99', email, PASSWORD)).statusCode).toBe(429);
  expect((await signIn(device, email)).RESULT).toBe(1);
});

test('who has set a forgotten password anew signs in with that browser, however many strangers try', async () => {
  const email = 'wes@example.com';
  await proven(email, '2125550192');
  const browser = harness().stranger();
  await browser.ask(access.sendPasswordCode, { email });
  const code = harness().codeInLog('password');
  for (let n = 0; n < 61; n += 1) await from(`192.0.2.${n + 1}`, email, 'wrong');
  expect((await browser.ask(access.resetPassword, { email, code, next: NEXT })).RESULT).toBe(1);
  expect((await signIn(harness().stranger(), email, NEXT)).status).toBe(429);
  expect((await signIn(browser, email, NEXT)).RESULT).toBe(1);
});

test('the fifth guess at a sign-in code is judged, the sixth is refused though it is right', async () => {
  const user = await proven('fay@example.com', '2125550161');
  await user.ask(account.sendPhoneCode, { phone: '2125550161' });
  const code = harness().codeInLog('confirmation');
  await user.ask(account.save, { ...user.profile, mfaEnabled: true, code });
  for (const [wrongOnes, result] of [
    [4, 1],
    [5, 0],
  ] as const) {
    const client = harness().stranger();
    await signIn(client, 'fay@example.com');
    await client.ask(access.sendCode, {});
    const right = harness().codeInLog('sign-in');
    const wrong = right === '000000' ? '000001' : '000000';
    for (let n = 0; n < wrongOnes; n += 1)
      expect((await client.ask(access.verifyCode, { code: wrong })).RESULT).toBe(0);
    expect((await client.ask(access.verifyCode, { code: right })).RESULT).toBe(result);
  }
  const { acts } = (await user.ask(calls.audit.list, { group: 'access' })).values;
  expect(acts.filter(({ act }) => act === 'code-failed')).toHaveLength(10);
});

test('a sign-in code is good for ten minutes and no longer', async () => {
  const email = 'ida@example.com';
  const user = await proven(email, '2125550163');
  await user.ask(account.sendPhoneCode, { phone: '2125550163' });
  const proof = harness().codeInLog('confirmation');
  await user.ask(account.save, { ...user.profile, mfaEnabled: true, code: proof });
  for (const [waited, result] of [
    [10 * 60_000 - 1, 1],
    [10 * 60_000, 0],
  ] as const) {
    const client = harness().stranger();
    await signIn(client, email);
    await client.ask(access.sendCode, {});
    clock.advance(waited);
    const code = harness().codeInLog('sign-in');
    expect((await client.ask(access.verifyCode, { code })).RESULT).toBe(result);
  }
});

test('neither wrong codes of a stranger nor codes that he asks for stand in the way of a new password', async () => {
  const email = 'gus@example.com';
  await proven(email, '2125550162');
  const [hers, stranger] = [harness().stranger(), harness().stranger()];
  await hers.ask(access.sendPasswordCode, { email });
  const code = harness().codeInLog('password');
  for (let n = 0; n < 6; n += 1) {
    await harness().stranger().ask(access.resetPassword, { email, code: '123456', next: NEXT });
    await stranger.ask(access.resetPassword, { email, code: '123456', next: NEXT });
  }
  expect((await stranger.ask(access.sendPasswordCode, { email })).RESULT).toBe(1);
  expect(harness().codeInLog('password')).not.toBe(code);
  // Whose browser did not ask for it has no use for it.
  expect((await stranger.ask(access.resetPassword, { email, code, next: NEXT })).RESULT).toBe(0);
  const elsewhere = harness().stranger();
  expect((await elsewhere.ask(access.sendPasswordCode, { email: 'nobody@example.com' })).RESULT).toBe(1);
  expect((await elsewhere.ask(access.resetPassword, { email, code, next: NEXT })).RESULT).toBe(0);
  expect((await hers.ask(access.resetPassword, { email, code, next: NEXT })).RESULT).toBe(1);
  expect((await signIn(hers, email, NEXT)).RESULT).toBe(1);
});

test('so many hashes wait and no more: who comes then is told to come again', async () => {
  let isOver = false;
  // As many as are hashed and wait at once. Each begins anew, so that the room stays full.
  const full = Array.from({ length: 104 }, async () => {
    while (!isOver) await hashPassword(PASSWORD);
  });
  const settled = await Promise.allSettled(Array.from({ length: 6 }, () => hashPassword(PASSWORD)));
  const failed = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(failed).toHaveLength(6);
  expect(failed[0]).toBeInstanceOf(Busy);
  const answer = await from('198.51.100.9', 'nobody@example.com', 'wrong');
  isOver = true;
  await Promise.all(full);
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
  expect((await from('198.51.100.9', 'nobody@example.com', 'wrong')).statusCode).toBe(200);
});

test('counts of tries that are long over are swept', async () => {
  const { db, pool } = harness().services;
  const now = clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  await throttle(db, daysAgo(3), { key: 'old', limit: 5, windowSeconds: 60 });
  await takeTry(db, daysAgo(3), 'old guess');
  await takeTry(db, daysAgo(1), 'fresh guess');
  expect(await sweepThrottles(db, now)).toBeGreaterThanOrEqual(2);
  const { rows } = await pool.query("select key from throttles where key like '%guess' or key = 'old'");
  expect(rows).toEqual([{ key: 'fresh guess' }]);
});

test('failed sign-ins, also of names that nobody has, wrong codes and refused origins stand in the log, without names', async () => {
  const before = harness().logged().length;
  await signIn(harness().stranger(), 'who-is-that@example.com', 'wrong');
  await harness()
    .stranger()
    .ask(access.resetPassword, { email: 'who-is-that@example.com', code: '123456', next: NEXT });
  await harness().app.inject({
    method: 'POST',
    url: `${BASE}lists/lists?secret=1`,
    headers: { origin: 'https://evil.example' },
  });
  const lines = harness()
    .logged()
    .slice(before)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toMatchObject([
    { level: 40, msg: 'a sign-in failed', address: '127.0.0.1', userId: 0 },
    { level: 40, msg: 'a wrong code was given', address: '127.0.0.1', userId: 0 },
    {
      level: 40,
      msg: 'a call from another site was refused',
      origin: 'https://evil.example',
      path: `${BASE}lists/lists`,
    },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/who-is-that|secret/);
});

test('over TLS a session is only in the cookie that nobody else can set for the host', async () => {
  const parley = await createHarness({ env: { PUBLIC_URL: 'https://sms.example.com' } });
  try {
    const user = await parley.newUser();
    const [name, token] =
      user
        .cookie()
        .split('; ')
        .find((each) => each.includes('session='))
        ?.split('=') ?? [];
    expect(name).toBe('__Host-parley_session');
    const asked = async (cookie: string) =>
      (await parley.app.inject({ url: `${BASE}authentication/checklogin`, headers: { cookie } })).body;
    expect(await asked(`__Host-parley_session=${token}`)).toBe(String(user.userId));
    expect(await asked(`parley_session=${token}`)).toBe('0');
  } finally {
    await parley.stop();
  }
});

test('guesses at many addresses of email keep a known device at the same network address not out', async () => {
  const email = 'flo@example.com';
  const device = harness().stranger();
  await harness().newUser({ email });
  expect((await signIn(device, email)).RESULT).toBe(1);
  await throttleFull('sign-in-address:127.0.0.1');
  expect((await signIn(harness().stranger(), 'nobody@example.com')).status).toBe(429);
  expect((await signIn(device, email)).RESULT).toBe(1);
});

/** As if so many had tried in this hour that the next one is refused. */
const throttleFull = (key: string) =>
  harness().services.pool.query(
    `insert into throttles (key, window_start, count) values ($1, $2, 100000)
     on conflict (key) do update set window_start = excluded.window_start, count = excluded.count`,
    [key, clock.now()],
  );

test('a program gets one cookie, that of its session, and is no device that is known', async () => {
  const email = 'program@example.com';
  const { userId } = await harness().newUser({ email });
  const known = async () =>
    (await harness().services.pool.query('select 1 from known_devices where user_id = $1', [userId]))
      .rowCount;
  const before = await known();
  const { cookies } = await from('192.0.2.9', email, PASSWORD);
  expect(cookies.map(({ name }) => name)).toEqual(['parley_session']);
  expect(await known()).toBe(before);
});
