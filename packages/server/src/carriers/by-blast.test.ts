/**
 * Connections as the pumps use them: a blast over SMPP, pictures, opt-outs that a carrier keeps, secrets and
 * logs.
 */
import { calls } from '@parley/contract';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { queueMessages } from '../messages/queue.ts';
import { first, rows, sql, transact } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { readSmppSettings, storedSettings } from './stored-settings.ts';
import { startGatewayPeer, startTwilioPeer } from './testing/http-peers.ts';
import { startSmsc } from './testing/smsc.ts';

const PUBLIC_URL = 'https://sms.example.com';
const harness = useHarness({ config: { publicUrl: PUBLIC_URL, privateCarriers: true } });
const closers: (() => Promise<unknown>)[] = [];
let next = 4_000;

beforeAll(() => harness().startBackground());
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** An account whose channel is set up as on the screen. */
async function accountOver(
  kind: 'twilio' | 'smpp' | 'gateway',
  values: Record<string, string>,
  sendsMedia = false,
) {
  const user = await harness().newUser();
  const { accountId } = user;
  const channel = (await user.ask(calls.channels.list, {})).values.channels[0]?.id ?? 0;
  const saved = await user.ask(calls.connections.save, {
    channel,
    number: '+12125550100',
    kind,
    values,
    sendsMedia,
  });
  expect(saved.MESSAGE).toBe('');
  await sql`update channels set usual_quiet_hours = false where account_id = ${accountId}`.execute(
    harness().services.db,
  );
  return { user, accountId, channel };
}

async function blast(user: Client, accountId: number, to: string[], text = 'Hello') {
  const { db } = harness().services;
  const list = await storeList(
    db,
    accountId,
    `List ${next}`,
    to.map((phone) => ({ phone })),
  );
  next += 1;
  await storeSketch(db, accountId, next, [{ type: 'final-message', id: next * 10, text }] as never);
  const sent = await user.ask(calls.blast.send, {
    campaign: next,
    lists: [list],
    schedule: '2020-01-01 00:00:00',
  });
  expect(sent.RESULT).toBe(1);
}

const states = (accountId: number) =>
  rows(
    harness().services.db,
    sql<{ status: string; code: string | null }>`
      select status, carrier_code as code from messages where account_id = ${accountId} order by id`,
  );

test('a blast goes over SMPP once to each, and its receipts come home', async () => {
  const smsc = await startSmsc();
  closers.push(smsc.stop);
  const { user, accountId, channel } = await accountOver('smpp', smsc.settings);
  const to = phones(300);
  await blast(user, accountId, to);
  await eventually(() => smsc.taken.length === to.length);
  expect(new Set(smsc.taken.map((each) => each.to))).toEqual(new Set(to));
  for (const { reference } of smsc.taken) await smsc.receipt(reference, 'delivered');
  await eventually(async () => (await states(accountId)).every(({ status }) => status === 'delivered'));
  expect(await states(accountId)).toHaveLength(to.length);
  // Told by the process that holds the bind, every now and then.
  const connections = async () => (await user.ask(calls.connections.status, { channel })).values.connections;
  await eventually(
    () => connections(),
    (seen) => seen.length > 0,
  );
  expect(await connections()).toMatchObject([{ place: 1, kind: 'smpp', link: 'bound', circuit: 'closed' }]);
});

test('a new password is used at once, and a deleted channel is unbound', async () => {
  const smsc = await startSmsc({ password: 'new' });
  closers.push(smsc.stop);
  const { user, channel } = await accountOver('smpp', { ...smsc.settings, password: 'old' });
  const trouble = async () =>
    (await user.ask(calls.connections.status, { channel })).values.connections[0]?.code;
  await eventually(
    () => trouble(),
    (seen) => seen === '0x0E',
  );
  await user.ask(calls.connections.save, {
    channel,
    number: '+12125550100',
    kind: 'smpp',
    values: { ...smsc.settings, password: 'new' },
  });
  await eventually(() => smsc.binds.length === 1);
  await user.ask(calls.channels.add, { name: 'Another' });
  await user.ask(calls.channels.remove, { channel });
  await eventually(() => smsc.unbinds() === 1);
});

test('an opt-out that the carrier keeps is recorded here', async () => {
  const peer = await startTwilioPeer(harness().app, PUBLIC_URL, 'unused');
  closers.push(peer.stop);
  const { webhookToken: _token, ...values } = peer.settings;
  const { user, accountId } = await accountOver('twilio', values);
  await blast(user, accountId, ['+12125559010', '+12125550150']);
  await eventually(async () =>
    (await states(accountId)).every(({ status }) => status !== 'queued' && status !== 'sending'),
  );
  expect((await states(accountId)).map(({ code }) => code).sort()).toEqual(['21610', null]);
  const optOut = await eventually(() =>
    first(
      harness().services.db,
      sql<{
        phone: string;
        source: string;
      }>`select phone, source from suppressions where account_id = ${accountId}`,
    ),
  );
  expect(optOut).toEqual({ phone: '+12125559010', source: 'carrier' });
});

test.each([
  ['twilio', true, { text: 'Look', media: 'https://x.example/a.png' }],
  ['twilio', false, { text: 'Look\nhttps://x.example/a.png', media: null }],
  ['gateway', true, { text: 'Look\nhttps://x.example/a.png', media: null }],
] as const)('a picture over %s, pictures %s', async (kind, sendsMedia, expected) => {
  const start = kind === 'twilio' ? startTwilioPeer : startGatewayPeer;
  const peer = await start(harness().app, PUBLIC_URL, 'unused');
  closers.push(peer.stop);
  const { webhookToken: _token, ...values } = peer.settings;
  const { accountId, channel } = await accountOver(kind, values, sendsMedia);
  const { services } = harness();
  await storeList(services.db, accountId, 'One', [{ phone: '+12125550160' }]);
  const contact = await first(
    services.db,
    sql<{ id: number }>`select id from contacts where account_id = ${accountId}`,
  );
  await transact(services.db, (trx) =>
    queueMessages(trx, services, accountId, [
      {
        channelId: channel,
        contactId: contact?.id ?? 0,
        campaignId: null,
        blastId: null,
        stepId: null,
        origin: 'test',
        purpose: 'test',
        body: 'Look',
        media: 'https://x.example/a.png',
      },
    ]),
  );
  services.signals.wake('outbox');
  const taken = await eventually(() => peer.taken[0]);
  expect({ text: taken.text, media: taken.media ?? null }).toEqual(expected);
});

test('settings that were never stored have their defaults', () => {
  const { services } = harness();
  const settings = readSmppSettings(
    services,
    storedSettings(services, 'smpp', { host: 'h', systemId: 's' }, {}),
  );
  expect(settings).toMatchObject({
    port: 2775,
    tls: false,
    bind: 'transceiver',
    window: 10,
    enquireSeconds: 30,
  });
});
