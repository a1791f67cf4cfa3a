import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calls } from '@parley/contract';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { LANES } from '../carriers/http.ts';
import { twilioSignature } from '../carriers/twilio.ts';
import { queueMessages } from '../messages/queue.ts';
import { first, rows, sql, transact } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { startBlastPump } from './blast-pump.ts';
import { startOutboxPump } from './outbox-pump.ts';

const PUBLIC_URL = 'https://sms.example.com';
const harness = useHarness({ config: { publicUrl: PUBLIC_URL } });
let next = 9_000;

/** A carrier on a real socket: keeps what it took, and answers as the test says. */
type Request = { fields: URLSearchParams; authorization: string; path: string };
type Answer = (request: Request, response: ServerResponse) => void;
const taken: Request[] = [];
let answer: Answer = accept;
let carrier: Server;

function accept(_request: Request, response: ServerResponse): void {
  response.writeHead(201, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ sid: `SM${taken.length}` }));
}

function take(request: IncomingMessage, response: ServerResponse): void {
  let body = '';
  request.on('data', (chunk) => {
    body += String(chunk);
  });
  request.on('end', () => {
    const one = {
      fields: new URLSearchParams(body),
      authorization: request.headers.authorization ?? '',
      path: request.url ?? '',
    };
    taken.push(one);
    answer(one, response);
  });
}

beforeAll(async () => {
  carrier = createServer(take);
  await new Promise<void>((resolve) => carrier.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  carrier.closeAllConnections();
  carrier.close();
});
afterEach(() => {
  answer = accept;
  taken.length = 0;
});

/**
 * An account whose channel sends through the carrier, with a blast to some people that waits for its time.
 */
async function blastOf(count: number, text = 'Hi & welcome', timeToLive = 0) {
  const { services } = harness();
  const { db } = services;
  const user = await harness().newUser();
  const { accountId } = user;
  const token = `hook-${accountId}`;
  const connection = {
    baseUrl: `http://127.0.0.1:${(carrier.address() as AddressInfo).port}`,
    accountSid: 'AC1',
    authToken: services.secrets.encrypt('secret').toString('base64'),
    webhookToken: token,
  };
  const channel = await first(
    db,
    sql<{ id: number; number: string }>`
      update channels set connection_kind = 'twilio', usual_quiet_hours = false, connection = ${JSON.stringify(connection)}::jsonb
      where account_id = ${accountId} returning id, number`,
  );
  await sql`
    insert into channel_lookups (key, account_id, channel_id)
    values (${`twilio:${token}`}, ${accountId}, ${channel?.id})`.execute(db);
  const numbers = phones(count);
  const list = await storeList(
    db,
    accountId,
    'All',
    numbers.map((phone) => ({ phone })),
  );
  next += 1;
  await storeSketch(db, accountId, next, [{ type: 'final-message', id: next * 10, text }] as never);
  const sent = await user.ask(calls.blast.send, {
    campaign: next,
    lists: [list],
    schedule: '2020-01-01 00:00:00',
    timeToLive,
  });
  const states = () =>
    rows(
      db,
      sql<{
        id: number;
        status: string;
        reason: string | null;
        code: string | null;
        carrierId: string | null;
      }>`
        select id, status, reason, carrier_code as code, carrier_id as "carrierId" from messages
        where account_id = ${accountId} order by id`,
    );
  const progress = async () =>
    (await user.ask(calls.blast.progress, { blast: sent.values?.blast ?? 0 })).values;
  const state = async () => (await progress())?.state;
  return {
    services,
    user,
    accountId,
    token,
    number: channel?.number ?? '',
    numbers,
    states,
    state,
    progress,
  };
}

/** Runs a pump until `done` says so. */
async function pumping(done: () => Promise<unknown>): Promise<void> {
  const pump = startBlastPump(harness().services);
  try {
    await eventually(done);
  } finally {
    await pump.stop();
  }
}

function webhook(path: string, fields: Record<string, string>, signature?: string) {
  const body = new URLSearchParams(fields);
  return harness().app.inject({
    method: 'POST',
    url: path,
    payload: body.toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature ?? twilioSignature('secret', PUBLIC_URL + path, body),
    },
  });
}

