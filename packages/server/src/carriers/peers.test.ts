/**
 * Carriers against real third-party programs: Kannel in front of an SMPP centre, the Twilio emulator,
 * Twilio's SDK as judge.
 */
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { first, rows, sql } from '../platform/db/database.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { storeList } from '../testing/people.ts';
import type { Carrier, OutgoingMessage, SendResult } from './carrier.ts';
import { createGateway } from './http-gateway/http-gateway.ts';
import { readGatewaySettings } from './stored-settings.ts';
import { EMULATED, missing, startEmulator, startKannel, TWILIO_SDK } from './testing/programs.ts';
import { startSmsc } from './testing/smsc.ts';
import { storeConnection } from './testing/subjects.ts';
import { createTwilio, readTwilioSettings, twilioSignature } from './twilio.ts';
import { webhookAddresses } from './webhook-addresses.ts';

const harness = useHarness({ config: { privateCarriers: true } });
const closers: (() => Promise<unknown>)[] = [];
let accountId = 0;
let channelId = 0;
let publicUrl = '';
let nextId = 300_000;

beforeAll(async () => {
  const { app, services } = harness();
  await app.listen({ port: 0, host: '127.0.0.1' });
  publicUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  services.config.publicUrl = publicUrl;
  accountId = (await harness().newUser()).accountId;
  const channel = await first(
    services.db,
    sql<{ id: number }>`select id from channels where account_id = ${accountId}`,
  );
  channelId = channel?.id ?? 0;
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Skips with the reason in the output, where the program is not here. */
function needs(program: Parameters<typeof missing>[0]) {
  const reason = missing(program);
  if (reason !== null) process.stdout.write(`skipped: ${reason}\n`);
  return describe.skipIf(reason !== null);
}

async function message(to: string, body: string, from = EMULATED.number): Promise<OutgoingMessage> {
  const { db } = harness().services;
  nextId += 1;
  await storeList(db, accountId, `List ${nextId}`, [{ phone: to }]);
  await sql`
    insert into messages (account_id, id, channel_id, contact_id, origin, status, body, created_at, sent_at)
    select ${accountId}, ${nextId}, ${channelId}, c.id, 'test', 'sending', ${body}, ${new Date()}, ${new Date()}
    from contacts c where c.account_id = ${accountId} and c.phone = ${to}`.execute(db);
  return { id: nextId, accountId, channelId, from, to, body, media: null };
}

async function send(carrier: Carrier, one: OutgoingMessage): Promise<SendResult | undefined> {
  let found: SendResult | undefined;
  await carrier.send(
    [[one]],
    (_message, result) => {
      found = result;
    },
    () => true,
  );
  return found;
}

const stateOf = ({ id }: OutgoingMessage) =>
  first(
    harness().services.db,
    sql<{ status: string; code: string | null }>`
      select status, carrier_code as code from messages where account_id = ${accountId} and id = ${id}`,
  );
const statusOf = async (one: OutgoingMessage) => (await stateOf(one))?.status;
const codeOf = async (one: OutgoingMessage) => (await stateOf(one))?.code;
const inbound = () =>
  rows(
    harness().services.db,
    sql<{ body: string }>`select body from inbound_messages where account_id = ${accountId} order by id`,
  ).then((found) => found.map((each) => each.body));

needs('kannel')('Kannel', () => {
  test('carries texts both ways, with receipts, in every alphabet', async () => {
    const { services } = harness();
    const smsc = await startSmsc();
    const token = 'kannel-token-of-a-test';
    const place = { accountId, channelId, place: 1 } as const;
    const address = webhookAddresses(publicUrl, 1, 'gateway', { webhookToken: token }, new Date()).find(
      ({ purpose }) => purpose === 'inbound',
    );
    const kannel = await startKannel(Number(smsc.settings.port), address?.address ?? '');
    const stored = await storeConnection(harness(), place, 'gateway', {
      url: kannel.url,
      username: 'peer',
      password: 'secret',
      webhookToken: token,
    });
    const carrier = createGateway(services, readGatewaySettings(services, stored));
    closers.push(smsc.stop, kannel.stop, carrier.close);
    await eventually(() => smsc.binds.length > 0);

    const texts = ['Hello €', 'Grüße 日本語 🎉', 'A long text. '.repeat(30).trim()];
    for (const [n, text] of texts.entries()) {
      const one = await message(`+1212555070${n}`, text);
      expect((await send(carrier, one))?.is).toBe('accepted');
      const taken = await eventually(() => smsc.taken.find((each) => each.text === text));
      await smsc.receipt(taken.reference, n === 1 ? 'undelivered' : 'delivered');
      await eventually(
        () => statusOf(one),
        (seen) => seen === (n === 1 ? 'undelivered' : 'delivered'),
      );
    }

    // What the network refuses or gives up comes with its own words and code.
    const refused = await message('+12125559002', 'x');
    expect((await send(carrier, refused))?.is).toBe('accepted');
    await eventually(
      () => statusOf(refused),
      (seen) => seen === 'failed',
    );
    expect(await codeOf(refused)).toBe('0x0B');
    const validUntil = new Date(Date.now() + 90 * 60_000);
    const late = { ...(await message('+12125550708', 'Too late')), validUntil };
    await send(carrier, late);
    const tooLate = await eventually(() => smsc.taken.find((each) => each.text === 'Too late'));
    const { reference, validity } = tooLate;
    // Kannel tells the network, in whole minutes from its own clock.
    expect(Math.abs((validity as Date).getTime() - validUntil.getTime())).toBeLessThan(90_000);
    expect(smsc.taken[0]?.validity).toBeUndefined();
    await smsc.deliver({
      source_addr: '12125550708',
      destination_addr: late.from.slice(1),
      esm_class: 4,
      data_coding: 0,
      short_message: `id:${reference} sub:001 dlvrd:000 submit date:2601010000 done date:2601010000 stat:EXPIRED err:027 text:`,
    });
    await eventually(
      () => statusOf(late),
      (seen) => seen === 'expired',
    );
    expect(await codeOf(late)).toBe('027');

    await smsc.text('+12125550790', 'Yes please', '1');
    await smsc.text('+12125550790', 'Ja 🎉', '2');
    await eventually(
      () => inbound(),
      (seen) => seen.length === 2,
    );
    expect((await inbound()).sort()).toEqual(['Ja 🎉', 'Yes please']);

    const wrong = createGateway(services, { ...readGatewaySettings(services, stored), password: 'wrong' });
    closers.push(wrong.close);
    expect(await send(wrong, await message('+12125550704', 'x'))).toMatchObject({
      is: 'rejected',
      code: '403',
      retry: true,
    });
    expect(await carrier.probe()).toBeNull();
  });
});

needs('emulator')('the Twilio emulator', () => {
  test('takes messages and calls back with signatures that we accept', async () => {
    const { services } = harness();
    const token = 'twilio-token-of-a-test';
    const place = { accountId, channelId, place: 1 } as const;
    const emulator = await startEmulator(`${publicUrl}/carriers/twilio/${token}/inbound`);
    const { accountSid, authToken, number } = EMULATED;
    const stored = await storeConnection(harness(), place, 'twilio', {
      baseUrl: emulator.url,
      accountSid,
      authToken,
      webhookToken: token,
    });
    const carrier = createTwilio(services, readTwilioSettings(services, stored));
    closers.push(emulator.stop, carrier.close);

    const validUntil = new Date(Date.now() + 90 * 60_000);
    const one = { ...(await message('+12025550111', 'Hello € 🎉')), validUntil };
    const result = await send(carrier, one);
    expect(result?.is).toBe('accepted');
    const sid = result?.is === 'accepted' ? (result.carrierId ?? '') : '';
    const provoke = (path: string, fields: Record<string, string>) =>
      fetch(`${emulator.url}/_twilio/simulate/${path}`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
        body: new URLSearchParams(fields),
      });
    await provoke('message-status', { MessageSid: sid, Status: 'delivered' });
    await eventually(
      () => statusOf(one),
      (seen) => seen === 'delivered',
    );

    const picture = { ...(await message('+12025550114', 'Look')), media: 'https://example.com/a.jpg' };
    const taken = await send(carrier, picture);
    const pictureSid = taken?.is === 'accepted' ? (taken.carrierId ?? '') : '';
    expect(pictureSid).toMatch(/^MM/);
    await provoke('message-status', { MessageSid: pictureSid, Status: 'undelivered', ErrorCode: '30019' });
    await eventually(
      () => statusOf(picture),
      (seen) => seen === 'undelivered',
    );

    const before = (await inbound()).length;
    await provoke('inbound-message', { From: '+12025550111', To: number, Body: 'Hi there' });
    await eventually(
      () => inbound(),
      (seen) => seen.length === before + 1,
    );

    const bad = await send(carrier, await message('+12025550112', 'x', '+12025559999'));
    expect(bad).toMatchObject({ is: 'rejected', retry: false });
    const wrong = createTwilio(services, { ...readTwilioSettings(services, stored), authToken: 'wrong' });
    closers.push(wrong.close);
    expect(await send(wrong, await message('+12025550113', 'x'))).toMatchObject({
      is: 'rejected',
      retry: true,
    });
    expect(await wrong.probe()).not.toBeNull();
  });
});

needs('sdk')('Twilio’s own SDK', () => {
  test('makes and accepts the same signatures', () => {
    const twilio = createRequire(import.meta.url)(TWILIO_SDK) as {
      getExpectedTwilioSignature: (
        token: string,
        url: string,
        fields: Record<string, string | string[]>,
      ) => string;
      validateRequest: (token: string, given: string, url: string, fields: Record<string, string>) => boolean;
    };
    const url = 'https://sms.example.com/carriers/twilio/abc/status?ref=17&x=%20';
    const fields = { MessageSid: 'SM1', Body: 'Grüße & more + 🎉', From: '+12125550100', A: '', Z: 'a b' };
    const ours = twilioSignature('token', url, Object.entries(fields));
    expect(ours).toBe(twilio.getExpectedTwilioSignature('token', url, fields));
    expect(twilio.validateRequest('token', ours, url, fields)).toBe(true);
    expect(twilio.validateRequest('other', ours, url, fields)).toBe(false);
    const repeated: [string, string][] = [
      ['Z', 'b'],
      ['B', 'x'],
      ['Z', 'a'],
      ['Z', 'b'],
    ];
    expect(twilioSignature('token', url, repeated)).toBe(
      twilio.getExpectedTwilioSignature('token', url, { B: 'x', Z: ['b', 'a', 'b'] }),
    );
  });
});
