/** Replies that wait for credits, many at once: of several accounts, people, channels and kinds. */
import { calls } from '@parley/contract';
import { beforeEach, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { manualClock } from '../platform/clock.ts';
import { first, rows, sql } from '../platform/db/database.ts';
import { pipelined } from '../platform/db/pipeline.ts';
import type { Services } from '../platform/services.ts';
import { createSignals } from '../platform/signals.ts';
import { startOutboxPump } from '../sending/outbox-pump.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, eventually, useHarness } from '../testing/harness.ts';
import { wakeDue } from './jobs.ts';
import { payWaiting, startUnpaidReplies } from './pay-replies.ts';
import { receiveInbound } from './receive-inbound.ts';

const clock = manualClock('2026-03-10T15:00:00Z');
const harness = useHarness({ clock });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
type Account = Client & { accountId: number };
let user: Account;
let next = 0;
let people = 0;
let texts = 0;
const services = () => harness().services;
const db = () => services().db;

const newPhone = () => `+1212555${String(5000 + people++)}`;

beforeEach(async () => {
  // A round goes through all accounts: those of earlier tests are done.
  await sql`delete from unpaid_replies`.execute(db());
  user = await newAccount();
});

/** JOIN says Welcome! and asks for a color, for half an hour. */
async function newAccount(): Promise<Account> {
  const added = await harness().newUser();
  next += 1;
  await storeSketch(
    db(),
    added.accountId,
    next,
    [
      { id: next * 100, type: 'message', text: 'Welcome!' },
      {
        id: next * 100 + 1,
        type: 'open-question',
        text: 'Which color?',
        wait: { unit: 'minutes', amount: 30 },
      },
      { id: next * 100 + 2, type: 'final-message', text: 'Thank you.' },
    ],
    'JOIN',
  );
  return added;
}

const setBalance = (credits: number, { accountId } = user) =>
  sql`
    update balances set balance = ${credits}, granted = ${credits} + reserved + spent
    where account_id = ${accountId}`.execute(db());

async function text(phone: string, words: string, { accountId } = user, channel?: number): Promise<void> {
  const channelId = channel ?? (await firstChannel(db(), accountId))?.id ?? 0;
  const carrierMessageId = `u${texts++}`;
  await receiveInbound(services(), {
    accountId,
    channelId,
    phone,
    text: words,
    carrierMessageId,
    at: clock.now(),
  });
}

/** Texts and states of what is for a number. */
async function messagesTo(phone: string, { accountId } = user): Promise<string[]> {
  const found = await rows(
    db(),
    sql<{ line: string }>`
      select m.body || ' | ' || m.status as line from messages m
      join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
      where m.account_id = ${accountId} and c.phone = ${phone} order by m.id`,
  );
  return found.map(({ line }) => line);
}

/** In how many minutes the wait for somebody's answer is over. */
async function minutesLeft(phone: string): Promise<number | undefined> {
  const timer = await first(
    db(),
    sql<{ at: Date }>`
      select t.due_at as at from timers t join contacts c on c.account_id = ${user.accountId} and c.id = t.contact_id
      where t.account_id = ${user.accountId} and c.phone = ${phone}`,
  );
  return timer && (timer.at.getTime() - clock.now().getTime()) / MINUTE;
}

const books = () =>
  first(
    db(),
    sql`
      select b.balance, b.balance + b.reserved + b.spent = b.granted as even,
        (select coalesce(sum(credits), 0) from ledger where account_id = ${user.accountId} and kind = 'spend') as booked,
        (select count(*) from outbox where account_id = ${user.accountId}) as out
      from balances b where b.account_id = ${user.accountId}`,
  );

test('one account without credits does not keep others waiting, and nothing is done for nobody', async () => {
  const others = [await newAccount(), await newAccount()];
  const phone = newPhone();
  for (const each of [user, ...others]) {
    await setBalance(0, each);
    await text(phone, 'JOIN', each);
  }
  // To the last credit: what others wait for takes none of it.
  for (const each of others) await setBalance(2, each);
  expect(await payWaiting(services())).toBe(true);
  for (const each of others)
    expect(await messagesTo(phone, each)).toEqual(['Welcome! | queued', 'Which color? | queued']);
  expect(await messagesTo(phone)).toEqual(['Welcome! | held', 'Which color? | held']);
  expect(await payWaiting(services())).toBe(false);
});

test('the wait for an answer goes on when the last of somebody’s texts goes, and by as long as it stood still', async () => {
  const [ann, bob] = [newPhone(), newPhone()];
  await setBalance(1);
  await text(ann, 'JOIN');
  clock.advance(10 * MINUTE);
  await setBalance(0);
  await text(bob, 'JOIN');
  clock.advance(HOUR);
  // One credit: Ann's question. Bob's first text waits on.
  await setBalance(1);
  await payWaiting(services());
  expect([await minutesLeft(ann), await minutesLeft(bob)]).toEqual([30, 30 - 60]);
  await setBalance(1);
  await payWaiting(services());
  expect(await messagesTo(bob)).toEqual(['Welcome! | queued', 'Which color? | held']);
  expect([await minutesLeft(ann), await minutesLeft(bob)]).toEqual([30, 30 - 60]);
  clock.advance(HOUR);
  await setBalance(5);
  await payWaiting(services());
  expect([await minutesLeft(ann), await minutesLeft(bob)]).toEqual([30 - 60, 30]);
  expect(await books()).toEqual({ balance: 4, even: true, booked: 4, out: 4 });
});

test('people whose texts go in one round all go on, each by as long as theirs stood still', async () => {
  const [ann, bob] = [newPhone(), newPhone()];
  await setBalance(0);
  await text(ann, 'JOIN');
  clock.advance(20 * MINUTE);
  await text(bob, 'JOIN');
  clock.advance(20 * MINUTE);
  await setBalance(50);
  await payWaiting(services());
  expect([await minutesLeft(ann), await minutesLeft(bob)]).toEqual([30, 30]);
  await text(bob, 'Blue');
  expect((await messagesTo(bob)).at(-1)).toBe('Thank you. | queued');
});

test('what is paid or given up sets the loops to work at once', async () => {
  const woken: string[] = [];
  const signals = createSignals();
  for (const name of ['outbox', 'timers'] as const) signals.on(name, () => woken.push(name));
  const mine: Services = { ...services(), signals };
  const pay = async () => {
    woken.length = 0;
    return [await payWaiting(mine), ...woken.toSorted()];
  };
  await setBalance(0);
  await text(newPhone(), 'JOIN');
  expect(await pay()).toEqual([false]);
  await setBalance(1);
  expect(await pay()).toEqual([true, 'outbox', 'timers']);
  clock.advance(4 * HOUR);
  expect(await pay()).toEqual([true, 'outbox', 'timers']);
  expect(await pay()).toEqual([false]);
});

test('the loop pays by itself', async () => {
  const phone = newPhone();
  await setBalance(0);
  await text(phone, 'JOIN');
  await setBalance(2);
  const loop = startUnpaidReplies(services());
  await eventually(
    () => messagesTo(phone),
    (seen) => seen.every((line) => line.endsWith('queued')),
  );
  await loop.stop();
});

test('more than are looked at in one round go round by round, in their order', async () => {
  const crowd = Array.from({ length: 260 }, newPhone);
  await setBalance(0);
  await Promise.all(crowd.map((phone) => text(phone, 'JOIN')));
  await setBalance(1_000);
  expect(await payWaiting(services())).toBe(true);
  expect(await books()).toMatchObject({ balance: 500, out: 500 });
  const order = await first(
    db(),
    sql`
      select max(m.id) < (select min(message_id) from unpaid_replies where account_id = ${user.accountId}) as first
      from messages m where m.account_id = ${user.accountId} and m.status = 'queued'`,
  );
  expect(order).toEqual({ first: true });
  expect(await payWaiting(services())).toBe(true);
  expect(await books()).toEqual({ balance: 480, even: true, booked: 520, out: 520 });
  expect(await payWaiting(services())).toBe(false);
});

test('what has waited too long goes with all behind it of that person on that channel, and with nothing else', async () => {
  const [ann, bob] = [newPhone(), newPhone()];
  const other = (await user.ask(calls.channels.add, { name: 'Second' })).values.id;
  await sql`
    insert into keywords (account_id, channel_id, keyword_key, keyword, campaign_id)
    select account_id, ${other}, keyword_key, keyword, campaign_id from keywords where account_id = ${user.accountId}`.execute(
    db(),
  );
  await setBalance(0);
  await text(ann, 'JOIN');
  clock.advance(HOUR);
  await text(ann, 'JOIN', user, other);
  await text(bob, 'JOIN');
  clock.advance(3 * HOUR - 1);
  await payWaiting(services());
  const states = () =>
    rows(
      db(),
      sql<{ phone: string; other: boolean; status: string; n: number }>`
        select c.phone, m.channel_id = ${other} as other, m.status, count(*) as n from messages m
        join contacts c on c.account_id = ${user.accountId} and c.id = m.contact_id
        where m.account_id = ${user.accountId} group by 1, 2, 3 order by 1, 2, 3`,
    );
  expect((await states()).map(({ status }) => status)).toEqual(Array(3).fill('held'));
  clock.advance(1);
  await payWaiting(services());
  expect(await states()).toEqual([
    { phone: ann, other: false, status: 'skipped', n: 2 },
    { phone: ann, other: true, status: 'held', n: 2 },
    { phone: bob, other: false, status: 'held', n: 2 },
  ]);
  await setBalance(9);
  await payWaiting(services());
  await text(bob, 'Blue');
  expect((await messagesTo(bob)).at(-1)).toBe('Thank you. | queued');
});

/** ASK tells a member of a list, whom it makes one. */
async function noticesTo(staff: string): Promise<void> {
  const list = (await user.ask(calls.lists.add, { name: 'Staff' })).values.id;
  await user.ask(calls.members.add, { phone: staff, list });
  const notice = { id: (next + 500) * 100, type: 'notification', list, text: 'Somebody asked' };
  await storeSketch(db(), user.accountId, next + 500, [notice] as never, 'ASK');
}

test('a notice that nobody pays for is given up, and the conversation of whom it was for goes on', async () => {
  const [guest, staff] = [newPhone(), newPhone()];
  const { accountId } = user;
  await noticesTo(staff);
  await text(staff, 'JOIN');
  await setBalance(0);
  await text(guest, 'ASK');
  clock.advance(4 * HOUR);
  await payWaiting(services());
  expect((await messagesTo(staff)).at(-1)).toBe('Somebody asked | skipped');
  const talk = await first(
    db(),
    sql`
      select v.active from conversations v join contacts c on c.account_id = ${accountId} and c.id = v.contact_id
      where v.account_id = ${accountId} and c.phone = ${staff}`,
  );
  expect(talk).toEqual({ active: true });
  await setBalance(9);
  await text(staff, 'Blue');
  expect((await messagesTo(staff)).at(-1)).toBe('Thank you. | queued');
});

test('a notice that waits holds up no conversation of whom it is for', async () => {
  const [guest, staff] = [newPhone(), newPhone()];
  await noticesTo(staff);
  await text(staff, 'JOIN');
  await setBalance(0);
  await text(guest, 'ASK');
  clock.advance(31 * MINUTE);
  await wakeDue(services(), pipelined(services().pool), 'worker');
  expect(await minutesLeft(staff)).toBeUndefined();
});

test('a wait for an answer is as long as ever when only a notice to that person was paid late', async () => {
  const [guest, staff] = [newPhone(), newPhone()];
  await noticesTo(staff);
  await setBalance(0);
  await text(guest, 'ASK');
  clock.advance(HOUR);
  await setBalance(9);
  await text(staff, 'JOIN');
  await payWaiting(services());
  expect(await messagesTo(staff)).toEqual([
    'Somebody asked | queued',
    'Welcome! | queued',
    'Which color? | queued',
  ]);
  expect(await minutesLeft(staff)).toBe(30);
});

test('a wait goes on from when the first of the conversation’s own texts stood still, whatever waits beside them', async () => {
  const [guest, staff] = [newPhone(), newPhone()];
  await noticesTo(staff);
  await setBalance(0);
  await text(guest, 'ASK');
  clock.advance(HOUR);
  await text(staff, 'JOIN');
  clock.advance(HOUR);
  await text(guest, 'ASK');
  clock.advance(HOUR);
  // All but the last notice, which holds nothing.
  await setBalance(3);
  await payWaiting(services());
  expect((await messagesTo(staff)).filter((line) => line.endsWith('held'))).toEqual([
    'Somebody asked | held',
  ]);
  expect(await minutesLeft(staff)).toBe(30);
});

test('a notice that has waited too long goes alone: what the same person asked for since is still to be paid', async () => {
  const [guest, staff] = [newPhone(), newPhone()];
  await noticesTo(staff);
  await setBalance(0);
  await text(guest, 'ASK');
  clock.advance(HOUR);
  await text(staff, 'JOIN');
  await text(guest, 'ASK');
  clock.advance(3 * HOUR);
  expect(await payWaiting(services())).toBe(true);
  const waits = ['Welcome! | held', 'Which color? | held', 'Somebody asked | held'];
  expect(await messagesTo(staff)).toEqual(['Somebody asked | skipped', ...waits]);
  await setBalance(9);
  await payWaiting(services());
  await text(staff, 'Blue');
  expect((await messagesTo(staff)).at(-1)).toBe('Thank you. | queued');
});

test('what waited when somebody opted out is not sent to who comes back, and costs nothing', async () => {
  const [back, other] = [newPhone(), newPhone()];
  await setBalance(0);
  for (const phone of [back, other]) await text(phone, 'JOIN');
  clock.advance(MINUTE);
  await text(back, 'STOP');
  await text(back, 'START');
  await setBalance(10);
  const outbox = startOutboxPump(services());
  await payWaiting(services());
  const isOver = (line: string) => !line.endsWith('| queued') && !line.endsWith('| sending');
  await eventually(
    async () => [...(await messagesTo(back)), ...(await messagesTo(other))],
    (seen) => seen.every(isOver),
  );
  await outbox.stop();
  const asked = (await messagesTo(back)).filter((line) => /^(Welcome|Which)/.test(line));
  expect(asked).toEqual(['Welcome! | skipped', 'Which color? | skipped']);
  expect((await messagesTo(other)).map((line) => line.split(' | ')[0])).toEqual(['Welcome!', 'Which color?']);
  expect((await messagesTo(other)).join()).not.toContain('skipped');
  expect(await books()).toMatchObject({ balance: 8, even: true });
});
