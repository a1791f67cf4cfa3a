/** Who is asked for a YES, when and over which channel; at night only whoever has just texted. */
import { calls } from '@parley/contract';
import { beforeEach, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { receiveInbound } from '../conversation/index.ts';
import { manualClock } from '../platform/clock.ts';
import { rows, sql } from '../platform/db/database.ts';
import { createSignals } from '../platform/signals.ts';
import { type Client, eventually, useHarness } from '../testing/harness.ts';
import { askDue, startConfirmations } from './ask.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
const { lists, members, gate, channels } = calls;
const MINUTE = 60_000;
let user: Client & { accountId: number };
let list = 0;
let channelId = 0;
let texts = 0;
let people = 0;
const services = () => harness().services;
const db = () => services().db;
const newPhone = () => `+1212555${String(6000 + people++)}`;

beforeEach(async () => {
  await sql`delete from confirmation_jobs`.execute(db());
  user = await harness().newUser();
  channelId = (await firstChannel(db(), user.accountId))?.id ?? 0;
  list = await newList('News');
});

async function newList(name: string, doubleOptIn = true): Promise<number> {
  const { id } = (await user.ask(lists.add, { name })).values;
  await user.ask(gate.saveListRules, { list: id, doubleOptIn });
  return id;
}

const join = (phone: string, to = list) => user.ask(members.add, { phone, list: to });
const text = (phone: string, words: string, channel = channelId) =>
  receiveInbound(services(), {
    accountId: user.accountId,
    channelId: channel,
    phone,
    text: words,
    carrierMessageId: `ask ${texts++}`,
    at: clock.now(),
  });

async function askAll() {
  while (await askDue(services(), 'test')) {
    // list after list
  }
}

/** The questions: to whom, about which list, over which channel, and whether they answer somebody's text. */
const asked = () =>
  rows(
    db(),
    sql<{ phone: string; about: string; channel: number; reply: boolean }>`
      select c.phone, substring(m.body from '\\((.*?)\\)') as about, m.channel_id as channel, o.reply from messages m
      join outbox o on o.account_id = ${user.accountId} and o.message_id = m.id
      join contacts c on c.account_id = ${user.accountId} and c.id = m.contact_id
      where m.account_id = ${user.accountId} and m.body like '%Reply YES%' order by c.phone, m.id`,
  );

test('whoever has texted in the last quarter of an hour is asked at night, too; nobody else is', async () => {
  const [just, before, never] = [newPhone(), newPhone(), newPhone()];
  await text(before, 'hi');
  clock.advance(1);
  await text(just, 'hi');
  for (const phone of [just, before, never]) await join(phone);
  clock.advance(15 * MINUTE - 1);
  await askAll();
  expect((await asked()).map(({ phone, reply }) => [phone, reply])).toEqual([
    [just, true],
    [before, false],
    [never, false],
  ]);
});

test('each is asked once, over the channel that was texted last, about that list', async () => {
  const second = (await user.ask(channels.add, { name: 'Second' })).values.id;
  const offers = await newList('Offers');
  const [ann, bob] = [newPhone(), newPhone()];
  await text(ann, 'hi', second);
  clock.advance(1);
  await text(ann, 'hi');
  await text(bob, 'hi');
  clock.advance(1);
  await text(bob, 'hi', second);
  await join(ann);
  await askAll();
  await join(bob);
  await join(ann, offers);
  await askAll();
  await askAll();
  expect((await asked()).map(({ phone, about, channel }) => [phone, about, channel])).toEqual([
    [ann, 'News', channelId],
    [ann, 'Offers', channelId],
    [bob, 'News', second],
  ]);
});

test('over a channel that was deleted since nobody is asked', async () => {
  const stranger = await harness().newUser();
  await sql`update channels set connection_kind = 'gateway' where account_id = ${stranger.accountId}`.execute(
    db(),
  );
  const second = (await user.ask(channels.add, { name: 'Second' })).values.id;
  const ann = newPhone();
  await text(ann, 'hi');
  clock.advance(1);
  await text(ann, 'hi', second);
  // A real one: while it is there no test phone is asked.
  await sql`update channels set connection_kind = 'gateway' where account_id = ${user.accountId} and id = ${second}`.execute(
    db(),
  );
  await user.ask(channels.remove, { channel: second });
  await join(ann);
  await askAll();
  expect((await asked()).map(({ channel }) => channel)).toEqual([channelId]);
});

test('only those are asked later for whom there are no credits, and the outbox is woken for the others', async () => {
  const woken: string[] = [];
  const signals = createSignals();
  signals.on('outbox', () => woken.push('outbox'));
  const ask = () => askDue({ ...services(), signals }, 'test');
  const [ann, bob] = [newPhone(), newPhone()];
  for (const phone of [ann, bob]) await join(phone);
  const setBalance = (credits: number) =>
    sql`
      update balances set balance = ${credits}, granted = ${credits} + reserved + spent
      where account_id = ${user.accountId}`.execute(db());
  await setBalance(1);
  expect([await ask(), woken]).toEqual([true, ['outbox']]);
  expect((await asked()).map(({ phone }) => phone)).toEqual([ann]);
  await setBalance(10);
  clock.advance(10 * MINUTE - 1);
  expect(await ask()).toBe(false);
  clock.advance(1);
  expect([await ask(), woken]).toEqual([true, ['outbox', 'outbox']]);
  expect((await asked()).map(({ phone }) => phone)).toEqual([ann, bob]);
  // Once more, and sees that nobody is left.
  expect([await ask(), await ask(), woken]).toEqual([true, false, ['outbox', 'outbox']]);
});

test('who waits on a list that another worker asks is left to it until its lease is over, whatever other lists do', async () => {
  const [ann, bob] = [newPhone(), newPhone()];
  await join(ann);
  await sql`
    update confirmation_jobs set worker = 'other', leased_until = ${new Date(clock.now().getTime() + MINUTE)}
    where account_id = ${user.accountId}`.execute(db());
  expect(await askDue(services(), 'test')).toBe(false);
  await join(bob, await newList('Offers'));
  await askAll();
  expect((await asked()).map(({ phone, about }) => [phone, about])).toEqual([[bob, 'Offers']]);
  clock.advance(MINUTE + 1);
  await askAll();
  expect((await asked()).map(({ phone, about }) => [phone, about])).toEqual([
    [ann, 'News'],
    [bob, 'Offers'],
  ]);
});

test('the loop asks by itself', async () => {
  const ann = newPhone();
  const loop = startConfirmations(services());
  await join(ann);
  await eventually(asked, (seen) => seen.length === 1);
  await loop.stop();
});
