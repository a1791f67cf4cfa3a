import { calls } from '@parley/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { changed, first, rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, useHarness } from '../testing/harness.ts';

const harness = useHarness();
let owner: Client & { accountId: number };
let pair: { inpUserName: string; inpPassword: string };

type Answered = { status: number; RESULT: number; MESSAGE: string; DETAIL: string; text: string };
type Ask = {
  method?: 'GET' | 'POST';
  query?: Record<string, string>;
  body?: string;
  headers?: Record<string, string>;
};

async function ask({ method = 'GET', query = {}, body, headers = {} }: Ask): Promise<Answered> {
  const response = await harness().app.inject({
    method,
    url: `/api/v1/triggerSMS?${new URLSearchParams(query)}`,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  });
  return { ...response.json(), status: response.statusCode, text: response.body };
}

async function credentialsOf(client: Client): Promise<typeof pair> {
  await client.ask(calls.credentials.add, { name: 'Shop' });
  const { values } = await client.ask(calls.credentials.list, { filter: '' });
  const [found] = values.credentials;
  return { inpUserName: found?.accessKey ?? '', inpPassword: found?.secretKey ?? '' };
}

async function lastSent(phone: string) {
  return first(
    harness().services.db,
    sql<{ body: string; origin: string; status: string }>`
      select m.body, m.origin, m.status::text from messages m
      join contacts c on c.account_id = ${owner.accountId} and c.id = m.contact_id
      where m.account_id = ${owner.accountId} and c.phone = ${phone} order by m.id desc limit 1`,
  );
}

beforeAll(async () => {
  owner = await harness().newUser();
  pair = await credentialsOf(owner);
  await storeSketch(harness().services.db, owner.accountId, 1, [
    { id: 1, type: 'final-message', text: 'Order {%Order|none%} for {%Name|you%} is ready.' },
  ]);
  await storeSketch(harness().services.db, owner.accountId, 2, []);
  await storeSketch(harness().services.db, owner.accountId, 30, [{ id: 30, type: 'switch', switchTo: 1 }]);
});

