/** What a run leaves when it is refused, and when two processes are at it. */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { lockWaits } from '../testing/each-server.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { runNext } from './jobs.ts';

const clock = manualClock('2026-03-02T12:00:00Z');
const harness = useHarness({ clock });
const { automata, lists, members } = calls;

type User = Client & { accountId: number };

/** A user with an hourly automata that sends a copy of a campaign to two people, from one o'clock on. */
async function setUp() {
  clock.set('2026-03-02T12:00:00Z');
  const user = await harness().newUser();
  const list = (await user.ask(lists.add, { name: 'Everybody' })).values.id;
  for (const phone of ['2125550100', '2125550101']) await user.ask(members.add, { phone, list });
  const campaign = 7_001;
  await storeSketch(harness().services.db, user.accountId, campaign, [
    { type: 'final-message', id: 70_010, text: 'Hello' },
  ]);
  const automaton = (await user.ask(automata.add, { name: 'Hourly' })).values.id;
  const data = { Type_int: 2, BatchId_bi: campaign, ListId_int: list, Status_int: 1, Clone_ti: 1 };
  const switchedOn = await user.post('automata/updateAutomataData', {
    AutomataId: String(automaton),
    AutomataData: JSON.stringify(data),
    Enabled: '1',
  });
  expect(switchedOn.RESULT).toBe(1);
  return { user, campaign, automaton };
}

/** How many people each blast has. */
async function reached({ accountId }: User): Promise<number[]> {
  const { rows } = await harness().services.pool.query(
    'select total from blasts where account_id = $1 order by id',
    [accountId],
  );
  return rows.map(({ total }) => total);
}

test('a run that is refused leaves no copy of the campaign behind', async () => {
  const { user, campaign, automaton } = await setUp();
  const { pool } = harness().services;
  await pool.query('update balances set spent = spent + balance, balance = 0 where account_id = $1', [
    user.accountId,
  ]);
  for (const hour of [13, 14, 15]) {
    clock.set(`2026-03-02T${hour}:00:00Z`);
    while (await runNext(harness().services));
  }
  expect((await user.ask(automata.load, { automaton })).values.data.problem).toMatch(/the balance is/);
  expect(await reached(user)).toEqual([]);
  const { rows } = await pool.query('select id from campaigns where account_id = $1', [user.accountId]);
  expect(rows).toEqual([{ id: campaign }]);
});

test('a run that a second process takes up, because the first one was frozen in it, happens once', async () => {
  const { user, automaton } = await setUp();
  const { services } = harness();
  const holder = await services.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from balances where account_id = $1 for update', [user.accountId]);
  const waiting = () => lockWaits(services.db);
  clock.set('2026-03-02T13:00:00Z');
  const frozen = runNext(services);
  await expect.poll(waiting).toBe(1);
  clock.set('2026-03-02T13:03:00Z');
  const second = runNext(services);
  await expect.poll(waiting).toBe(2);
  // The first one goes on in the same moment, but long after it began.
  clock.set('2026-03-02T13:05:00Z');
  await holder.query('commit');
  holder.release();
  expect(await Promise.all([frozen, second])).toEqual([true, true]);
  expect(await reached(user)).toEqual([2]);
  const { rows } = await services.pool.query('select id from campaigns where account_id = $1', [
    user.accountId,
  ]);
  expect(rows).toHaveLength(2);
  const { nextRun, problem } = (await user.ask(automata.load, { automaton })).values.data;
  expect([nextRun, problem]).toEqual(['2026-03-02', '']);
});
