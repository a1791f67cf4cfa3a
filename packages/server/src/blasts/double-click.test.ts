/** Clicks within two seconds are one blast, however long each of them waits. */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { lockWaits } from '../testing/each-server.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
let campaign = 5_000;

async function setUp() {
  const { db, pool } = harness().services;
  const user = await harness().newUser();
  const people = phones(5).map((phone) => ({ phone }));
  const list = await storeList(db, user.accountId, 'Everybody', people);
  campaign += 1;
  await storeSketch(db, user.accountId, campaign, [
    { type: 'final-message', id: campaign * 10, text: 'Hello' },
  ] as never);
  const request = { campaign, lists: [list], schedule: '2099-01-01 10:00:00' };
  return {
    user,
    send: () => user.ask(calls.blast.send, request),
    blasts: async () =>
      (await pool.query('select id from blasts where account_id = $1', [user.accountId])).rows,
  };
}

test('a hundred clicks make one blast', async () => {
  const { send, blasts } = await setUp();
  const answers = await Promise.all(Array.from({ length: 100 }, send));
  expect(new Set(answers.map((answer) => answer.values?.blast)).size).toBe(1);
  expect(answers.filter((answer) => answer.body.QUEUEDCOUNT === 5)).toHaveLength(1);
  expect(answers.filter((answer) => answer.body.QUEUEDCOUNT === 0)).toHaveLength(99);
  expect(await blasts()).toHaveLength(1);
});

test('a second click that waits for the first one for long makes no blast to nobody', async () => {
  const { user, send, blasts } = await setUp();
  const { db, pool } = harness().services;
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select from balances where account_id = $1 for update', [user.accountId]);
  const clicks = [send(), send()];
  await expect.poll(() => lockWaits(db)).toBe(2);
  clock.advance(10_000);
  await holder.query('commit');
  holder.release();
  const [one, other] = await Promise.all(clicks);
  expect(one?.values.blast).toBe(other?.values.blast);
  expect([one?.body.QUEUEDCOUNT, other?.body.QUEUEDCOUNT].toSorted()).toEqual([0, 5]);
  expect(await blasts()).toHaveLength(1);
  clock.advance(2_001);
  expect((await send()).values.blast).not.toBe(one?.values.blast);
});
