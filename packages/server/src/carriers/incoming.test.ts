/** What comes in over webhooks: which channel it is for, who wrote it, and what it may change. */

import { calls } from '@parley/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { first, rows, sql } from '../platform/db/database.ts';
import { createLiveHub } from '../platform/live/hub.ts';
import { Runtime } from '../platform/runtime.ts';
import { createSignals } from '../platform/signals.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { twilioSignature } from './twilio.ts';

const harness = useHarness({ config: { privateCarriers: true, publicUrl: 'https://sms.example.com' } });
const KANNEL = { url: 'http://127.0.0.1:1/cgi-bin/sendsms', username: 'u', password: 'p' };
const TWILIO = { accountSid: 'AC1', authToken: 'secret' };
const PHONE = '+12125550177';
const NUMBERS = ['+12125550101', '+12125550102', '+12125550103', '+12125550104', '+12125550105'] as const;
/** A second connection of the same carrier, one of another carrier, and two of a kind of their own. */
const SETTINGS = [
  { kind: 'gateway', values: KANNEL },
  { kind: 'gateway', values: KANNEL },
  { kind: 'gateway', values: { ...KANNEL, url: 'http://127.0.0.1:2/' } },
  { kind: 'twilio', values: TWILIO },
  { kind: 'twilio', values: TWILIO },
] as const;
let owner: Client & { accountId: number };
let channels: number[] = [];
let count = 0;

beforeAll(async () => {
  owner = await harness().newUser();
  const [only] = (await owner.ask(calls.channels.list, {})).values.channels;
  channels = [only?.id ?? 0];
  for (const name of ['B', 'C', 'D', 'E'])
    channels.push((await owner.ask(calls.channels.add, { name })).values.id);
  for (const [n, { kind, values }] of SETTINGS.entries()) {
    const form = { channel: channels[n] ?? 0, number: NUMBERS[n] ?? '', kind, values: { ...values } };
    expect(await owner.ask(calls.connections.save, form)).toMatchObject({ RESULT: 1 });
  }
});

const pathOf = async (n: number): Promise<string> => {
  const { webhooks } = (await owner.ask(calls.connections.load, { channel: channels[n] ?? 0 })).values;
  return new URL(webhooks.find(({ purpose }) => purpose === 'inbound')?.address ?? '').pathname;
};

/** A text at the gateway's address of a channel; answers the status. */
async function overGateway(path: string, fields: Record<string, string>): Promise<number> {
  count += 1;
  const query = new URLSearchParams({ id: `G${count}`, from: PHONE, text: 'Hi', ...fields });
  return (await harness().app.inject({ method: 'GET', url: `${path}?${query}` })).statusCode;
}

async function overTwilio(path: string, fields: Record<string, string>): Promise<number> {
  count += 1;
  const form = new URLSearchParams({ MessageSid: `SM${count}`, From: PHONE, Body: 'Hi', ...fields });
  const response = await harness().app.inject({
    method: 'POST',
    url: path,
    payload: form.toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilioSignature('secret', `https://sms.example.com${path}`, form),
    },
  });
  return response.statusCode;
}

const lastText = () =>
  first(
    harness().services.db,
    sql<{ channel: number; phone: string; body: string }>`
      select i.channel_id as channel, c.phone, i.body from inbound_messages i
      join contacts c on c.account_id = ${owner.accountId} and c.id = i.contact_id
      where i.account_id = ${owner.accountId} order by i.id desc limit 1`,
  );

