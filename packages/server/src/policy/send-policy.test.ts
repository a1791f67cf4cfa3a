/** One gate on every path: each way a message can take, against an opted-out number and in quiet hours. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calls } from '@parley/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { beginDueStarts } from '../automata/begin-starts.ts';
import { eventConsumer, runNext } from '../automata/jobs.ts';
import { firstChannel } from '../channels/store.ts';
import { ensureContacts } from '../contacts/store.ts';
import { createApiCaller } from '../conversation/api-call.ts';
import { createCallPump } from '../conversation/api-call-pump.ts';
import { startConversation } from '../conversation/index.ts';
import { wakeDue } from '../conversation/jobs.ts';
import { handleNextGroup } from '../feed/consumer.ts';
import { queueMessages } from '../messages/queue.ts';
import { manualClock } from '../platform/clock.ts';
import { rows, sql } from '../platform/db/database.ts';
import { pipelined } from '../platform/db/pipeline.ts';
import type { Background } from '../platform/services.ts';
import { startBlastPump } from '../sending/blast-pump.ts';
import { startOutboxPump } from '../sending/outbox-pump.ts';
import { optOutNumbers } from '../suppression/opt-out-numbers.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, eventually, useHarness } from '../testing/harness.ts';
import { talks } from './testing/talks.ts';

const DAY = '2026-03-02T15:00:00Z'; // 10:00 in New York
// Within the twelve hours of a session.
const NIGHT = '2026-03-03T02:30:00Z'; // 21:30 in New York
const MORNING = '2026-03-03T13:00:00.000Z'; // 8:00 in New York
const clock = manualClock(DAY);
const harness = useHarness({ clock });
let user: Client & { accountId: number };
let channelId = 0;
let numbers = 0;
let pumps: Background[] = [];
let hook: Server;
const services = () => harness().services;
const db = () => services().db;

const newPhone = () => `+1212555${String(3000 + numbers++)}`;

beforeAll(async () => {
  hook = createServer((_request, response) => response.end('120 points'));
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  hook.close();
});

let next = 100;
/** A new account whose channel has quiet hours, with its flows. */
beforeEach(async () => {
  clock.set(DAY);
  user = await harness().newUser();
  channelId = (await firstChannel(db(), user.accountId))?.id ?? 0;
  await quiet(true);
  pumps = [startOutboxPump(services()), startBlastPump(services())];
});
afterEach(async () => {
  await Promise.all(pumps.map((pump) => pump.stop()));
});

const quiet = (on: boolean) =>
  user.ask(calls.gate.saveChannelRules, { channel: channelId, usual: false, quiet: on, from: 8, to: 21 });

async function sketch(steps: Record<string, unknown>[], keyword = ''): Promise<number> {
  next += 1;
  const numbered = steps.map((step, n) => ({ ...step, id: next * 10 + n }));
  await storeSketch(db(), user.accountId, next, numbered as never, keyword);
  return next;
}

async function listOf(phones: readonly string[]): Promise<number> {
  const list = (await user.ask(calls.lists.add, { name: `List ${next} ${phones[0]}` })).values.id;
  for (const phone of phones) await user.ask(calls.members.add, { phone, list });
  return list;
}

const { text, messagesTo, balanceAddsUp } = talks(() => ({
  services: services(),
  accountId: user.accountId,
  channelId,
}));
/** What the carrier really took. */
const takenBy = (phone: string) =>
  rows(
    db(),
    sql<{ body: string }>`
      select body from simulator_messages
      where account_id = ${user.accountId} and phone = ${phone} and direction = 'MT' order by id`,
  );

const stop = (phone: string) =>
  db()
    .transaction()
    .execute((trx) =>
      optOutNumbers(trx, user.accountId, [phone], { source: 'phone', words: '' }, clock.now()),
    );

