import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { recordOptOuts } from '../optouts/store.ts';
import { manualClock } from '../platform/clock.ts';
import { changed, first, rows, sql } from '../platform/db/database.ts';
import { pipelined } from '../platform/db/pipeline.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { createApiCaller } from './api-call.ts';
import { claimTimers } from './claims.ts';
import { callDue, wakeDue } from './jobs.ts';
import { receive } from './receive.ts';
import { startConversation } from './start.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
let accountId = 0;
let channelId = 0;
let phones = 0;
let server: Server;
let calls: { method: string; url: string; body: string; type: string }[] = [];

const newPhone = () => `+1212555${String(2000 + phones++)}`;
const MINUTE = 60_000;

beforeAll(async () => {
  const { db } = harness().services;
  accountId = (await harness().newUser()).accountId;
  channelId = (await firstChannel(db, accountId))?.id ?? 0;
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      calls.push({
        method: request.method ?? '',
        url: request.url ?? '',
        body,
        type: request.headers['content-type'] ?? '',
      });
      response.end('120 points');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await storeSketch(db, accountId, 1, [
    { id: 1, type: 'STATEMENT', text: 'One.' },
    { id: 2, type: 'INTERVAL', wait: { unit: 'MINUTES', amount: 10 } },
    { id: 3, type: 'STATEMENT', text: 'Two.' },
    { id: 4, type: 'INTERVAL', wait: { unit: 'MINUTES', amount: 10 } },
    { id: 5, type: 'TRAILER', text: 'Three.' },
  ]);
  await storeSketch(db, accountId, 2, [
    {
      id: 11,
      type: 'API',
      verb: 'POST',
      url: `http://127.0.0.1:${port}/points`,
      contentType: 'JSON',
      body: '{"a":1}',
    },
    { id: 12, type: 'TRAILER', text: 'Bye.' },
  ]);
  await storeSketch(db, accountId, 3, [
    { id: 21, type: 'API', url: `http://127.0.0.1:${port}/again` },
    { id: 22, type: 'TRAILER', text: 'Done.' },
  ]);
});

afterAll(() => {
  server.close();
});

function start(campaignId: number, phone: string) {
  const { services } = harness();
  return startConversation(services, { accountId, campaignId, channelId, phone, variables: {}, by: 'api' });
}

async function sentTo(phone: string): Promise<string[]> {
  const found = await rows(
    harness().services.db,
    sql<{ body: string }>`
      select m.body from messages m join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
      where m.account_id = ${accountId} and c.phone = ${phone} order by m.id`,
  );
  return found.map((row) => row.body);
}

const wake = () => wakeDue(harness().services, pipelined(harness().services.pool), 'worker');
const timersLeft = async () =>
  (
    await first(
      harness().services.db,
      sql<{ n: number }>`select count(*) as n from timers where account_id = ${accountId}`,
    )
  )?.n;

