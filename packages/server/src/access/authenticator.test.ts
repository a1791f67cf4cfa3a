/** An app on the phone as second factor: instead of texted codes, and where none can be texted. */
import { calls } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { sql } from '../platform/db/database.ts';
import { appCode } from '../testing/app-code.ts';
import { type Client, createHarness, type Harness, useHarness } from '../testing/harness.ts';

const clock = manualClock('2026-03-10T12:00:00Z');
const harness = useHarness({ clock });
const { access, account, audit, authenticator, team } = calls;
const PASSWORD = 'correct horse battery staple';
const SECOND = 1000;
const STEP = 30 * SECOND;
const MINUTE = 60 * SECOND;
let people = 0;

async function newPerson(parley: Harness = harness()) {
  people += 1;
  const given = { email: `app${people}@example.com`, phone: `2125552${String(people).padStart(3, '0')}` };
  return { ...(await parley.newUser(given)), ...given };
}

/** Sets an app up; answers its key and the recovery codes. */
async function setUp(user: Client) {
  const { key, offer } = (await user.ask(authenticator.begin, {})).values;
  const code = appCode(key, clock.now());
  const done = await user.ask(authenticator.turnOn, { offer, code });
  expect(done.RESULT, done.MESSAGE).toBe(1);
  return { key, code, recoveryCodes: done.values.recoveryCodes };
}

/** Someone with the password, who has not shown more yet. */
async function half(email: string, parley: Harness = harness()) {
  const client = parley.stranger();
  const signedIn = await client.ask(access.signIn, { email, password: PASSWORD });
  return { client, ...signedIn.values };
}

/** The id of who is signed in, '0' for nobody. */
const isIn = async (client: Client) => (await client.get('authentication/checklogin')).text;

test('an app is set up with a code of it, and then signs in: each code once, none by text', async () => {
  const user = await newPerson();
  expect((await user.ask(authenticator.load, {})).values).toEqual({ isOn: false, since: '', codesLeft: 0 });
  const begun = (await user.ask(authenticator.begin, {})).values;
  expect(begun.uri).toContain(begun.key);
  const wrong = { offer: begun.offer, code: appCode(begun.key, new Date(0)) };
  expect(await user.ask(authenticator.turnOn, wrong)).toMatchObject({ RESULT: 0, DETAIL: 'MFACode' });
  expect((await user.ask(authenticator.load, {})).values.isOn).toBe(false);
  expect((await half(user.email)).mfaRequired).toBe(false);

  const { key, code, recoveryCodes } = await setUp(user);
  expect(recoveryCodes).toHaveLength(10);
  expect((await user.ask(authenticator.load, {})).values).toEqual({
    isOn: true,
    since: '2026-03-10T12:00:00.000Z',
    codesLeft: 10,
  });
  const { client, mfaRequired, byApp } = await half(user.email);
  expect([mfaRequired, byApp]).toEqual([true, true]);
  expect((await client.ask(access.codeTarget, {})).values).toEqual({
    lastDigits: '',
    inLog: false,
    byApp: true,
    canSetUp: false,
  });
  expect((await client.ask(access.sendCode, {})).MESSAGE).toMatch(/authenticator app/);
  // The code that set it up was used.
  expect(await client.ask(access.verifyCode, { code })).toMatchObject({ RESULT: 0, DETAIL: 'MFACode' });
  clock.advance(STEP);
  const next = appCode(key, clock.now());
  expect((await client.ask(access.verifyCode, { code: `${next.slice(0, 3)} ${next.slice(3)}` })).RESULT).toBe(
    1,
  );
  expect((await client.ask(account.load, {})).values).toMatchObject({
    email: user.email,
    phoneProven: false,
  });
  const second = (await half(user.email)).client;
  expect((await second.ask(access.verifyCode, { code: next })).RESULT).toBe(0);
  expect((await second.ask(account.load, {})).RESULT).not.toBe(1);
});