/** Every path: what is prepared by day for a person, and what then sends. */
const PATHS: Record<string, (phone: string) => Promise<() => Promise<unknown>>> = {
  blast: async (phone) => {
    const campaign = await sketch([{ type: 'final-message', text: 'Sale' }]);
    const list = await listOf([phone]);
    return () => user.ask(calls.blast.send, { campaign, lists: [list], schedule: '2020-01-01 00:00:00' });
  },
  automata: async (phone) => {
    const campaign = await sketch([{ type: 'final-message', text: 'Daily' }]);
    const list = await listOf([phone]);
    const automaton = (await user.ask(calls.automata.add, { name: `Hourly ${next}` })).values.id;
    const data = { Type_int: 2, BatchId_bi: campaign, ListId_int: list, Status_int: 1 };
    await user.post('automata/updateAutomataData', {
      AutomataId: String(automaton),
      AutomataData: JSON.stringify(data),
      Enabled: '1',
    });
    return async () => {
      clock.advance(3_600_000);
      let runs = 0;
      while (await runNext(services())) runs += 1;
      expect(runs).toBeGreaterThan(0);
    };
  },
  event: async (phone) => {
    const campaign = await sketch([{ type: 'final-message', text: 'Welcome' }]);
    const list = (await user.ask(calls.lists.add, { name: `Club ${next}` })).values.id;
    const automaton = (await user.ask(calls.automata.add, { name: `Welcome ${next}` })).values.id;
    const Trigger_vch = JSON.stringify({
      event: 'list.joined',
      where: [{ property: 'list', is: 'in', value: [list] }],
    });
    await user.post('automata/updateAutomataData', {
      AutomataId: String(automaton),
      AutomataData: JSON.stringify({ Type_int: 7, BatchId_bi: campaign, Status_int: 1, Trigger_vch }),
      Enabled: '1',
    });
    await user.ask(calls.members.add, { phone, list });
    return async () => {
      while (
        await handleNextGroup(
          services(),
          eventConsumer(services(), () => undefined),
        )
      );
      while (await beginDueStarts(services()));
    };
  },
  trigger: async (phone) => {
    const campaignId = await sketch([{ type: 'final-message', text: 'Your order is ready' }]);
    return () =>
      startConversation(services(), {
        accountId: user.accountId,
        campaignId,
        channelId,
        phone,
        variables: {},
        by: 'api',
      }).catch(() => undefined);
  },
  flow: async (phone) => {
    const campaignId = await sketch([
      { type: 'wait', wait: { unit: 'minutes', amount: 10 } },
      { type: 'final-message', text: 'Still there?' },
    ]);
    await startConversation(services(), {
      accountId: user.accountId,
      campaignId,
      channelId,
      phone,
      variables: {},
      by: 'api',
    });
    return async () => {
      clock.advance(11 * 60_000);
      await wakeDue(services(), pipelined(services().pool), 'test');
      services().signals.wake('outbox');
    };
  },
  notify: async (phone) => {
    const list = await listOf([phone]);
    const keyword = `ASK${next}`;
    await sketch([{ type: 'notification', list, text: 'Somebody asked' }], keyword);
    return () => text(newPhone(), keyword);
  },
  inbox: async (phone) => {
    const [contact] = await db()
      .transaction()
      .execute((trx) => ensureContacts(trx, services().secrets, user.accountId, [phone], clock.now()));
    return () => user.ask(calls.inbox.reply, { contact: contact?.id ?? 0, text: 'Hello from the desk' });
  },
};

describe.each(Object.entries(PATHS))('%s', (_, prepare) => {
  test('sends by day', async () => {
    const phone = newPhone();
    await (await prepare(phone))();
    await eventually(
      () => messagesTo(phone),
      (seen) => seen[0]?.status === 'sent',
    );
    expect(await takenBy(phone)).toHaveLength(1);
    expect(await messagesTo(phone)).toHaveLength(1);
    await balanceAddsUp();
  });

  test('never reaches a number that opted out', async () => {
    const phone = newPhone();
    const send = await prepare(phone);
    await stop(phone);
    await send();
    // Something else that is sent after it has gone through: so had this.
    const other = newPhone();
    await (await prepare(other))();
    await eventually(
      () => takenBy(other),
      (seen) => seen.length === 1,
    );
    expect(await takenBy(phone)).toEqual([]);
    for (const message of await messagesTo(phone))
      expect(message).toMatchObject({ status: 'skipped', reason: 'opted-out', credits: 0 });
    await balanceAddsUp();
  });

  test('is held at night and goes in the morning', async () => {
    const phone = newPhone();
    const send = await prepare(phone);
    clock.set(NIGHT);
    await send();
    const [held] = await eventually(async () => {
      const all = await messagesTo(phone);
      return all[0]?.status === 'held' ? all : null;
    });
    expect(held).toMatchObject({ status: 'held', reason: 'quiet-hours' });
    expect(held?.heldUntil?.toISOString()).toBe(MORNING);
    expect(await takenBy(phone)).toEqual([]);
    clock.set(MORNING);
    services().signals.wake('outbox');
    services().signals.wake('chunks');
    await eventually(
      () => takenBy(phone),
      (seen) => seen.length === 1,
    );
    await balanceAddsUp();
  });

  test('is skipped when the number opts out while it is held', async () => {
    const phone = newPhone();
    const send = await prepare(phone);
    clock.set(NIGHT);
    await send();
    await eventually(
      () => messagesTo(phone),
      (seen) => seen[0]?.status === 'held',
    );
    await stop(phone);
    clock.set(MORNING);
    services().signals.wake('outbox');
    services().signals.wake('chunks');
    const message = await eventually(async () => {
      const [only] = await messagesTo(phone);
      return only?.status === 'skipped' ? only : null;
    });
    expect(message).toMatchObject({ reason: 'opted-out', credits: 0 });
    expect(await takenBy(phone)).toEqual([]);
    await balanceAddsUp();
  });
});

