/** The contract of every carrier: one test for all kinds, each against a peer on a real socket. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { first, rows, sql } from '../platform/db/database.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { storeList } from '../testing/people.ts';
import type { OutgoingMessage, SendResult } from './carrier.ts';
import { startSimulatedReceipts } from './simulator.ts';
import { ENDINGS } from './testing/peer.ts';
import { bookOf, type Made, PUBLIC_URL, SUBJECTS } from './testing/subjects.ts';

const harness = useHarness({ config: { publicUrl: PUBLIC_URL, privateCarriers: true } });
let nextPhone = 200;
let nextId = 70_000;

const LONG = 'A long text with a price of 5 € in {braces}. '.repeat(9).trim();
const LONG_UNICODE = 'Grüße aus Köln — 日本語 🎉 '.repeat(9).trim();

describe.each(SUBJECTS)('$name', ({ kind, make }) => {
  let accountId = 0;
  let channelId = 0;
  let made: Made;
  const simulated = kind === 'simulator';

  beforeAll(async () => {
    accountId = (await harness().newUser()).accountId;
    const channel = await first(
      harness().services.db,
      sql<{ id: number }>`select id from channels where account_id = ${accountId}`,
    );
    channelId = channel?.id ?? 0;
    made = await make(harness(), { accountId, channelId, place: 1 });
  });
  afterAll(async () => {
    await made?.carrier.close();
    await made?.peer.stop();
  });

  /** A message on its way, as the pump leaves it. */
  async function message(
    ending = '0099',
    body = 'Hello',
    media: string | null = null,
  ): Promise<OutgoingMessage> {
    const { db } = harness().services;
    nextPhone += 1;
    nextId += 1;
    const to = simulated ? `+1500555${ending}` : `+1212${nextPhone}${ending}`;
    await storeList(db, accountId, `List ${nextId}`, [{ phone: to }]);
    const contact = await first(
      db,
      sql<{ id: number }>`select id from contacts where account_id = ${accountId} and phone = ${to}`,
    );
    await sql`
      insert into messages (account_id, id, channel_id, contact_id, origin, status, body, created_at, sent_at)
      values (${accountId}, ${nextId}, ${channelId}, ${contact?.id}, 'test', 'sending', ${body}, ${new Date()},
        ${new Date()})`.execute(db);
    return { id: nextId, accountId, channelId, from: '+12125550100', to, body, media };
  }

  async function send(...messages: OutgoingMessage[]): Promise<(SendResult | undefined)[]> {
    const results = new Map<number, SendResult>();
    await made.carrier.send(
      messages.map((each) => [each]),
      ({ id }, result) => results.set(id, result),
      () => true,
    );
    return messages.map(({ id }) => results.get(id));
  }

  const statusOf = async ({ id }: OutgoingMessage) =>
    first(
      harness().services.db,
      sql<{ status: string; code: string | null }>`
        select status, carrier_code as code from messages where account_id = ${accountId} and id = ${id}`,
    );
  const taken = async () => (simulated ? bookOf(harness(), accountId) : made.peer.taken);
  const takenFor = async ({ id, to }: OutgoingMessage) =>
    (await taken()).filter((each) => (simulated ? each.reference === String(id) : each.to === to));
  const inbound = () =>
    rows(
      harness().services.db,
      sql<{ body: string }>`select body from inbound_messages where account_id = ${accountId} order by id`,
    );

  test('takes a message and says so', async () => {
    const one = await message();
    const [result] = await send(one);
    expect(result?.is).toBe('accepted');
    expect(await takenFor(one)).toMatchObject([{ text: 'Hello' }]);
  });

  test('asks before each hand-over, and leaves the rest alone after a no', async () => {
    const messages = [await message('0098'), await message('0097')];
    const reported: number[] = [];
    await made.carrier.send(
      messages.map((each) => [each]),
      ({ id }) => reported.push(id),
      () => false,
    );
    expect(reported).toEqual([]);
    expect((await taken()).filter(({ to }) => messages.some((each) => each.to === to))).toEqual([]);
  });

  test.skipIf(simulated)('is told how long a message may be tried, and nothing without a limit', async () => {
    const [free, limited] = [await message('0096'), await message('0095')];
    limited.validUntil = new Date(Date.now() + 90 * 60_000 - 1_000);
    await send(free, limited);
    expect((await takenFor(free))[0]?.validity).toBeUndefined();
    const told = (await takenFor(limited))[0]?.validity;
    if (told instanceof Date)
      expect(Math.abs(told.getTime() - limited.validUntil.getTime())).toBeLessThan(10_000);
    else if (kind === 'twilio') expect(Math.abs(Number(told) - 5_399)).toBeLessThan(10);
    else expect(told).toBe('90');
  });

  test('refuses for good with the carrier’s code', async () => {
    const [result] = await send(await message(simulated ? '0002' : ENDINGS.refused));
    expect(result).toMatchObject({ is: 'rejected', retry: false });
    const codes = { simulator: '30005', twilio: '21211', gateway: '400', smpp: '0x0B' };
    expect(result).toHaveProperty('code', codes[kind]);
  });

  test('asks to slow down, and takes the message later', async () => {
    const one = await message(simulated ? '0003' : ENDINGS.throttled);
    const [slow] = await send(one);
    expect(slow?.is).toBe('throttled');
    // What is too fast for an SMPP centre is slowed down instead of waiting long.
    const pause = kind === 'smpp' ? 500 : 1_000;
    expect(slow?.is === 'throttled' && slow.retryAfterMs).toBeGreaterThanOrEqual(pause);
    const [later] = await send(one);
    expect(later?.is).toBe('accepted');
    expect(await takenFor(one)).toHaveLength(1);
  });

  test.skipIf(simulated || kind === 'twilio')('says when another try is worth it', async () => {
    const [result] = await send(await message(ENDINGS.transient));
    expect(result).toMatchObject({ is: 'rejected', retry: true });
  });

  test('does not know what became of a message without an answer', async () => {
    const one = await message(simulated ? '0005' : ENDINGS.hangs);
    const [result] = await send(one);
    expect(result?.is).toBe('unknown');
    expect(await takenFor(one)).toHaveLength(1);
  });

  test.skipIf(simulated)(
    'does not know what became of a message when the connection breaks, and goes on',
    async () => {
      const one = await message(ENDINGS.reset);
      const [result] = await send(one);
      expect(result?.is).toBe('unknown');
      expect(await takenFor(one)).toHaveLength(1);
      const again = await message('0096');
      await eventually(
        () => send(again),
        (seen) => seen[0]?.is === 'accepted',
      );
    },
  );

  test('marks a message delivered or not, once and twice', async () => {
    const [good, bad] = [await message('0094'), await message(simulated ? '0001' : '0093')];
    const background = simulated ? startSimulatedReceipts(harness().services) : null;
    await send(good, bad);
    for (const [one, status] of [
      [good, 'delivered'],
      [bad, 'undelivered'],
      [good, 'delivered'],
    ] as const)
      for (const { reference } of await takenFor(one)) await made.peer.receipt(reference, status);
    await eventually(
      () => statusOf(good),
      (seen) => seen?.status === 'delivered',
    );
    await eventually(
      () => statusOf(bad),
      (seen) => seen?.status === 'undelivered',
    );
    expect((await statusOf(bad))?.code).toMatch(/^(30003|069)$/);
    await background?.stop();
  });

  test('takes a receipt that comes before the answer', async () => {
    const one = await message(simulated ? '0007' : ENDINGS.early);
    const [result] = await send(one);
    expect(result?.is).toBe('accepted');
    await eventually(
      () => statusOf(one),
      (seen) => seen?.status === 'delivered',
    );
  });

  test.skipIf(simulated)('takes a receipt for nothing it knows without a word', async () => {
    await made.peer.receipt('', 'delivered');
    const [result] = await send(await message('0092'));
    expect(result?.is).toBe('accepted');
  });

  test('hands a text of a person on, once, however often it comes', async () => {
    const before = (await inbound()).length;
    await made.peer.text('+12125550777', 'Yes please', 'MO-1');
    await made.peer.text('+12125550777', 'Yes please', 'MO-1');
    await made.peer.text('+12125550777', 'Danke 🎉', 'MO-2');
    await eventually(
      () => inbound(),
      (seen) => seen.length >= before + 2,
    );
    expect((await inbound()).slice(before).map((each) => each.body)).toEqual(['Yes please', 'Danke 🎉']);
  });

  test.each([
    ['GSM with a price', 'Price: 5 € {now} [1] \\ ~ ^ | @ ñ Δ'],
    ['Unicode', 'Grüße — 日本語 🎉'],
    ['long GSM', LONG],
    ['long Unicode', LONG_UNICODE],
  ])('carries %s whole', async (_name, body) => {
    const one = await message('0091', body);
    const [result] = await send(one);
    expect(result?.is).toBe('accepted');
    expect(await takenFor(one)).toMatchObject([{ text: body }]);
  });

  test.skipIf(simulated)(
    'keeps a message for later when its credentials are wrong, and the probe says so',
    async () => {
      const wrong = made.another(kind === 'twilio' ? { authToken: 'wrong' } : { password: 'wrong' });
      const one = await message('0090');
      const results: SendResult[] = [];
      await wrong.send(
        [[one]],
        (_message, result) => results.push(result),
        () => true,
      );
      expect(results).toMatchObject([{ is: 'rejected', retry: true }]);
      expect(await takenFor(one)).toEqual([]);
      if (kind !== 'gateway') expect((await wrong.probe())?.code).toMatch(/^(20003|0x0E)$/);
      await wrong.close();
    },
  );

  test.skipIf(simulated)('keeps a message for later when nobody is there', async () => {
    const nowhere = made.another(
      kind === 'smpp'
        ? { port: '1' }
        : kind === 'twilio'
          ? { baseUrl: 'http://127.0.0.1:1' }
          : { url: 'http://127.0.0.1:1/send' },
    );
    const results: SendResult[] = [];
    await nowhere.send(
      [[await message('0089')]],
      (_message, result) => results.push(result),
      () => true,
    );
    expect(results).toMatchObject([{ is: 'rejected', retry: true }]);
    expect(await nowhere.probe()).not.toBeNull();
    await nowhere.close();
  });

  test('answers a probe when all is well', async () => {
    expect(await made.carrier.probe()).toBeNull();
  });
});