describe('a text belongs to the channel whose number it was written to', () => {
  test.each([
    ['its own', NUMBERS[0], 0],
    ['another of the same gateway', NUMBERS[1], 1],
    ['another, without its plus', NUMBERS[1].slice(1), 1],
    ['a number of another gateway', NUMBERS[2], 0],
    ['a number that nobody has', '+12125550999', 0],
    ['a name', 'Shop', 0],
    ['none', '', 0],
  ])('over a gateway: %s', async (_name, to, n) => {
    expect(await overGateway(await pathOf(0), { to })).toBe(200);
    expect((await lastText())?.channel).toBe(channels[n]);
  });

  test.each([
    ['its own', NUMBERS[3], 3],
    ['another of the same carrier account', NUMBERS[4], 4],
    ['a number of a gateway', NUMBERS[0], 3],
  ])('in Twilio’s form: %s', async (_name, To, n) => {
    expect(await overTwilio(await pathOf(3), { To })).toBe(200);
    expect((await lastText())?.channel).toBe(channels[n]);
  });
});

describe('who wrote it', () => {
  test.each(['tel:+12125550177', '12125550177', '2125550177', ' 12125550177'])(
    '%s is a phone',
    async (from) => {
      expect(await overGateway(await pathOf(0), { from, text: from })).toBe(200);
      expect(await lastText()).toMatchObject({ phone: PHONE, body: from });
    },
  );

  test('names and short codes are no phones: what they wrote is shown, once, and is nobody’s conversation', async () => {
    const before = await lastText();
    expect(await overGateway(await pathOf(0), { from: 'SHOP 2125550177', text: 'Your code', id: 'x' })).toBe(
      200,
    );
    expect(await overGateway(await pathOf(0), { from: 'SHOP 2125550177', text: 'Your code', id: 'x' })).toBe(
      200,
    );
    expect(await overTwilio(await pathOf(3), { From: '72345', Body: 'STOP' })).toBe(200);
    expect(await lastText()).toEqual(before);
    const { total, texts } = (await owner.ask(calls.inbox.oddTexts, {})).values;
    expect(total).toBe(2);
    expect(texts).toMatchObject([
      { sender: '72345', text: 'STOP', channelName: 'D' },
      { sender: 'SHOP 2125550177', text: 'Your code' },
    ]);
    const stranger = await harness().newUser();
    expect((await stranger.ask(calls.inbox.oddTexts, {})).values).toEqual({ total: 0, texts: [] });
    expect(await overGateway(await pathOf(0), { from: '' })).toBe(400);
  });
});

describe('START over a gateway, whose address is all that proves it', () => {
  const isOut = async () =>
    (await rows(harness().services.db, sql`select 1 from suppressions where account_id = ${owner.accountId}`))
      .length === 1;
  const consents = async () =>
    (
      await rows(
        harness().services.db,
        sql<{ kind: string }>`select kind from consents where account_id = ${owner.accountId} order by id`,
      )
    ).map(({ kind }) => kind);

  test('takes back what came over the same channel, and nothing else', async () => {
    const [one, other, twilio] = [await pathOf(0), await pathOf(1), await pathOf(3)];
    expect(await overGateway(one, { text: 'STOP' })).toBe(200);
    expect(await overGateway(other, { text: 'START' })).toBe(200);
    expect(await isOut()).toBe(true);
    expect(await overGateway(one, { text: 'START' })).toBe(200);
    expect(await isOut()).toBe(false);

    // Written to the number of another channel of that gateway, it still came to the same address.
    expect(await overGateway(other, { text: 'STOP' })).toBe(200);
    expect(await overGateway(one, { text: 'START', to: NUMBERS[1] })).toBe(200);
    expect(await isOut()).toBe(true);
    expect(await overGateway(other, { text: 'START', to: NUMBERS[0] })).toBe(200);
    expect(await isOut()).toBe(false);
    expect(await overGateway(one, { text: 'STOP', to: NUMBERS[1] })).toBe(200);
    expect(await overGateway(other, { text: 'START' })).toBe(200);
    expect(await isOut()).toBe(true);
    expect(await overGateway(one, { text: 'START' })).toBe(200);
    expect(await isOut()).toBe(false);

    await owner.ask(calls.optouts.record, { phone: PHONE });
    const proof = await consents();
    expect(await overGateway(one, { text: 'START' })).toBe(200);
    expect(await overGateway(one, { text: 'YES' })).toBe(200);
    expect(await isOut()).toBe(true);
    expect(await consents()).toEqual(proof);
    // Signed by the carrier: the person's own word, on whatever channel.
    expect(await overTwilio(twilio, { Body: 'START' })).toBe(200);
    expect(await isOut()).toBe(false);
  });
});

