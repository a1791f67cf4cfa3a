/** The last chunks of a blast are shared out in halves, and whoever pauses the blast finds both of them. */
import { calls } from '@parley/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { IDS_PER_CONTACT } from '../blasts/fanout.ts';
import { pauseAllUnderWay, setBlastState } from '../blasts/pause-and-cancel.ts';
import { claimChunk } from '../blasts/send-chunks.ts';
import { firstChannel } from '../channels/store.ts';
import { type Db, first, rows, sql, transact } from '../platform/db/database.ts';
import { lockWaits } from '../testing/each-server.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { startBlastPump } from './blast-pump.ts';

const harness = useHarness();
const services = () => harness().services;
const db = () => services().db;
const NOW = new Date('2026-03-02T12:00:00Z');
const FIRST_ID = 4_096;
let user: Client & { userId: number; accountId: number };
let campaign = 700;
let channel = 0;

beforeEach(async () => {
  await sql`delete from send_chunks`.execute(db());
  user = await harness().newUser();
  channel = (await firstChannel(db(), user.accountId))?.id ?? 0;
  campaign += 1;
  const text = { type: 'final-message', id: campaign * 10, text: 'Hi' };
  await storeSketch(db(), user.accountId, campaign, [text] as never);
});

async function storeBlast(state: string): Promise<number> {
  const row = await first(
    db(),
    sql<{ id: number }>`
      insert into blasts (account_id, campaign_id, source_campaign_id, channel_id, list_ids, flows, state, scheduled_for, request_key, created_at)
      values (${user.accountId}, ${campaign}, ${campaign}, ${channel}, '{1}', '{}', ${state}, ${NOW}, 'click', ${NOW}) returning id`,
  );
  return row?.id ?? 0;
}

/** Chunks that are due, of so many contacts each, one behind the other. */
async function storeChunks(on: Db, blast: number, sizes: readonly number[]): Promise<void> {
  let start = FIRST_ID;
  for (const size of sizes) {
    const end = start + size * IDS_PER_CONTACT;
    await sql`
      insert into send_chunks (account_id, blast_id, channel_id, first_message_id, last_message_id, due_at)
      values (${user.accountId}, ${blast}, ${channel}, ${start}, ${end - 1}, ${NOW})`.execute(on);
    start = end;
  }
}

const claim = (worker: string, at = NOW) =>
  claimChunk(db(), { worker, mine: [], busyChannels: [], lastBlastId: 0 }, at);

/** How many contacts each claim gets until nothing is left; each begins where the one before ends. */
async function claimAll(): Promise<number[]> {
  const sizes: number[] = [];
  let next = FIRST_ID;
  for (let chunk = await claim('0'); chunk; chunk = await claim(String(sizes.length))) {
    expect(chunk.firstMessage).toBe(next);
    next = chunk.lastMessage + 1;
    sizes.push((next - chunk.firstMessage) / IDS_PER_CONTACT);
  }
  return sizes;
}

const lock = (trx: Db, blast: number) =>
  sql`select 1 from blasts where account_id = ${user.accountId} and id = ${blast} for update`.execute(trx);
const untilSomebodyWaits = () => expect.poll(() => lockWaits(db())).toBeGreaterThan(0);

