/** Which chunk of a blast is next, and whose it is. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type Chunk,
  claimChunk,
  countUnsettled,
  deleteChunk,
  dropChunkClaim,
  hasWorkLeft,
  noteSubmission,
  postponeChannel,
  releaseChunk,
  renewLease,
} from '../blasts/send-chunks.ts';
import { firstChannel } from '../channels/store.ts';
import { rows, sql } from '../platform/db/database.ts';
import { run } from '../platform/db/statement.ts';
import { useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';

const harness = useHarness();
const db = () => harness().services.db;
const NOW = new Date('2026-03-02T12:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);
const MINUTE = 60_000;

const note = (chunk: Chunk, lastMessageId: number, at: Date) =>
  run(db(), noteSubmission(db(), chunk, lastMessageId, at));

beforeEach(async () => {
  await sql`delete from send_chunks`.execute(db());
});

type Given = { blast?: number; channel?: number; account?: number; due?: number; paused?: boolean };

/** A chunk that is due so many ms after `NOW`; answers its id. */
async function store({
  blast = 1,
  channel = 1,
  account = 7,
  due = 0,
  paused = false,
}: Given): Promise<number> {
  const [row] = await rows(
    db(),
    sql<{ id: number }>`
      insert into send_chunks (account_id, blast_id, channel_id, first_message_id, last_message_id, due_at, paused)
      values (${account}, ${blast}, ${channel}, 1, 100, ${later(due)}, ${paused}) returning id`,
  );
  return row?.id ?? 0;
}

const claim = (worker: string, more: { mine?: string[]; busy?: number[]; last?: number; at?: Date } = {}) =>
  claimChunk(
    db(),
    { worker, mine: more.mine ?? [], busyChannels: more.busy ?? [], lastBlastId: more.last ?? 0 },
    more.at ?? NOW,
  );

/** What stands of each: whose it is, and when it is due or its lease over. */
const stored = async () =>
  Object.fromEntries(
    (
      await rows(
        db(),
        sql<{ id: number; worker: string | null; due: Date; until: Date | null; upTo: number | null }>`
          select id, worker, due_at as due, leased_until as until, submitted_through as "upTo" from send_chunks`,
      )
    ).map(({ id, ...row }) => [id, row]),
  );

describe('the next chunk', () => {
  test('is the one that is due longest, of another blast than the last one, on no busy channel, and not paused', async () => {
    const [late, early, busy] = [
      await store({ blast: 1, due: -1_000 }),
      await store({ blast: 1, due: -2_000 }),
      await store({ blast: 2, channel: 2, due: -3_000 }),
    ];
    const other = await store({ blast: 3, due: -500 });
    await store({ blast: 4, due: -9_000, paused: true });
    const order = { busy: [2], last: 1 };
    expect((await claim('one', order))?.id).toBe(other);
    expect((await claim('two', order))?.id).toBe(early);
    expect((await claim('three', order))?.id).toBe(late);
    expect(await claim('four', order)).toBeUndefined();
    expect((await claim('four', { busy: [1] }))?.id).toBe(busy);
  });

  test('comes with whose it is, and whether somebody had it in hand', async () => {
    const id = await store({ blast: 5, channel: 3, account: 8 });
    const found = await claim('one');
    const place = { id, accountId: 8, blastId: 5, channelId: 3, firstMessage: 1, lastMessage: 100 };
    expect(found).toEqual({ ...place, worker: 'one', abandoned: false, submittedThrough: 0 });
    await note(found as Chunk, 40, NOW);
    // One’s own is not taken from oneself, though the clock says that its lease is over.
    const at = later(15_000);
    expect(await claim('two', { mine: ['one'], at })).toBeUndefined();
    expect(await claim('two', { mine: ['other'], at: later(14_999) })).toBeUndefined();
    expect(await claim('two', { mine: ['other'], at })).toEqual({
      ...place,
      worker: 'two',
      abandoned: true,
      submittedThrough: 40,
    });
  });

  test('is also one that was given back by a clock that was far ahead', async () => {
    const id = await store({});
    const found = (await claim('one')) as Chunk;
    const ahead = later(60 * MINUTE);
    await releaseChunk(db(), found, later(61 * MINUTE), later(MINUTE));
    expect(await claim('two')).toBeUndefined();
    await sql`update send_chunks set released_at = ${ahead}`.execute(db());
    expect((await claim('two'))?.id).toBe(id);
  });
});