it('tells the carrier of a time to live that somebody set, and of no other', async () => {
  const usual = await blastOf(1);
  await pumping(async () => (await usual.state()) === 'done');
  expect(taken.map(({ fields }) => fields.get('ValidityPeriod'))).toEqual([null]);
  const short = await blastOf(1, 'Only today', 30);
  await pumping(async () => (await short.state()) === 'done');
  const told = Number(taken[1]?.fields.get('ValidityPeriod'));
  expect(told).toBeGreaterThan(1_700);
  expect(told).toBeLessThanOrEqual(1_800);
  const long = await blastOf(1, 'This week', 2 * 24 * 60);
  await pumping(async () => (await long.state()) === 'done');
  // As long as this carrier keeps it anyway.
  expect(taken[2]?.fields.get('ValidityPeriod')).toBeNull();
});

it('posts each message once, with our reference, and keeps what the carrier says about it', async () => {
  const blast = await blastOf(3);
  await pumping(async () => (await blast.state()) === 'done');
  const messages = await blast.states();
  expect(messages.map((message) => message.status)).toEqual(['sent', 'sent', 'sent']);
  expect(taken).toHaveLength(3);
  const mine = taken.find((request) => request.fields.get('To') === blast.numbers[0]);
  expect(mine?.path).toBe('/2010-04-01/Accounts/AC1/Messages.json');
  expect(mine?.authorization).toBe(`Basic ${Buffer.from('AC1:secret').toString('base64')}`);
  expect(mine?.fields.get('From')).toBe(blast.number);
  expect(mine?.fields.get('Body')).toBe('Hi & welcome');
  const callback = new URL(mine?.fields.get('StatusCallback') ?? '');
  expect(callback.origin).toBe(PUBLIC_URL);

  const path = callback.pathname + callback.search;
  const receipt = { MessageSid: 'SM9', MessageStatus: 'undelivered', ErrorCode: '30003' };
  expect((await webhook(path, receipt)).statusCode).toBe(204);
  expect((await webhook(path, { ...receipt, MessageStatus: 'sent', ErrorCode: '' })).statusCode).toBe(204);
  const after = (await blast.states()).find(
    (message) => message.id === Number(callback.searchParams.get('ref')),
  );
  expect(after).toMatchObject({ status: 'undelivered', code: '30003' });
});

it('takes nothing with a wrong signature, a wrong token or more than 64 KiB', async () => {
  const blast = await blastOf(1);
  await pumping(async () => (await blast.state()) === 'done');
  const [message] = await blast.states();
  const path = `/carriers/twilio/${blast.token}/status?ref=${message?.id}`;
  const fields = { MessageSid: 'SM1', MessageStatus: 'delivered' };
  const forged = await webhook(path, fields, 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=');
  const unknown = await webhook('/carriers/twilio/nothing/status?ref=1', fields);
  expect([forged.statusCode, unknown.statusCode]).toEqual([403, 403]);
  expect(forged.body).toBe(unknown.body);
  expect((await webhook(path, { ...fields, Pad: 'x'.repeat(70_000) })).statusCode).toBe(413);
  expect((await blast.states())[0]?.status).toBe('sent');
  expect((await webhook(path, fields)).statusCode).toBe(204);
  expect((await blast.states())[0]?.status).toBe('delivered');
});

it('keeps refusals and answers that never came apart: failed with the code, unknown and not sent again', async () => {
  const blast = await blastOf(4);
  answer = (request, response) => {
    const n = blast.numbers.indexOf(request.fields.get('To') ?? '');
    if (n === 0) {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: 21610, message: 'Attempt to send to unsubscribed recipient' }));
    } else if (n === 1) {
      response.writeHead(500);
      response.end();
    } else if (n === 2) response.destroy();
    else accept(request, response);
  };
  await pumping(async () => (await blast.state()) === 'done');
  const messages = await blast.states();
  expect(messages.map(({ status, code }) => [status, code])).toEqual([
    ['failed', '21610'],
    ['unknown', null],
    ['unknown', null],
    ['sent', null],
  ]);
  expect(messages[0]?.reason).toContain('unsubscribed');
  expect(taken).toHaveLength(4);
  // A late receipt clears up what was in doubt.
  const path = `/carriers/twilio/${blast.token}/status?ref=${messages[2]?.id}`;
  await webhook(path, { MessageSid: 'SM7', MessageStatus: 'delivered' });
  expect((await blast.states())[2]).toMatchObject({ status: 'delivered', carrierId: 'SM7' });
});

