/**
 * Every kind of carrier as the contract test meets it: a carrier, the peer at its other end, and what it
 * cannot be made to do.
 */
import { CONNECTION_FIELDS, type ConnectionKind } from '@parley/contract';
import { receiveInbound } from '../../conversation/receive-inbound.ts';
import { sql } from '../../platform/db/database.ts';
import type { Harness } from '../../testing/harness.ts';
import type { Carrier, ConnectionPlace } from '../carrier.ts';
import { createGateway } from '../http-gateway/http-gateway.ts';
import { createSimulator } from '../simulator.ts';
import { createSmpp } from '../smpp/smpp.ts';
import { readGatewaySettings, readSmppSettings, storedSettings } from '../stored-settings.ts';
import { createTwilio, readTwilioSettings } from '../twilio.ts';
import { startGatewayPeer, startTwilioPeer } from './http-peers.ts';
import type { Peer, Taken } from './peer.ts';
import { startSmsc } from './smsc.ts';

export const PUBLIC_URL = 'https://sms.example.com';
/** How long an answer may take here. */
export const ANSWER_MS = 1_000;

export type Made = {
  carrier: Carrier;
  peer: Peer;
  /** The same carrier with other settings, e.g. a wrong password. */
  another: (settings: Record<string, string>) => Carrier;
};

export type Subject = {
  name: string;
  kind: ConnectionKind;
  make: (harness: Harness, place: ConnectionPlace) => Promise<Made>;
};

/** Stores the settings of a channel as the screen does, and its webhook's token. */
export async function storeConnection(
  harness: Harness,
  { accountId, channelId }: ConnectionPlace,
  kind: ConnectionKind,
  { webhookToken = '', ...values }: Record<string, string>,
): Promise<Record<string, string>> {
  const { services } = harness;
  const stored = storedSettings(services, kind, values, { webhookToken });
  await sql`
    update channels set connection_kind = ${kind}, usual_quiet_hours = false, connection = ${JSON.stringify(stored)}::jsonb
    where account_id = ${accountId} and id = ${channelId}`.execute(services.db);
  if (webhookToken !== '')
    await sql`
      insert into channel_lookups (key, account_id, channel_id)
      values (${`${kind}:${webhookToken}`}, ${accountId}, ${channelId})
      on conflict (key) do nothing`.execute(services.db);
  return stored;
}

function networked(
  name: string,
  kind: ConnectionKind,
  start: (harness: Harness, token: string) => Promise<Peer>,
  create: (harness: Harness, place: ConnectionPlace, stored: Record<string, string>) => Carrier,
  extra: Record<string, string> = {},
): Subject {
  return {
    name,
    kind,
    async make(harness, place) {
      const peer = await start(harness, `token-${kind}-${place.accountId}`);
      const settings = { ...peer.settings, ...extra };
      const stored = await storeConnection(harness, place, kind, settings);
      return {
        peer,
        carrier: create(harness, place, stored),
        another(given) {
          const known = Object.keys(CONNECTION_FIELDS[kind]);
          const values = Object.fromEntries(
            Object.entries({ ...settings, ...given }).filter(([field]) => known.includes(field)),
          );
          return create(
            harness,
            place,
            storedSettings(harness.services, kind, values, { webhookToken: 'another' }),
          );
        },
      };
    },
  };
}

const smpp = (name: string, extra: Record<string, string>) =>
  networked(
    name,
    'smpp',
    () => startSmsc(),
    ({ services }, place, stored) =>
      createSmpp(services, place, readSmppSettings(services, stored), undefined, ANSWER_MS),
    extra,
  );

/** The simulated carrier is its own peer: it keeps a book, and sends its receipts by itself. */
const simulator: Subject = {
  name: 'the simulator',
  kind: 'simulator',
  async make(harness, { accountId, channelId }) {
    const { services } = harness;
    const carrier = createSimulator(services);
    const peer: Peer = {
      settings: {},
      taken: [],
      receipt: async () => undefined,
      text: async (phone, text, carrierMessageId) => {
        const at = services.clock.now();
        await receiveInbound(services, { accountId, channelId, phone, text, carrierMessageId, at });
      },
      stop: async () => undefined,
    };
    return { carrier, peer, another: () => carrier };
  },
};

/** What the simulator's book has, as the peers tell it. */
export async function bookOf({ services }: Harness, accountId: number): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    select phone as to, body as text, reference, '' as "from" from simulator_messages
    where account_id = ${accountId} and direction = 'MT' order by id`.execute(services.db);
  return rows;
}

export const SUBJECTS: readonly Subject[] = [
  simulator,
  networked(
    'a carrier in Twilio’s form',
    'twilio',
    ({ app }, token) => startTwilioPeer(app, PUBLIC_URL, token),
    ({ services }, _place, stored) =>
      createTwilio(services, readTwilioSettings(services, stored), undefined, ANSWER_MS),
  ),
  networked(
    'a gateway in Kannel’s form, by GET',
    'gateway',
    ({ app }, token) => startGatewayPeer(app, PUBLIC_URL, token),
    ({ services }, _place, stored) =>
      createGateway(services, readGatewaySettings(services, stored), undefined, ANSWER_MS),
  ),
  networked(
    'a gateway in Kannel’s form, by POST',
    'gateway',
    ({ app }, token) => startGatewayPeer(app, PUBLIC_URL, token),
    ({ services }, _place, stored) =>
      createGateway(services, readGatewaySettings(services, stored), undefined, ANSWER_MS),
    { method: 'POST' },
  ),
  smpp('SMPP as transceiver, long texts with headers', { bind: 'transceiver', split: 'udh' }),
  smpp('SMPP as a pair, long texts by SAR', { bind: 'pair', split: 'sar' }),
  smpp('SMPP with long texts as payload', { split: 'payload', window: '1' }),
];