test('a code is good for half a minute before and after, and a phone that runs late is let in', async () => {
  const user = await newPerson();
  const { key } = await setUp(user);
  clock.advance(5 * MINUTE);
  const { client } = await half(user.email);
  for (const late of [-2, 2])
    expect(
      (
        await client.ask(access.verifyCode, {
          code: appCode(key, new Date(clock.now().getTime() + late * STEP)),
        })
      ).RESULT,
    ).toBe(0);
  const lateCode = appCode(key, new Date(clock.now().getTime() - STEP));
  expect((await client.ask(access.verifyCode, { code: lateCode })).RESULT).toBe(1);
});

test('one code given twice at the same moment opens one session', async () => {
  const user = await newPerson();
  const { key } = await setUp(user);
  clock.advance(STEP);
  const code = appCode(key, clock.now());
  const clients = await Promise.all([half(user.email), half(user.email), half(user.email)]);
  const results = await Promise.all(clients.map(({ client }) => client.ask(access.verifyCode, { code })));
  expect(results.filter(({ RESULT }) => RESULT === 1)).toHaveLength(1);
});

test('a recovery code lets in once, also in capitals; new ones void those of before', async () => {
  const user = await newPerson();
  const { recoveryCodes } = await setUp(user);
  const [first = '', second = ''] = recoveryCodes;
  const enter = async (code: string) => {
    const { client } = await half(user.email);
    return (await client.ask(access.verifyCode, { code })).RESULT;
  };
  expect(await enter(first.toUpperCase().replace('-', ' '))).toBe(1);
  expect(await enter(first)).toBe(0);
  expect((await user.ask(authenticator.load, {})).values.codesLeft).toBe(9);
  const { recoveryCodes: fresh } = (await user.ask(authenticator.newCodes, {})).values;
  expect(await enter(second)).toBe(0);
  expect(await enter(fresh[3] ?? '')).toBe(1);
  const stored = await harness().services.pool.query('select code_hash::text from recovery_codes');
  for (const code of fresh) expect(JSON.stringify(stored.rows)).not.toContain(code.replace('-', ''));
});

test('a recovery code of somebody else is worth nothing, and neither is their app', async () => {
  const [ann, bob] = [await newPerson(), await newPerson()];
  const [hers, his] = [await setUp(ann), await setUp(bob)];
  clock.advance(STEP);
  const { client } = await half(ann.email);
  const given = [his.recoveryCodes[0] ?? '', appCode(his.key, clock.now())];
  for (const code of given) expect((await client.ask(access.verifyCode, { code })).RESULT).toBe(0);
  expect((await client.ask(access.verifyCode, { code: appCode(hers.key, clock.now()) })).RESULT).toBe(1);
});

test('guesses are counted: a stranger with the password is held up, and a known device is not', async () => {
  const user = await newPerson();
  const { key, recoveryCodes } = await setUp(user);
  clock.advance(STEP);
  const right = appCode(key, clock.now());
  const wrong = right === '000000' ? '000001' : '000000';
  const { client } = await half(user.email);
  const answers: number[] = [];
  for (let tries = 0; tries < 8; tries += 1)
    answers.push((await client.ask(access.verifyCode, { code: wrong })).status);
  expect(answers).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  // The right one is no way around, and neither is a recovery code.
  for (const code of [right, recoveryCodes[0] ?? ''])
    expect((await client.ask(access.verifyCode, { code })).status).toBe(429);
  clock.advance(MINUTE);
  expect((await client.ask(access.verifyCode, { code: appCode(key, clock.now()) })).RESULT).toBe(1);
});

