/** Sign-up, sign-in, sign-out, the second factor, the carrier lookup. */
import { expect, inject, test } from 'vitest';
import { startParley } from './parley.ts';
import { newAddress, register, wireClient } from './wire.ts';

const address = inject('address');
const PASSWORD = 'correct horse battery staple';
const checked = async (client: ReturnType<typeof wireClient>) =>
  Number((await client.get('/session/api/authentication/checklogin')).text);

test('sign-up opens the session; wrong forms are refused and store nothing', async () => {
  const client = wireClient(address);
  const email = newAddress('Access').replace('example', 'Example');
  const form = { inpEmail: email, inpPassword: PASSWORD, inpPhoneNumber: '2125550142' };
  const reply = await client.post('registration/RegisterNewUser', form);
  expect(reply).toMatchObject({ status: 200, RESULT: 1, MFAREQ: 0 });
  expect(reply.SUSER).toBeGreaterThan(0);
  expect(await checked(client)).toBe(reply.SUSER);
  const again = wireClient(address);
  expect(
    await again.post('registration/RegisterNewUser', { ...form, inpEmail: email.toUpperCase() }),
  ).toMatchObject({ status: 200, RESULT: 0, SUSER: 0 });
  const fresh = `fresh-${email}`;
  for (const wrong of [{ inpEmail: 'nobody' }, { inpPassword: '' }, { inpPhoneNumber: '12' }]) {
    const refused = await again.post('registration/RegisterNewUser', { ...form, inpEmail: fresh, ...wrong });
    expect([wrong, refused]).toMatchObject([wrong, { RESULT: 0 }]);
    expect(refused.MESSAGE).not.toBe('');
  }
  for (const empty of ['inpEmail', 'inpPassword', 'inpPhoneNumber'])
    expect(
      await again.post('registration/RegisterNewUser', { ...form, inpEmail: fresh, [empty]: '' }),
    ).toMatchObject({ status: 400, RESULT: 0, DETAIL: empty });
  const missing = await again.post('registration/RegisterNewUser', { inpEmail: fresh });
  expect(missing).toMatchObject({ status: 400, RESULT: 0 });
  expect(await checked(again)).toBe(0);
  expect(
    await again.post('authentication/validateUser', {
      inpUserID: fresh,
      inpPassword: PASSWORD,
      inpRememberMe: 1,
    }),
  ).toMatchObject({ RESULT: 0 });
});

test('sign-in: remembered for 30 days or for the browser session; wrong words say the same', async () => {
  const { email, user } = await register(address);
  const signIn = async (fields: Record<string, string>) => {
    const response = await fetch(`${address}/session/api/authentication/validateUser`, {
      method: 'POST',
      body: new URLSearchParams({ inpUserID: email, inpPassword: PASSWORD, ...fields }),
    });
    return {
      reply: await response.json(),
      status: response.status,
      cookies: response.headers.getSetCookie(),
    };
  };
  for (const inpRememberMe of ['1', 'true', 'on']) {
    const { reply, cookies } = await signIn({ inpRememberMe });
    expect(reply).toMatchObject({ RESULT: 1, MFAREQ: 0, SUSER: user });
    expect(cookies.join()).toMatch(/HttpOnly/i);
    expect(cookies.join()).toMatch(/SameSite=(Lax|Strict)/i);
    const age = Number(/Max-Age=(\d+)/i.exec(cookies.join())?.[1]);
    expect(Math.abs(age - 30 * 86_400)).toBeLessThan(120);
  }
  for (const fields of [{ inpRememberMe: '0' }, { inpRememberMe: 'false' }, {}] as Record<string, string>[]) {
    const { reply, cookies } = await signIn(fields);
    expect(reply).toMatchObject({ RESULT: 1 });
    expect(cookies.join()).not.toMatch(/Max-Age|Expires/i);
  }
  expect((await signIn({ inpUserID: email.toUpperCase() })).reply).toMatchObject({ RESULT: 1 });
  const wrong = await signIn({ inpPassword: 'wrong' });
  const unknown = await signIn({ inpUserID: `no-${email}` });
  expect(wrong).toMatchObject({ status: 200, reply: { RESULT: 0, SUSER: 0 } });
  expect(unknown.reply).toEqual(wrong.reply);
  expect(wrong.cookies.join()).not.toMatch(/=[\w-]{16,}/);
});

