/** Answers that are leased to the sender of this process by the transaction that stores them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { receiveInbound } from '../conversation/receive-inbound.ts';
import { type NewMessage, queueMessages, queueStatements, runQueue } from '../messages/index.ts';
import { manualClock } from '../platform/clock.ts';
import { first, rows, sql, transact } from '../platform/db/database.ts';
import { run } from '../platform/db/statement.ts';
import type { Background } from '../platform/services.ts';
import { optOutNumbers } from '../suppression/opt-out-numbers.ts';
import { storeSketch } from '../testing/flows.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { directSend, startOutboxPump } from './outbox-pump.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
const services = () => harness().services;
const db = () => services().db;
const numbers = phones(8, 91_000);
const place = { accountId: 0, channelId: 0 };
const people = new Map<string, number>();
let pump: Background | null = null;

beforeAll(async () => {
  const { accountId } = await harness().newUser();
  Object.assign(place, { accountId, channelId: (await firstChannel(db(), accountId))?.id ?? 0 });
  await storeList(
    db(),
    accountId,
    'All',
    numbers.map((phone) => ({ phone })),
  );
  const contacts = await rows(
    db(),
    sql<{ id: number; phone: string }>`select id, phone from contacts where account_id = ${accountId}`,
  );
  for (const { id, phone } of contacts) people.set(phone, id);
});
afterEach(async () => {
  await pump?.stop();
  pump = null;
});

function answer(phone: string, body: string): NewMessage {
  return {
    channelId: place.channelId,
    contactId: people.get(phone) ?? 0,
    campaignId: null,
    blastId: null,
    stepId: null,
    origin: 'flow',
    purpose: 'answer',
    body,
    media: null,
    checked: { phone },
  };
}

/** Stores answers as a turn does; answers what is to be called after the commit. */
const store = (...messages: NewMessage[]): Promise<{ leased: number[]; sendOn: () => void }> =>
  transact(db(), async (trx) => {
    const rules = { requireFullBalance: true, mayGoDirectly: 'answers' } as const;
    const queue = await queueStatements(trx, services(), place.accountId, messages, rules);
    if (!queue?.rows) throw new Error('They are not certain to be sent.');
    const leased = await run(trx, queue.rows);
    await runQueue(trx, { ...queue, rows: null });
    return { leased, sendOn: () => queue.sendOn(leased) };
  });

const stateOf = (body: string) =>
  first(
    db(),
    sql<{ status: string; reason: string | null; worker: string | null; submitted: boolean | null }>`
      select m.status::text, m.reason, o.worker, o.submitted from messages m
      left join outbox o on o.account_id = ${place.accountId} and o.message_id = m.id
      where m.account_id = ${place.accountId} and m.body = ${body}`,
  );

/** What the simulated carrier has got for a number, in its order. */
const taken = async (phone: string): Promise<string[]> => {
  const found = await rows(
    db(),
    sql<{ body: string }>`
      select body from simulator_messages
      where account_id = ${place.accountId} and phone = ${phone} and direction = 'MT' order by id`,
  );
  return found.map(({ body }) => body);
};

/** A pump that has looked at the outbox and found nothing. */
async function startIdlePump(): Promise<void> {
  pump = startOutboxPump(services());
  await eventually(async () => {
    const { leased, sendOn } = await store(answer(numbers[5] ?? '', 'Are you idle?'));
    sendOn();
    return leased.length === 1;
  });
}

test('an answer is stored as being sent, not handed over yet, and goes after the commit', async () => {
  const [phone = ''] = numbers;
  await startIdlePump();
  const { leased, sendOn } = await store(answer(phone, 'One'), answer(phone, 'Two'));
  expect(leased).toHaveLength(2);
  for (const body of ['One', 'Two'])
    expect(await stateOf(body)).toMatchObject({
      status: 'sending',
      worker: expect.any(String),
      submitted: false,
    });
  expect(await taken(phone)).toEqual([]);
  sendOn();
  await eventually(async () => (await stateOf('Two'))?.status === 'sent');
  expect(await stateOf('One')).toEqual({ status: 'sent', reason: null, worker: null, submitted: null });
  expect(await taken(phone)).toEqual(['One', 'Two']);
});

test('where nobody sends, or something may wait in the outbox, it waits there, too', async () => {
  const [, phone = ''] = numbers;
  await store(answer(phone, 'Nobody sends'));
  expect(await stateOf('Nobody sends')).toMatchObject({ status: 'queued', worker: null });
  await startIdlePump();
  services().signals.wake('outbox');
  expect(directSend(services(), [place.channelId])).toBeNull();
  const { sendOn } = await store(answer(phone, 'Behind it'));
  sendOn();
  await eventually(async () => (await taken(phone)).length === 2);
  expect(await taken(phone)).toEqual(['Nobody sends', 'Behind it']);
});

