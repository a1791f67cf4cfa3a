/**
 * A person is erased: nothing of them is left anywhere, all sums are as before, and the number stays stopped.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BASE, calls } from '@parley/contract';
import { EVENT_KINDS, type EventKindName } from '@parley/rules/event-kinds.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { receiveInbound, startConversation } from '../conversation/index.ts';
import { setListenedKinds } from '../feed/index.ts';
import { runImport } from '../imports/jobs.ts';
import { claimImport } from '../imports/store.ts';
import { uploadFile } from '../imports/testing/upload.ts';
import { recountLists } from '../lists/member-counts.ts';
import { manualClock } from '../platform/clock.ts';
import { first, rows, sql, transact } from '../platform/db/database.ts';
import type { Background } from '../platform/services.ts';
import { startBlastPump } from '../sending/blast-pump.ts';
import { startOutboxPump } from '../sending/outbox-pump.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { eraseNext } from './erasure-jobs.ts';

const DAY = '2026-03-02T15:00:00Z';
const clock = manualClock(DAY);
const harness = useHarness({ clock, config: { publicUrl: 'https://t.example' } });
const services = () => harness().services;
const db = () => services().db;

let user: Client & { accountId: number };
let channelId = 0;
let pumps: Background[] = [];
let numbers = 0;
let next = 500;

beforeEach(async () => {
  clock.set(DAY);
  user = await harness().newUser();
  channelId = (await firstChannel(db(), user.accountId))?.id ?? 0;
  pumps = [startOutboxPump(services()), startBlastPump(services())];
});
afterEach(() => Promise.all(pumps.map((pump) => pump.stop())));

const newPhone = (area = '646') => `+1${area}555${String(3000 + numbers++)}`;

async function sketch(steps: Record<string, unknown>[], keyword = ''): Promise<number> {
  next += 1;
  const numbered = steps.map((step, n) => ({ ...step, id: next * 10 + n }));
  await storeSketch(db(), user.accountId, next, numbered as never, keyword);
  return next;
}

const text = (phone: string, words: string, media: string[] = []) =>
  receiveInbound(services(), {
    accountId: user.accountId,
    channelId,
    phone,
    text: words,
    media,
    carrierMessageId: `message ${numbers++}`,
    at: clock.now(),
  });

const contactOf = async (phone: string) =>
  (await first(
    db(),
    sql<{ id: number; optedOut: boolean }>`
        select id, opted_out as "optedOut" from contacts where account_id = ${user.accountId} and phone = ${phone}`,
  )) ?? { id: 0, optedOut: false };

const erase = async (phone: string, block = true) =>
  user.ask(calls.members.erase, { contact: (await contactOf(phone)).id, phone, block });

/** Ends the erasures that have begun. */
async function endErasures(): Promise<void> {
  clock.advance(3 * 60_000);
  while (await eraseNext(services(), 'test')) clock.advance(61_000);
}

/** Every row of every table, and every upload, that has one of these words in it. */
async function whereIs(...words: string[]): Promise<string[]> {
  const tables = await rows(
    db(),
    sql<{ name: string }>`
      select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const all = await rows(
      db(),
      sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`,
    );
    for (const { row } of all) if (words.some((word) => row.includes(word))) found.push(`${name}: ${row}`);
  }
  const folder = join(services().config.dataDir, 'imports');
  for (const file of await readdir(folder).catch(() => [])) {
    const content = await readFile(join(folder, file), 'utf8');
    if (words.some((word) => content.includes(word))) found.push(file);
  }
  return found;
}

async function importFile(list: number, content: string, targets: string[]): Promise<number> {
  const { id } = (await uploadFile(harness(), user, list, content)).values;
  const mapping = targets.map((target, index) => ({ index, target }));
  expect((await user.ask(calls.imports.dryRun, { id, mapping })).RESULT).toBe(1);
  expect((await user.ask(calls.imports.start, { id, consent: true })).RESULT).toBe(1);
  const now = clock.now();
  const claim = await claimImport(db(), 'test', now, new Date(now.getTime() + 60_000));
  if (claim) await runImport(services(), claim, 'test', { now: false });
  return id;
}

const countsOf = async (list: number) => {
  const { count, optOuts } = (await user.ask(calls.lists.info, { list })).values.info;
  return [count, optOuts];
};

const sentTo = (phone: string) =>
  rows(
    db(),
    sql<{ body: string }>`
      select body from simulator_messages
      where account_id = ${user.accountId} and phone = ${phone} and direction = 'MT' order by id`,
  );

