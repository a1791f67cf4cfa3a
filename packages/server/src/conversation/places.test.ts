/** What one person says on one channel means nothing for the account's other channels, or other people. */
import { calls, type LiveMessage } from '@parley/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { manualClock } from '../platform/clock.ts';
import { first, rows, sql } from '../platform/db/database.ts';
import { pipelined } from '../platform/db/pipeline.ts';
import { createSignals } from '../platform/signals.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, eventually, useHarness } from '../testing/harness.ts';
import { endOldPauses, pauseBot } from './bot-pauses.ts';
import { wakeDue } from './jobs.ts';
import { receiveInbound } from './receive-inbound.ts';

const clock = manualClock('2026-03-10T15:00:00Z');
const harness = useHarness({ clock });
const HOUR = 3_600_000;
const wait = { unit: 'minutes', amount: 30 } as const;
const db = () => harness().services.db;
let user: Client & { accountId: number };
let accountId = 0;
let one = 0;
let other = 0;
let people = 0;
let texts = 0;

const newPhone = () => `+1212555${String(4000 + people++)}`;

/** An account with two channels: JOIN asks for a name on both, in two campaigns; HOURS is the first one's. */
beforeEach(async () => {
  user = await harness().newUser();
  accountId = user.accountId;
  one = (await firstChannel(db(), accountId))?.id ?? 0;
  other = (await user.ask(calls.channels.add, { name: 'Second' })).values.id;
  const asks = (campaign: number, who: string, keyword: string) =>
    storeSketch(
      db(),
      accountId,
      campaign,
      [
        { id: campaign * 10, type: 'open-question', text: `${who}: your name?`, wait },
        {
          id: campaign * 10 + 1,
          type: 'final-message',
          text: `${who}: thank you, {%answer:${campaign * 10}%}.`,
        },
      ],
      keyword,
    );
  await asks(1, 'One', 'JOIN');
  await asks(2, 'Other', '');
  await sql`
    insert into keywords (account_id, channel_id, keyword_key, keyword, campaign_id)
    values (${accountId}, ${other}, 'join', 'JOIN', 2)`.execute(db());
  await storeSketch(db(), accountId, 3, [{ id: 30, type: 'final-message', text: 'Open 9 to 5.' }], 'HOURS');
});

const text = (phone: string, words: string, channelId = one, carrierMessageId = `p${texts++}`) =>
  receiveInbound(harness().services, {
    accountId,
    channelId,
    phone,
    text: words,
    carrierMessageId,
    at: clock.now(),
  });

/** What a number got over a channel. */
async function sentTo(phone: string, channelId = one): Promise<string[]> {
  const found = await rows(
    db(),
    sql<{ body: string }>`
      select m.body from messages m join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
      where m.account_id = ${accountId} and m.channel_id = ${channelId} and c.phone = ${phone} and m.status <> 'skipped'
      order by m.id`,
  );
  return found.map(({ body }) => body);
}

async function contactOf(phone: string): Promise<number> {
  const row = await first(
    db(),
    sql<{ id: number }>`select id from contacts where account_id = ${accountId} and phone = ${phone}`,
  );
  return row?.id ?? 0;
}

const pause = async (phone: string, channelId: number) =>
  pauseBot(db(), accountId, { channelId, contactId: await contactOf(phone) }, clock.now());

/** Where the bot is silent: the person and the channel. */
async function pauses(): Promise<string[]> {
  const found = await rows(
    db(),
    sql<{ place: string }>`
      select c.phone || ' ' || case b.channel_id when ${one} then 'one' else 'other' end as place
      from bot_pauses b join contacts c on c.account_id = ${accountId} and c.id = b.contact_id
      where b.account_id = ${accountId} order by 1`,
  );
  return found.map(({ place }) => place);
}

const setBalance = (credits: number) =>
  sql`
    update balances set balance = ${credits}, granted = ${credits} + reserved + spent
    where account_id = ${accountId}`.execute(db());

test('an open inbox is told of each text once, however often the carrier repeats it', async () => {
  const [ann, bob] = [newPhone(), newPhone()];
  const told: unknown[] = [];
  const stop = harness().services.live.listen(accountId, (message) => {
    if (message.type === 'inbox') told.push([message.message.phone, message.message.campaign]);
  });
  await text(ann, 'JOIN', one, 'again');
  await Promise.all([text(ann, 'JOIN', one, 'again'), text(bob, 'Hello?')]);
  stop();
  expect(told).toEqual([
    [ann, 1],
    [bob, 0],
  ]);
});

