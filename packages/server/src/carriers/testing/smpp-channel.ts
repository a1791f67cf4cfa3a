/** A channel of a new account that tests of SMPP send over and receive on, each with a centre of its own. */
import { afterEach, beforeAll } from 'vitest';
import { first, rows, sql } from '../../platform/db/database.ts';
import { eventually, type useHarness } from '../../testing/harness.ts';
import { phones, storeList } from '../../testing/people.ts';
import type { Carrier, ConnectionPlace, OutgoingMessage, SendResult } from '../carrier.ts';
import { createSmpp } from '../smpp/smpp.ts';
import { readSmppSettings, storedSettings } from '../stored-settings.ts';
import { type Smsc, startSmsc } from './smsc.ts';

type Settings = Record<string, string>;
type Centre = Parameters<typeof startSmsc>[0];
type Connected = { smsc: Smsc; carrier: Carrier };
type Contact = { id: number; phone: string };

const ANSWER_MS = 1_000;
const FIRST_ID = 500_000;

export function useSmppChannel(harness: ReturnType<typeof useHarness>) {
  const place: ConnectionPlace = { accountId: 0, channelId: 0, place: 1 };
  let contacts: Contact[] = [];
  let lastId = FIRST_ID;
  const closers: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const { db } = harness().services;
    const { accountId } = await harness().newUser();
    const channel = await first(
      db,
      sql<{ id: number }>`select id from channels where account_id = ${accountId}`,
    );
    Object.assign(place, { accountId, channelId: channel?.id ?? 0 });
    const people = phones(60).map((phone) => ({ phone }));
    await storeList(db, accountId, 'All', people);
    contacts = await rows(
      db,
      sql<Contact>`select id, phone from contacts where account_id = ${accountId} order by id`,
    );
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  /** Does not wait for the bind. */
  async function open(given: Settings, centre: Centre = {}, answerMs = ANSWER_MS): Promise<Connected> {
    const smsc = await startSmsc(centre);
    closers.push(smsc.stop);
    const { services } = harness();
    const stored = storedSettings(services, 'smpp', { ...smsc.settings, ...given }, {});
    const settings = readSmppSettings(services, stored);
    const carrier = createSmpp(services, place, settings, undefined, answerMs);
    closers.push(carrier.close);
    return { smsc, carrier };
  }

  return {
    place,
    closers,
    open,
    async connect(given: Settings = {}, centre: Centre = {}, answerMs = ANSWER_MS): Promise<Connected> {
      const opened = await open(given, centre, answerMs);
      await eventually(() => opened.carrier.link().state === 'bound');
      return opened;
    },
    /** A message that is about to be handed over. */
    async message(body = 'Hello', from = '+12125550100'): Promise<OutgoingMessage> {
      lastId += 1;
      const { accountId, channelId } = place;
      const contact = contacts[lastId % contacts.length] as Contact;
      const now = new Date();
      await sql`
        insert into messages (account_id, id, channel_id, contact_id, origin, status, body, created_at, sent_at)
        values (${accountId}, ${lastId}, ${channelId}, ${contact.id}, 'test', 'sending', ${body}, ${now},
          ${now})`.execute(harness().services.db);
      return { id: lastId, accountId, channelId, from, to: contact.phone, body, media: null };
    },
    async statusOf({ id }: OutgoingMessage): Promise<string | undefined> {
      const found = await first(
        harness().services.db,
        sql<{ status: string }>`
          select status from messages where account_id = ${place.accountId} and id = ${id}`,
      );
      return found?.status;
    },
    /** What people have texted, in order. */
    async inbound(): Promise<string[]> {
      const found = await rows(
        harness().services.db,
        sql<{
          body: string;
        }>`select body from inbound_messages where account_id = ${place.accountId} order by id`,
      );
      return found.map(({ body }) => body);
    },
  };
}

/**
 * Hands messages over, each to a phone of its own; answers their results, undefined for those that were left
 * alone.
 */
export async function send(
  carrier: Carrier,
  ...messages: OutgoingMessage[]
): Promise<(SendResult | undefined)[]> {
  const results = new Map<number, SendResult>();
  await carrier.send(
    messages.map((each) => [each]),
    ({ id }, result) => results.set(id, result),
    () => true,
  );
  return messages.map(({ id }) => results.get(id));
}