async function addsUp(blast: number): Promise<Record<string, number>> {
  const { values } = await user.ask(calls.blast.progress, { blast });
  const { total, queued, sent, delivered, failed, unknown, skipped } = values;
  expect(queued + sent + delivered + failed + unknown + skipped).toBe(total);
  const balance = await first(
    db(),
    sql<{ right: boolean }>`
      select b.balance + b.reserved + b.spent = b.granted and b.balance = (
        select sum(case when kind in ('grant', 'return', 'refund') then credits
          when kind in ('reserve', 'spend') then -credits else 0 end)
        from ledger l where l.account_id = ${user.accountId}) as right
      from balances b where b.account_id = ${user.accountId}`,
  );
  expect(balance?.right).toBe(true);
  return { total, queued, sent: sent + delivered, skipped };
}

describe('an erased person', () => {
  /** Somebody of whom there is something in every place that keeps anything of people. */
  async function knownEverywhere(phone: string) {
    const national = phone.slice(2);
    const kinds = Object.keys(EVENT_KINDS) as EventKindName[];
    await transact(db(), (trx) => setListenedKinds(trx, user.accountId, 'webhooks', kinds));
    const list = (await user.ask(calls.lists.add, { name: 'Friends' })).values.id;
    await importFile(list, `Phone,First name\n${national},Adalina\n12,Adalina\n`, [
      'phone',
      'newtag:First name',
    ]);
    const survey = await sketch(
      [
        { type: 'opt-in', list },
        { type: 'message', text: 'Hello {%First name%}: https://shop.example/sale', shortLinks: true },
        { type: 'open-question', text: 'How was it, {%First name%}?' },
        { type: 'final-message', text: 'Thank you, {%First name%}' },
      ],
      'SURVEY',
    );
    await text(phone, 'SURVEY');
    await text(phone, 'Wonderfulness, says Adalina', ['https://pictures.example/Adalina.png']);
    await text(phone, 'Is Adalina getting spam?');
    await eventually(async () => (await sentTo(phone)).length >= 3);
    const code = /\/s\/([A-Za-z0-9]{10})/.exec((await sentTo(phone)).map(({ body }) => body).join(' '))?.[1];
    if (code)
      await harness().app.inject({
        url: `/s/${code}`,
        headers: { 'user-agent': 'Mozilla/5.0 (Adalina) Safari' },
      });
    await user.ask(calls.inbox.reply, { contact: (await contactOf(phone)).id, text: 'Dear Adalina' });
    await user.ask(calls.inbox.addNote, { contact: (await contactOf(phone)).id, text: 'Adalina is nice' });
    // A reply that STOP overtakes is not sent.
    await eventually(async () => (await sentTo(phone)).length >= 4);
    await text(phone, 'STOP');
    await eventually(async () => (await sentTo(phone)).length >= 5);
    return { list, survey, code };
  }

  const WORDS = ['Adalina', 'Wonderfulness'];

  test('leaves no number, name, text, answer or upload in any table or file', async () => {
    const phone = newPhone();
    const { list, code } = await knownEverywhere(phone);
    expect(code).toBeDefined();
    const national = phone.slice(2);
    const before = await whereIs(...WORDS, national);
    const places = new Set(before.map((place) => place.split(':')[0]));
    const tables = `contacts messages inbound_messages events consents conversations link_clicks import_changes
      opt_out_reviews inbox_notes suppressions simulator_messages event_feed`;
    expect([...places]).toEqual(expect.arrayContaining(tables.split(/\s+/)));
    expect(before.some((place) => place.endsWith('.csv'))).toBe(true);

    expect(await erase(phone)).toMatchObject({ status: 200, RESULT: 1 });
    expect(await whereIs(...WORDS)).toEqual([expect.stringMatching(/\.csv$/)]);
    expect(await countsOf(list)).toEqual([0, 0]);

    await endErasures();
    expect(await whereIs(...WORDS, national)).toEqual([]);
    const gone = await harness().app.inject({ url: `/s/${code}` });
    expect(gone.statusCode).toBe(404);
  });

  test('is unknown to every call, and shown in no list', async () => {
    const phone = newPhone();
    const { list } = await knownEverywhere(phone);
    const { id: contact } = await contactOf(phone);
    await erase(phone);
    const { tags, members, gate, inbox } = calls;
    for (const answer of [
      await user.ask(tags.ofContact, { contact }),
      await user.ask(tags.setValue, { contact, tag: 'First name', value: 'x' }),
      await user.ask(members.timeline, { contact }),
      await user.ask(gate.contact, { contact }),
      await user.ask(gate.consents, { contact }),
      await user.ask(inbox.thread, { contact }),
      await user.ask(inbox.reply, { contact, text: 'Hello?' }),
      await user.ask(members.erase, { contact, phone }),
    ])
      expect(answer).toMatchObject({ status: 404, RESULT: 0 });
    expect((await user.get(`${members.everything.path}?ContactAddressId=${contact}`)).status).toBe(404);
    expect((await user.ask(members.list, { list })).values.members).toEqual([]);
    expect((await user.ask(inbox.threads, {})).values.threads).toEqual([]);
    expect((await user.ask(inbox.list, {})).values.messages).toEqual([]);
    expect((await user.ask(inbox.threads, { search: 'erased' })).values.threads).toEqual([]);
  });

  test('goes on counting in reports, as nobody', async () => {
    const phone = newPhone();
    const { survey } = await knownEverywhere(phone);
    const span = { from: '2026-03-01', to: '2026-03-02' };
    const figures = async () => ({
      responses: (await user.ask(calls.tiles.responses, { ...span, datapoint: survey, page: 0 })).values.data
        .count,
      optIns: (await user.ask(calls.tiles.optInsOverTime, { ...span, datapoint: survey })).values.data,
      clicks: (await user.ask(calls.tiles.totalClicks, { ...span, datapoint: 0 })).values.data,
      uniqueClicks: (await user.ask(calls.tiles.uniqueClicks, { ...span, datapoint: 0 })).values.data,
    });
    const before = await figures();
    expect(before.responses).toBeGreaterThan(0);
    await erase(phone);
    await endErasures();
    expect(await figures()).toEqual(before);
    const members = await user.ask(calls.tiles.subscribers, { ...span, datapoint: survey, page: 0 });
    expect(members.values.data.count).toBe(0);
    const table = (await user.ask(calls.tiles.responses, { ...span, datapoint: survey, page: 0 })).values
      .data;
    expect(JSON.stringify(table)).not.toContain('Wonderfulness');
  });

  test('who stopped stays stopped: by import, by hand and by trigger, until a START of their own', async () => {
    const phone = newPhone();
    const list = (await user.ask(calls.lists.add, { name: 'Friends' })).values.id;
    const campaign = await sketch([{ type: 'final-message', text: 'Sale' }]);
    const trigger = () =>
      startConversation(services(), {
        accountId: user.accountId,
        campaignId: campaign,
        channelId,
        phone,
        variables: {},
        by: 'api',
      });
    await user.ask(calls.members.add, { phone, list });
    await text(phone, 'STOP');
    for (const back of ['import', 'hand', 'text'] as const) {
      await erase(phone, false);
      await endErasures();
      expect(await contactOf(phone)).toEqual({ id: 0, optedOut: false });
      await expect(trigger()).rejects.toThrow('opted out');
      expect(await contactOf(phone)).toEqual({ id: 0, optedOut: false });
      if (back === 'import') await importFile(list, `${phone.slice(2)}\n`, ['phone']);
      else if (back === 'hand') await user.ask(calls.members.add, { phone, list });
      else await text(phone, 'Hello?');
      expect(await contactOf(phone)).toMatchObject({ optedOut: true });
      await expect(trigger()).rejects.toThrow('opted out');
      if (back !== 'text') expect(await countsOf(list)).toEqual([1, 1]);
    }
    await text(phone, 'START');
    await trigger();
    expect(await contactOf(phone)).toMatchObject({ optedOut: false });
  });

  test('is counted as opted out by the dry run of an import', async () => {
    const phone = newPhone();
    const list = (await user.ask(calls.lists.add, { name: 'Friends' })).values.id;
    await user.ask(calls.members.add, { phone, list });
    await erase(phone);
    await endErasures();
    const { id } = (await uploadFile(harness(), user, list, `${phone.slice(2)}\n${newPhone().slice(2)}\n`))
      .values;
    const tried = await user.ask(calls.imports.dryRun, { id, mapping: [{ index: 0, target: 'phone' }] });
    expect(tried.values).toMatchObject({ added: 2, optedOut: 1 });
  });

  test('who had not stopped may come back when that was wanted', async () => {
    const phone = newPhone();
    const list = (await user.ask(calls.lists.add, { name: 'Friends' })).values.id;
    await user.ask(calls.members.add, { phone, list });
    await erase(phone, false);
    await endErasures();
    await user.ask(calls.members.add, { phone, list });
    expect(await contactOf(phone)).toMatchObject({ optedOut: false });
    expect(await countsOf(list)).toEqual([1, 0]);
  });

  test('who comes back before the last traces are gone is another person, and stays stopped', async () => {
    const phone = newPhone();
    const list = (await user.ask(calls.lists.add, { name: 'Friends' })).values.id;
    await user.ask(calls.members.add, { phone, list });
    await erase(phone);
    await user.ask(calls.members.add, { phone, list });
    const { id, optedOut } = await contactOf(phone);
    expect(optedOut).toBe(true);
    clock.advance(1_000);
    await text(phone, 'Me again');
    await endErasures();
    expect(await contactOf(phone)).toEqual({ id, optedOut: true });
    expect(await countsOf(list)).toEqual([1, 1]);
    expect((await user.ask(calls.inbox.threads, {})).values.threads).toMatchObject([
      { phone, text: 'Me again' },
    ]);
    expect((await user.ask(calls.gate.contact, { contact: id })).values.optOut.optedOut).toBe(true);
  });
});