describe('a good call', () => {
  test('by GET starts the campaign', async () => {
    const query = { ...pair, inpContactString: '(212) 555-0100', inpBatchId: '1' };
    expect(await ask({ query })).toMatchObject({ status: 200, RESULT: 1 });
    expect(await lastSent('+12125550100')).toEqual({
      body: 'Order none for you is ready.',
      origin: 'trigger',
      status: 'queued',
    });
  });

  test('by POST takes a form, JSON or multipart, and further fields are tokens', async () => {
    const fields = { ...pair, inpBatchId: '1', Order: '77', Name: 'Ada' };
    const form = new URLSearchParams({ ...fields, inpContactString: '+12125550101' }).toString();
    const boundary = 'x-parley-x';
    const multipart = Object.entries({ ...fields, inpContactString: '+12125550103' })
      .map(
        ([name, value]) =>
          `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      .join('');
    const bodies: [string, string][] = [
      ['application/x-www-form-urlencoded', form],
      [
        'application/json',
        JSON.stringify({ ...fields, inpContactString: '+12125550102', inpBatchId: 1, Order: 77 }),
      ],
      [`multipart/form-data; boundary=${boundary}`, `${multipart}--${boundary}--\r\n`],
    ];
    for (const [n, [type, body]] of bodies.entries()) {
      expect(await ask({ method: 'POST', body, headers: { 'content-type': type } })).toMatchObject({
        status: 200,
        RESULT: 1,
      });
      expect(await lastSent(`+1212555010${n + 1}`)).toMatchObject({ body: 'Order 77 for Ada is ready.' });
    }
  });

  test('further fields are still tokens in a campaign that the first one switches to', async () => {
    const query = { ...pair, inpContactString: '(212) 555-0107', inpBatchId: '30', Order: '78', Name: 'Eve' };
    expect(await ask({ query })).toMatchObject({ status: 200, RESULT: 1 });
    expect(await lastSent('+12125550107')).toMatchObject({ body: 'Order 78 for Eve is ready.' });
  });

  test('may carry its credentials as HTTP Basic', async () => {
    const basic = Buffer.from(`${pair.inpUserName}:${pair.inpPassword}`).toString('base64');
    const query = { inpContactString: '+12125550104', inpBatchId: '1' };
    expect(await ask({ query, headers: { authorization: `Basic ${basic}` } })).toMatchObject({
      status: 200,
      RESULT: 1,
    });
  });

  test('answers at any case of its path', async () => {
    const response = await harness().app.inject({ method: 'GET', url: '/API/v1/TRIGGERsms' });
    expect(response.statusCode).toBe(401);
  });
});

describe('a bad call', () => {
  const query = () => ({ ...pair, inpContactString: '+12125550110', inpBatchId: '1' });

  test('with wrong or without credentials is 401, whatever else is wrong', async () => {
    expect(await ask({ query: { ...query(), inpPassword: 'wrong' } })).toMatchObject({
      status: 401,
      RESULT: 0,
    });
    expect(await ask({ query: { ...query(), inpUserName: '0' } })).toMatchObject({ status: 401, RESULT: 0 });
    expect(await ask({})).toMatchObject({ status: 401, RESULT: 0, DETAIL: '' });
    expect(await ask({ headers: { authorization: 'Basic ###' } })).toMatchObject({ status: 401 });
    expect(await lastSent('+12125550110')).toBeUndefined();
  });

  test('for a foreign and an unknown campaign is 404 with the same bytes', async () => {
    const other = await harness().newUser();
    const foreign = await credentialsOf(other);
    const answers = [
      await ask({ query: { ...query(), ...foreign } }),
      await ask({ query: { ...query(), inpBatchId: '999999' } }),
    ];
    expect(answers[0]).toMatchObject({ status: 404, RESULT: 0 });
    expect(answers[0]?.text).toBe(answers[1]?.text);
  });

  test('for a deleted campaign is 404', async () => {
    const { db } = harness().services;
    await storeSketch(db, owner.accountId, 3, [{ id: 31, type: 'final-message', text: 'Gone.' }]);
    await sql`update campaigns set deleted_at = ${new Date()} where account_id = ${owner.accountId} and id = 3`.execute(
      db,
    );
    expect(await ask({ query: { ...query(), inpBatchId: '3' } })).toMatchObject({ status: 404, RESULT: 0 });
  });

  test('with a bad number or a bad id is 400 and names the field', async () => {
    for (const inpContactString of ['', '123', 'abc', '+999123456789012'])
      expect(await ask({ query: { ...query(), inpContactString } })).toMatchObject({
        status: 400,
        RESULT: 0,
        DETAIL: 'inpContactString',
      });
    for (const inpBatchId of ['', '0', 'one', '1.5', '-1'])
      expect(await ask({ query: { ...query(), inpBatchId } })).toMatchObject({
        status: 400,
        DETAIL: 'inpBatchId',
      });
  });

  test('with broken JSON, a doubled field or a dangerous name is 400', async () => {
    const json = { 'content-type': 'application/json' };
    expect(await ask({ method: 'POST', body: '{"a":', headers: json })).toMatchObject({
      status: 400,
      RESULT: 0,
    });
    const doubled = await harness().app.inject({ url: '/api/v1/triggerSMS?inpBatchId=1&inpBatchId=2' });
    expect(doubled.statusCode).toBe(400);
    expect(
      await ask({ method: 'POST', body: JSON.stringify({ ...query(), Name: { a: 1 } }), headers: json }),
    ).toMatchObject({ status: 400, DETAIL: 'Name' });
    expect(await ask({ query: { ...query(), constructor: 'x' } })).toMatchObject({ status: 400 });
  });

  test('to an opted-out number is refused in words with 200', async () => {
    const { services } = harness();
    await sql`
      insert into suppressions (account_id, phone, source, at)
      values (${owner.accountId}, '+12125550111', 'import', ${services.clock.now()})`.execute(services.db);
    const answered = await ask({ query: { ...query(), inpContactString: '+12125550111' } });
    expect(answered).toMatchObject({ status: 200, RESULT: 0, MESSAGE: expect.stringMatching(/opted out/) });
    expect(await lastSent('+12125550111')).toBeUndefined();
  });

  test('of a campaign without steps is refused', async () => {
    expect(await ask({ query: { ...query(), inpBatchId: '2' } })).toMatchObject({ status: 200, RESULT: 0 });
  });

  test('beyond the balance is refused in words with 200 and leaves nothing behind', async () => {
    const { db } = harness().services;
    await changed(
      db,
      sql`update balances set spent = spent + balance, balance = 0 where account_id = ${owner.accountId}`,
    );
    const answered = await ask({ query: { ...query(), inpContactString: '+12125550112' } });
    expect(answered).toMatchObject({ status: 200, RESULT: 0, MESSAGE: expect.stringMatching(/balance/) });
    const contact = await first(
      db,
      sql`select id from contacts where account_id = ${owner.accountId} and phone = '+12125550112'`,
    );
    expect(contact).toBeUndefined();
  });
});

test('the campaign goes out through the channel of its keyword', async () => {
  const { db } = harness().services;
  const channel = await firstChannel(db, owner.accountId);
  const added = await owner.ask(calls.channels.add, { name: 'Second' });
  expect(added.RESULT).toBe(1);
  await changed(
    db,
    sql`update balances set balance = 10, granted = granted + 10 where account_id = ${owner.accountId}`,
  );
  const second = await first(
    db,
    sql<{
      id: number;
    }>`select id from channels where account_id = ${owner.accountId} and id <> ${channel?.id}`,
  );
  await sql`
    insert into keywords (account_id, channel_id, keyword_key, keyword, campaign_id)
    values (${owner.accountId}, ${second?.id}, 'ready', 'READY', 1)`.execute(db);
  await ask({ query: { ...pair, inpContactString: '+12125550120', inpBatchId: '1' } });
  const message = await first(
    db,
    sql<{ channel: number }>`
      select m.channel_id as channel from messages m
      join contacts c on c.account_id = ${owner.accountId} and c.id = m.contact_id
      where m.account_id = ${owner.accountId} and c.phone = '+12125550120'`,
  );
  expect(message?.channel).toBe(second?.id);
});

describe('calls that come together', () => {
  const call = (inpContactString: string, more: Record<string, string> = {}) =>
    ask({ query: { ...pair, inpContactString, inpBatchId: '1', ...more } });
  const setBalance = (credits: number) =>
    changed(
      harness().services.db,
      sql`
        update balances set granted = granted - balance + ${credits}, balance = ${credits}
        where account_id = ${owner.accountId}`,
    );
  const stored = (phones: readonly string[]) =>
    first(
      harness().services.db,
      sql<{ contacts: number; messages: number }>`
        select count(distinct c.id) as contacts, count(m.id) as messages from contacts c
        left join messages m on m.account_id = ${owner.accountId} and m.contact_id = c.id
        where c.account_id = ${owner.accountId} and c.phone = any(${phones}::text[])`,
    );

  test('have each their own answer: a refused one does not touch its neighbours', async () => {
    await setBalance(1_000);
    const phones = Array.from({ length: 200 }, (_, n) => `+1212556${1000 + n}`);
    const { services } = harness();
    await sql`
      insert into suppressions (account_id, phone, source, at)
      values (${owner.accountId}, ${phones[7]}, 'import', ${services.clock.now()})`.execute(services.db);
    const answers = await Promise.all(
      phones.map((phone, n) =>
        call(phone, { Order: String(n), ...(n === 5 ? { inpBatchId: '999999' } : {}) }),
      ),
    );
    for (const [n, { status, RESULT, MESSAGE }] of answers.entries())
      if (n === 5) expect({ status, RESULT }).toEqual({ status: 404, RESULT: 0 });
      else if (n === 7) expect({ status, RESULT, MESSAGE }).toMatchObject({ status: 200, RESULT: 0 });
      else expect({ n, RESULT, MESSAGE }).toEqual({ n, RESULT: 1, MESSAGE: 'One message is on its way.' });
    expect(await stored(phones)).toEqual({ contacts: 198, messages: 198 });
    for (const n of [0, 6, 8, 199])
      expect((await lastSent(phones[n] ?? ''))?.body).toContain(`Order ${n} for`);
  });

  test('share a balance to its last credit; those it did not last for leave nothing behind', async () => {
    await setBalance(30);
    const phones = Array.from({ length: 80 }, (_, n) => `+1212557${1000 + n}`);
    const answers = await Promise.all(phones.map((phone) => call(phone)));
    expect(answers.filter(({ RESULT }) => RESULT === 1)).toHaveLength(30);
    for (const { status, RESULT, MESSAGE } of answers)
      if (RESULT === 0)
        expect({ status, MESSAGE }).toEqual({ status: 200, MESSAGE: expect.stringMatching(/balance/) });
    expect(await stored(phones)).toEqual({ contacts: 30, messages: 30 });
    const sums = await first(
      harness().services.db,
      sql<{ balance: number; open: number }>`
        select balance, granted - balance - reserved - spent as open from balances where account_id = ${owner.accountId}`,
    );
    expect(sums).toEqual({ balance: 0, open: 0 });
  });

  test('for one number are taken in their order', async () => {
    await setBalance(1_000);
    const phone = '+12125580000';
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => call(phone, { Order: String(n) })),
    );
    expect(answers.every(({ RESULT }) => RESULT === 1)).toBe(true);
    const sent = await rows(
      harness().services.db,
      sql<{ body: string }>`
        select m.body from messages m
        join contacts c on c.account_id = ${owner.accountId} and c.id = m.contact_id
        where m.account_id = ${owner.accountId} and c.phone = ${phone} order by m.id`,
    );
    expect(sent.map(({ body }) => body)).toEqual(
      Array.from({ length: 12 }, (_, n) => `Order ${n} for you is ready.`),
    );
  });
});

test('after a hundred wrong pairs an hour from one address further ones wait, and are noted; a right one works', async () => {
  const wrong = { ...pair, inpPassword: 'wrong', inpContactString: '2125550100', inpBatchId: '1' };
  const statuses = [];
  for (let n = 0; n < 101; n += 1) statuses.push((await ask({ query: wrong })).status);
  expect(statuses[0]).toBe(401);
  expect(statuses.at(-1)).toBe(429);
  expect((await ask({ query: { ...wrong, ...pair } })).RESULT).toBe(1);
  const noted = harness()
    .logged()
    .filter((line) => line.includes('wrong API credentials were given'));
  expect(noted.length).toBeGreaterThan(0);
  expect(noted.join()).not.toContain(pair.inpUserName);
});
