/** Two automata of one account: what happens to one leaves the other as it is. */
import { calls } from '@parley/contract';
import { SCHEDULE_TYPES } from '@parley/rules/schedule.ts';
import { expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { sql } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';
import { untilWaitedFor } from '../testing/waits.ts';
import { runNext } from './jobs.ts';
import { lockAutomata } from './store.ts';
import { newOwner } from './testing/owner.ts';

const clock = manualClock('2026-03-02T12:00:00Z');
const harness = useHarness({ clock });
const { automata, campaigns } = calls;

/**
 * Two that send copies to the same two people: one from two o'clock on, and one that was added later, each
 * hour from one o'clock on.
 */
async function setUp() {
  const owner = await newOwner(harness(), clock, '2026-03-02T12:00:00Z');
  const { list, campaign, newCampaign, add } = owner;
  const data = { Type_int: SCHEDULE_TYPES.DAILY, BatchId_bi: campaign, ListId_int: list, Clone_ti: 1 };
  const later = await add('Later', { ...data, Hour_ti: 14, Status_int: 1 });
  const earlier = await add('Earlier', {
    ...data,
    Type_int: SCHEDULE_TYPES.HOURLY,
    BatchId_bi: await newCampaign(),
    Status_int: 1,
  });
  return { ...owner, later, earlier };
}

test('both that are due run, the one that has waited longer first, one a turn', async () => {
  const { later, earlier, blasts } = await setUp();
  clock.set('2026-03-02T14:30:00Z');
  expect(await runNext(harness().services)).toBe(true);
  expect((await blasts()).map(({ automaton }) => automaton)).toEqual([earlier]);
  expect(await runNext(harness().services)).toBe(true);
  expect(await blasts()).toEqual([
    { automaton: earlier, total: 2 },
    { automaton: later, total: 2 },
  ]);
  expect(await runNext(harness().services)).toBe(false);
});

test('one that is changed, renamed, switched off or deleted leaves the other as it is', async () => {
  const { user, later, earlier, change, load, blasts, runAt } = await setUp();
  const before = await load(earlier);
  await change(later, { Hour_ti: 20, Desc_vch: 'Evening', WeekEnds_ti: 0 });
  await user.ask(automata.rename, { automaton: later, name: 'Late' });
  expect(await load(earlier)).toEqual(before);
  await change(later, { Status_int: 0 });
  expect(await load(earlier)).toEqual(before);
  await user.ask(automata.remove, { automaton: later });
  expect(await load(earlier)).toEqual(before);
  await runAt('2026-03-02T20:00:00Z');
  expect((await blasts()).map(({ automaton }) => automaton)).toEqual([earlier]);
});

test('each says what its own runs came to, and what stands in its own way', async () => {
  const { user, later, earlier, newCampaign, load, runAt } = await setUp();
  await runAt('2026-03-02T13:00:00Z');
  await runAt('2026-03-02T14:00:00Z');
  const { pool } = harness().services;
  await pool.query(
    `update blasts set sent = 1, delivered = 2, unknown = 4, replied = 3, opted_out = 5, queued = 0 where automaton_id = $1`,
    [earlier],
  );
  const own = { runs: 2, reached: 14, replied: 6, optedOut: 10 };
  const others = { runs: 1, reached: 0, replied: 0, optedOut: 0 };
  expect(await load(earlier)).toMatchObject(own);
  expect(await load(later)).toMatchObject(others);
  // A campaign that neither of them sends, and then the campaign of one.
  await user.ask(campaigns.remove, { campaign: await newCampaign() });
  const listed = async () =>
    (await user.ask(automata.list, {})).values.automata.map(({ name, data }) => [
      name,
      data.runs,
      data.problem,
    ]);
  expect(await listed()).toEqual([
    ['Earlier', 2, ''],
    ['Later', 1, ''],
  ]);
  await user.ask(campaigns.remove, { campaign: (await load(later)).campaign });
  expect(await listed()).toEqual([
    ['Earlier', 2, ''],
    ['Later', 1, 'The next run won’t send anything: its campaign was deleted.'],
  ]);
});

test('the tag that is gone is told of the one whose filter names it', async () => {
  const { user, later, earlier, change, load } = await setUp();
  const filters = (tag: string) => ({
    Filters_vch: JSON.stringify([{ type: 'CDF', tag, operator: '=', value: 'x' }]),
  });
  const city = (await user.ask(calls.tags.add, { name: 'City' })).values.id;
  await user.ask(calls.tags.add, { name: 'Size' });
  await change(later, filters('City'));
  await change(earlier, filters('size'));
  await user.ask(calls.tags.remove, { tag: city });
  const told = 'its filter names the tag “City”, which was renamed or deleted.';
  const listed = (await user.ask(automata.list, {})).values.automata;
  expect(listed.map(({ data }) => data.problem)).toEqual(['', expect.stringContaining(told)]);
  expect((await load(earlier)).problem).toBe('');
  await change(later, { Status_int: 0 });
  expect((await load(later)).problem).toBe('');
});

test('one that is deleted while it is saved waits for the save, and keeps nothing that the save needs', async () => {
  const { user, later } = await setUp();
  const { db } = harness().services;
  const saving = await db.transaction().execute(async (trx) => {
    await lockAutomata(trx, user.accountId, later);
    const removing = user.ask(automata.remove, { automaton: later });
    await untilWaitedFor(db);
    const run = sql`account_id = ${user.accountId} and automaton_id = ${later}`;
    await sql`select from automaton_jobs where ${run} for update nowait`.execute(trx);
    return { removing };
  });
  expect((await saving.removing).RESULT).toBe(1);
});
