/** A connection that is not well: its circuit, its backup, and that nothing in doubt goes out twice. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { first, sql } from '../platform/db/database.ts';
import type { Background } from '../platform/services.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import type { Carrier, OutgoingMessage, SendResult } from './carrier.ts';
import { guard } from './circuit.ts';
import { type ChannelConnections, carrierOf, startConnections } from './connections.ts';
import { createGateway } from './http-gateway/http-gateway.ts';
import { readGatewaySettings, storedSettings } from './stored-settings.ts';
import { startGatewayPeer } from './testing/http-peers.ts';
import type { Peer } from './testing/peer.ts';
import { type Smsc, startSmsc } from './testing/smsc.ts';

const harness = useHarness({ config: { privateCarriers: true } });
let accountId = 0;
let channelId = 0;
let nextId = 900_000;
let connections: Background | null = null;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  accountId = (await harness().newUser()).accountId;
  const { db } = harness().services;
  channelId =
    (await first(db, sql<{ id: number }>`select id from channels where account_id = ${accountId}`))?.id ?? 0;
  connections = startConnections(harness().services);
});
afterAll(() => connections?.stop());
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const message = (to = '+12125550199'): OutgoingMessage => {
  nextId += 1;
  return { id: nextId, accountId, channelId, from: '+12125550100', to, body: `Hello ${nextId}`, media: null };
};

async function send(carrier: Carrier, ...messages: OutgoingMessage[]): Promise<(SendResult | undefined)[]> {
  const results = new Map<number, SendResult>();
  await carrier.send(
    messages.map((each) => [each]),
    ({ id }, result) => results.set(id, result),
    () => true,
  );
  return messages.map(({ id }) => results.get(id));
}

/** A channel over SMPP, with a gateway behind it. */
async function channelWithBackup(): Promise<{ smsc: Smsc; backup: Peer; carrier: () => Carrier }> {
  const { services, app } = harness();
  const smsc = await startSmsc();
  const backup = await startGatewayPeer(app, 'http://localhost', 'token');
  closers.push(smsc.stop, backup.stop);
  const { webhookToken = '', ...gateway } = backup.settings;
  const channel: ChannelConnections = {
    kind: 'smpp',
    connection: storedSettings(services, 'smpp', smsc.settings, {}),
    backupKind: 'gateway',
    backupConnection: storedSettings(services, 'gateway', gateway, { webhookToken }),
    sendsMedia: false,
  };
  await sql`
    update channels set connection_kind = 'smpp', usual_quiet_hours = false, connection = ${JSON.stringify(channel.connection)}::jsonb,
      fallback_kind = 'gateway', fallback_connection = ${JSON.stringify(channel.backupConnection)}::jsonb
    where account_id = ${accountId} and id = ${channelId}`.execute(services.db);
  await sql`
    insert into connection_leases (account_id, channel_id, place) values (${accountId}, ${channelId}, 1)
    on conflict do nothing`.execute(services.db);
  services.signals.wake('connections');
  const carrier = () => carrierOf(services, accountId, channelId, channel);
  await eventually(() => carrier().link().state === 'bound');
  return { smsc, backup, carrier };
}

describe('a channel with a backup', () => {
  test('goes over the backup within ten seconds when the first one is gone, with the same sender, and comes back by itself', async () => {
    const { smsc, backup, carrier } = await channelWithBackup();
    expect((await send(carrier(), message()))[0]?.is).toBe('accepted');
    expect(smsc.taken).toHaveLength(1);

    // The last thing the first one hears is never answered: it is in doubt.
    smsc.answer(() => true);
    const doubtful = message();
    const pending = send(carrier(), doubtful);
    await eventually(() => carrier().link().inFlight === 1);
    const port = Number(smsc.settings.port);
    await smsc.stop();
    const goneAt = performance.now();
    expect((await pending)[0]?.is).toBe('unknown');

    const later = message();
    await eventually(
      () => send(carrier(), later),
      (seen) => seen[0]?.is === 'accepted',
    );
    expect(performance.now() - goneAt).toBeLessThan(12_000);
    expect(backup.taken.map(({ text, from }) => [text, from])).toEqual([[later.body, later.from]]);

    const again = await startSmsc({ port });
    closers.push(again.stop);
    await eventually(async () => {
      await send(carrier(), message());
      return again.taken.length > 0;
    });
    // What was in doubt went neither over the backup nor anew.
    const everything = [...smsc.taken, ...backup.taken, ...again.taken].map((each) => each.text);
    expect(everything).not.toContain(doubtful.body);
    expect(new Set(everything).size).toBe(everything.length);
  });
});

