import { calls, type LiveMessage } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { receiveInbound } from '../conversation/index.ts';
import { payWaiting } from '../conversation/pay-replies.ts';
import { manualClock } from '../platform/clock.ts';
import { sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, eventually, useHarness } from '../testing/harness.ts';
import { alertAll, startCreditAlerts } from './credit-alert.ts';

const clock = manualClock('2026-03-10T12:00:00Z');
const harness = useHarness({ clock });
const { account, audit } = calls;
let user: Client & { accountId: number; userId: number };
const told: LiveMessage[] = [];

beforeAll(async () => {
  user = await harness().newUser();
  const { services } = harness();
  services.live.listen(user.accountId, (message) => void told.push(message));
  await storeSketch(
    services.db,
    user.accountId,
    1,
    [{ id: 1, type: 'final-message', text: 'Open.' }],
    'HOURS',
  );
});

async function setBalance(credits: number): Promise<void> {
  await sql`
    update balances set balance = ${credits}, granted = ${credits} + reserved + spent
    where account_id = ${user.accountId}`.execute(harness().services.db);
}

async function text(n: number): Promise<void> {
  const { services } = harness();
  const channelId = (await firstChannel(services.db, user.accountId))?.id ?? 0;
  const { accountId } = user;
  const phone = `+121255532${n}`;
  await receiveInbound(services, {
    accountId,
    channelId,
    phone,
    text: 'HOURS',
    carrierMessageId: `a${n}`,
    at: clock.now(),
  });
}

const overview = async () => (await user.ask(account.overview, {})).values.overview;
const noted = async () =>
  (await user.ask(audit.list, { group: 'sending' })).values.acts
    .toReversed()
    .map(({ act, detail }) => [act, detail]);
const look = () => alertAll(harness().services);

test('people are told once when credits run low, and again after there were enough', async () => {
  await look();
  expect([(await overview()).isLow, await noted(), told]).toEqual([false, [], []]);
  for (const balance of [99, 98]) {
    await setBalance(balance);
    await look();
  }
  expect((await overview()).isLow).toBe(true);
  expect(await noted()).toEqual([['credits-low', '99 left']]);
  expect(told).toEqual([{ type: 'balance', balance: 99 }]);
  await setBalance(100);
  await look();
  expect((await overview()).isLow).toBe(false);
  await setBalance(3);
  // Nothing is left: the next round has time.
  expect(await look()).toBe(false);
  expect((await noted()).length).toBe(2);
});

test('the threshold is the account’s own, set by owners; 0 is never', async () => {
  await setBalance(150);
  expect((await user.ask(account.saveCreditAlert, { below: 200 })).RESULT).toBe(1);
  expect((await user.ask(account.creditAlert, {})).values.below).toBe(200);
  expect((await overview()).isLow).toBe(true);
  await user.ask(account.saveCreditAlert, { below: 0 });
  await setBalance(0);
  expect((await overview()).isLow).toBe(false);
  expect((await user.post('account/saveCreditAlert', { LOWBALANCE: '-1' })).status).toBe(400);
  await look();
});

test('replies that wait for credits are told, counted, and stand against "delivered"', async () => {
  const before = (await noted()).length;
  await setBalance(0);
  await text(10);
  await text(11);
  await look();
  await look();
  expect((await noted()).slice(before)).toEqual([['credits-out', '']]);
  let seen = await overview();
  expect(seen.attention.unpaid).toBe(2);
  expect(seen.lastDays.at(-1)).toMatchObject({ sent: 0, unpaid: 2 });
  expect(await payWaiting(harness().services)).toBe(false);
  clock.advance(4 * 3_600_000);
  const woken: string[] = [];
  for (const signal of ['outbox', 'timers'] as const)
    harness().services.signals.on(signal, () => void woken.push(signal));
  // What was settled may make room for more at once.
  expect(await payWaiting(harness().services)).toBe(true);
  expect(woken).toEqual(['outbox', 'timers']);
  expect(await payWaiting(harness().services)).toBe(false);
  expect(woken).toHaveLength(2);
  await look();
  seen = await overview();
  expect([seen.attention.unpaid, seen.lastDays.at(-1)?.unpaid]).toEqual([0, 2]);
});

test('another account’s replies that wait, and its balance, are its own', async () => {
  const { services } = harness();
  const other = await harness().newUser();
  const threshold = async (whose: Client) => (await whose.ask(account.creditAlert, {})).values.below;
  await other.ask(account.saveCreditAlert, { below: 50 });
  expect([await threshold(user), await threshold(other)]).toEqual([0, 50]);
  const actsOf = async (whose: Client) =>
    (await whose.ask(audit.list, { group: 'sending' })).values.acts.map(({ act }) => act);
  const before = await actsOf(user);
  await setBalance(0);
  await text(20);
  await sql`
    update balances set balance = 50, granted = 50 + reserved + spent where account_id = ${other.accountId}`.execute(
    services.db,
  );
  await look();
  expect(await actsOf(user)).toEqual(['credits-out', ...before]);
  expect(await actsOf(other)).toEqual([]);
  await sql`
    update balances set balance = 49, granted = 49 + reserved + spent where account_id = ${other.accountId}`.execute(
    services.db,
  );
  await look();
  expect(await actsOf(other)).toEqual(['credits-low']);
  expect(await actsOf(user)).toEqual(['credits-out', ...before]);
});

test('replies that are paid at last, and ones that wait on a low balance, tell nobody again that credits are low', async () => {
  await user.ask(account.saveCreditAlert, { below: 20 });
  await setBalance(500);
  await payWaiting(harness().services);
  await look();
  const before = (await noted()).length;
  const since = async () => (await noted()).slice(before).map(([act]) => act);
  await setBalance(10);
  await look();
  expect(await since()).toEqual(['credits-low']);
  await setBalance(0);
  await text(30);
  await look();
  await setBalance(10);
  await payWaiting(harness().services);
  await look();
  expect(await since()).toEqual(['credits-low', 'credits-out']);
  await setBalance(0);
  await text(31);
  await look();
  await setBalance(500);
  await payWaiting(harness().services);
  await look();
  expect(await since()).toEqual(['credits-low', 'credits-out', 'credits-out']);
});

test('the loop looks by itself, and open browsers hear of it', async () => {
  const { services } = harness();
  const other = await harness().newUser();
  const heard: LiveMessage[] = [];
  services.live.listen(other.accountId, (message) => void heard.push(message));
  await sql`
    update balances set balance = 7, granted = 7 + reserved + spent where account_id = ${other.accountId}`.execute(
    services.db,
  );
  const loop = startCreditAlerts(services);
  await eventually(() => heard.length > 0);
  await loop.stop();
  expect(heard).toEqual([{ type: 'balance', balance: 7 }]);
});