test('all strangers together have 50 guesses a day', async () => {
  const user = await newPerson();
  const { key } = await setUp(user);
  const wrong = appCode(key, new Date(0));
  const statuses: number[] = [];
  for (let tries = 0; tries < 60; tries += 1) {
    clock.advance(20 * MINUTE);
    const { client } = await half(user.email);
    statuses.push((await client.ask(access.verifyCode, { code: wrong })).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(50);
});

test('what needs more than a cookie asks for the app, and takes a recovery code', async () => {
  const user = await newPerson();
  const { key, recoveryCodes } = await setUp(user);
  clock.advance(15 * MINUTE);
  expect((await user.ask(authenticator.turnOff, {})).DETAIL).toBe('unconfirmed');
  expect((await user.ask(authenticator.newCodes, {})).DETAIL).toBe('unconfirmed');
  expect((await user.ask(authenticator.begin, {})).DETAIL).toBe('unconfirmed');
  const asked = await user.ask(access.confirm, { password: PASSWORD });
  expect(asked.values).toEqual({ mfaRequired: true, byApp: true });
  const code = appCode(key, clock.now());
  expect((await user.ask(access.confirm, { password: PASSWORD, code })).values.mfaRequired).toBe(false);
  expect((await user.ask(authenticator.newCodes, {})).RESULT).toBe(1);
  clock.advance(15 * MINUTE);
  const old = { password: PASSWORD, code: recoveryCodes[0] ?? '' };
  expect((await user.ask(access.confirm, old)).RESULT).toBe(0);
  const again = { password: PASSWORD, code: appCode(key, clock.now()) };
  expect((await user.ask(access.confirm, again)).RESULT).toBe(1);
  expect((await user.ask(authenticator.turnOff, {})).RESULT).toBe(1);
  expect(await user.ask(authenticator.turnOff, {})).toMatchObject({ RESULT: 0 });
  expect((await half(user.email)).mfaRequired).toBe(false);
  const { acts } = (await user.ask(audit.list, {})).values;
  const words = acts.map(({ act }) => act);
  for (const act of ['authenticator-on', 'recovery-codes-made', 'code-failed', 'authenticator-off'])
    expect(words).toContain(act);
});

test('another phone takes the place of the old one once its code is given, and not before', async () => {
  const user = await newPerson();
  const before = await setUp(user);
  const begun = (await user.ask(authenticator.begin, {})).values;
  clock.advance(STEP);
  const { client } = await half(user.email);
  expect((await client.ask(access.verifyCode, { code: appCode(before.key, clock.now()) })).RESULT).toBe(1);
  const code = appCode(begun.key, clock.now());
  const { recoveryCodes } = (await user.ask(authenticator.turnOn, { offer: begun.offer, code })).values;
  clock.advance(STEP);
  const second = (await half(user.email)).client;
  const olds = [appCode(before.key, clock.now()), before.recoveryCodes[0] ?? ''];
  for (const old of olds) expect((await second.ask(access.verifyCode, { code: old })).RESULT).toBe(0);
  expect((await second.ask(access.verifyCode, { code: recoveryCodes[0] ?? '' })).RESULT).toBe(1);
});

test('a key is taken for half an hour, by the person it was made for, and by nobody’s making', async () => {
  const [ann, bob] = [await newPerson(), await newPerson()];
  const { key, offer } = (await ann.ask(authenticator.begin, {})).values;
  const code = () => appCode(key, clock.now());
  const OLD = { RESULT: 0, DETAIL: 'OFFER' };
  expect(await bob.ask(authenticator.turnOn, { offer, code: code() })).toMatchObject(OLD);
  const { secrets } = harness().services;
  const others = [
    'AAAA',
    offer.slice(0, -2),
    secrets.encrypt('not JSON').toString('base64url'),
    secrets.encrypt(JSON.stringify({ user: ann.userId, key, until: 9e15 })).toString('base64url'),
  ];
  for (const each of others)
    expect(await ann.ask(authenticator.turnOn, { offer: each, code: code() })).toMatchObject(OLD);
  clock.advance(14 * MINUTE);
  await ann.ask(access.confirm, { password: PASSWORD });
  clock.advance(14 * MINUTE);
  await ann.ask(access.confirm, { password: PASSWORD });
  clock.advance(2 * MINUTE + 1);
  expect(await ann.ask(authenticator.turnOn, { offer, code: code() })).toMatchObject(OLD);
});

test('who has codes by text, too, gets them again once the app is gone', async () => {
  const user = await newPerson();
  await user.ask(account.sendPhoneCode, { phone: user.phone });
  const profile = { accountName: 'Mine', timeZone: 'UTC', phone: user.phone, mfaEnabled: true };
  await user.ask(account.save, { ...profile, code: harness().codeInLog('confirmation') });
  await setUp(user);
  expect((await half(user.email)).byApp).toBe(true);
  expect((await user.ask(authenticator.turnOff, {})).RESULT).toBe(1);
  const { client, mfaRequired, byApp } = await half(user.email);
  expect([mfaRequired, byApp]).toEqual([true, false]);
  await client.ask(access.sendCode, {});
  expect((await client.ask(access.verifyCode, { code: harness().codeInLog('sign-in') })).RESULT).toBe(1);
});

test('the app’s key is stored encrypted, and goes with the person', async () => {
  const owner = await newPerson();
  const email = 'leaver@example.com';
  const { link } = (await owner.ask(team.invite, { email, role: 'member' })).values;
  const guest = harness().stranger();
  const invitation = link.split('/join/')[1] ?? '';
  await guest.ask(team.join, { invitation, password: PASSWORD, phone: '2125552950' });
  const { key } = await setUp(guest);
  const stored = async () => {
    const { rows } = await harness().services.pool.query(
      `select a.secret_encrypted as secret, (select count(*)::int from recovery_codes r where r.user_id = a.user_id) as codes
       from authenticators a where a.added_at = $1 and a.user_id = $2`,
      [clock.now(), user],
    );
    return rows as { secret: Buffer; codes: number }[];
  };
  const { members } = (await owner.ask(team.load, {})).values;
  const user = members.find((each) => each.email === email)?.id ?? 0;
  const [row] = await stored();
  expect(row?.codes).toBe(10);
  expect(row?.secret.toString('latin1')).not.toContain(key);
  expect((await owner.ask(team.remove, { user })).RESULT).toBe(1);
  expect(await stored()).toEqual([]);
});

test('where codes are off nobody sets an app up, and one of before is not asked for', async () => {
  const off = await createHarness({ clock, config: { mfa: 'off' } });
  try {
    const user = await newPerson(off);
    expect((await user.ask(authenticator.begin, {})).MESSAGE).toBe(
      'Sign-in codes are turned off on this server.',
    );
    const secret = off.services.secrets.encrypt('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    await sql`
      insert into authenticators (user_id, secret_encrypted, last_step, added_at)
      values (${user.userId}, ${secret}, 0, ${clock.now()})`.execute(off.services.db);
    expect((await half(user.email, off)).mfaRequired).toBe(false);
  } finally {
    await off.stop();
  }
});

describe('where everybody needs codes and no channel brings them', () => {
  let strict: Harness;
  let number = 0;
  beforeAll(async () => {
    const codeChannel = { accountId: 99, number: '+18005550100' };
    strict = await createHarness({ clock, config: { mfa: 'required', codeChannel } });
  });
  afterAll(() => strict.stop());

  /** Signed up, and half signed in. */
  async function newcomer() {
    number += 1;
    const email = `strict${number}@example.com`;
    const form = { email, password: PASSWORD, phone: `21255529${10 + number}` };
    expect((await strict.stranger().ask(access.register, form)).values.mfaRequired).toBe(true);
    return { email, client: (await half(email, strict)).client };
  }

  test('who signs in for the first time sets an app up there, is signed in by its code, and keeps it', async () => {
    const { email, client } = await newcomer();
    expect((await client.ask(access.codeTarget, {})).values.canSetUp).toBe(true);
    const token = client.cookie();
    const { key, recoveryCodes } = await setUp(client);
    expect(recoveryCodes).toHaveLength(10);
    expect(await isIn(client)).not.toBe('0');
    expect(client.cookie()).not.toBe(token);
    expect((await client.ask(account.load, {})).values.phoneProven).toBe(false);
    expect((await client.ask(authenticator.turnOff, {})).MESSAGE).toMatch(
      /^Everyone here needs a sign-in code/,
    );
    expect((await client.ask(authenticator.load, {})).values.isOn).toBe(true);
    clock.advance(STEP);
    const again = (await half(email, strict)).client;
    expect((await again.ask(access.verifyCode, { code: appCode(key, clock.now()) })).RESULT).toBe(1);
    const { acts } = (await again.ask(audit.list, {})).values;
    expect(acts.map(({ act }) => act)).toEqual(['signed-in', 'signed-in', 'authenticator-on']);
  });

  test('of two who begin at once with one password, the first one’s app counts', async () => {
    const { email, client } = await newcomer();
    const other = (await half(email, strict)).client;
    const [mine, theirs] = [
      (await client.ask(authenticator.begin, {})).values,
      (await other.ask(authenticator.begin, {})).values,
    ];
    const turnOn = (who: Client, { key, offer }: typeof mine) =>
      who.ask(authenticator.turnOn, { offer, code: appCode(key, clock.now()) });
    const results = await Promise.all([turnOn(client, mine), turnOn(other, theirs)]);
    expect(results.map(({ RESULT }) => RESULT).sort()).toEqual([0, 1]);
    const late = (await half(email, strict)).client;
    expect((await late.ask(access.codeTarget, {})).values).toMatchObject({ byApp: true, canSetUp: false });
    expect((await late.ask(authenticator.begin, {})).RESULT).toBe(0);
  });

  test('nobody does whose number was proven, and no half session does anything else with it', async () => {
    const { email, client } = await newcomer();
    expect((await client.ask(authenticator.load, {})).RESULT).toBe(-1);
    expect((await client.ask(authenticator.newCodes, {})).RESULT).toBe(-1);
    expect((await client.ask(authenticator.turnOff, {})).RESULT).toBe(-1);
    const { offer, key } = (await client.ask(authenticator.begin, {})).values;
    await strict.services.pool.query('update users set phone_verified = true where email = $1', [email]);
    expect((await client.ask(access.codeTarget, {})).values.canSetUp).toBe(false);
    expect((await client.ask(authenticator.begin, {})).MESSAGE).toMatch(/sign-in code first/);
    const code = appCode(key, clock.now());
    expect((await client.ask(authenticator.turnOn, { offer, code })).MESSAGE).toMatch(/sign-in code first/);
    expect(await isIn(client)).toBe('0');
  });
});

test('where a channel brings codes, nobody sets an app up before the code', async () => {
  const strict = await createHarness({ clock, config: { mfa: 'required' } });
  try {
    const email = 'texted@example.com';
    await strict.stranger().ask(access.register, { email, password: PASSWORD, phone: '2125552990' });
    const { client } = await half(email, strict);
    expect((await client.ask(access.codeTarget, {})).values).toMatchObject({ inLog: true, canSetUp: false });
    expect((await client.ask(authenticator.begin, {})).MESSAGE).toMatch(/sign-in code first/);
  } finally {
    await strict.stop();
  }
});

test('the way back in for a forgotten password does not go around the app', async () => {
  const user = await newPerson();
  await user.ask(account.sendPhoneCode, { phone: user.phone });
  const profile = { accountName: 'Mine', timeZone: 'UTC', phone: user.phone, mfaEnabled: false };
  await user.ask(account.save, { ...profile, code: harness().codeInLog('confirmation') });
  const { key } = await setUp(user);
  const client = harness().stranger();
  await client.ask(access.sendPasswordCode, { email: user.email });
  const next = 'another horse, another battery';
  const reset = { email: user.email, code: harness().codeInLog('password'), next };
  expect((await client.ask(access.resetPassword, reset)).RESULT).toBe(1);
  const signedIn = await client.ask(access.signIn, { email: user.email, password: next });
  expect(signedIn.values).toEqual({ mfaRequired: true, byApp: true });
  expect(await isIn(client)).toBe('0');
  clock.advance(STEP);
  expect((await client.ask(access.verifyCode, { code: appCode(key, clock.now()) })).RESULT).toBe(1);
});