describe('quiet hours', () => {
  test('hold nothing that answers the person’s own text: keyword, answer, API result, STOP, HELP', async () => {
    const { port } = hook.address() as AddressInfo;
    await sketch(
      [
        { type: 'open-question', text: 'What is your name?' },
        { type: 'api-call', url: `http://127.0.0.1:${port}/`, resultAction: 'send' },
        { type: 'final-message', text: 'Thank you!' },
      ],
      'NAME',
    );
    const phone = newPhone();
    clock.set(NIGHT);
    await text(phone, 'NAME');
    await eventually(
      () => takenBy(phone),
      (seen) => seen.length === 1,
    );
    await text(phone, 'Ann');
    const pump = createCallPump(
      services(),
      'test',
      createApiCaller(() => true),
    );
    await pump.begin();
    await pump.settled();
    await eventually(
      () => takenBy(phone),
      (seen) => seen.length === 3,
    );
    await text(phone, 'HELP');
    await text(phone, 'STOP');
    await eventually(
      () => takenBy(phone),
      (seen) => seen.length === 5,
    );
    const bodies = (await takenBy(phone)).map(({ body }) => body);
    expect(bodies.slice(0, 3)).toEqual(['What is your name?', '120 points', 'Thank you!']);
    expect(bodies[4]).toContain("You're opted out");
    expect((await messagesTo(phone)).filter(({ status }) => status === 'held')).toEqual([]);
  });

  test('are off on a simulator channel until it is given some', async () => {
    await user.ask(calls.gate.saveChannelRules, { channel: channelId, usual: true });
    const rules = await user.ask(calls.gate.channelRules, { channel: channelId });
    expect(rules.values).toMatchObject({ usual: true, quiet: false, connection: 'simulator' });
    await sql`update channels set connection_kind = 'twilio' where account_id = ${user.accountId}`.execute(
      db(),
    );
    const real = await user.ask(calls.gate.channelRules, { channel: channelId });
    expect(real.values).toMatchObject({ usual: true, quiet: true, from: 8, to: 21 });
  });

  test('of each person: a blast goes out zone by zone, and a cancelled one lets go of what is held', async () => {
    const [newYork, losAngeles] = [newPhone(), `+1310555${String(4000 + numbers++)}`];
    const campaign = await sketch([{ type: 'final-message', text: 'Good morning' }]);
    const list = await listOf([newYork, losAngeles]);
    clock.set('2026-03-02T11:00:00Z');
    const { values } = await user.ask(calls.blast.send, {
      campaign,
      lists: [list],
      schedule: '2020-01-01 00:00:00',
    });
    const held = async (phone: string) => (await messagesTo(phone))[0]?.heldUntil?.toISOString();
    await eventually(
      () => held(losAngeles),
      (seen) => seen !== undefined,
    );
    expect([await held(newYork), await held(losAngeles)]).toEqual([
      '2026-03-02T13:00:00.000Z',
      '2026-03-02T16:00:00.000Z',
    ]);
    clock.set('2026-03-02T13:00:00Z');
    services().signals.wake('chunks');
    await eventually(
      () => messagesTo(newYork),
      (seen) => seen[0]?.status === 'sent',
    );
    expect(await takenBy(losAngeles)).toEqual([]);
    const progress = async () => (await user.ask(calls.blast.progress, { blast: values.blast })).values;
    expect(await progress()).toMatchObject({ state: 'running', queued: 1, sent: 1 });
    await user.ask(calls.blast.setState, { blast: values.blast, state: 'cancelled' });
    await eventually(
      () => messagesTo(losAngeles),
      (seen) => seen[0]?.status === 'skipped',
    );
    expect(await progress()).toMatchObject({ state: 'cancelled', queued: 0, skipped: 1 });
    await balanceAddsUp();
  });
});

