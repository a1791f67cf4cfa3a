/** What a worker that died had in hand: each message by what holds for its own person. */
import { beforeEach, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { rows, sql } from '../platform/db/database.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { channelSenderOf } from './channel-sender.ts';
import { groupByContact, readUnconfirmed, recoverAbandoned } from './recover-abandoned.ts';

const harness = useHarness();
const db = () => harness().services.db;
const AT = new Date('2026-03-02T12:00:00Z');
let user: Client & { accountId: number };
let channelId = 0;
let from = 10_000;
let people: { id: number; phone: string }[] = [];

/** Four people: the second one has opted out, the third one is erased. */
beforeEach(async () => {
  user = await harness().newUser();
  const { accountId } = user;
  channelId = (await firstChannel(db(), accountId))?.id ?? 0;
  await storeList(
    db(),
    accountId,
    'All',
    phones(4).map((phone, n) => ({ phone, optedOut: n === 1 })),
  );
  people = await rows(
    db(),
    sql<{ id: number; phone: string }>`
      select id, phone from contacts where account_id = ${accountId} order by id`,
  );
  await sql`update contacts set erased_at = ${AT} where account_id = ${accountId} and id = ${people[2]?.id}`.execute(
    db(),
  );
  from += 100;
});

/** A message of the nth one in hand, `place` places behind the first id of the range. */
const store = (place: number, n: number, status = 'sending', sentAt: Date | null = AT) =>
  sql`
    insert into messages (account_id, id, channel_id, contact_id, origin, status, body, segments, created_at, sent_at)
    values (${user.accountId}, ${from + place}, ${channelId}, ${people[n]?.id}, 'test', ${status}, ${`Text ${place}`},
      2, ${AT}, ${sentAt})`.execute(db());

const read = () => readUnconfirmed(db(), user.accountId, from, from + 9);

test('is what stands in “sending” within the ids, each once, however many of the account opted out', async () => {
  await sql`
    insert into suppressions (account_id, phone, source, at)
    select ${user.accountId}, '+1212555' || n, 'test', ${AT}::timestamptz from generate_series(7000, 7004) n`.execute(
    db(),
  );
  await store(-1, 0);
  await store(0, 0);
  await store(9, 3);
  await store(10, 0);
  for (const [n, status] of ['queued', 'held', 'sent', 'unknown', 'skipped'].entries())
    await store(n + 1, 0, status);
  const found = await read();
  expect(found).toEqual([
    {
      id: from,
      contactId: people[0]?.id,
      phone: people[0]?.phone,
      body: 'Text 0',
      media: null,
      segments: 2,
      firstTry: AT,
      optedOut: false,
    },
    expect.objectContaining({ id: from + 9, phone: people[3]?.phone, optedOut: false }),
  ]);
});

test('goes again where the carrier takes a reference once, but to nobody who opted out or was erased', async () => {
  for (const n of [0, 1, 2, 3]) await store(n, n);
  const { services } = harness();
  const line = await channelSenderOf(services.db, services, user.accountId, channelId);
  expect(line.carrier.supportsIdempotencyKey).toBe(true);
  const doubtful = await read();
  const { again, unknown } = recoverAbandoned(line, doubtful, () => true);
  expect(again.map(({ id }) => id)).toEqual([from, from + 3]);
  expect(unknown.map(({ messageId, outcome }) => [messageId, outcome.status])).toEqual([
    [from + 1, 'unknown'],
    [from + 2, 'unknown'],
  ]);
  // Where it would be sent twice nothing goes again.
  const careless = { ...line, carrier: { ...line.carrier, supportsIdempotencyKey: false } };
  expect(recoverAbandoned(careless, doubtful, () => true)).toMatchObject({
    again: [],
    unknown: { length: 4 },
  });
});

test('goes to one phone together and in its order, and lives since its first try', async () => {
  const { services } = harness();
  const line = await channelSenderOf(services.db, services, user.accountId, channelId);
  await store(0, 0);
  await store(1, 3, 'sending', null);
  await store(2, 0);
  const now = new Date('2026-03-02T13:00:00Z');
  const groups = groupByContact(user.accountId, line, await read(), now);
  const inHand = { accountId: user.accountId, channelId, from: line.number, media: null };
  expect(groups).toEqual([
    {
      messages: [
        { ...inHand, id: from, to: people[0]?.phone, body: 'Text 0' },
        { ...inHand, id: from + 2, to: people[0]?.phone, body: 'Text 2' },
      ],
      segments: 4,
      firstTry: AT,
    },
    {
      messages: [{ ...inHand, id: from + 1, to: people[3]?.phone, body: 'Text 1' }],
      segments: 2,
      firstTry: now,
    },
  ]);
});