test('whoever lost a chunk renews, notes, gives back and ends nothing of it; the chunk beside it stays as it is', async () => {
  const [id, beside] = [await store({ blast: 1 }), await store({ blast: 2, due: 10 * MINUTE })];
  const lost = (await claim('one')) as Chunk;
  const [taken] = [(await claim('two', { at: later(MINUTE) })) as Chunk];
  expect([lost.id, taken.id]).toEqual([id, id]);
  const before = await stored();
  expect(await renewLease(db(), lost, later(2 * MINUTE))).toBe(false);
  expect(await note(lost, 50, later(2 * MINUTE))).toBe(false);
  await releaseChunk(db(), lost, later(2 * MINUTE), NOW);
  await dropChunkClaim(db(), 'one', NOW, NOW);
  await deleteChunk(db(), lost);
  expect(await stored()).toEqual(before);

  expect(await renewLease(db(), taken, later(2 * MINUTE))).toBe(true);
  expect(await note(taken, 50, later(3 * MINUTE))).toBe(true);
  expect(await note(taken, 30, later(3 * MINUTE))).toBe(true);
  const until = later(3 * MINUTE + 15_000);
  expect(await stored()).toMatchObject({
    [id]: { worker: 'two', until, upTo: 50 },
    [beside]: before[beside],
  });
  await releaseChunk(db(), taken, later(4 * MINUTE), NOW);
  const free = { worker: null, until: null, due: later(4 * MINUTE), upTo: null };
  expect(await stored()).toEqual({ [id]: free, [beside]: before[beside] });
  const again = (await claim('three', { at: later(4 * MINUTE) })) as Chunk;
  expect(again.id).toBe(id);
  await deleteChunk(db(), again);
  expect(Object.keys(await stored())).toEqual([String(beside)]);
});

test('a sender whose day is full puts off its own chunks that nobody has, to the next day and not from a later one', async () => {
  const [mine, waits, laterOne, otherChannel, otherAccount, taken] = [
    await store({ due: -3_000 }),
    await store({ due: 10 }),
    await store({ due: 120 * MINUTE }),
    await store({ channel: 2, due: 20 }),
    await store({ account: 8, due: 30 }),
    await store({ due: -2_000 }),
  ];
  const chunk = (await claim('one')) as Chunk;
  const second = (await claim('two')) as Chunk;
  expect([chunk.id, second.id]).toEqual([mine, taken]);
  await postponeChannel(db(), chunk, later(60 * MINUTE), NOW);
  const due = Object.fromEntries(
    Object.entries(await stored()).map(([id, row]) => [id, row.due.getTime() - NOW.getTime()]),
  );
  expect(due).toEqual({
    [mine]: -3_000,
    [taken]: -2_000,
    [waits]: 60 * MINUTE,
    [laterOne]: 120 * MINUTE,
    [otherChannel]: 20,
    [otherAccount]: 30,
  });
});

test('what of a chunk is not settled is counted within its own ids', async () => {
  const { accountId } = await harness().newUser();
  const channelId = (await firstChannel(db(), accountId))?.id ?? 0;
  await storeList(
    db(),
    accountId,
    'All',
    phones(1).map((phone) => ({ phone })),
  );
  const put = (id: number, status: string, held: Date | null = null) =>
    sql`
      insert into messages (account_id, id, channel_id, contact_id, origin, status, body, created_at, held_until)
      select ${accountId}, ${id}, ${channelId}, min(id), 'test', ${status}, 'Hi', ${NOW}::timestamptz, ${held}::timestamptz
      from contacts where account_id = ${accountId}`.execute(db());
  const chunk = { accountId, blastId: 1, firstMessage: 11, lastMessage: 19 } as Chunk;
  const none = { queued: 0, sending: 0, heldUntil: null, cancelled: false };
  expect(await countUnsettled(db(), chunk)).toEqual(none);
  for (const id of [10, 11, 19, 20]) await put(id, 'queued', later(-MINUTE));
  for (const id of [9, 12]) await put(id, 'sending');
  await put(13, 'sent');
  await put(14, 'held', later(2 * MINUTE));
  await put(15, 'held', later(MINUTE));
  await put(21, 'held', NOW);
  expect(await countUnsettled(db(), chunk)).toEqual({
    ...none,
    queued: 2,
    sending: 1,
    heldUntil: later(MINUTE),
  });
});

test('a blast has work left as long as a chunk or its fan-out is there, and none for those of another', async () => {
  await store({ blast: 1 });
  await sql`
    insert into blast_jobs (account_id, blast_id, due_at) values (7, 2, ${NOW}), (8, 3, ${NOW})`.execute(
    db(),
  );
  const left = await Promise.all([1, 2, 3].map((blast) => hasWorkLeft(db(), 7, blast)));
  expect(left).toEqual([true, true, false]);
  await sql`delete from blast_jobs`.execute(db());
});