describe('a blast at the contact’s local time', () => {
  test('goes at that hour of each person, and waits for the next opening where it has passed', async () => {
    const [london, newYork, losAngeles] = [
      '+442079460001',
      newPhone(),
      `+1310555${String(4000 + numbers++)}`,
    ];
    const campaign = await sketch([{ type: 'final-message', text: 'Coffee?' }]);
    const list = await listOf([london, newYork, losAngeles]);
    clock.set('2026-03-02T14:30:00Z'); // 14:30 in London, 9:30 in New York, 6:30 in Los Angeles
    await user.ask(calls.blast.send, {
      campaign,
      lists: [list],
      schedule: '2026-03-02 10:00:00',
      localTime: true,
    });
    const held = async (phone: string) => {
      const [message] = await messagesTo(phone);
      return [message?.reason, message?.heldUntil?.toISOString()];
    };
    await eventually(
      () => held(losAngeles),
      (seen) => seen[0] === 'local-time',
    );
    expect(await held(london)).toEqual(['local-time', '2026-03-03T08:00:00.000Z']);
    expect(await held(newYork)).toEqual(['local-time', '2026-03-02T15:00:00.000Z']);
    expect(await held(losAngeles)).toEqual(['local-time', '2026-03-02T18:00:00.000Z']);
    clock.set('2026-03-02T15:00:00Z');
    services().signals.wake('chunks');
    await eventually(
      () => takenBy(newYork),
      (seen) => seen.length === 1,
    );
    clock.set('2026-03-02T18:00:00Z');
    services().signals.wake('chunks');
    await eventually(
      () => takenBy(losAngeles),
      (seen) => seen.length === 1,
    );
    expect(await takenBy(london)).toEqual([]);
    clock.set('2026-03-03T08:00:00Z');
    services().signals.wake('chunks');
    await eventually(
      () => takenBy(london),
      (seen) => seen.length === 1,
    );
  });
});

describe('the disclosure', () => {
  const disclosure = 'Msg & data rates may apply. Reply STOP to opt out.';

  test('goes with the first message that a person gets from the channel, and is paid for', async () => {
    await user.ask(calls.gate.saveChannelRules, { channel: channelId, usual: true, disclosure });
    const phone = newPhone();
    const say = (words: string) => queueTo(phone, words);
    await say('x'.repeat(150));
    await say('Second');
    await eventually(
      () => takenBy(phone),
      (seen) => seen.length === 2,
    );
    const all = await messagesTo(phone);
    expect(all.map(({ body, credits }) => [body, credits])).toEqual([
      [`${'x'.repeat(150)}\n${disclosure}`, 2],
      ['Second', 1],
    ]);
    const other = newPhone();
    const campaign = await sketch([{ type: 'final-message', text: 'Sale' }]);
    const list = await listOf([phone, other]);
    const long = await sketch([{ type: 'final-message', text: 'y'.repeat(150) }]);
    const review = await user.ask(calls.blast.review, { campaign: long, lists: [list] });
    expect(review.values.creditsNeeded).toBe(1 + 2);
    await user.ask(calls.blast.send, { campaign, lists: [list], schedule: '2020-01-01 00:00:00' });
    await eventually(async () => (await takenBy(other)).length === 1 && (await takenBy(phone)).length === 3);
    expect((await takenBy(other))[0]?.body).toBe(`Sale\n${disclosure}`);
    expect((await takenBy(phone))[2]?.body).toBe('Sale');
    await balanceAddsUp();
  });

  async function queueTo(phone: string, body: string) {
    await db()
      .transaction()
      .execute(async (trx) => {
        const [contact] = await ensureContacts(trx, services().secrets, user.accountId, [phone], clock.now());
        await queueMessages(trx, services(), user.accountId, [
          {
            channelId,
            contactId: contact?.id ?? 0,
            campaignId: null,
            blastId: null,
            stepId: null,
            origin: 'trigger',
            purpose: 'message',
            body,
            media: null,
          },
        ]);
      });
    services().signals.wake('outbox');
  }
});