it('says what stands in the way while the carrier lets nothing through, holds everything back, and goes on by itself', async () => {
  const blast = await blastOf(300);
  answer = (_request, response) => {
    response.writeHead(401).end('{"code":20003,"message":"Authenticate"}');
  };
  const pump = startBlastPump(harness().services);
  try {
    // At one moment: while the connection is tried again nothing is told.
    const troubled = { state: 'running', troubleReason: 'Authenticate', failed: 0, unknown: 0 };
    await expect.poll(blast.progress).toMatchObject({ ...troubled, troubleCode: '20003' });
    answer = accept;
    await eventually(
      () => blast.state(),
      (seen) => seen === 'done',
    );
    expect(await blast.progress()).toMatchObject({ sent: 300, troubleCode: '', troubleReason: '' });
  } finally {
    await pump.stop();
  }
});

it('waits as long as the carrier asks, and nobody gets a message twice', async () => {
  const blast = await blastOf(20);
  let refusedAt = 0;
  let early = 0;
  answer = (request, response) => {
    if (refusedAt === 0) refusedAt = Date.now();
    if (taken.length <= 5) {
      response.writeHead(429, { 'retry-after': '2' });
      response.end();
      return;
    }
    if (taken.length > 20 && Date.now() - refusedAt < 1_900) early += 1;
    accept(request, response);
  };
  await pumping(async () => (await blast.state()) === 'done');
  expect((await blast.states()).every((message) => message.status === 'sent')).toBe(true);
  expect(taken).toHaveLength(25);
  expect(early).toBe(0);
});

it('lists as unknown what a dead worker had in hand, sends the rest, and believes what the woken worker heard', async () => {
  const blast = await blastOf(30);
  const { services, accountId } = blast;
  const hanging: { request: Request; response: ServerResponse }[] = [];
  answer = (request, response) => {
    hanging.push({ request, response });
  };
  const frozen = startBlastPump(services);
  await eventually(() => hanging.length === 30);
  // The worker is frozen: its lease runs out and another one takes over.
  await sql`update send_chunks set leased_until = ${new Date(0)} where account_id = ${accountId}`.execute(
    services.db,
  );
  answer = accept;
  await pumping(async () => (await blast.state()) === 'done');
  const inDoubt = await blast.states();
  expect(inDoubt.every((message) => message.status === 'unknown' && message.reason !== null)).toBe(true);
  const [unheard, ...heard] = hanging;
  for (const { request, response } of heard) accept(request, response);
  unheard?.response.destroy();
  await frozen.stop();
  const states = await blast.states();
  expect(states.filter(({ status }) => status === 'sent')).toHaveLength(29);
  expect(states.filter(({ status }) => status === 'unknown')).toHaveLength(1);
  expect(taken).toHaveLength(30);
});

it.each([
  ['', null, 400],
  // A tenth of a second of it, which is granted at once, is more than the carrier takes at a time.
  [' at a pace', 1_000, 800],
])(
  'has in doubt after a worker that died only the batch that it handed over, and sends what lay ready behind it%s',
  async (_, perSecond, ready) => {
    const blast = await blastOf(1_000);
    const { services, accountId } = blast;
    await sql`update channels set segments_per_second = ${perSecond} where account_id = ${accountId}`.execute(
      services.db,
    );
    const hanging: { request: Request; response: ServerResponse }[] = [];
    answer = (request, response) => {
      hanging.push({ request, response });
    };
    const sending = async () => (await blast.states()).filter(({ status }) => status === 'sending').length;
    const frozen = startBlastPump(services);
    // Slices of 32 follow each other while no more than 64 are without an answer.
    const handed = LANES + 32;
    await eventually(async () => hanging.length === handed && (await sending()) === ready);
    await sql`update send_chunks set leased_until = ${new Date(0)} where account_id = ${accountId}`.execute(
      services.db,
    );
    answer = accept;
    await pumping(async () => (await blast.state()) === 'done');
    const messages = await blast.states();
    expect(messages.filter(({ status }) => status === 'unknown')).toHaveLength(handed);
    expect(messages.filter(({ status }) => status === 'sent')).toHaveLength(1_000 - handed);
    for (const { request, response } of hanging) accept(request, response);
    await frozen.stop();
    const numbers = taken.map((request) => request.fields.get('To'));
    expect(new Set(numbers).size).toBe(numbers.length);
    // It was alive after all: what it heard is known.
    const states = await blast.states();
    expect(states.filter(({ status }) => status === 'sent')).toHaveLength(numbers.length);
    expect(states.filter(({ status }) => status === 'unknown')).toHaveLength(1_000 - numbers.length);
  },
);

