/**
 * The gate of single messages: each is held, stopped or sent for reasons of its own, by what holds at that
 * very moment.
 */

import { calls } from '@parley/contract';
import { beforeEach, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { claimOutbox, type Outgoing } from '../messages/outbox.ts';
import { type NewMessage, queueMessages } from '../messages/queue.ts';
import { manualClock } from '../platform/clock.ts';
import { first, rows, sql, transact } from '../platform/db/database.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { storeList } from '../testing/people.ts';
import { applyPolicy } from './apply-policy.ts';

/** Eleven at night in New York, six in the evening in Honolulu. */
const NIGHT = '2026-03-03T04:00:00Z';
const DAY = '2026-03-02T17:00:00Z';
const clock = manualClock(DAY);
const harness = useHarness({ clock });
const db = () => harness().services.db;
let user: Client & { accountId: number };
let channelId = 0;
let numbers = 1_000;

beforeEach(async () => {
  await sql`delete from outbox`.execute(db());
  clock.set(DAY);
  user = await harness().newUser();
  channelId = (await firstChannel(db(), user.accountId))?.id ?? 0;
});

const newPhone = (area: string) => `+1${area}555${String(numbers++)}`;

/** People by their numbers, in their order. */
async function contactsOf(phones: readonly string[]): Promise<number[]> {
  await storeList(
    db(),
    user.accountId,
    `List ${numbers}`,
    phones.map((phone) => ({ phone })),
  );
  const found = await rows(
    db(),
    sql<{ id: number; phone: string }>`select id, phone from contacts where account_id = ${user.accountId}`,
  );
  return phones.map((phone) => found.find((each) => each.phone === phone)?.id ?? 0);
}

const textTo = (contactId: number): NewMessage => ({
  channelId,
  campaignId: null,
  blastId: null,
  stepId: null,
  media: null,
  contactId,
  origin: 'inbox',
  purpose: 'message',
  body: 'Hi',
});

/** Queues a text to each, and takes all of them up as a pump does. */
async function claimed(to: readonly number[], more: Partial<NewMessage> = {}): Promise<Outgoing[]> {
  const said = to.map((contactId) => ({ ...textTo(contactId), ...more }));
  await transact(db(), (trx) => queueMessages(trx, harness().services, user.accountId, said));
  const found = await claimOutbox(db(), 'test', [], [], clock.now());
  return found.flatMap(({ message }) => message ?? []);
}

const pass = (waiting: readonly Outgoing[], replies: readonly number[] = []) =>
  applyPolicy(
    db(),
    harness().services,
    { accountId: user.accountId, channelId },
    { waiting, replies: new Set(replies) },
    clock.now(),
  );

const states = async () =>
  (
    await rows(
      db(),
      sql<{ status: string; reason: string | null; credits: number }>`
        select status, reason, credits from messages where account_id = ${user.accountId} order by id`,
    )
  ).map(({ status, reason, credits }) => [status, reason, credits]);

const setStatus = (message: Outgoing | undefined, status: string) =>
  sql`update messages set status = ${status} where account_id = ${user.accountId} and id = ${message?.id}`.execute(
    db(),
  );
const balance = () =>
  first(db(), sql`select balance, spent from balances where account_id = ${user.accountId}`);

test('at night a text waits for the person’s own morning, an answer goes, and so does what finds day elsewhere', async () => {
  await user.ask(calls.gate.saveChannelRules, { channel: channelId, usual: false, quiet: true });
  clock.set(NIGHT);
  const people = await contactsOf([newPhone('212'), newPhone('212'), newPhone('808'), newPhone('310')]);
  const waiting = await claimed(people);
  const [one, answer, elsewhere, west] = waiting;
  const { ready, held } = await pass(waiting, [answer?.id ?? 0]);
  expect(ready).toEqual([answer, elsewhere, west]);
  expect([...held]).toEqual([one?.id]);
  expect((await states()).map(([status, reason]) => [status, reason])).toEqual([
    ['held', 'quiet-hours'],
    ['sending', null],
    ['sending', null],
    ['sending', null],
  ]);
  const morning = new Date('2026-03-03T13:00:00Z');
  const waits = await rows(
    db(),
    sql`
      select o.message_id as id, o.due_at as due, o.worker, m.held_until as until from outbox o
        join messages m on m.account_id = ${user.accountId} and m.id = o.message_id
      where o.account_id = ${user.accountId} and o.worker is null`,
  );
  expect(waits).toEqual([{ id: one?.id, due: morning, worker: null, until: morning }]);
  clock.set(morning);
  expect((await claimOutbox(db(), 'next', [], [], clock.now())).map(({ messageId }) => messageId)).toContain(
    one?.id,
  );
});

test('what goes over a channel that another process is bound to is left to that one', async () => {
  const [one] = await contactsOf([newPhone('212')]);
  await transact(db(), (trx) => queueMessages(trx, harness().services, user.accountId, [textTo(one ?? 0)]));
  expect(await claimOutbox(db(), 'test', [], [channelId], clock.now())).toEqual([]);
  const found = await claimOutbox(db(), 'test', [], [], clock.now());
  expect(found.map(({ message }) => message?.contactId)).toEqual([one]);
});

test('what was settled since it was read is neither held nor sent any more', async () => {
  await user.ask(calls.gate.saveChannelRules, { channel: channelId, usual: false, quiet: true });
  clock.set(NIGHT);
  const people = await contactsOf([newPhone('212'), newPhone('212'), newPhone('808'), newPhone('808')]);
  const waiting = await claimed(people);
  const [skippedAtNight, heldAtNight, sentByDay, byDay] = waiting;
  await setStatus(skippedAtNight, 'skipped');
  await setStatus(sentByDay, 'delivered');
  expect((await pass(waiting)).ready).toEqual([byDay]);
  expect((await states()).map(([status]) => status)).toEqual(['skipped', 'held', 'delivered', 'sending']);
  expect(heldAtNight).toBeDefined();
});

test('who opted out or was erased since it was read gets nothing, with the reason and the credits back; others do', async () => {
  const [out = '', stays = '', gone = ''] = [newPhone('212'), newPhone('212'), newPhone('212')];
  const people = await contactsOf([out, stays, gone]);
  const before = await claimed(people);
  await sql`
    insert into suppressions (account_id, phone, source, at)
    values (${user.accountId}, ${out}, 'text', ${clock.now()})`.execute(db());
  const waiting = before.map((message, n) => ({ ...message, isErased: n === 2 }));
  const paid = await balance();
  expect((await pass(waiting)).ready.map(({ phone }) => phone)).toEqual([stays]);
  expect((await states()).map(([status, reason]) => [status, reason])).toEqual([
    ['skipped', 'opted-out'],
    ['sending', null],
    ['skipped', 'erased'],
  ]);
  const { balance: left, spent } = paid as { balance: number; spent: number };
  expect(await balance()).toEqual({ balance: left + 2, spent: spent - 2 });
});

test('to whoever opted out only what is free and of the system goes', async () => {
  const phone = newPhone('212');
  const [contact = 0] = await contactsOf([phone]);
  const answers = await claimed([contact], { origin: 'system', purpose: 'required' });
  await sql`update outbox set worker = 'other'`.execute(db());
  const paid = await claimed([contact], { origin: 'system' });
  await sql`update outbox set worker = 'other'`.execute(db());
  const free = await claimed([contact], { origin: 'inbox', purpose: 'required' });
  await sql`
    insert into suppressions (account_id, phone, source, at)
    values (${user.accountId}, ${phone}, 'text', ${clock.now()})`.execute(db());
  // As they are read when the opt-out is known, and when it is not.
  for (const optedOut of [true, false]) {
    await sql`update messages set status = 'queued' where account_id = ${user.accountId}`.execute(db());
    const waiting = [...answers, ...paid, ...free].map((message) => ({ ...message, optedOut }));
    expect((await pass(waiting)).ready.map(({ id }) => id)).toEqual(answers.map(({ id }) => id));
  }
});

test('nothing is nothing', async () => {
  expect(await pass([])).toEqual({ ready: [], held: new Set() });
});
