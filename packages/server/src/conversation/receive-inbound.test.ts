import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { openDatabase, rows, sql } from '../platform/db/database.ts';
import { Runtime } from '../platform/runtime.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { textsTo } from '../testing/sent.ts';
import { receiveInbound } from './receive-inbound.ts';

const harness = useHarness();
let accountId = 0;
let channelId = 0;
let carrierIds = 0;
let phones = 0;

const newPhone = () => `+1212555${String(1000 + phones++)}`;

beforeAll(async () => {
  const user = await harness().newUser();
  accountId = user.accountId;
  const { db } = harness().services;
  channelId = (await firstChannel(db, accountId))?.id ?? 0;
  await storeSketch(
    db,
    accountId,
    1,
    [
      { id: 1, type: 'open-question', text: 'What is your name?' },
      { id: 2, type: 'open-question', text: 'How old are you, {%answer:1%}?' },
      { id: 3, type: 'final-message', text: 'Thank you, {%answer:1%} of {%answer:2%}.' },
    ],
    'JOIN',
  );
  await storeSketch(db, accountId, 2, [{ id: 11, type: 'final-message', text: 'Open 9 to 5.' }], 'Hours');
});

function text(phone: string, words: string, carrierMessageId = `c${carrierIds++}`) {
  const { services } = harness();
  return receiveInbound(services, {
    accountId,
    channelId,
    phone,
    text: words,
    carrierMessageId,
    at: services.clock.now(),
  });
}

const sentTo = (phone: string) => textsTo(harness().services.db, accountId, phone);

async function inboundOf(phone: string): Promise<{ body: string; kind: string; campaign: number | null }[]> {
  return rows(
    harness().services.db,
    sql`
      select i.body, i.kind, i.campaign_id as campaign from inbound_messages i
      join contacts c on c.account_id = ${accountId} and c.id = i.contact_id
      where i.account_id = ${accountId} and c.phone = ${phone} order by i.id`,
  );
}

async function one<T>(query: ReturnType<typeof sql<T>>): Promise<T | undefined> {
  return (await rows(harness().services.db, query))[0];
}

describe('a conversation', () => {
  test('is started by its keyword, goes on with each answer and ends', async () => {
    const phone = newPhone();
    await text(phone, ' join ');
    await text(phone, 'Ada');
    await text(phone, '36');
    expect(await sentTo(phone)).toEqual([
      'What is your name?',
      'How old are you, Ada?',
      'Thank you, Ada of 36.',
    ]);
    expect(await inboundOf(phone)).toEqual([
      { body: ' join ', kind: 'keyword', campaign: 1 },
      { body: 'Ada', kind: 'answer', campaign: 1 },
      { body: '36', kind: 'answer', campaign: 1 },
    ]);
    const conversation = await one(sql<{ active: boolean; reason: string }>`
      select v.active, v.session->>'endReason' as reason from conversations v
      join contacts c on c.account_id = ${accountId} and c.id = v.contact_id
      where v.account_id = ${accountId} and c.phone = ${phone}`);
    expect(conversation).toEqual({ active: false, reason: 'done' });
  });

  test('records its answers as events, counted by day', async () => {
    const phone = newPhone();
    const before = await one(sql<{ count: number }>`
      select coalesce(sum(count), 0) as count from daily_campaign_counts
      where account_id = ${accountId} and campaign_id = 1 and kind = 'response'`);
    await text(phone, 'JOIN');
    await text(phone, 'Grace');
    const after = await one(sql<{ count: number; raw: string }>`
      select (select sum(count) from daily_campaign_counts
          where account_id = ${accountId} and campaign_id = 1 and kind = 'response') as count, e.raw
      from events e join contacts c on c.account_id = ${accountId} and c.id = e.contact_id
      where e.account_id = ${accountId} and c.phone = ${phone} and e.kind = 'response'`);
    expect(after).toEqual({ count: (before?.count ?? 0) + 1, raw: 'Grace' });
  });

  test('gives way to another campaign when its keyword comes', async () => {
    const phone = newPhone();
    await text(phone, 'JOIN');
    await text(phone, 'hours');
    await text(phone, 'Ada');
    expect(await sentTo(phone)).toEqual(['What is your name?', 'Open 9 to 5.']);
    expect((await inboundOf(phone)).at(-1)).toEqual({ body: 'Ada', kind: 'none', campaign: null });
  });

  test('keeps the order of texts that come in together, one after the other', async () => {
    const phone = newPhone();
    await Promise.all(['JOIN', 'Ada', '36', 'bye'].map((words) => text(phone, words)));
    expect(await sentTo(phone)).toEqual([
      'What is your name?',
      'How old are you, Ada?',
      'Thank you, Ada of 36.',
    ]);
    expect((await inboundOf(phone)).map(({ body }) => body)).toEqual(['JOIN', 'Ada', '36', 'bye']);
  });

  test('does not start from the keyword of a deleted campaign', async () => {
    const { db } = harness().services;
    await storeSketch(db, accountId, 3, [{ id: 21, type: 'final-message', text: 'Gone.' }], 'GONE');
    await sql`update campaigns set deleted_at = ${new Date()} where account_id = ${accountId} and id = 3`.execute(
      db,
    );
    const phone = newPhone();
    await text(phone, 'GONE');
    expect(await sentTo(phone)).toEqual([]);
    expect(await inboundOf(phone)).toEqual([{ body: 'GONE', kind: 'none', campaign: null }]);
  });
});