describe('the addresses of a connection', () => {
  test('are for owners alone', async () => {
    const { db } = harness().services;
    const channel = channels[0] ?? 0;
    const role = (name: string) =>
      sql`update account_users set role = ${name} where account_id = ${owner.accountId}`.execute(db);
    await role('member');
    expect((await owner.ask(calls.connections.load, { channel })).values.webhooks).toEqual([]);
    expect(await owner.ask(calls.connections.renewWebhooks, { channel })).toMatchObject({ RESULT: 0 });
    await role('owner');
    expect((await owner.ask(calls.connections.load, { channel })).values.webhooks).toHaveLength(2);
  });

  test('are made anew: those before go on for a while, those before them end, and so do they when somebody says so', async () => {
    const channel = channels[2] ?? 0;
    const at = harness().services.clock.now().getTime();
    const renew = (keepHours: number) => owner.ask(calls.connections.renewWebhooks, { channel, keepHours });
    const renewed = async (keepHours: number) => {
      await renew(keepHours);
      return pathOf(2);
    };
    const first = await pathOf(2);
    const [second, third, fourth] = [await renewed(1), await renewed(1), await renewed(0)];
    expect(new Set([first, second, third, fourth]).size).toBe(4);
    const statuses = async () =>
      Promise.all([first, second, third, fourth].map((path) => overGateway(path, { text: 'Hi' })));
    expect(await statuses()).toEqual([403, 403, 403, 200]);
    await renew(2);
    const fifth = await pathOf(2);
    const { webhooks } = (await owner.ask(calls.connections.load, { channel })).values;
    const until = Date.parse(webhooks[0]?.formerUntil ?? '');
    expect(until - at).toBeGreaterThanOrEqual(2 * 3_600_000);
    expect([await overGateway(fourth, {}), await overGateway(fifth, {})]).toEqual([200, 200]);
    await sql`
      update channels set connection = connection || jsonb_build_object('formerUntil', ${new Date(at - 1).toISOString()}::text)
      where account_id = ${owner.accountId} and id = ${channel}`.execute(harness().services.db);
    expect(await overGateway(fourth, {})).toBe(403);
    // Other settings leave the addresses as they are.
    await owner.ask(calls.connections.save, {
      channel,
      number: NUMBERS[2],
      kind: 'gateway',
      values: { ...KANNEL, url: 'http://127.0.0.1:3/' },
    });
    expect(await pathOf(2)).toBe(fifth);
    // Also one that was in use a moment ago, and in a process that hears nothing of the change.
    const { services } = harness();
    const other = await buildApp({
      ...services,
      signals: createSignals(),
      live: createLiveHub(),
      runtime: new Runtime(),
    });
    const there = async () =>
      (await other.inject({ method: 'GET', url: `${fifth}?from=72345&text=Hi` })).statusCode;
    expect([await overGateway(fifth, {}), await there()]).toEqual([200, 200]);
    await renew(0);
    expect([await overGateway(fifth, {}), await there()]).toEqual([403, 403]);
    await other.close();
  });

  test('are made anew only where a carrier calls one, and by the account they belong to', async () => {
    const stranger = await harness().newUser();
    expect((await stranger.ask(calls.connections.renewWebhooks, { channel: channels[0] ?? 0 })).status).toBe(
      404,
    );
    const [own] = (await stranger.ask(calls.channels.list, {})).values.channels;
    expect(await stranger.ask(calls.connections.renewWebhooks, { channel: own?.id ?? 0 })).toMatchObject({
      RESULT: 0,
      status: 200,
    });
  });
});
