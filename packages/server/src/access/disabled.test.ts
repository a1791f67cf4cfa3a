/** Somebody whom whoever runs the installation has turned away stays out, by whichever door they come. */
import { calls, LIVE_PATH } from '@parley/contract';
import { expect, test } from 'vitest';
import { findUser } from '../access/index.ts';
import { storeDisabled } from '../accounts/index.ts';
import { manualClock } from '../platform/clock.ts';
import { first, sql } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';

const clock = manualClock('2026-03-10T12:00:00Z');
const harness = useHarness({ clock });
const { access, account } = calls;

/** Only the mark, as where a sign-in was under way at that moment and its session was stored after it. */
async function disable(email: string): Promise<void> {
  const { db } = harness().services;
  await storeDisabled(db, (await findUser(db, email))?.id ?? 0, clock.now());
}

test('a session that was stored in the moment of disabling opens nothing, live connections neither', async () => {
  const user = await harness().newUser({ email: 'racer@example.com' });
  const address = await harness().app.listen({ port: 0, host: '127.0.0.1' });
  const options = { headers: { cookie: user.cookie() } } as unknown as string[];
  const open = () => new WebSocket(`${address.replace('http', 'ws')}${LIVE_PATH}`, options);
  const before = open();
  const closed = new Promise<number>((resolve) =>
    before.addEventListener('close', ({ code }) => resolve(code)),
  );
  await new Promise((resolve) => before.addEventListener('open', resolve));
  await disable('racer@example.com');
  expect((await user.ask(account.load, {})).RESULT).toBe(-1);
  expect(await closed).toBe(4401);
  const after = open();
  await new Promise((resolve) => after.addEventListener('error', resolve));
  expect(after.readyState).not.toBe(WebSocket.OPEN);
});

test('a disabled person is texted no code for a new password, and one of before sets none', async () => {
  const { db } = harness().services;
  const phone = '2125550199';
  const user = await harness().newUser({ email: 'reset@example.com', phone });
  await sql`update channels set connection_kind = 'twilio' where account_id = ${user.accountId}`.execute(db);
  await sql`update users set phone_verified = true where email_key = 'reset@example.com'`.execute(db);
  const codes = async () =>
    first(
      db,
      sql<{ count: number; last: string | null }>`
        select count(*) as count, max(body) as last from messages
        where account_id = ${user.accountId} and origin = 'system'`,
    );
  const stranger = harness().stranger();
  await stranger.ask(access.sendPasswordCode, { email: 'reset@example.com' });
  const sent = await codes();
  expect(sent?.count).toBe(1);
  await disable('reset@example.com');
  await stranger.ask(access.sendPasswordCode, { email: 'reset@example.com' });
  expect((await codes())?.count).toBe(1);
  const [, code = ''] = /code is (\d{6})/.exec(sent?.last ?? '') ?? [];
  const form = { email: 'reset@example.com', code, next: 'another good long password' };
  expect(await stranger.ask(access.resetPassword, form)).toMatchObject({ RESULT: 0, DETAIL: 'MFACode' });
});