describe('what waits for an erased person', () => {
  test('in a blast is skipped with its reason, and the blast adds up', async () => {
    const [erased, other] = [newPhone('310'), newPhone('310')];
    const list = (await user.ask(calls.lists.add, { name: 'Both' })).values.id;
    for (const phone of [erased, other]) await user.ask(calls.members.add, { phone, list });
    await user.ask(calls.gate.saveChannelRules, { channel: channelId, usual: false, quiet: true });
    const campaign = await sketch([{ type: 'final-message', text: 'Sale' }]);
    const sent = await user.ask(calls.blast.send, {
      campaign,
      lists: [list],
      schedule: '2020-01-01 00:00:00',
    });
    const { blast } = sent.values;
    await eventually(async () => {
      const held = await rows(
        db(),
        sql`select 1 from messages where account_id = ${user.accountId} and status = 'held'`,
      );
      return held.length === 2;
    });
    expect(await addsUp(blast)).toMatchObject({ queued: 2, skipped: 0 });
    await erase(erased);
    expect(await addsUp(blast)).toMatchObject({ queued: 1, skipped: 1 });
    clock.set('2026-03-02T16:00:00Z'); // 8:00 in Los Angeles
    services().signals.wake('chunks');
    await eventually(async () => (await addsUp(blast)).sent === 1);
    expect(await sentTo(erased)).toEqual([]);
    const { reasons } = (await user.ask(calls.blast.reasons, { blast })).values;
    expect(reasons).toContainEqual(
      expect.objectContaining({ status: 'skipped', reason: 'erased', count: 1 }),
    );
    await endErasures();
    expect(await addsUp(blast)).toMatchObject({ total: 2, queued: 0, skipped: 1 });
  });

  test('that is queued while the erasing goes on is stopped by the gate', async () => {
    const phone = newPhone();
    const list = (await user.ask(calls.lists.add, { name: 'Friends' })).values.id;
    await user.ask(calls.members.add, { phone, list });
    const { id } = await contactOf(phone);
    await erase(phone);
    const campaign = await sketch([{ type: 'final-message', text: 'Sale' }]);
    // As a fan-out that chose its people a moment ago.
    await sql`
      insert into list_members (account_id, list_id, contact_id, added_at)
      values (${user.accountId}, ${list}, ${id}, ${clock.now()})`.execute(db());
    await transact(db(), (trx) => recountLists(trx, user.accountId));
    const { values } = await user.ask(calls.blast.send, {
      campaign,
      lists: [list],
      schedule: '2020-01-01 00:00:00',
    });
    await eventually(async () => (await addsUp(values.blast)).skipped === 1);
    const [message] = await rows(
      db(),
      sql<{ status: string; reason: string }>`
        select status, reason from messages where account_id = ${user.accountId} and contact_id = ${id}`,
    );
    expect(message).toEqual({ status: 'skipped', reason: 'erased' });
    await endErasures();
    expect(await countsOf(list)).toEqual([0, 0]);
  });

  test('in a conversation is not sent, and what it cost comes back', async () => {
    const phone = newPhone();
    await pumps[0]?.stop();
    await sketch([{ type: 'open-question', text: 'How are you?' }], 'HI');
    await text(phone, 'HI');
    const spent = async () =>
      (
        await first(
          db(),
          sql<{ spent: number }>`select spent from balances where account_id = ${user.accountId}`,
        )
      )?.spent;
    expect(await spent()).toBe(1);
    await erase(phone);
    expect(await spent()).toBe(0);
    pumps[0] = startOutboxPump(services());
    await endErasures();
    expect(await sentTo(phone)).toEqual([]);
    expect(await rows(db(), sql`select 1 from outbox where account_id = ${user.accountId}`)).toEqual([]);
  });
});