describe('many at once', () => {
  test('three hundred strangers each get their own reply and belong to the audience once', async () => {
    const strangers = Array.from({ length: 300 }, newPhone);
    await Promise.all(strangers.map((phone) => text(phone, 'JOIN')));
    const counts = await one(sql<{ replies: number; members: number; counted: number }>`
      select
        (select count(*) from messages m join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
          where m.account_id = ${accountId} and c.phone = any(${strangers}::text[])) as replies,
        (select count(*) from list_members m join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
          join channels h on h.account_id = ${accountId} and h.audience_list_id = m.list_id
          where m.account_id = ${accountId} and c.phone = any(${strangers}::text[])) as members,
        (select l.member_count from lists l join channels h on h.account_id = ${accountId} and h.audience_list_id = l.id
          where l.account_id = ${accountId} and h.id = ${channelId})
        - (select count(*) from list_members m join channels h on h.account_id = ${accountId} and h.audience_list_id = m.list_id
          where m.account_id = ${accountId}) as counted`);
    expect(counts).toEqual({ replies: 300, members: 300, counted: 0 });
  });

  test('the same carrier id twenty times at once has one effect', async () => {
    const phone = newPhone();
    const results = await Promise.all(Array.from({ length: 20 }, () => text(phone, 'JOIN', 'same')));
    expect(results.filter((result) => !result.duplicate)).toHaveLength(1);
    expect(new Set(results.map((result) => result.inboundId)).size).toBe(1);
    expect(await sentTo(phone)).toHaveLength(1);
    expect(await inboundOf(phone)).toHaveLength(1);
  });

  test('the same carrier id from two numbers in one group has one effect', async () => {
    const results = await Promise.all([newPhone(), newPhone()].map((phone) => text(phone, 'JOIN', 'shared')));
    expect(results.map((result) => result.duplicate).sort()).toEqual([false, true]);
  });

  test('a text that cannot be stored fails alone', async () => {
    const good = newPhone();
    const bad = text(`${newPhone()}\0`, 'JOIN');
    const [first, second] = await Promise.allSettled([bad, text(good, 'JOIN')]);
    expect(first.status).toBe('rejected');
    expect(second.status).toBe('fulfilled');
    expect(await sentTo(good)).toHaveLength(1);
  });

  test('is stored, and what the balance has no room for waits for credits, however dear one message is', async () => {
    const { db } = harness().services;
    const dear = 'ж'.repeat(1_600);
    await storeSketch(db, accountId, 31, [{ id: 311, type: 'final-message', text: dear }], 'Dear');
    const setBalance = (credits: number) =>
      sql`update balances set balance = ${credits}, granted = ${credits} + reserved + spent
        where account_id = ${accountId}`.execute(db);
    const before = await one(
      sql<{ balance: number }>`select balance from balances where account_id = ${accountId}`,
    );
    await setBalance(22);
    const poor = newPhone();
    await text(poor, 'dear');
    await setBalance(before?.balance ?? 0);
    expect(await inboundOf(poor)).toEqual([{ body: 'dear', kind: 'keyword', campaign: 31 }]);
    expect(
      await one(sql`
        select m.status, m.reason from messages m join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
        where m.account_id = ${accountId} and c.phone = ${poor}`),
    ).toEqual({ status: 'held', reason: 'balance' });
  });

  test('NUL and half an emoji do not stop a text', async () => {
    const phone = newPhone();
    await text(phone, 'JOIN');
    await text(phone, 'A\0da \ud83d');
    expect((await inboundOf(phone)).at(-1)?.body).toBe('Ada \ufffd');
  });
});