test('what a reply has cost is told to open browsers', async () => {
  const told: LiveMessage[] = [];
  const stop = harness().services.live.listen(accountId, (message) => told.push(message));
  await setBalance(100);
  await text(newPhone(), 'HOURS');
  await eventually(() => told.some((each) => each.type === 'balance'));
  stop();
  expect(told.filter(({ type }) => type === 'balance')).toEqual([{ type: 'balance', balance: 99 }]);
});

describe('a channel', () => {
  test('has keywords of its own, in one group with the texts of another', async () => {
    const [ann, bob, cem] = [newPhone(), newPhone(), newPhone()];
    await Promise.all([text(ann, 'JOIN'), text(bob, 'Join', other), text(cem, 'HOURS', other)]);
    expect([await sentTo(ann), await sentTo(bob, other), await sentTo(cem, other)]).toEqual([
      ['One: your name?'],
      ['Other: your name?'],
      [],
    ]);
  });

  test('has conversations of its own: an answer goes on with the one that was asked there, and with nobody else’s', async () => {
    const [ann, bob] = [newPhone(), newPhone()];
    for (const phone of [ann, bob]) for (const channel of [one, other]) await text(phone, 'JOIN', channel);
    await text(ann, 'Ann', other);
    expect(await sentTo(ann, other)).toEqual(['Other: your name?', 'Other: thank you, Ann.']);
    expect(await sentTo(ann)).toEqual(['One: your name?']);
    await text(ann, 'Anna');
    await text(bob, 'Bob');
    await text(bob, 'Bobby', other);
    expect([
      (await sentTo(ann)).at(-1),
      (await sentTo(bob)).at(-1),
      (await sentTo(bob, other)).at(-1),
    ]).toEqual(['One: thank you, Anna.', 'One: thank you, Bob.', 'Other: thank you, Bobby.']);
    // They have ended: what comes now is for the inbox.
    await text(ann, 'Bye', other);
    expect(await sentTo(ann, other)).toHaveLength(2);
  });

  test('has carrier ids of its own, and of two texts in one group only the repeated one is left out', async () => {
    const [ann, bob] = [newPhone(), newPhone()];
    const begun = await text(ann, 'JOIN', one, 'same');
    const [repeated, fresh] = await Promise.all([
      text(ann, 'JOIN', one, 'same'),
      text(bob, 'JOIN', other, 'same'),
    ]);
    expect(repeated).toMatchObject({ duplicate: true, inboundId: begun.inboundId });
    expect(fresh).toMatchObject({ duplicate: false });
    expect(await sentTo(bob, other)).toEqual(['Other: your name?']);
    expect(await sentTo(ann)).toHaveLength(1);
  });

  test('has an audience of its own: whoever texts its keyword first has consented to it, member of other lists or not', async () => {
    const ann = newPhone();
    const list = (await user.ask(calls.lists.add, { name: 'News' })).values.id;
    await user.ask(calls.members.add, { phone: ann, list });
    await Promise.all([text(ann, 'JOIN'), text(newPhone(), 'JOIN', other)]);
    await text(ann, 'JOIN', other);
    await text(ann, 'JOIN', other);
    const consents = await rows(
      db(),
      sql`select channel_id as channel, campaign_id as campaign from consents where account_id = ${accountId} and phone = ${ann} order by id`,
    );
    expect(consents).toEqual([
      { channel: one, campaign: 1 },
      { channel: other, campaign: 2 },
    ]);
    const joined = await rows(
      db(),
      sql`
        select h.id as channel from channels h join list_members m on m.account_id = ${accountId} and m.list_id = h.audience_list_id
        where h.account_id = ${accountId} and m.contact_id = ${await contactOf(ann)} order by h.id`,
    );
    expect(joined).toEqual([{ channel: one }, { channel: other }]);
  });

  test('that was deleted still hears a STOP, and answers no keyword', async () => {
    const [ann, bob] = [newPhone(), newPhone()];
    await text(ann, 'JOIN', other);
    expect((await user.ask(calls.channels.remove, { channel: other })).RESULT).toBe(1);
    await Promise.all([text(ann, 'STOP', other), text(bob, 'JOIN', other)]);
    expect(await rows(db(), sql`select phone from suppressions where account_id = ${accountId}`)).toEqual([
      { phone: ann },
    ]);
    expect(await sentTo(bob, other)).toEqual([]);
  });
});

test('STOP ends all conversations of whoever says it, on every channel, and nobody else’s', async () => {
  const [ann, bob] = [newPhone(), newPhone()];
  for (const phone of [ann, bob]) for (const channel of [one, other]) await text(phone, 'JOIN', channel);
  await text(ann, 'STOP', other);
  const states = await rows(
    db(),
    sql`
      select c.phone, v.active, v.session ->> 'endReason' as reason from conversations v
      join contacts c on c.account_id = ${accountId} and c.id = v.contact_id where v.account_id = ${accountId} order by 1, v.channel_id`,
  );
  expect(states).toEqual([
    ...Array(2).fill({ phone: ann, active: false, reason: 'opted-out' }),
    ...Array(2).fill({ phone: bob, active: true, reason: '' }),
  ]);
  await text(ann, 'JOIN');
  await text(bob, 'Bob');
  expect((await sentTo(bob)).at(-1)).toBe('One: thank you, Bob.');
});