describe('erasing', () => {
  test('asks for the person’s own number, and is for owners', async () => {
    const phone = newPhone();
    const list = (await user.ask(calls.lists.add, { name: 'Friends' })).values.id;
    await user.ask(calls.members.add, { phone, list });
    const { id: contact } = await contactOf(phone);
    expect(await user.ask(calls.members.erase, { contact, phone: newPhone() })).toMatchObject({
      status: 200,
      RESULT: 0,
      DETAIL: 'ContactString',
    });
    const stranger = await harness().newUser();
    expect(await stranger.ask(calls.members.erase, { contact, phone })).toMatchObject({ status: 404 });
    await sql`update account_users set role = 'member' where account_id = ${user.accountId}`.execute(db());
    expect(await user.ask(calls.members.erase, { contact, phone })).toMatchObject({ status: 200, RESULT: 0 });
    expect(await contactOf(phone)).toMatchObject({ id: contact });
  });

  test('finishes within the call for a person with 10,000 texts each way, among others', async () => {
    const [phone = '', ...others] = phones(200, 900_000);
    const list = await storeList(db(), user.accountId, 'Crowd', [
      { phone },
      ...others.map((each) => ({ phone: each })),
    ]);
    const { id: contact } = await contactOf(phone);
    const at = clock.now();
    await sql`
      insert into messages (account_id, id, channel_id, contact_id, origin, status, body, created_at, sent_at)
      select ${user.accountId}, 900000000 + n, ${channelId}, case when n % 2 = 0 then ${contact} else ${contact} + n % 199 end, 'flow', 'delivered',
        'Words for Adalina ' || n, ${at}, ${at}
      from generate_series(1, 20000) n`.execute(db());
    await sql`
      insert into inbound_messages (account_id, channel_id, contact_id, carrier_message_id, body, kind, at)
      select ${user.accountId}, ${channelId}, case when n % 2 = 0 then ${contact} else ${contact} + n % 199 end, 'many ' || n, 'Words of Adalina ' || n, 'none', ${at}
      from generate_series(1, 20000) n`.execute(db());
    await sql`analyze messages, inbound_messages`.execute(db());
    const file = await user.get(`${calls.members.everything.path}?ContactAddressId=${contact}`);
    expect(JSON.parse(file.text).textsSent.length).toBeGreaterThanOrEqual(10_000);
    expect((await erase(phone)).RESULT).toBe(1);
    expect(await countsOf(list)).toEqual([199, 0]);
    const left = await first(
      db(),
      sql<{ n: number }>`
        select (select count(*) from messages where account_id = ${user.accountId} and contact_id = ${contact} and body is not null)
          + (select count(*) from inbound_messages where account_id = ${user.accountId} and contact_id = ${contact} and body <> '') as n`,
    );
    expect(left?.n).toBe(0);
  });
});