describe('two processes on one database', () => {
  const places: (() => Promise<void>)[] = [];
  afterAll(() => Promise.all(places.map((close) => close())));

  function anotherProcess() {
    const { services } = harness();
    const { db, pool, close } = openDatabase(String(services.pool.options.connectionString), 4);
    places.push(close);
    return { ...services, db, pool, runtime: new Runtime() };
  }

  test('count the same carrier id once', async () => {
    const [one, other] = [anotherProcess(), anotherProcess()];
    const people = Array.from({ length: 40 }, newPhone);
    const results = await Promise.all(
      people.flatMap((phone, n) => {
        const incoming = {
          accountId,
          channelId,
          phone,
          text: 'JOIN',
          carrierMessageId: `both-${n}`,
          at: new Date(),
        };
        return [receiveInbound(one, incoming), receiveInbound(other, incoming)];
      }),
    );
    expect(results.filter((result) => result.duplicate)).toHaveLength(40);
    for (const phone of people) expect(await sentTo(phone)).toEqual(['What is your name?']);
  });

  test('give a conversation one text at a time', async () => {
    const [one, other] = [anotherProcess(), anotherProcess()];
    const people = Array.from({ length: 40 }, newPhone);
    await Promise.all(people.map((phone) => text(phone, 'JOIN')));
    await Promise.all(
      people.flatMap((phone) =>
        [one, other].map((services, n) =>
          receiveInbound(services, {
            accountId,
            channelId,
            phone,
            text: `text ${n}`,
            carrierMessageId: `${phone}-${n}`,
            at: new Date(),
          }),
        ),
      ),
    );
    for (const phone of people) {
      const [, second, third, ...more] = await sentTo(phone);
      expect(more).toEqual([]);
      expect([second, third]).toEqual(
        second?.includes('text 0')
          ? ['How old are you, text 0?', 'Thank you, text 0 of text 1.']
          : ['How old are you, text 1?', 'Thank you, text 1 of text 0.'],
      );
    }
  });
});

describe('reserved words', () => {
  test('STOP opts out everywhere, ends the conversation, is confirmed once and silences the number', async () => {
    const phone = newPhone();
    await text(phone, 'JOIN');
    const balance = () =>
      one(sql<{ balance: number }>`select balance from balances where account_id = ${accountId}`);
    const before = await balance();
    await text(phone, 'Stop!');
    await text(phone, 'STOP');
    await text(phone, 'Ada');
    await text(phone, 'JOIN');
    expect(await sentTo(phone)).toEqual(['What is your name?', expect.stringMatching(/opted out/)]);
    expect((await inboundOf(phone)).map(({ kind }) => kind)).toEqual([
      'keyword',
      'stop',
      'stop',
      'none',
      'none',
    ]);
    expect(await balance()).toEqual(before);
    const state = await one(sql<{
      optedOut: boolean;
      rows: number;
      consents: number;
      active: number;
      events: number;
    }>`
      select c.opted_out as "optedOut",
        (select count(*) from suppressions o where o.account_id = ${accountId} and o.phone = ${phone}) as rows,
        (select count(*) from consents s where s.account_id = ${accountId} and s.phone = ${phone} and s.kind = 'opt-out') as consents,
        (select count(*) from conversations v where v.account_id = ${accountId} and v.contact_id = c.id and v.active) as active,
        (select count(*) from events e where e.account_id = ${accountId} and e.contact_id = c.id and e.kind = 'optout') as events
      from contacts c where c.account_id = ${accountId} and c.phone = ${phone}`);
    expect(state).toEqual({ optedOut: true, rows: 1, consents: 1, active: 0, events: 1 });
  });

  test('the audience counts its opted-out members', async () => {
    const count = () =>
      one(sql<{ count: number }>`
        select l.optout_count as count from lists l
        join channels h on h.account_id = ${accountId} and h.audience_list_id = l.id
        where l.account_id = ${accountId} and h.id = ${channelId}`);
    const before = await count();
    const phone = newPhone();
    await text(phone, 'unsubscribe');
    expect((await count())?.count).toBe((before?.count ?? 0) + 1);
    await text(phone, 'START');
    expect(await count()).toEqual(before);
  });

  test('START opts in again; YES too, but only after an opt-out, else it is an answer', async () => {
    const phone = newPhone();
    await text(phone, 'JOIN');
    await text(phone, 'yes');
    expect((await inboundOf(phone)).at(-1)?.kind).toBe('answer');
    await text(phone, 'STOP');
    await text(phone, 'yes');
    await text(phone, 'JOIN');
    expect(await sentTo(phone)).toEqual([
      'What is your name?',
      'How old are you, yes?',
      expect.stringMatching(/opted out/),
      expect.stringMatching(/opted back in/),
      'What is your name?',
    ]);
  });

  test('HELP answers anybody with the account’s name and changes nothing', async () => {
    await sql`update accounts set name = 'Café Luna', contact_info = 'luna@example.com' where id = ${accountId}`.execute(
      harness().services.db,
    );
    const phone = newPhone();
    await text(phone, 'JOIN');
    await text(phone, 'HELP');
    await text(phone, 'Ada');
    await text(phone, 'STOP');
    await text(phone, 'info');
    const sent = await sentTo(phone);
    expect(sent[1]).toMatch(/Café Luna.*luna@example\.com/);
    expect(sent[2]).toBe('How old are you, Ada?');
    expect(sent.at(-1)).toMatch(/Café Luna/);
  });
});