describe('somebody of the team', () => {
  test('talks to one person on one channel: a keyword hands back that one alone', async () => {
    const [ann, bob] = [newPhone(), newPhone()];
    for (const phone of [ann, bob]) for (const channel of [one, other]) await text(phone, 'JOIN', channel);
    for (const [phone, channel] of [
      [ann, one],
      [ann, other],
      [bob, one],
    ] as const)
      await pause(phone, channel);
    await text(bob, 'Bob', other);
    expect((await sentTo(bob, other)).at(-1)).toBe('Other: thank you, Bob.');
    await Promise.all([text(ann, 'HOURS'), text(bob, 'Which shop?')]);
    expect(await pauses()).toEqual([`${ann} other`, `${bob} one`]);
    await text(ann, 'Ann', other);
    expect(await sentTo(ann, other)).toEqual(['Other: your name?']);
    await user.ask(calls.inbox.handBack, { contact: await contactOf(ann) });
    expect(await pauses()).toEqual([`${bob} one`]);
  });

  test('holds up the wait of that conversation alone', async () => {
    const [ann, bob] = [newPhone(), newPhone()];
    for (const [phone, channel] of [
      [ann, one],
      [ann, other],
      [bob, one],
    ] as const)
      await text(phone, 'JOIN', channel);
    await pause(ann, one);
    clock.advance(HOUR / 6);
    const contact = await contactOf(ann);
    await user.ask(calls.inbox.handBack, { contact });
    const left = () =>
      rows(
        db(),
        sql`
        select contact_id = ${contact} as ann, channel_id as channel, (extract(epoch from due_at - ${clock.now()}) / 60)::int as minutes
        from timers where account_id = ${accountId} order by 1, 2`,
      );
    expect(await left()).toEqual([
      { ann: false, channel: one, minutes: 20 },
      { ann: true, channel: one, minutes: 30 },
      { ann: true, channel: other, minutes: 20 },
    ]);
    await pause(ann, one);
    clock.advance(HOUR / 2);
    const { services } = harness();
    for (let n = 0; n < 2; n += 1) await wakeDue(services, pipelined(services.pool), 'worker');
    expect(await left()).toEqual([{ ann: true, channel: one, minutes: 0 }]);
  });

  test('has a day from the last text of that person on that channel', async () => {
    const [ann, bob] = [newPhone(), newPhone()];
    for (const phone of [ann, bob]) await text(phone, 'JOIN');
    for (const [phone, channel] of [
      [ann, one],
      [ann, other],
      [bob, one],
    ] as const)
      await pause(phone, channel);
    const told: LiveMessage[] = [];
    const stop = harness().services.live.listen(accountId, (message) => told.push(message));
    clock.advance(HOUR);
    await text(ann, 'Boston');
    clock.advance(23 * HOUR - 1);
    expect(await endOldPauses(harness().services)).toBe(false);
    expect(await pauses()).toHaveLength(3);
    clock.advance(1);
    // By now it has ended, whether a loop has looked or not.
    await text(bob, 'Bob');
    expect((await sentTo(bob)).at(-1)).toBe('One: thank you, Bob.');
    const woken: string[] = [];
    const signals = createSignals();
    signals.on('timers', () => woken.push('timers'));
    await endOldPauses({ ...harness().services, signals });
    stop();
    expect(woken).toEqual(['timers']);
    expect(await pauses()).toEqual([`${ann} one`]);
    const threads = told.flatMap((message) => (message.type === 'thread' ? [message.contact] : []));
    expect(threads.toSorted()).toEqual([await contactOf(ann), await contactOf(bob)].toSorted());
  });
});

test('what waits for credits holds one conversation: the person’s other ones and other people’s go on', async () => {
  const [ann, bob] = [newPhone(), newPhone()];
  await text(ann, 'JOIN', other);
  await text(bob, 'JOIN');
  await setBalance(0);
  await text(ann, 'JOIN');
  await setBalance(10);
  await text(ann, 'Ann');
  await text(ann, 'Ann', other);
  await text(bob, 'Bob');
  expect(await sentTo(ann)).toEqual(['One: your name?']);
  expect((await sentTo(ann, other)).at(-1)).toBe('Other: thank you, Ann.');
  expect((await sentTo(bob)).at(-1)).toBe('One: thank you, Bob.');
});