describe('a claim', () => {
  test('takes a half while fewer than four others are free, in the order of the messages', async () => {
    await storeChunks(db(), await storeBlast('running'), [2_500, 2_500, 2_500, 2_500, 2_500, 1_201]);
    const halves = [1_250, 625, 625];
    expect(await claimAll()).toEqual([2_500, 2_500, ...halves, ...halves, ...halves, 601, 600]);
  });

  test('leaves the rest as nobody had touched it, and holds its own part', async () => {
    await storeChunks(db(), await storeBlast('running'), [2_000]);
    const kept = await claim('one');
    const stored = await rows(
      db(),
      sql`
        select id, worker, leased_until as until, submitted_through as "upTo", released_at as released, due_at as due, paused
        from send_chunks where account_id = ${user.accountId} order by first_message_id`,
    );
    const place = { due: NOW, paused: false, released: null };
    const until = new Date(NOW.getTime() + 15_000);
    expect(stored).toEqual([
      { ...place, id: kept?.id, worker: 'one', until, upTo: 0 },
      { ...place, id: expect.any(Number), worker: null, until: null, upTo: null },
    ]);
    expect(kept).toMatchObject({ worker: 'one', abandoned: false, submittedThrough: 0 });
  });

  test('takes what is small as a whole', async () => {
    await storeChunks(db(), await storeBlast('running'), [1_198]);
    expect(await claimAll()).toEqual([1_198]);
  });

  test.each(['scheduled', 'fanning', 'paused', 'cancelled'])(
    'takes all of a chunk of a blast that is %s',
    async (state) => {
      await storeChunks(db(), await storeBlast(state), [2_500]);
      expect(await claimAll()).toEqual([2_500]);
    },
  );

  test('takes all of what a dead worker had, with what is known of it', async () => {
    await storeChunks(db(), await storeBlast('running'), [2_500]);
    const submitted = FIRST_ID + 700 * IDS_PER_CONTACT;
    await sql`
      update send_chunks set worker = 'dead', leased_until = ${NOW}, submitted_through = ${submitted}
      where account_id = ${user.accountId}`.execute(db());
    expect(await claim('one')).toMatchObject({
      abandoned: true,
      submittedThrough: submitted,
      firstMessage: FIRST_ID,
      lastMessage: FIRST_ID + 2_500 * IDS_PER_CONTACT - 1,
    });
    expect(await claim('two')).toBeUndefined();
  });

  test('splits nothing of what another worker took while it waited for the blast', async () => {
    const blast = await storeBlast('running');
    await storeChunks(db(), blast, [2_500]);
    const claimed = await transact(db(), async (trx) => {
      await lock(trx, blast);
      const claiming = claim('one');
      await untilSomebodyWaits();
      await sql`update send_chunks set worker = 'two' where account_id = ${user.accountId}`.execute(trx);
      return { claiming };
    });
    expect((await claimed.claiming)?.worker).toBe('one');
    const stored = await rows(
      db(),
      sql`select worker, first_message_id as "from" from send_chunks where account_id = ${user.accountId}`,
    );
    expect(stored).toEqual([{ worker: 'two', from: FIRST_ID }]);
  });
});

describe('a pause', () => {
  const running = () =>
    rows(db(), sql`select 1 from send_chunks where account_id = ${user.accountId} and not paused`);

  test('that comes while a chunk is claimed holds all of it', async () => {
    const blast = await storeBlast('running');
    await storeChunks(db(), blast, [2_500]);
    const claimed = await transact(db(), async (trx) => {
      await lock(trx, blast);
      const claiming = claim('one');
      await untilSomebodyWaits();
      await setBlastState({ ...services(), db: trx }, user.accountId, blast, 'paused', {
        userId: user.userId,
      });
      return { claiming };
    });
    expect((await claimed.claiming)?.lastMessage).toBe(FIRST_ID + 2_500 * IDS_PER_CONTACT - 1);
    expect(await running()).toEqual([]);
  });

  test('of all blasts finds also the chunks that were stored while it waited', async () => {
    const blast = await storeBlast('running');
    const paused = await transact(db(), async (trx) => {
      await lock(trx, blast);
      const pausing = transact(db(), (other) => pauseAllUnderWay(other, 'Maintenance', NOW));
      await untilSomebodyWaits();
      await storeChunks(trx, blast, [10]);
      return { pausing };
    });
    expect(await paused.pausing).toBeGreaterThan(0);
    expect(await running()).toEqual([]);
  });
});

test('everybody gets the message once and is counted once, also of the half of a worker that dies', async () => {
  const { accountId } = user;
  const people = 1_900;
  await sql`update balances set balance = 5000, granted = granted - balance + 5000 where account_id = ${accountId}`.execute(
    db(),
  );
  const list = await storeList(
    db(),
    accountId,
    'All',
    phones(people).map((phone) => ({ phone })),
  );
  const form = { campaign, lists: [list], schedule: '2020-01-01 00:00:00' };
  const blast = (await user.ask(calls.blast.send, form)).values?.blast ?? 0;
  const dead = await claim('dead', services().clock.now());
  const pumps = [startBlastPump(services()), startBlastPump(services())];
  const texts = () =>
    rows(
      db(),
      sql<{ id: number }>`
        select m.id from simulator_messages s
        join contacts c on c.account_id = ${accountId} and c.phone = s.phone
        join messages m on m.account_id = ${accountId} and m.contact_id = c.id
        where s.account_id = ${accountId} order by m.id`,
    );
  const alive = await eventually(texts, (seen) => seen.length >= people / 2);
  expect(alive.every(({ id }) => id > (dead?.lastMessage ?? 0))).toBe(true);
  await sql`
    update send_chunks set leased_until = ${new Date(0)} where account_id = ${accountId} and worker = 'dead'`.execute(
    db(),
  );
  const progress = async () => (await user.ask(calls.blast.progress, { blast })).values;
  await eventually(progress, (seen) => seen?.state === 'done');
  await Promise.all(pumps.map((pump) => pump.stop()));
  const ids = (await texts()).map(({ id }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([people, people]);
  expect(await progress()).toMatchObject({ total: people, queued: 0, sent: people, skipped: 0, unknown: 0 });
});