describe('the circuit', () => {
  /**
   * A gateway on a real socket that answers as it is told; 0: not at all. Asked without a text, it is probed.
   */
  async function guarded() {
    const told = { send: 202, probe: 200, probes: 0 };
    const sent: string[] = [];
    const server = createServer((request, response) => {
      const text = new URL(request.url ?? '/', 'http://peer').searchParams.get('text');
      if (text === null) told.probes += 1;
      else sent.push(text);
      const status = text === null ? told.probe : told.send;
      if (status !== 0) response.writeHead(status).end('0: Accepted for delivery');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { services } = harness();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`;
    const settings = readGatewaySettings(services, storedSettings(services, 'gateway', { url }, {}));
    const watched = guard(
      createGateway(services, settings),
      () => Date.now(),
      () => undefined,
    );
    closers.push(async () => {
      server.closeAllConnections();
      server.close();
      await watched.close();
    });
    return { watched, sent, told };
  }
  const messages = (count: number) => Array.from({ length: count }, () => message());
  /** One after the other. */
  async function sendInTurn(
    carrier: Carrier,
    all: OutgoingMessage[],
  ): Promise<(SendResult['is'] | undefined)[]> {
    const results: (SendResult['is'] | undefined)[] = [];
    for (const each of all) results.push((await send(carrier, each))[0]?.is);
    return results;
  }

  test('opens after five failures in a row, hands nothing over, and closes after a probe and one good message', async () => {
    const { watched, sent, told } = await guarded();
    told.send = 503;
    const results = await sendInTurn(watched, messages(7));
    expect(results).toEqual([...Array(5).fill('rejected'), 'throttled', 'throttled']);
    expect(sent).toHaveLength(5);
    expect(watched.state()).toMatchObject({ circuit: 'open', trouble: { code: '503' } });
    told.send = 202;
    await eventually(() => watched.state().circuit === 'trying');
    const [first, second] = await send(watched, ...messages(2));
    expect([first?.is, second?.is]).toEqual(['accepted', 'accepted']);
    expect(watched.state().circuit).toBe('closed');
  });

  test('opens again when the one message fails', async () => {
    const { watched, sent, told } = await guarded();
    told.send = 503;
    await sendInTurn(watched, messages(5));
    await eventually(() => watched.state().circuit === 'trying');
    await send(watched, ...messages(2));
    expect(sent).toHaveLength(6);
    expect(watched.state().circuit).toBe('open');
  });

  test('stays open while the probe fails', async () => {
    const { watched, told } = await guarded();
    told.send = 503;
    told.probe = 500;
    await sendInTurn(watched, messages(5));
    // When the second one comes, the first has been answered.
    await eventually(() => told.probes === 2);
    expect(watched.state()).toMatchObject({ circuit: 'open', trouble: { code: '500' } });
  });

  test('opens within ten seconds when requests are taken and never answered', async () => {
    const { watched, told } = await guarded();
    told.send = 0;
    told.probe = 500;
    void send(watched, message());
    await eventually(() => watched.state().circuit === 'open', Boolean, 10_500);
    expect(watched.state().trouble?.code).toBe('HANGING');
  });

  test('stays closed while messages are refused for good or told to wait', async () => {
    const { watched, sent, told } = await guarded();
    for (let n = 0; n < 12; n += 1) {
      told.send = n % 2 === 0 ? 400 : 429;
      await send(watched, message());
    }
    expect(sent).toHaveLength(12);
    expect(watched.state().circuit).toBe('closed');
  });
});
