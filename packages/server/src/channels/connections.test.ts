import { calls } from '@parley/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { AUTHORITY, OTHER_AUTHORITY } from '../carriers/testing/certificates.ts';
import { first, sql } from '../platform/db/database.ts';
import { type Client, useHarness } from '../testing/harness.ts';

const harness = useHarness({ config: { publicUrl: 'https://sms.example.com', privateCarriers: false } });
let owner: Client & { accountId: number };
let channel = 0;

const TWILIO = { accountSid: 'AC1', authToken: 'very secret' };
const SMPP = { host: 'smsc.example.com', systemId: 'parley', password: 'secret' };
const NUMBER = '+12125550123';

beforeEach(async () => {
  owner = await harness().newUser();
  channel = (await owner.ask(calls.channels.list, {})).values.channels[0]?.id ?? 0;
});

type Form = Parameters<typeof owner.ask<(typeof calls.connections.save)['form'], Record<string, never>>>[1];
const save = (form: Form) =>
  owner.ask(calls.connections.save, { channel, number: NUMBER, kind: 'twilio', values: TWILIO, ...form });
const load = async () => (await owner.ask(calls.connections.load, { channel })).values;
const row = () =>
  first(
    harness().services.db,
    sql<{ connection: Record<string, string>; backup: Record<string, string>; kind: string; number: string }>`
      select connection, fallback_connection as backup, connection_kind as kind, number from channels
      where account_id = ${owner.accountId} and id = ${channel}`,
  );

describe('the connection of a channel', () => {
  test('is a simulator at first', async () => {
    expect(await load()).toMatchObject({
      kind: 'simulator',
      values: {},
      secrets: [],
      webhooks: [],
      isPublic: true,
    });
  });

  test('is stored with its secrets encrypted, and shown without them', async () => {
    expect((await save({})).RESULT).toBe(1);
    const stored = await row();
    expect(stored).toMatchObject({ kind: 'twilio', number: NUMBER });
    expect(JSON.stringify(stored)).not.toContain('very secret');
    const { services } = harness();
    expect(services.secrets.decrypt(Buffer.from(stored?.connection.authToken ?? '', 'base64'))).toBe(
      'very secret',
    );
    const shown = await owner.ask(calls.connections.load, { channel });
    expect(JSON.stringify(shown.body)).not.toContain('very secret');
    expect(JSON.stringify(shown.body)).not.toContain(stored?.connection.authToken);
    expect(shown.values).toMatchObject({
      values: { baseUrl: 'https://api.twilio.com', accountSid: 'AC1' },
      secrets: ['authToken'],
    });
    expect(shown.values.webhooks).toEqual([
      {
        place: 1,
        purpose: 'inbound',
        address: `https://sms.example.com/carriers/twilio/${stored?.connection.webhookToken}/inbound`,
        formerUntil: '',
      },
    ]);
  });

  test('keeps a secret that is left out, and its webhook address', async () => {
    await save({});
    const before = await row();
    expect((await save({ values: { accountSid: 'AC2' } })).RESULT).toBe(1);
    const after = await row();
    expect(after?.connection).toMatchObject({
      accountSid: 'AC2',
      authToken: before?.connection.authToken,
      webhookToken: before?.connection.webhookToken,
    });
  });

  test('takes any account id of other carriers of the form', async () => {
    expect(
      (await save({ values: { ...TWILIO, accountSid: 'shop', baseUrl: 'https://sms.example.com' } })).RESULT,
    ).toBe(1);
  });

  test('drops the secrets of another kind, and asks for its own', async () => {
    await save({});
    const refused = await save({ kind: 'smpp', values: { host: 'smsc.example.com' } });
    expect(refused).toMatchObject({ RESULT: 0, DETAIL: 'inpValues.systemId', MESSAGE: 'This is required.' });
    expect((await save({ kind: 'smpp', values: SMPP })).RESULT).toBe(1);
    expect((await row())?.connection).not.toHaveProperty('authToken');
  });

  test.each([
    [{ baseUrl: 'ftp://x' }, 'inpValues.baseUrl'],
    [{ baseUrl: 'https://user:pass@x.example' }, 'inpValues.baseUrl'],
    [{ authToken: '' }, 'inpValues.authToken'],
    [{ other: '1' }, 'inpValues.other'],
    [{ accountSid: 'SK0123456789abcdef0123456789abcdef' }, 'inpValues.accountSid'],
  ])('is refused with the setting that is wrong: %o', async (values, detail) => {
    const refused = await save({ values: { ...TWILIO, ...values } });
    expect(refused).toMatchObject({ RESULT: 0, DETAIL: detail });
    expect((await row())?.kind).toBe('simulator');
  });

  test.each([
    [{ port: '0' }, 'port'],
    [{ window: '1001' }, 'window'],
    [{ bind: 'both' }, 'bind'],
    [{ host: 'a host' }, 'host'],
    [{ host: 'smpp.example.com:2775' }, 'host'],
    [{ systemId: 'longer than 15 characters' }, 'systemId'],
    [{ caCertificate: 'not a certificate' }, 'caCertificate'],
    [{ caCertificate: `${AUTHORITY}\n${AUTHORITY.replace('MII', 'MIX')}` }, 'caCertificate'],
  ])('checks the limits of SMPP: %o', async (values, field) => {
    const refused = await save({ kind: 'smpp', values: { ...SMPP, ...values } });
    expect(refused).toMatchObject({ RESULT: 0, DETAIL: `inpValues.${field}` });
  });

  test('takes the certificates of the carrier’s authority', async () => {
    const caCertificate = `${AUTHORITY}\n${OTHER_AUTHORITY}`;
    expect((await save({ kind: 'smpp', values: { ...SMPP, tls: '1', caCertificate } })).RESULT).toBe(1);
    expect((await load()).values).toMatchObject({ tls: '1', verifyCertificate: '1', caCertificate });
  });

  test.each(['10.1.2.3', '127.0.0.1', '169.254.169.254', '::1'])('does not lead to %s', async (host) => {
    const refused = await save({ kind: 'smpp', values: { ...SMPP, host } });
    expect(refused).toMatchObject({ RESULT: 0, DETAIL: 'inpValues.host' });
    expect(refused.MESSAGE).toContain('PRIVATE_CARRIERS=1');
  });

  test('has a number that the account uses once: long, short or a name', async () => {
    await owner.ask(calls.channels.add, { name: 'Second' });
    const second = (await owner.ask(calls.channels.list, {})).values.channels.find(
      (each) => each.name === 'Second',
    );
    expect((await save({ number: '(212) 555-0123' })).RESULT).toBe(1);
    expect((await row())?.number).toBe(NUMBER);
    const taken = await owner.ask(calls.connections.save, {
      channel: second?.id ?? 0,
      number: NUMBER,
      kind: 'twilio',
      values: TWILIO,
    });
    expect(taken).toMatchObject({ RESULT: 0, DETAIL: 'ChannelNumber' });
    for (const number of ['24365', 'My Shop']) expect((await save({ number })).RESULT).toBe(1);
    for (const number of ['', '12', 'A name that is too long'])
      expect(await save({ number })).toMatchObject({ RESULT: 0, DETAIL: 'ChannelNumber' });
  });

  test('may have a backup, with addresses of its own, but no simulator', async () => {
    const backupValues = { url: 'https://gateway.example.com/send', username: 'u', password: 'p' };
    expect((await save({ backupKind: 'gateway', backupValues })).RESULT).toBe(1);
    const shown = await load();
    expect(shown).toMatchObject({ backupKind: 'gateway', backupSecrets: ['password'] });
    expect(shown.webhooks.map(({ place, purpose }) => [place, purpose])).toEqual([
      [1, 'inbound'],
      [2, 'inbound'],
      [2, 'receipt'],
    ]);
    expect((await save({ backupKind: 'simulator' })).status).toBe(400);
    expect((await save({ backupKind: null })).RESULT).toBe(1);
    expect((await row())?.backup).toEqual({});
  });

  test('belongs to its account alone', async () => {
    const stranger = await harness().newUser();
    const foreign = await stranger.ask(calls.connections.load, { channel });
    const unknown = await stranger.ask(calls.connections.load, { channel: 999_999 });
    expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);
    expect(foreign.status).toBe(404);
    const form = { channel, number: NUMBER, kind: 'twilio' as const, values: TWILIO };
    expect((await stranger.ask(calls.connections.save, form)).status).toBe(404);
    expect((await stranger.ask(calls.connections.status, { channel })).status).toBe(404);
    expect((await stranger.ask(calls.connections.test, { channel, phone: NUMBER, text: 'x' })).status).toBe(
      404,
    );
  });
});