it('has in doubt of single messages after a worker that died only those that it handed over, and sends the others', async () => {
  const { services, accountId, numbers } = await blastOf(150);
  const { db } = services;
  await sql`delete from send_chunks where account_id = ${accountId}`.execute(db);
  const contacts = await rows(
    db,
    sql<{ id: number; channelId: number }>`
      select c.id, h.id as "channelId" from contacts c join channels h on h.account_id = ${accountId}
      where c.account_id = ${accountId} order by c.id`,
  );
  const single = {
    campaignId: null,
    blastId: null,
    stepId: null,
    origin: 'flow' as const,
    purpose: 'conversation' as const,
    body: 'One',
    media: null,
  };
  await transact(db, (trx) =>
    queueMessages(
      trx,
      services,
      accountId,
      contacts.map(({ id, channelId }) => ({ ...single, channelId, contactId: id })),
    ),
  );
  const counts = async () => {
    const found = await rows(
      db,
      sql<{ status: string; count: number }>`
        select status, count(*)::int as count from messages where account_id = ${accountId} and origin = 'flow' group by status`,
    );
    return Object.fromEntries(found.map(({ status, count }) => [status, count]));
  };
  const hanging: { request: Request; response: ServerResponse }[] = [];
  answer = (request, response) => {
    hanging.push({ request, response });
  };
  const handed = LANES + 32;
  const frozen = startOutboxPump(services);
  await eventually(() => hanging.length === handed);
  expect(await counts()).toEqual({ sending: 150 });
  await sql`update outbox set leased_until = ${new Date(0)} where account_id = ${accountId}`.execute(db);
  answer = accept;
  const other = startOutboxPump(services);
  await expect.poll(counts).toEqual({ unknown: handed, sent: 150 - handed });
  await other.stop();
  for (const { request, response } of hanging) accept(request, response);
  await frozen.stop();
  expect(await counts()).toEqual({ sent: 150 });
  expect(taken.map(({ fields }) => fields.get('To')).sort()).toEqual([...numbers].sort());
});

it('gives back what it has not handed over when it stops, and goes on later', async () => {
  const blast = await blastOf(300);
  answer = (request, response) => {
    setTimeout(() => accept(request, response), 100);
  };
  const pump = startBlastPump(harness().services);
  await eventually(() => taken.length > 30);
  await pump.stop();
  const stopped = await blast.states();
  expect(stopped.filter((message) => message.status === 'unknown')).toHaveLength(0);
  expect(stopped.filter((message) => message.status === 'sent')).toHaveLength(taken.length);
  expect(stopped.filter((message) => message.status === 'queued')).toHaveLength(300 - taken.length);
  answer = accept;
  await pumping(async () => (await blast.state()) === 'done');
  expect(new Set(taken.map((request) => request.fields.get('To'))).size).toBe(300);
  expect(taken).toHaveLength(300);
});

it('takes an incoming message once and answers through the same carrier', async () => {
  const blast = await blastOf(1);
  const path = `/carriers/twilio/${blast.token}/inbound`;
  const fields = { MessageSid: 'MO1', From: blast.numbers[0] ?? '', To: blast.number, Body: 'HELP' };
  const outbox = startOutboxPump(harness().services);
  const answers = await Promise.all([1, 2, 3].map(() => webhook(path, fields)));
  expect(answers.map((each) => each.statusCode)).toEqual([200, 200, 200]);
  expect(answers[0]?.body).toBe('<Response/>');
  await eventually(() => taken.length === 1);
  await outbox.stop();
  const inbound = await rows(
    harness().services.db,
    sql`select 1 from inbound_messages where account_id = ${blast.accountId}`,
  );
  expect(inbound).toHaveLength(1);
  expect(taken[0]?.fields.get('To')).toBe(blast.numbers[0]);
});
