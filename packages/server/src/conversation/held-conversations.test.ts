import { calls } from '@parley/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { manualClock } from '../platform/clock.ts';
import { rows, sql } from '../platform/db/database.ts';
import { pipelined } from '../platform/db/pipeline.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { endOldPauses } from './bot-pauses.ts';
import { wakeDue } from './jobs.ts';
import { payWaiting } from './pay-replies.ts';
import { receiveInbound } from './receive-inbound.ts';

const clock = manualClock('2026-03-10T15:00:00Z');
const harness = useHarness({ clock });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let user: Client & { accountId: number };
let accountId = 0;
let channelId = 0;
let people = 0;
let texts = 0;

const newPhone = () => `+1212555${String(3000 + people++)}`;

beforeAll(async () => {
  user = await harness().newUser();
  accountId = user.accountId;
  const { db } = harness().services;
  channelId = (await firstChannel(db, accountId))?.id ?? 0;
  await storeSketch(
    db,
    accountId,
    1,
    [
      { id: 1, type: 'message', text: 'Welcome!' },
      { id: 2, type: 'open-question', text: 'Which color?', wait: { unit: 'minutes', amount: 30 } },
      { id: 3, type: 'final-message', text: 'Color: {%answer:2%}.' },
    ],
    'JOIN',
  );
  await storeSketch(db, accountId, 2, [{ id: 21, type: 'final-message', text: 'Open 9 to 5.' }], 'HOURS');
});

beforeEach(() => setBalance(1_000));

async function setBalance(credits: number): Promise<void> {
  await sql`
    update balances set balance = ${credits}, granted = ${credits} + reserved + spent
    where account_id = ${accountId}`.execute(harness().services.db);
}

async function text(phone: string, words: string): Promise<void> {
  const { services } = harness();
  const at = clock.now();
  await receiveInbound(services, {
    accountId,
    channelId,
    phone,
    text: words,
    carrierMessageId: `h${texts++}`,
    at,
  });
}

const pay = () => payWaiting(harness().services);
const wake = () => wakeDue(harness().services, pipelined(harness().services.pool), 'worker');

/** All messages to a number: text, status and reason. */
async function messagesTo(phone: string): Promise<string[]> {
  const found = await rows(
    harness().services.db,
    sql<{ line: string }>`
      select concat_ws(' | ', m.body, m.status, m.reason) as line
      from messages m join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
      where m.account_id = ${accountId} and c.phone = ${phone} order by m.id`,
  );
  return found.map(({ line }) => line);
}

async function kindsFrom(phone: string): Promise<string[]> {
  const found = await rows(
    harness().services.db,
    sql<{ kind: string }>`
      select i.kind from inbound_messages i join contacts c on c.account_id = ${accountId} and c.id = i.contact_id
      where i.account_id = ${accountId} and c.phone = ${phone} order by i.id`,
  );
  return found.map(({ kind }) => kind);
}

async function contactOf(phone: string): Promise<number> {
  const [row] = await rows(
    harness().services.db,
    sql<{ id: number }>`select id from contacts where account_id = ${accountId} and phone = ${phone}`,
  );
  return row?.id ?? 0;
}

async function sums() {
  const [row] = await rows(
    harness().services.db,
    sql<{ balance: number; even: boolean }>`
      select balance, balance + reserved + spent = granted as even
      from balances where account_id = ${accountId}`,
  );
  return row;
}

test('a reply is a row of the ledger, with its credits and its message', async () => {
  await text(newPhone(), 'HOURS');
  const [row] = await rows(
    harness().services.db,
    sql`select kind, credits, messages from ledger where account_id = ${accountId} order by id desc limit 1`,
  );
  expect(row).toEqual({ kind: 'spend', credits: 1, messages: 1 });
});