describe('a test text', () => {
  test('goes out as a text of its own and tells what became of it', async () => {
    harness().startBackground();
    const sent = await owner.ask(calls.connections.test, {
      channel,
      phone: '+1 500 555 0002',
      text: 'Hello',
    });
    expect(sent.RESULT).toBe(1);
    const result = async () =>
      (await owner.ask(calls.connections.testResult, { message: sent.values.id })).values;
    await expect.poll(result).toMatchObject({
      status: 'failed',
      code: '30005',
      reason: 'The number does not exist.',
    });
    const stranger = await harness().newUser();
    expect((await stranger.ask(calls.connections.testResult, { message: sent.values.id })).status).toBe(404);
  });

  test('that the carrier refuses for now waits for its next try, one that people’s hours hold back is held', async () => {
    const { db } = harness().services;
    const text = { channel, phone: '+1 500 555 0001', text: 'Hello' };
    const { id = 0 } = (await owner.ask(calls.connections.test, text)).values;
    const result = async () => (await owner.ask(calls.connections.testResult, { message: id })).values;
    await expect.poll(async () => ['sent', 'delivered'].includes((await result()).status ?? '')).toBe(true);
    const hold = (reason: string, code: string | null) =>
      sql`update messages set status = 'held', reason = ${reason}, carrier_code = ${code} where id = ${id}`.execute(
        db,
      );
    await hold('Authenticate', '20003');
    expect(await result()).toMatchObject({ status: 'queued', code: '20003', reason: 'Authenticate' });
    for (const reason of ['quiet-hours', 'local-time']) {
      await hold(reason, null);
      expect(await result()).toMatchObject({ status: 'held', code: '', reason });
    }
  });

  test('needs a number and words', async () => {
    const ask = (phone: string, text: string) => owner.ask(calls.connections.test, { channel, phone, text });
    expect(await ask('abc', 'x')).toMatchObject({ RESULT: 0, DETAIL: 'inpContactString' });
    expect(await ask(NUMBER, ' ')).toMatchObject({ RESULT: 0, DETAIL: 'inpText' });
  });
});
