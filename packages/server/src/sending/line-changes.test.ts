/** The channel's settings change in the middle of a chunk of a blast. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calls } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { first, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { startBlastPump } from './blast-pump.ts';

const harness = useHarness({ config: { privateCarriers: true } });
const PEOPLE = 200;
/** A blast of seconds: the old carrier has its first long before the last is due. */
const PER_SECOND = 40;
const CAMPAIGN = 9_301;

type Taking = { server: Server; taken: string[]; url: () => string };
const [old, other] = [carrier(), carrier()];

function carrier(): Taking {
  const taken: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      taken.push(new URLSearchParams(body).get('To') ?? '');
      response.writeHead(201).end(`{"sid":"SM${taken.length}"}`);
    });
  });
  return { server, taken, url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

beforeAll(async () => {
  for (const { server } of [old, other])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  for (const { server } of [old, other]) {
    server.closeAllConnections();
    server.close();
  }
});

test('another address of the carrier holds from one of the next batches on, and everybody gets it once', async () => {
  const { services } = harness();
  const { db } = services;
  const user = await harness().newUser();
  const { accountId } = user;
  const connectTo = ({ url }: Taking) => {
    const connection = {
      baseUrl: url(),
      accountSid: 'AC1',
      authToken: services.secrets.encrypt('secret').toString('base64'),
      webhookToken: 'line',
    };
    // As another process does it: nobody tells this one.
    return sql`
      update channels set connection_kind = 'twilio', usual_quiet_hours = false, segments_per_second = ${PER_SECOND},
        connection = ${JSON.stringify(connection)}::jsonb where account_id = ${accountId}`.execute(db);
  };
  await connectTo(old);
  const numbers = phones(PEOPLE);
  const list = await storeList(
    db,
    accountId,
    'Everybody',
    numbers.map((phone) => ({ phone })),
  );
  await storeSketch(db, accountId, CAMPAIGN, [{ type: 'final-message', id: CAMPAIGN, text: 'Hi' }]);
  const sent = await user.ask(calls.blast.send, {
    campaign: CAMPAIGN,
    lists: [list],
    schedule: '2020-01-01 00:00:00',
  });
  expect(sent.RESULT).toBe(1);
  const pump = startBlastPump(services);
  try {
    await eventually(() => old.taken.length > 0);
    await connectTo(other);
    const state = () =>
      first(db, sql<{ state: string }>`select state from blasts where account_id = ${accountId}`);
    await eventually(
      () => state(),
      (seen) => seen?.state === 'done',
    );
  } finally {
    await pump.stop();
  }
  expect(other.taken.length).toBeGreaterThan(0);
  expect([...old.taken, ...other.taken].toSorted()).toEqual(numbers.toSorted());
});