describe('a reply that the balance has no room for', () => {
  test('waits, holds its conversation, and goes when credits come; the wait for the answer begins then', async () => {
    const phone = newPhone();
    await setBalance(1);
    await text(phone, 'JOIN');
    expect(await messagesTo(phone)).toEqual(['Welcome! | queued', 'Which color? | held | balance']);
    await text(phone, 'Hello?');
    expect(await kindsFrom(phone)).toEqual(['keyword', 'none']);
    clock.advance(2 * HOUR);
    await wake();
    await pay();
    expect(await messagesTo(phone)).toEqual(['Welcome! | queued', 'Which color? | held | balance']);
    await setBalance(10);
    await pay();
    expect(await messagesTo(phone)).toEqual(['Welcome! | queued', 'Which color? | queued']);
    expect(await sums()).toMatchObject({ balance: 9, even: true });
    clock.advance(29 * MINUTE);
    await wake();
    await text(phone, 'Blue');
    expect(await kindsFrom(phone)).toEqual(['keyword', 'none', 'answer']);
    expect((await messagesTo(phone)).at(-1)).toBe('Color: Blue. | queued');
  });

  test('is recorded as not sent after four hours, and ends its conversation, nobody else’s', async () => {
    const phone = newPhone();
    const other = newPhone();
    await text(other, 'JOIN');
    await setBalance(1);
    await text(phone, 'JOIN');
    clock.advance(4 * HOUR - MINUTE);
    await pay();
    expect((await messagesTo(phone)).at(-1)).toBe('Which color? | held | balance');
    clock.advance(MINUTE);
    await pay();
    expect((await messagesTo(phone)).at(-1)).toBe('Which color? | skipped | balance');
    await setBalance(100);
    await text(phone, 'Blue');
    expect(await kindsFrom(phone)).toEqual(['keyword', 'none']);
    await pay();
    expect(await messagesTo(phone)).toHaveLength(2);
    await text(other, 'Green');
    expect(await kindsFrom(other)).toEqual(['keyword', 'answer']);
  });

  test('is not sent any more when the same keyword comes again: the person gets one opening', async () => {
    const phone = newPhone();
    await setBalance(0);
    await text(phone, 'JOIN');
    await text(phone, 'JOIN');
    await setBalance(50);
    await pay();
    expect(await messagesTo(phone)).toEqual([
      'Welcome! | skipped | balance',
      'Which color? | skipped | balance',
      'Welcome! | queued',
      'Which color? | queued',
    ]);
  });

  test('goes in the order of the texts, and not before what came first', async () => {
    const [first, second] = [newPhone(), newPhone()];
    await setBalance(0);
    await text(first, 'JOIN');
    await text(second, 'HOURS');
    await setBalance(1);
    await pay();
    expect(await messagesTo(first)).toEqual(['Welcome! | queued', 'Which color? | held | balance']);
    expect(await messagesTo(second)).toEqual(['Open 9 to 5. | held | balance']);
    await setBalance(2);
    await pay();
    expect(
      [await messagesTo(first), await messagesTo(second)].flat().filter((line) => / held /.test(line)),
    ).toEqual([]);
    expect(await sums()).toMatchObject({ balance: 0, even: true });
  });

  test('does not stand in the way of STOP, HELP and START: they are answered without credits', async () => {
    const phone = newPhone();
    await setBalance(0);
    await text(phone, 'JOIN');
    for (const word of ['HELP', 'STOP', 'START']) await text(phone, word);
    const lines = await messagesTo(phone);
    expect(lines.filter((line) => line.endsWith('| queued'))).toHaveLength(3);
    await setBalance(10);
    await pay();
    expect(await kindsFrom(phone)).toEqual(['keyword', 'help', 'stop', 'start']);
    expect((await messagesTo(phone)).filter((line) => / held /.test(line))).toEqual([]);
  });
});

describe('an answer of the team', () => {
  const reply = async (phone: string, words: string) =>
    user.ask(calls.inbox.reply, { contact: await contactOf(phone), text: words });
  const pausedUntil = async (phone: string) =>
    (await user.ask(calls.inbox.thread, { contact: await contactOf(phone) })).values.pausedUntil;
  const isListedAsPaused = async (phone: string) => {
    const contact = await contactOf(phone);
    const { threads } = (await user.ask(calls.inbox.threads, { search: phone.slice(-7) })).values;
    return threads.find((each) => each.contact === contact)?.paused;
  };

  test('pauses the bot: what the person texts goes to the inbox until it is handed back', async () => {
    const phone = newPhone();
    await text(phone, 'JOIN');
    clock.advance(10 * MINUTE);
    expect((await reply(phone, 'Which shop?')).RESULT).toBe(1);
    expect(await pausedUntil(phone)).toBe(new Date(clock.now().getTime() + 24 * HOUR).toISOString());
    expect(await isListedAsPaused(phone)).toBe(true);
    await text(phone, 'Boston');
    expect(await kindsFrom(phone)).toEqual(['keyword', 'none']);
    clock.advance(HOUR);
    await wake();
    expect((await messagesTo(phone)).at(-1)).toBe('Which shop? | queued');
    expect((await user.ask(calls.inbox.handBack, { contact: await contactOf(phone) })).RESULT).toBe(1);
    expect(await pausedUntil(phone)).toBe('');
    expect(await isListedAsPaused(phone)).toBe(false);
    clock.advance(19 * MINUTE);
    await wake();
    await text(phone, 'Blue');
    expect((await messagesTo(phone)).at(-1)).toBe('Color: Blue. | queued');
  });

  test('does not pause keywords, nor STOP and HELP: a keyword hands the person to its campaign', async () => {
    const phone = newPhone();
    await text(phone, 'JOIN');
    await reply(phone, 'Which shop?');
    for (const words of ['HELP', 'Boston', 'HOURS']) await text(phone, words);
    expect(await kindsFrom(phone)).toEqual(['keyword', 'help', 'none', 'keyword']);
    expect(await pausedUntil(phone)).toBe('');
    await reply(phone, 'Anything else?');
    await text(phone, 'STOP');
    expect((await kindsFrom(phone)).at(-1)).toBe('stop');
  });

  test('of another account does nothing, and an unknown contact is not found', async () => {
    const stranger = await harness().newUser();
    const phone = newPhone();
    await text(phone, 'JOIN');
    await reply(phone, 'Which shop?');
    const contact = await contactOf(phone);
    expect((await stranger.ask(calls.inbox.handBack, { contact })).status).toBe(404);
    expect(await pausedUntil(phone)).not.toBe('');
  });

  // Without calls: a session does not last that long.
  const pauses = async (phone: string) =>
    (
      await rows(
        harness().services.db,
        sql`select 1 from bot_pauses where account_id = ${accountId} and contact_id = ${await contactOf(phone)}`,
      )
    ).length;

  test('pauses it for 24 hours after the last text of either side', async () => {
    const phone = newPhone();
    await text(phone, 'JOIN');
    await reply(phone, 'Which shop?');
    clock.advance(23 * HOUR);
    await text(phone, 'Boston');
    clock.advance(23 * HOUR);
    await endOldPauses(harness().services);
    expect(await pauses(phone)).toBe(1);
    clock.advance(HOUR);
    await endOldPauses(harness().services);
    expect(await pauses(phone)).toBe(0);
    await text(phone, 'Blue');
    expect(await kindsFrom(phone)).toEqual(['keyword', 'none', 'answer']);
  });
});
