/** What a code opens, and what it does not: beside a password, at the same moment, in another session. */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { createSecrets } from '../platform/secrets.ts';
import { appCode } from '../testing/app-code.ts';
import { type Client, useHarness } from '../testing/harness.ts';

const clock = manualClock('2026-03-10T12:00:00Z');
const harness = useHarness({ clock });
const { access, account, authenticator, credentials } = calls;
const PASSWORD = 'correct horse battery staple';
const MINUTE = 60_000;
const UNCONFIRMED = { RESULT: 0, DETAIL: 'unconfirmed' };
let people = 0;

async function newPerson() {
  people += 1;
  const given = { email: `code${people}@example.com`, phone: `2125553${String(people).padStart(3, '0')}` };
  return { ...(await harness().newUser(given)), ...given };
}

/** Somebody with the password: signed in, or half where a code is asked for. */
async function withPassword(email: string): Promise<Client> {
  const client = harness().stranger();
  expect((await client.ask(access.signIn, { email, password: PASSWORD })).RESULT).toBe(1);
  return client;
}

async function setUp(user: Client) {
  const { key, offer } = (await user.ask(authenticator.begin, {})).values;
  const done = await user.ask(authenticator.turnOn, { offer, code: appCode(key, clock.now()) });
  expect(done.RESULT, done.MESSAGE).toBe(1);
  return { key, recoveryCodes: done.values.recoveryCodes };
}

test('in a session that is complete a code alone, without the password, confirms nothing', async () => {
  const user = await newPerson();
  const { key } = await setUp(user);
  clock.advance(15 * MINUTE);
  expect((await user.ask(access.verifyCode, { code: appCode(key, clock.now()) })).RESULT).toBe(1);
  expect(await user.ask(authenticator.newCodes, {})).toMatchObject(UNCONFIRMED);
  expect(await user.ask(authenticator.turnOff, {})).toMatchObject(UNCONFIRMED);
});

test('two right codes given at the same moment open one session, and the other is refused in words', async () => {
  const user = await newPerson();
  const { recoveryCodes } = await setUp(user);
  const client = await withPassword(user.email);
  const answers = await Promise.all(
    recoveryCodes.slice(0, 2).map((code) => client.ask(access.verifyCode, { code })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.filter(({ RESULT }) => RESULT === 1)).toHaveLength(1);
});

test('digits of another script are a wrong code', async () => {
  const user = await newPerson();
  const { offer } = (await user.ask(authenticator.begin, {})).values;
  for (const code of ['１２３４５６', '١٢٣٤٥٦', 'äöüäöü'])
    expect(await user.ask(authenticator.turnOn, { offer, code })).toMatchObject({
      status: 200,
      RESULT: 0,
      DETAIL: 'MFACode',
    });
});

test('once an app is set up, or codes by text are on, sessions of before must confirm with a code', async () => {
  const [byApp, byText] = [await newPerson(), await newPerson()];
  const [other, another] = [await withPassword(byApp.email), await withPassword(byText.email)];
  for (const each of [other, another])
    expect((await each.ask(credentials.add, { name: 'Till' })).RESULT).toBe(1);

  const { key } = await setUp(byApp);
  expect(await other.ask(authenticator.turnOff, {})).toMatchObject(UNCONFIRMED);
  expect((await other.ask(access.confirm, { password: PASSWORD })).values.mfaRequired).toBe(true);
  clock.advance(MINUTE);
  await other.ask(access.confirm, { password: PASSWORD, code: appCode(key, clock.now()) });
  expect((await other.ask(authenticator.newCodes, {})).RESULT).toBe(1);
  expect((await byApp.ask(authenticator.newCodes, {})).RESULT).toBe(1);

  await byText.ask(account.sendPhoneCode, { phone: byText.phone });
  const code = harness().codeInLog('confirmation');
  expect((await byText.ask(account.save, { mfaEnabled: true, code })).RESULT).toBe(1);
  expect(await another.ask(account.save, { mfaEnabled: false })).toMatchObject(UNCONFIRMED);
  expect((await byText.ask(account.save, { mfaEnabled: false })).RESULT).toBe(1);
});

test('who no longer needs a code while half signed in is told to begin anew', async () => {
  const user = await newPerson();
  await setUp(user);
  const client = await withPassword(user.email);
  await user.ask(authenticator.turnOff, {});
  expect((await client.ask(access.sendCode, {})).MESSAGE).toBe(
    'You no longer need a code. Please sign in again.',
  );
  expect((await client.ask(access.codeTarget, {})).RESULT).toBe(1);
});

test('who signs in while the server has another SECRET_KEY is told that codes cannot be checked, not that theirs is wrong', async () => {
  const user = await newPerson();
  const { key, recoveryCodes } = await setUp(user);
  clock.advance(MINUTE);
  const client = await withPassword(user.email);
  const { secrets } = harness().services;
  const right = { ...secrets };
  Object.assign(secrets, createSecrets('another secret key, as long as the first'));
  try {
    for (const code of [appCode(key, clock.now()), recoveryCodes[0] ?? ''])
      expect(await client.ask(access.verifyCode, { code })).toMatchObject({
        RESULT: 0,
        DETAIL: '',
        MESSAGE:
          'We can’t check the codes of your app right now. Please try again later, or tell your Parley administrator.',
      });
  } finally {
    Object.assign(secrets, right);
  }
  expect((await client.ask(access.verifyCode, { code: appCode(key, clock.now()) })).RESULT).toBe(1);
});