describe('waits', () => {
  test('go on when they are over, not before, and once', async () => {
    const phone = newPhone();
    await start(1, phone);
    clock.advance(9 * MINUTE);
    await wake();
    expect(await sentTo(phone)).toEqual(['One.']);
    clock.advance(MINUTE);
    await Promise.all([wake(), wake()]);
    await wake();
    expect(await sentTo(phone)).toEqual(['One.', 'Two.']);
    clock.advance(10 * MINUTE);
    await wake();
    expect(await sentTo(phone)).toEqual(['One.', 'Two.', 'Three.']);
    expect(await timersLeft()).toBe(0);
  });

  test('missed for three days happen once, late', async () => {
    const phone = newPhone();
    await start(1, phone);
    clock.advance(3 * 24 * 60 * MINUTE);
    await wake();
    await wake();
    expect(await sentTo(phone)).toEqual(['One.', 'Two.']);
    clock.advance(10 * MINUTE);
    await wake();
  });

  test('of a worker that died come back after its lease, once', async () => {
    const phone = newPhone();
    await start(1, phone);
    clock.advance(10 * MINUTE);
    const { db } = harness().services;
    expect(await claimTimers(db, 'dead', clock.now(), 500)).toHaveLength(1);
    await wake();
    expect(await sentTo(phone)).toEqual(['One.']);
    clock.advance(2 * MINUTE);
    await wake();
    expect(await sentTo(phone)).toEqual(['One.', 'Two.']);
    clock.advance(10 * MINUTE);
    await wake();
  });

  test('of an earlier conversation mean nothing to the present one', async () => {
    const phone = newPhone();
    await start(1, phone);
    clock.advance(10 * MINUTE);
    const { db } = harness().services;
    const [stale] = await claimTimers(db, 'slow', clock.now(), 500);
    await start(1, phone);
    await changed(
      db,
      sql`update timers set turn = ${stale?.turn}, due_at = ${clock.now()} where account_id = ${accountId}`,
    );
    await wake();
    expect(await sentTo(phone)).toEqual(['One.', 'One.']);
    expect(await timersLeft()).toBe(0);
  });

  test('end with an opt-out that came by any way', async () => {
    const phone = newPhone();
    await start(1, phone);
    const { db } = harness().services;
    const contact = await first(
      db,
      sql<{ id: number }>`select id from contacts where account_id = ${accountId} and phone = ${phone}`,
    );
    const optOut = { phone, contactId: contact?.id ?? 0, channelId: null, source: 'import', words: '' };
    await db.transaction().execute((trx) => recordOptOuts(trx, accountId, [optOut], clock.now()));
    clock.advance(10 * MINUTE);
    await wake();
    expect(await sentTo(phone)).toEqual(['One.']);
  });

  test('by the thousand go on in batches', async () => {
    const people = Array.from({ length: 1_200 }, newPhone);
    await sql`update balances set balance = balance + 10000, granted = granted + 10000 where account_id = ${accountId}`.execute(
      harness().services.db,
    );
    await storeSketch(
      harness().services.db,
      accountId,
      4,
      [
        { id: 31, type: 'INTERVAL', wait: { unit: 'MINUTES', amount: 10 } },
        { id: 32, type: 'TRAILER', text: 'All of you.' },
      ],
      'ALL',
    );
    const { services } = harness();
    await Promise.all(
      people.map((phone) =>
        receive(services, {
          accountId,
          channelId,
          phone,
          text: 'ALL',
          carrierMessageId: phone,
          at: clock.now(),
        }),
      ),
    );
    clock.advance(10 * MINUTE);
    while (await wake());
    const sent = await first(
      services.db,
      sql<{
        n: number;
      }>`select count(*) as n from messages where account_id = ${accountId} and campaign_id = 4`,
    );
    expect(sent?.n).toBe(1_200);
    expect(await timersLeft()).toBe(0);
  });
});

describe('API calls', () => {
  const anywhere = createApiCaller(() => true);
  const run = (caller = anywhere) => callDue(harness().services, 'worker', caller);

  test('are made and their answer goes into the conversation', async () => {
    calls = [];
    const phone = newPhone();
    await start(2, phone);
    await run();
    expect(calls).toEqual([{ method: 'POST', url: '/points', body: '{"a":1}', type: 'application/json' }]);
    expect(await sentTo(phone)).toEqual(['120 points', 'Bye.']);
  });

  test('to a private address are not made; the conversation goes on and the fault is recorded', async () => {
    calls = [];
    const phone = newPhone();
    await start(2, phone);
    await run(createApiCaller());
    expect(calls).toEqual([]);
    expect(await sentTo(phone)).toEqual(['Bye.']);
    const fault = await first(
      harness().services.db,
      sql<{ raw: string }>`
        select raw from events where account_id = ${accountId} and campaign_id = 2 and kind = 'fault'
        order by at desc limit 1`,
    );
    expect(fault?.raw).toMatch(/not on the public internet/);
  });

  test('that may have been made before are made again only as GET', async () => {
    calls = [];
    const [poster, getter] = [newPhone(), newPhone()];
    await start(2, poster);
    await start(3, getter);
    await changed(
      harness().services.db,
      sql`update api_calls set worker = 'dead', leased_until = ${clock.now()} where account_id = ${accountId}`,
    );
    clock.advance(MINUTE);
    await run();
    expect(calls.map((call) => call.url)).toEqual(['/again']);
    expect(await sentTo(poster)).toEqual(['Bye.']);
    expect(await sentTo(getter)).toEqual(['120 points', 'Done.']);
  });

  test('of a conversation that was replaced meanwhile are answered in vain', async () => {
    const phone = newPhone();
    await start(2, phone);
    await start(1, phone);
    await run();
    expect(await sentTo(phone)).toEqual(['One.']);
  });
});