test('what may be taken back with a transaction around it waits in the outbox', async () => {
  await startIdlePump();
  const taken = await transact(db(), async (trx) =>
    directSend({ ...services(), db: trx }, [place.channelId]),
  );
  expect(taken).toBeNull();
  expect(directSend(services(), [place.channelId])).not.toBeNull();
});

test('it does not overtake what was claimed before and is still being looked at', async () => {
  const [, , phone = ''] = numbers;
  await startIdlePump();
  const { id } = await transact(db(), async (trx) => {
    const [queued] = await queueMessages(trx, services(), place.accountId, [
      { ...answer(phone, 'Earlier'), checked: undefined },
    ]);
    return { id: queued?.id ?? 0 };
  });
  await transact(db(), async (trx) => {
    await sql`
      select from messages where account_id = ${place.accountId} and id = ${id} for update`.execute(trx);
    services().signals.wake('outbox');
    await eventually(async () => (await stateOf('Earlier'))?.worker !== null);
    // Stored while the round that claimed it still looks, it would wait behind it in the outbox.
    await eventually(async () => directSend(services(), [place.channelId]) !== null);
    const { leased, sendOn } = await store(answer(phone, 'Later'));
    expect(leased).toHaveLength(1);
    sendOn();
    // Long enough for what does not wait.
    await sleep(300);
    expect(await taken(phone)).toEqual([]);
  });
  await eventually(async () => (await taken(phone)).length > 1);
  expect((await taken(phone)).slice(0, 2)).toEqual(['Earlier', 'Later']);
});

test('it does not overtake what went the same way before and is about to be handed over', async () => {
  const [, , , , , , phone = '', other = ''] = numbers;
  await startIdlePump();
  const earlier = await store(answer(phone, 'First'));
  await transact(db(), async (trx) => {
    // What is written down before it is handed over waits for this.
    await sql`
      select from outbox where account_id = ${place.accountId} and message_id = any(${earlier.leased}::bigint[])
      for update`.execute(trx);
    earlier.sendOn();
    const later = await store(answer(phone, 'Second'), answer(other, 'Somebody else'));
    expect(later.leased).toHaveLength(2);
    later.sendOn();
    await eventually(async () => (await taken(other)).length === 1);
    expect(await taken(phone)).toEqual([]);
  });
  await eventually(async () => (await taken(phone)).length === 2);
  expect(await taken(phone)).toEqual(['First', 'Second']);
});

test('whoever opted out since they were read gets nothing, and it says why', async () => {
  const [, , , phone = ''] = numbers;
  await startIdlePump();
  const optOut = { source: 'phone', words: '' } as const;
  await transact(db(), (trx) => optOutNumbers(trx, place.accountId, [phone], optOut, clock.now()));
  const { leased, sendOn } = await store(answer(phone, 'Too late'));
  sendOn();
  expect(leased).toEqual([]);
  const isOver = { status: 'skipped', reason: 'opted-out', worker: null, submitted: null };
  await eventually(async () => isDeepStrictEqual(await stateOf('Too late'), isOver));
  expect(await taken(phone)).toEqual([]);
});

test('of a process that dies after the commit another one sends it, once', async () => {
  const [, , , , phone = ''] = numbers;
  await startIdlePump();
  const { leased } = await store(answer(phone, 'Left behind'));
  expect(leased).toHaveLength(1);
  await pump?.stop();
  clock.advance(16_000);
  pump = startOutboxPump(services());
  await eventually(async () => (await stateOf('Left behind'))?.status === 'sent');
  expect(await taken(phone)).toEqual(['Left behind']);
});

test('what somebody texts is answered this way, each answer once and in order', async () => {
  const [phone = ''] = phones(1, 91_900);
  await storeSketch(
    db(),
    place.accountId,
    7,
    [
      { id: 71, type: 'message', text: 'First' },
      { id: 72, type: 'final-message', text: 'Second' },
    ] as never,
    'HELLO',
  );
  await startIdlePump();
  const text = { ...place, phone, text: 'hello', carrierMessageId: 'direct-1', at: clock.now() };
  await receiveInbound(services(), text);
  await receiveInbound(services(), text);
  await eventually(async () => (await stateOf('Second'))?.status === 'sent');
  expect(await taken(phone)).toEqual(['First', 'Second']);
});
