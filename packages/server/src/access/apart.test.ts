/** Two people, two browsers, two sessions: what opens or ends one leaves the others as they are. */
import { calls } from '@parley/contract';
import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import { describe, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { endedAmong } from './store.ts';

const START = '2026-03-10T12:00:00Z';
const clock = manualClock(START);
const harness = useHarness({ clock });
const { access, account, audit, inbox, sessions, tags, team } = calls;
const PASSWORD = 'correct horse battery staple';
const NEXT = 'another good long password';
const HOUR = 3_600_000;
let people = 0;

async function person() {
  people += 1;
  const email = `apart${people}@example.com`;
  const phone = `212555${String(3000 + people)}`;
  return { ...(await harness().newUser({ email, phone })), email, phone };
}
type Person = Awaited<ReturnType<typeof person>>;

const isIn = async (client: Client) => (await client.ask(tags.list, {})).RESULT === 1;

async function signedIn({ email }: Person, remember = false, password = PASSWORD): Promise<Client> {
  const client = harness().stranger();
  expect((await client.ask(access.signIn, { email, password, remember })).RESULT).toBe(1);
  return client;
}

/** The token of a client's session, as a live connection gives it. */
const tokenOf = (client: Client) => /session=([^;]+)/.exec(client.cookie())?.[1] ?? '';

/** With sign-in codes on, of which the log has each. */
async function withCodes(): Promise<Person> {
  const user = await person();
  await user.ask(account.sendPhoneCode, { phone: user.phone });
  const given = { phone: user.phone, mfaEnabled: true, code: harness().codeInLog('confirmation') };
  expect((await user.ask(account.save, given)).RESULT).toBe(1);
  return user;
}

describe('a session', () => {
  test.each([
    ['of a browser', false, ACCESS_LIMITS.sessionHours * HOUR],
    ['that is remembered', true, ACCESS_LIMITS.rememberDays * 24 * HOUR],
  ])('%s ends at its time, used or not, and is listed until then', async (_, remember, lifeMs) => {
    clock.set(START);
    const user = await person();
    const client = await signedIn(user, remember);
    clock.advance(lifeMs - 1);
    expect(await isIn(client)).toBe(true);
    const other = await signedIn(user);
    const listed = async () =>
      (await other.ask(sessions.list, {})).values.sessions.map(({ isCurrent }) => isCurrent);
    expect(await listed()).toContain(false);
    clock.advance(1);
    expect(await isIn(client)).toBe(false);
    expect((await client.get('authentication/checklogin')).text).toBe('0');
    expect(await listed()).toEqual([true]);
  });

  test('is listed to its own user alone, and of those used at one moment the newest first', async () => {
    const [one, other] = [await person(), await person()];
    const ids = async (client: Client) =>
      (await client.ask(sessions.list, {})).values.sessions.map(({ id }) => id);
    const [first = 0] = await ids(one);
    const more = [await signedIn(one), await signedIn(one)];
    const [second = 0, third = 0] = (await ids(one)).filter((id) => id !== first).toSorted((a, b) => a - b);
    expect(await ids(one)).toEqual([third, second, first]);
    expect(await ids(other)).toHaveLength(1);
    clock.advance(60_000);
    await isIn(more[0] as Client);
    // A use is noted once a minute, and not within it.
    expect(await ids(one)).toEqual([third, second, first]);
    clock.advance(1);
    await isIn(more[0] as Client);
    expect((await ids(one))[0]).toBe(second);
    const { rows } = await harness().services.pool.query(
      'select last_used_at as at from sessions where user_id = $1',
      [other.userId],
    );
    expect(rows).toEqual([{ at: new Date(clock.now().getTime() - 60_001) }]);
  });

  test('of a colleague is not seen as used when one’s own is', async () => {
    const owner = await person();
    const colleague = await person();
    const { link } = (await owner.ask(team.invite, { email: colleague.email, role: 'member' })).values;
    await colleague.ask(team.accept, { invitation: link.split('/join/')[1] ?? '' });
    const seen = async () =>
      Object.fromEntries(
        (await owner.ask(team.load, {})).values.members.map(({ id, lastSeen }) => [id, lastSeen]),
      );
    const before = (await seen())[colleague.userId];
    clock.advance(2 * 60_000);
    await isIn(owner);
    expect(await seen()).toEqual({ [owner.userId]: clock.now().toISOString(), [colleague.userId]: before });
  });

  test('that is ended, signed out or left by a change of password ends nobody else’s', async () => {
    const [user, other] = [await person(), await person()];
    const elsewhere = await signedIn(user);
    expect((await user.ask(sessions.endOthers, {})).RESULT).toBe(1);
    expect([await isIn(user), await isIn(elsewhere), await isIn(other)]).toEqual([true, false, true]);
    const again = await signedIn(user);
    await again.ask(access.signOut, {});
    expect([await isIn(user), await isIn(again), await isIn(other)]).toEqual([true, false, true]);
    await user.ask(account.changePassword, { current: PASSWORD, next: NEXT });
    expect([await isIn(user), await isIn(other)]).toEqual([true, true]);
    expect(await isIn(await signedIn(other))).toBe(true);
    expect(
      (await harness().stranger().ask(access.signIn, { email: user.email, password: PASSWORD })).RESULT,
    ).toBe(0);
  });

  test('that confirms itself confirms no other of the same person', async () => {
    const user = await person();
    const elsewhere = await signedIn(user);
    clock.advance(20 * 60_000);
    expect((await user.ask(access.confirm, { password: PASSWORD })).RESULT).toBe(1);
    const confirmed = async (client: Client) =>
      (await client.ask(access.confirmation, {})).values.isConfirmed;
    expect([await confirmed(user), await confirmed(elsewhere)]).toEqual([true, false]);
  });

  test('that is signed out stands in the record of the account; one that was never complete does not', async () => {
    const user = await withCodes();
    const acts = async () =>
      (await user.ask(audit.list, { group: 'access' })).values.acts
        .map(({ act }) => act)
        .filter((act) => /^signed/.test(act));
    const before = await acts();
    const half = await signedIn(user);
    // Nor is it listed as a place where somebody is signed in.
    expect((await user.ask(sessions.list, {})).values.sessions).toMatchObject([{ isCurrent: true }]);
    await half.ask(access.signOut, {});
    expect(await acts()).toEqual(before);
    const client = await signedIn(user);
    await client.ask(access.sendCode, {});
    await client.ask(access.verifyCode, { code: harness().codeInLog('sign-in') });
    await client.ask(access.signOut, {});
    expect(await acts()).toEqual(['signed-out', 'signed-in', ...before]);
    const linked = await signedIn(user);
    await linked.ask(access.sendCode, {});
    await linked.ask(access.verifyCode, { code: harness().codeInLog('sign-in') });
    await linked.get('../logout');
    expect((await acts()).slice(0, 2)).toEqual(['signed-out', 'signed-in']);
  });
});

test('of live connections those are ended whose own session is over, half open or in another account', async () => {
  clock.set(START);
  const [lives, moved, removed, coded] = [await person(), await person(), await person(), await withCodes()];
  const half = await signedIn(coded);
  const expired = await signedIn(lives);
  const { services } = harness();
  await services.pool.query(
    'update sessions set expires_at = $2 where id = (select max(id) from sessions where user_id = $1)',
    [lives.userId, clock.now()],
  );
  await services.pool.query('delete from account_users where user_id = $1', [removed.userId]);
  const open = [
    { token: 'nobody has this', accountId: lives.accountId },
    { token: tokenOf(lives), accountId: lives.accountId },
    { token: tokenOf(moved), accountId: lives.accountId },
    { token: tokenOf(coded), accountId: coded.accountId },
    { token: tokenOf(half), accountId: coded.accountId },
    { token: tokenOf(removed), accountId: removed.accountId },
    { token: tokenOf(moved), accountId: moved.accountId },
    { token: tokenOf(expired), accountId: lives.accountId },
  ];
  expect((await endedAmong(services.db, open, clock.now())).toSorted()).toEqual([0, 2, 4, 5, 7]);
  expect(await endedAmong(services.db, [], clock.now())).toEqual([]);
});

describe('a sign-in code', () => {
  test('goes to the person’s own number, opens their own half of a session, and no other', async () => {
    const [one, other] = [await withCodes(), await withCodes()];
    const [half, second, others] = [await signedIn(one), await signedIn(one), await signedIn(other)];
    const target = async (client: Client) => (await client.ask(access.codeTarget, {})).values.lastDigits;
    expect([await target(half), await target(others)]).toEqual([one.phone.slice(-4), other.phone.slice(-4)]);
    const codeOf = async (client: Client) => {
      await client.ask(access.sendCode, {});
      return harness().codeInLog('sign-in');
    };
    const [code, secondCode, othersCode] = [await codeOf(half), await codeOf(second), await codeOf(others)];
    const logged = harness()
      .logged()
      .filter((line) => line.includes(`"code":"${othersCode}"`));
    expect(logged.at(-1)).toContain(other.phone.slice(-4));
    const give = async (client: Client, given: string) =>
      (await client.ask(access.verifyCode, { code: given })).RESULT;
    expect([await give(half, othersCode), await give(half, secondCode)]).toEqual([0, 0]);
    expect(await give(others, code)).toBe(0);
    expect(await give(half, code)).toBe(1);
    expect([await isIn(half), await isIn(second), await isIn(others)]).toEqual([true, false, false]);
    expect(await give(others, othersCode)).toBe(1);
    expect([await isIn(second), await isIn(others)]).toEqual([false, true]);
    expect(Number((await half.get('authentication/checklogin')).text)).toBe(one.userId);
    expect(Number((await others.get('authentication/checklogin')).text)).toBe(other.userId);
    expect((await second.ask(access.verifyCode, { code: secondCode })).RESULT).toBe(1);
  });

  test('that comes back proves the number of the one who gave it', async () => {
    const [one, other] = [await withCodes(), await person()];
    const { pool } = harness().services;
    await pool.query('update users set phone_verified = false where id = any($1)', [
      [one.userId, other.userId],
    ]);
    const half = await signedIn(one);
    await half.ask(access.sendCode, {});
    await half.ask(access.verifyCode, { code: harness().codeInLog('sign-in') });
    const isProven = async (user: Person) => (await user.ask(account.load, {})).values.phoneProven;
    expect([await isProven(one), await isProven(other)]).toEqual([true, false]);
  });

  test('is texted five times an hour to all strangers who know the password, and so often to a device that is known', async () => {
    const user = await withCodes();
    const device = await signedIn(user);
    await device.ask(access.sendCode, {});
    await device.ask(access.verifyCode, { code: harness().codeInLog('sign-in') });
    const ask = async (client: Client) => (await client.ask(access.sendCode, {})).status;
    const statuses = [];
    for (let n = 0; n < 5; n += 1) {
      const stranger = await signedIn(user);
      // Each has a browser of its own, which is known for nobody.
      await stranger.ask(access.sendPasswordCode, { email: `nobody${n}@example.com` });
      statuses.push(await ask(stranger));
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    expect(await ask(device)).toBe(200);
  });
});

test('a new password set with a code signs out, and forgets the devices of, the one whose it is', async () => {
  const [user, other] = [await person(), await person()];
  const { pool } = harness().services;
  await pool.query('update users set phone_verified = true where id = any($1)', [
    [user.userId, other.userId],
  ]);
  const browser = harness().stranger();
  await browser.ask(access.sendPasswordCode, { email: user.email });
  const code = harness().codeInLog('password');
  expect((await browser.ask(access.resetPassword, { email: user.email, code, next: NEXT })).RESULT).toBe(1);
  expect([await isIn(user), await isIn(other)]).toEqual([false, true]);
  expect(await isIn(await signedIn(user, false, NEXT))).toBe(true);
  expect(await isIn(await signedIn(other))).toBe(true);
  const { rows } = await pool.query(
    'select user_id as id, count(*)::int as devices from known_devices where user_id = any($1) group by 1 order by 1',
    [[user.userId, other.userId]],
  );
  // That of the reset and of the sign-in after it; of the other those of sign-up and sign-in.
  expect(rows).toEqual([
    { id: user.userId, devices: 2 },
    { id: other.userId, devices: 2 },
  ]);
});

test('twenty browsers of a person are known, those that were used last; nobody else’s is forgotten for them', async () => {
  const [user, other] = [await person(), await person()];
  const { pool } = harness().services;
  const known = async () => {
    const { rows } = await pool.query(
      'select user_id as id, count(*)::int as devices, min(last_used_at) as oldest from known_devices where user_id = any($1) group by 1 order by 1',
      [[user.userId, other.userId]],
    );
    return rows;
  };
  const [own, others] = await known();
  await pool.query(
    `insert into known_devices (user_id, token_hash, last_used_at)
     select $1, sha256(n::text::bytea), $2::timestamptz + n * interval '1 second' from generate_series(1, 19) n`,
    [user.userId, clock.now()],
  );
  expect((await known())[0]).toMatchObject({ devices: 20, oldest: own.oldest });
  clock.advance(60_000);
  await signedIn(user);
  const [after, othersAfter] = await known();
  expect(after.devices).toBe(20);
  expect(after.oldest.getTime()).toBe(own.oldest.getTime() + 1_000);
  expect(othersAfter).toEqual(others);
});

test('whoever belongs to two accounts comes back to the one that they were in last', async () => {
  const [user, other] = [await person(), await person()];
  const { pool } = harness().services;
  await pool.query("insert into account_users (account_id, user_id, role) values ($1, $2, 'member')", [
    other.accountId,
    user.userId,
  ]);
  const accountOf = async (client: Client) => (await client.ask(account.load, {})).values.id;
  expect(await accountOf(await signedIn(user))).toBe(user.accountId);
  clock.advance(2 * 60_000);
  const elsewhere = await signedIn(user);
  expect((await user.ask(team.switchTo, { account: other.accountId })).RESULT).toBe(1);
  expect(await accountOf(user)).toBe(other.accountId);
  // Another session of theirs stays where it is.
  expect(await accountOf(elsewhere)).toBe(user.accountId);
  clock.advance(2 * 60_000);
  await user.ask(inbox.threads, {});
  expect(await accountOf(await signedIn(user))).toBe(other.accountId);
});