test('too many tries: 429 with Retry-After, and other people still come in', async () => {
  const victim = await register(address);
  const other = await register(address);
  let limited: Response | null = null;
  for (let tries = 0; tries < 40 && !limited; tries += 1) {
    const response = await fetch(`${address}/session/api/authentication/validateUser`, {
      method: 'POST',
      body: new URLSearchParams({ inpUserID: victim.email, inpPassword: `wrong ${tries}` }),
    });
    if (response.status === 429) limited = response;
  }
  expect(limited?.status).toBe(429);
  expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await limited?.json()).toMatchObject({ RESULT: 0 });
  expect(
    await wireClient(address).post('authentication/validateUser', {
      inpUserID: other.email,
      inpPassword: PASSWORD,
    }),
  ).toMatchObject({ status: 200, RESULT: 1 });
});

test('sign-out by either call ends the session; without one both answer as every call does', async () => {
  const client = await register(address);
  expect(await client.post('authentication/logout')).toMatchObject({ status: 200, RESULT: 1 });
  expect(await checked(client)).toBe(0);
  expect(await client.post('authentication/logout')).toMatchObject({ status: 200, RESULT: -1, SUSER: 0 });
  expect(JSON.parse((await client.get('/session/logout')).text)).toMatchObject({ RESULT: -1, SUSER: 0 });
  const other = await register(address);
  expect(JSON.parse((await other.get('/session/logout')).text)).toMatchObject({ RESULT: 1 });
  expect(await checked(other)).toBe(0);
  // A browser that kept the answer would not ask again, and the session would live on.
  expect((await fetch(`${address}/session/logout`)).headers.get('cache-control')).toBe('no-store');
});

test('the carrier lookup takes ten digits', async () => {
  const client = await register(address);
  const reply = await client.post('authentication/CarrierInfoLookup', { inpContactString: '2125550142' });
  expect(reply).toMatchObject({ status: 200, RESULT: 1, SUSER: client.user });
  expect(await client.post('authentication/CarrierInfoLookup', { inpContactString: '123' })).toMatchObject({
    status: 400,
    RESULT: 0,
  });
});

test('MFA=required: nothing is open before the code; the code is in the server’s log; a wrong one is refused', async () => {
  const parley = await startParley({ env: { MFA: 'required', LOG_LEVEL: 'info' } });
  let log = '';
  parley.process.stdout?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  try {
    const client = wireClient(parley.address);
    const form = { inpEmail: 'mfa@example.com', inpPassword: PASSWORD, inpPhoneNumber: '2125550199' };
    expect(await client.post('registration/RegisterNewUser', form)).toMatchObject({ RESULT: 1, MFAREQ: 1 });
    expect(await checked(client)).toBe(0);
    expect(await client.post('lists/lists')).toMatchObject({ status: 200, RESULT: -1, SUSER: 0 });
    const fresh = wireClient(parley.address);
    expect(
      await fresh.post('authentication/validateUser', {
        inpUserID: form.inpEmail,
        inpPassword: PASSWORD,
        inpRememberMe: 'true',
      }),
    ).toMatchObject({ status: 200, RESULT: 1, MFAREQ: 1 });
    expect(await checked(fresh)).toBe(0);
    expect(await fresh.post('authentication/sendMFACode')).toMatchObject({ status: 200, RESULT: 1 });
    await expect.poll(() => log, { timeout: 5000 }).toMatch(/\b\d{6}\b/);
    const code = /code\D{0,80}?(\d{6})\b/i.exec(log)?.[1] ?? /\b(\d{6})\b/.exec(log)?.[1] ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await fresh.post('authentication/ValidateMFA', { MFACode: wrong })).toMatchObject({
      status: 200,
      RESULT: 0,
    });
    expect(await checked(fresh)).toBe(0);
    expect(await fresh.post('authentication/ValidateMFA', { MFACode: code })).toMatchObject({ RESULT: 1 });
    expect(await checked(fresh)).toBeGreaterThan(0);
    expect(await client.post('authentication/ValidateMFA', { MFACode: code })).not.toMatchObject({
      RESULT: 1,
    });
  } finally {
    await parley.stop();
  }
});
