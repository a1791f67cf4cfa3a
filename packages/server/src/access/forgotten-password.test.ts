import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { openSecrets } from '../platform/kept-secrets.ts';
import { useHarness } from '../testing/harness.ts';

const clock = manualClock('2026-03-10T12:00:00Z');
const harness = useHarness({ clock });
const { access, account, inbox, members } = calls;
const PASSWORD = 'correct horse battery staple';
const NEXT = 'another good long password';
const OLD_KEY = 'a secret key for tests, long enough';
let numbers = 100;

/** Somebody whose texts go through a real carrier's form, who has proven their number. */
async function proven(email: string) {
  numbers += 1;
  const phone = `2125550${numbers}`;
  const user = await harness().newUser({ email, phone });
  const { pool } = harness().services;
  await pool.query("update channels set connection_kind = 'twilio' where account_id = $1", [user.accountId]);
  const profile = { accountName: 'Mine', timeZone: 'UTC', phone, mfaEnabled: false };
  await user.ask(account.sendPhoneCode, { phone });
  const code = (await codesTo(phone)).at(-1) ?? '';
  expect((await user.ask(account.save, { ...profile, code })).RESULT).toBe(1);
  expect((await user.ask(account.load, {})).values.phoneProven).toBe(true);
  return { ...user, phone, profile };
}

async function codesTo(phone: string): Promise<string[]> {
  const { rows } = await harness().services.pool.query(
    `select m.body from messages m join contacts c on c.account_id = m.account_id and c.id = m.contact_id
     where c.phone = $1 and m.origin = 'system' order by m.id`,
    [`+1${phone}`],
  );
  return rows.map(({ body }) => /code is (\d{6})/.exec(body as string)?.[1] ?? '');
}
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const signIn = (email: string, password: string) =>
  harness().stranger().ask(access.signIn, { email, password });

test('a code to the proven number sets a new password, once, and ends every session', async () => {
  const user = await proven('ann@example.com');
  const stranger = harness().stranger();
  expect((await stranger.ask(access.sendPasswordCode, { email: 'Ann@Example.com' })).RESULT).toBe(1);
  const code = (await codesTo(user.phone)).at(-1) ?? '';
  const form = { email: 'ann@example.com', code, next: NEXT };
  expect(await stranger.ask(access.resetPassword, { ...form, code: wrong(code) })).toMatchObject({
    status: 200,
    RESULT: 0,
    DETAIL: 'MFACode',
  });
  expect(await stranger.ask(access.resetPassword, { ...form, next: 'short' })).toMatchObject({ RESULT: 0 });
  expect((await stranger.ask(access.resetPassword, form)).RESULT).toBe(1);
  expect((await user.get('authentication/checklogin')).text).toBe('0');
  expect((await stranger.get('authentication/checklogin')).text).toBe('0');
  expect((await signIn('ann@example.com', PASSWORD)).RESULT).toBe(0);
  expect((await signIn('ann@example.com', NEXT)).RESULT).toBe(1);
  expect((await stranger.ask(access.resetPassword, form)).RESULT).toBe(0);
});

test('nothing tells whether an address is known: words, tries, and what a wrong code is answered', async () => {
  await proven('bob@example.com');
  const stranger = harness().stranger();
  const asks = async (email: string) => {
    const answers = [];
    for (let n = 0; n < 6; n += 1) answers.push(await stranger.ask(access.sendPasswordCode, { email }));
    return answers.map(({ status, body }) => ({ status, body }));
  };
  const known = await asks('bob@example.com');
  expect(known.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await asks('nobody@example.com')).toEqual(known);
  const guesses = async (email: string) => {
    const answers = [];
    for (let n = 0; n < 6; n += 1)
      answers.push(await stranger.ask(access.resetPassword, { email, code: '123456', next: NEXT }));
    return answers.map(({ status, body }) => ({ status, body }));
  };
  const guessed = await guesses('bob@example.com');
  expect(guessed.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await guesses('nobody@example.com')).toEqual(guessed);
});

test('five wrong codes void the right one; a code is too old after ten minutes', async () => {
  const user = await proven('cleo@example.com');
  const stranger = harness().stranger();
  await stranger.ask(access.sendPasswordCode, { email: 'cleo@example.com' });
  const code = (await codesTo(user.phone)).at(-1) ?? '';
  for (let n = 0; n < 5; n += 1)
    await stranger.ask(access.resetPassword, { email: 'cleo@example.com', code: wrong(code), next: NEXT });
  clock.advance(2 * 60_000);
  expect(
    (await stranger.ask(access.resetPassword, { email: 'cleo@example.com', code, next: NEXT })).RESULT,
  ).toBe(0);
  await stranger.ask(access.sendPasswordCode, { email: 'cleo@example.com' });
  const second = (await codesTo(user.phone)).at(-1) ?? '';
  clock.advance(11 * 60_000);
  const late = { email: 'cleo@example.com', code: second, next: NEXT };
  expect((await stranger.ask(access.resetPassword, late)).RESULT).toBe(0);
});

test('a number that nobody has proven, or that was changed since, gets none', async () => {
  const user = await harness().newUser({ email: 'dan@example.com', phone: '2125550188' });
  await harness().stranger().ask(access.sendPasswordCode, { email: 'dan@example.com' });
  expect(await codesTo('2125550188')).toEqual([]);
  expect((await user.ask(account.load, {})).values.phoneProven).toBe(false);
  const other = await proven('eve@example.com');
  await other.ask(account.save, { ...other.profile, phone: '2125550189' });
  expect((await other.ask(account.load, {})).values.phoneProven).toBe(false);
  await harness().stranger().ask(access.sendPasswordCode, { email: 'eve@example.com' });
  expect(await codesTo('2125550189')).toEqual([]);
});

test('colleagues do not read the code: not in the inbox, not on the page of the number, not in its data', async () => {
  const user = await proven('fay@example.com');
  await harness().stranger().ask(access.sendPasswordCode, { email: 'fay@example.com' });
  const code = (await codesTo(user.phone)).at(-1) ?? '';
  const { rows } = await harness().services.pool.query(
    'select id from contacts where account_id = $1 and phone = $2',
    [user.accountId, `+1${user.phone}`],
  );
  const contact = rows[0].id as number;
  const seen = [await user.ask(inbox.thread, { contact }), await user.ask(members.timeline, { contact })].map(
    ({ body }) => JSON.stringify(body),
  );
  seen.push((await user.get(`${members.everything.path}?ContactAddressId=${contact}`)).text);
  for (const text of seen) {
    expect(text).toContain('Your Parley password code is ••••••');
    expect(text).not.toContain(code);
  }
});

test('a code that was texted before SECRET_KEY was changed sets a password after it', async () => {
  const { db, secrets } = harness().services;
  const user = await proven('key@example.com');
  const stranger = harness().stranger();
  await stranger.ask(access.sendPasswordCode, { email: 'key@example.com' });
  const code = (await codesTo(user.phone)).at(-1) ?? '';
  const before = { ...secrets };
  await openSecrets(db, OLD_KEY, null);
  Object.assign(secrets, await openSecrets(db, 'the next secret key, long enough, too', OLD_KEY));
  const form = { email: 'key@example.com', code, next: NEXT };
  expect((await stranger.ask(access.resetPassword, form)).RESULT).toBe(1);
  Object.assign(secrets, before);
});
