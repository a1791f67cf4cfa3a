/** A carrier that does not answer holds up its own channel's messages, not those of others in the outbox. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { type NewMessage, queueMessages } from '../messages/index.ts';
import { first, rows, sql, transact } from '../platform/db/database.ts';
import type { Background } from '../platform/services.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { startOutboxPump } from './outbox-pump.ts';

const harness = useHarness({ config: { privateCarriers: true } });
const services = () => harness().services;
const db = () => services().db;
/** More than rounds have places. */
const PEOPLE = 20;

type Sender = { accountId: number; channelId: number; contacts: readonly number[] };
let hanging: Sender;
let other: Sender;
let pump: Background | null = null;

/** Requests that wait for an answer. */
const open: ServerResponse[] = [];
const carrier = createServer((request, response) => {
  request.resume();
  open.push(response);
});
const answerAll = () => {
  for (const response of open.splice(0)) response.writeHead(201).end('{"sid":"SM1"}');
};

async function newSender(from: number): Promise<Sender> {
  const { accountId } = await harness().newUser();
  const channel = await firstChannel(db(), accountId);
  const numbers = phones(PEOPLE, from).map((phone) => ({ phone }));
  await storeList(db(), accountId, 'All', numbers);
  const contacts = await rows(
    db(),
    sql<{ id: number }>`select id from contacts where account_id = ${accountId} order by id`,
  );
  return { accountId, channelId: channel?.id ?? 0, contacts: contacts.map(({ id }) => id) };
}

beforeAll(async () => {
  carrier.listen(0, '127.0.0.1');
  await once(carrier, 'listening');
  hanging = await newSender(310_000);
  other = await newSender(320_000);
  const connection = {
    baseUrl: `http://127.0.0.1:${(carrier.address() as AddressInfo).port}`,
    accountSid: 'AC1',
    authToken: services().secrets.encrypt('secret').toString('base64'),
    webhookToken: 'hanging',
  };
  await sql`
    update channels set connection_kind = 'twilio', usual_quiet_hours = false,
      connection = ${JSON.stringify(connection)}::jsonb
    where account_id = ${hanging.accountId} and id = ${hanging.channelId}`.execute(db());
});
afterEach(async () => {
  const ended = pump?.stop();
  const answering = setInterval(answerAll, 50);
  await ended;
  clearInterval(answering);
  pump = null;
});
afterAll(() => {
  carrier.closeAllConnections();
  carrier.close();
});

async function queueTo({ accountId, channelId, contacts }: Sender, n: number): Promise<void> {
  const message: NewMessage = {
    channelId,
    contactId: contacts[n] ?? 0,
    campaignId: null,
    blastId: null,
    stepId: null,
    origin: 'flow',
    purpose: 'answer',
    body: `Thanks! ${n}`,
    media: null,
  };
  await transact(db(), (trx) => queueMessages(trx, services(), accountId, [message]));
  services().signals.wake('outbox');
}

const countOf = async ({ accountId }: Sender, status: string): Promise<number> =>
  (
    await first(
      db(),
      sql<{ count: number }>`
        select count(*) from messages where account_id = ${accountId} and status = ${status}::message_status`,
    )
  )?.count ?? 0;

test('answers of one channel that hang, one after the other, leave the others their places', async () => {
  pump = startOutboxPump(services());
  for (let n = 0; n < PEOPLE; n += 1) {
    await queueTo(hanging, n);
    // Each goes in a round of its own.
    if (n < 8) await eventually(async () => (await countOf(hanging, 'sending')) > n || open.length > n);
  }
  await queueTo(other, 0);
  await eventually(async () => (await countOf(other, 'sent')) === 1, Boolean, 10_000);
  expect(await countOf(hanging, 'sent')).toBe(0);
  const answering = setInterval(answerAll, 50);
  await eventually(async () => (await countOf(hanging, 'sent')) === PEOPLE);
  clearInterval(answering);
});