test('all that is stored of a person is one JSON file', async () => {
  const phone = newPhone();
  const list = (await user.ask(calls.lists.add, { name: 'Friends' })).values.id;
  await importFile(list, `${phone.slice(2)},Ada\n`, ['phone', 'newtag:First name']);
  await sketch([{ type: 'open-question', text: 'How was it, {%First name%}?' }], 'HOW');
  await text(phone, 'HOW');
  await text(phone, 'Very good');
  await eventually(async () => (await sentTo(phone)).length === 1);
  const { id: contact } = await contactOf(phone);
  const reply = await harness().app.inject({
    url: `${BASE}${calls.members.everything.path}?ContactAddressId=${contact}`,
    headers: { cookie: user.cookie() },
  });
  expect(reply.headers['content-disposition']).toContain(`person-${contact}.json`);
  expect(reply.json()).toMatchObject({
    phone,
    optedOut: false,
    tags: { 'First name': 'Ada' },
    lists: expect.arrayContaining([expect.objectContaining({ name: 'Friends' })]),
    consent: [{ kind: 'opt-in', words: 'HOW' }],
    textsSent: [{ text: 'How was it, Ada?' }],
    textsReceived: [{ text: 'HOW' }, { text: 'Very good' }],
    answers: [{ text: 'Very good' }],
  });
  const stranger = await harness().newUser();
  expect((await stranger.get(`${calls.members.everything.path}?ContactAddressId=${contact}`)).status).toBe(
    404,
  );
});
