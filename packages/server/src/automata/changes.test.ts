/** What a change of an automata does to its runs, its problem and its new members. */
import { calls } from '@parley/contract';
import { SCHEDULE_TYPES } from '@parley/rules/schedule.ts';
import { describe, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { useHarness } from '../testing/harness.ts';
import { newOwner } from './testing/owner.ts';

const clock = manualClock('2026-03-02T12:00:00Z');
const harness = useHarness({ clock });
const { account, audit, campaigns, channels, lists, members } = calls;
const { UNSET, ONE_TIME, HOURLY, DAILY } = SCHEDULE_TYPES;
const setUp = () => newOwner(harness(), clock, '2026-03-02T12:00:00Z');
const LATER = 'The last run didn’t send anything: ';

describe('the day of the next run', () => {
  test('that was chosen for One Time stays when it is switched off, and goes with another schedule', async () => {
    const { list, campaign, add, change, load } = await setUp();
    const once = { Type_int: ONE_TIME, NextRun_dt: '2026-03-05', BatchId_bi: campaign, ListId_int: list };
    const automaton = await add('Once', { ...once, Status_int: 1 });
    await change(automaton, { Status_int: 0 });
    expect(await load(automaton)).toMatchObject({ enabled: false, nextRun: '2026-03-05' });
    await change(automaton, { Type_int: UNSET });
    expect(await load(automaton)).toMatchObject({ nextRun: '2026-03-05' });
    expect((await change(automaton, { Type_int: ONE_TIME, Status_int: 1 })).RESULT).toBe(1);
    expect(await load(automaton)).toMatchObject({ enabled: true, nextRun: '2026-03-05' });
    await change(automaton, { Type_int: DAILY, Status_int: 0 });
    expect(await load(automaton)).toMatchObject({ nextRun: '' });
  });

  test('counts for One Time only: given with another schedule it changes nothing', async () => {
    const { list, campaign, add, load } = await setUp();
    const data = { Type_int: DAILY, Hour_ti: 9, BatchId_bi: campaign, ListId_int: list, Status_int: 1 };
    const automaton = await add('Daily', { ...data, NextRun_dt: '2026-09-09' });
    expect(await load(automaton)).toMatchObject({ enabled: true, nextRun: '2026-03-03' });
  });

  test('is put off by another hour, and a run that is due waits through all other changes', async () => {
    const { list, campaign, add, change, load, blasts, runAt } = await setUp();
    const data = { Type_int: DAILY, Hour_ti: 13, BatchId_bi: campaign, ListId_int: list, Clone_ti: 1 };
    const automaton = await add('Daily', { ...data, Status_int: 1 });
    clock.set('2026-03-02T13:00:05Z');
    const others = [
      { Desc_vch: 'Every day' },
      { TimeToLive_int: 60 },
      { Hour_ti: 13 },
      { NextRun_dt: '2026-09-09' },
    ];
    for (const other of others) expect((await change(automaton, other)).RESULT).toBe(1);
    expect(await load(automaton)).toMatchObject({ nextRun: '2026-03-02' });
    await runAt('2026-03-02T13:00:10Z');
    expect(await blasts()).toEqual([{ automaton, total: 2 }]);
    clock.set('2026-03-02T14:00:00Z');
    await change(automaton, { Hour_ti: 15 });
    clock.set('2026-03-02T15:00:05Z');
    await change(automaton, { Hour_ti: 18 });
    await runAt('2026-03-02T17:59:59Z');
    expect(await blasts()).toHaveLength(1);
    await runAt('2026-03-02T18:00:00Z');
    expect(await blasts()).toHaveLength(2);
  });
});

describe('with the account’s time zone', () => {
  test('a run that is due, and one whose only moment has passed there, happen at the time they had', async () => {
    const { user, list, campaign, add, load, blasts, runAt } = await setUp();
    const data = { BatchId_bi: campaign, ListId_int: list, Clone_ti: 1, Status_int: 1 };
    const daily = await add('Daily', { ...data, Type_int: DAILY, Hour_ti: 13 });
    const once = await add('Once', { ...data, Type_int: ONE_TIME, Hour_ti: 14, NextRun_dt: '2026-03-02' });
    clock.set('2026-03-02T13:00:00Z');
    await user.ask(account.save, { timeZone: 'Asia/Tokyo' });
    expect(await load(once)).toMatchObject({ enabled: true, nextRun: '2026-03-02' });
    await runAt('2026-03-02T13:00:10Z');
    expect(await blasts()).toEqual([{ automaton: daily, total: 2 }]);
    await runAt('2026-03-02T14:00:00Z');
    expect((await blasts()).map(({ automaton }) => automaton)).toEqual([daily, once]);
    // One in the afternoon in Tokyo.
    await runAt('2026-03-03T03:59:59Z');
    expect(await blasts()).toHaveLength(2);
    await runAt('2026-03-03T04:00:00Z');
    expect(await blasts()).toHaveLength(3);
  });

  test('one that is off stays off', async () => {
    const { user, list, campaign, add, change, load, blasts, runAt } = await setUp();
    const data = { Type_int: DAILY, Hour_ti: 13, BatchId_bi: campaign, ListId_int: list };
    const automaton = await add('Off', { ...data, Status_int: 1 });
    await change(automaton, { Status_int: 0 });
    await user.ask(account.save, { timeZone: 'America/New_York' });
    expect(await load(automaton)).toMatchObject({ enabled: false, nextRun: '' });
    await runAt('2026-03-05T12:00:00Z');
    expect(await blasts()).toEqual([]);
  });
});

describe('what went wrong', () => {
  /** One that has just failed for want of credits. */
  async function failed() {
    const owner = await setUp();
    const { list, campaign, add, load, runAt, setBalance } = owner;
    const automaton = await add('Hourly', {
      Type_int: HOURLY,
      BatchId_bi: campaign,
      ListId_int: list,
      Status_int: 1,
    });
    await setBalance(0);
    await runAt('2026-03-02T13:00:00Z');
    const { problem } = await load(automaton);
    expect(problem).toContain(`${LATER}This blast needs 2 credits`);
    return { ...owner, automaton, problem };
  }

  test('is told until something that it was about is changed', async () => {
    const { user, automaton, problem, newCampaign, change, load } = await failed();
    await user.ask(calls.tags.add, { name: 'City' });
    for (const other of [{ Hour_ti: 17 }, { Desc_vch: 'Each hour' }, { TimeToLive_int: 60 }]) {
      await change(automaton, other);
      expect((await load(automaton)).problem).toBe(problem);
    }
    const filters = [{ type: 'CDF', tag: 'City', operator: '=', value: 'Rome' }];
    for (const target of [
      { BatchId_bi: await newCampaign() },
      { ListId_int: (await user.ask(lists.add, { name: 'Others' })).values.id },
      { New_ti: 1 },
      { New_ti: 0, Clone_ti: 1 },
      { Filters_vch: JSON.stringify(filters) },
    ]) {
      expect((await load(automaton)).problem).toContain(LATER);
      await change(automaton, target);
      expect((await load(automaton)).problem).toBe('');
      // As the next run that fails leaves it.
      await harness().services.pool.query("update automata set problem = 'No credits.' where id = $1", [
        automaton,
      ]);
    }
  });

  test('is forgotten when it is switched on again', async () => {
    const { automaton, problem, change, load } = await failed();
    await change(automaton, { Status_int: 0 });
    expect((await load(automaton)).problem).toBe(problem);
    await change(automaton, { Status_int: 1 });
    expect((await load(automaton)).problem).toBe('');
  });

  test('stands in words of its own for a list, a campaign and a channel that are gone', async () => {
    const { user, list, campaign, newCampaign, add, change, load, blasts, runAt } = await setUp();
    const channel = (await user.ask(channels.add, { name: 'Second' })).values.id;
    const gone = (await user.ask(lists.add, { name: 'Gone' })).values.id;
    const goneCampaign = await newCampaign();
    const data = { Type_int: HOURLY, BatchId_bi: campaign, ListId_int: list, Status_int: 1, Clone_ti: 1 };
    const ofList = await add('List', { ...data, ListId_int: gone });
    const ofCampaign = await add('Campaign', { ...data, BatchId_bi: goneCampaign });
    const ofChannel = await add('Channel', { ...data, ChannelId_bi: channel });
    expect((await user.ask(lists.remove, { list: gone })).RESULT).toBe(1);
    expect((await user.ask(campaigns.remove, { campaign: goneCampaign })).RESULT).toBe(1);
    expect((await user.ask(channels.remove, { channel })).RESULT).toBe(1);
    // The next run is sure to fail, and says why; one that is off has no next run.
    for (const [automaton, what] of [
      [ofList, 'list'],
      [ofCampaign, 'campaign'],
      [ofChannel, 'channel'],
    ] as const)
      expect((await load(automaton)).problem).toBe(
        `The next run won’t send anything: its ${what} was deleted.`,
      );
    await runAt('2026-03-02T13:00:00Z');
    expect(await blasts()).toEqual([]);
    for (const automaton of [ofList, ofCampaign, ofChannel]) await change(automaton, { Status_int: 0 });
    expect([
      (await load(ofList)).problem,
      (await load(ofCampaign)).problem,
      (await load(ofChannel)).problem,
    ]).toEqual([
      `${LATER}Its list was deleted.`,
      `${LATER}Its campaign was deleted.`,
      `${LATER}Its channel was deleted.`,
    ]);
  });
});

describe('for new members', () => {
  test('a run that fails takes nobody from the next one', async () => {
    const { user, list, campaign, add, blasts, runAt, setBalance } = await setUp();
    await add('New', {
      Type_int: HOURLY,
      BatchId_bi: campaign,
      ListId_int: list,
      Status_int: 1,
      New_ti: 1,
    });
    clock.set('2026-03-02T12:30:00Z');
    await user.ask(members.add, { phone: '2125550102', list });
    await setBalance(0);
    await runAt('2026-03-02T13:00:00Z');
    expect(await blasts()).toEqual([]);
    await setBalance(100);
    await runAt('2026-03-02T14:00:00Z');
    expect((await blasts()).map(({ total }) => total)).toEqual([1]);
  });

  test('whoever joined before it was switched on again is not new', async () => {
    const { user, list, campaign, add, change, blasts, runAt } = await setUp();
    const data = { Type_int: HOURLY, BatchId_bi: campaign, ListId_int: list, New_ti: 1 };
    const automaton = await add('New', { ...data, Status_int: 1 });
    await change(automaton, { Status_int: 0 });
    clock.set('2026-03-02T12:20:00Z');
    await user.ask(members.add, { phone: '2125550102', list });
    clock.set('2026-03-02T12:30:00Z');
    await change(automaton, { Status_int: 1 });
    clock.set('2026-03-02T12:40:00Z');
    await user.ask(members.add, { phone: '2125550103', list });
    // A change of something else leaves the moment as it is.
    await change(automaton, { Desc_vch: 'Newcomers' });
    await runAt('2026-03-02T13:00:00Z');
    expect((await blasts()).map(({ total }) => total)).toEqual([1]);
  });

  test('who joined after a blast of which the server could note nothing is new to the next one', async () => {
    const { user, list, campaign, add, blasts, runAt } = await setUp();
    const data = { Type_int: HOURLY, BatchId_bi: campaign, ListId_int: list, New_ti: 1 };
    const automaton = await add('New', { ...data, Status_int: 1 });
    const { pool } = harness().services;
    const state = 'select next_run_at, members_since from automata where id = $1';
    const { rows } = await pool.query(state, [automaton]);
    // The very moment at which it is due.
    await runAt('2026-03-02T13:00:00Z');
    expect(await blasts()).toEqual([{ automaton, total: 0 }]);
    await pool.query('update automata set next_run_at = $2, members_since = $3 where id = $1', [
      automaton,
      rows[0].next_run_at,
      rows[0].members_since,
    ]);
    await pool.query('update automaton_jobs set due_at = $2 where automaton_id = $1', [
      automaton,
      rows[0].next_run_at,
    ]);
    clock.set('2026-03-02T13:02:00Z');
    await user.ask(members.add, { phone: '2125550102', list });
    await runAt('2026-03-02T13:05:00Z');
    expect(await blasts()).toHaveLength(1);
    await runAt('2026-03-02T14:00:00Z');
    expect((await blasts()).map(({ total }) => total)).toEqual([0, 1]);
  });
});

test('a campaign that was deleted, a template and a channel that was deleted are not chosen', async () => {
  const { user, list, campaign, newCampaign, add, change, load } = await setUp();
  const { pool } = harness().services;
  const [gone, template] = [await newCampaign(), await newCampaign()];
  const channel = (await user.ask(channels.add, { name: 'Second' })).values.id;
  const data = { Type_int: HOURLY, BatchId_bi: gone, ListId_int: list };
  const automaton = await add('Hourly', data);
  await user.ask(campaigns.remove, { campaign: gone });
  await user.ask(channels.remove, { channel });
  await pool.query('update campaigns set is_template = true where id = $1', [template]);
  const refused = { status: 200, RESULT: 0, DETAIL: 'BatchId_bi' };
  // What is off keeps it, and takes other changes; it is not switched on with it, by status or by flag.
  expect((await change(automaton, { BatchId_bi: gone, Hour_ti: 10 })).RESULT).toBe(1);
  expect(await change(automaton, { Status_int: 1 })).toMatchObject(refused);
  expect(await change(automaton, {}, '1')).toMatchObject(refused);
  expect((await load(automaton)).enabled).toBe(false);
  expect((await change(automaton, { BatchId_bi: campaign }, '1')).RESULT).toBe(1);
  expect((await load(automaton)).enabled).toBe(true);
  expect(await change(automaton, { BatchId_bi: gone })).toMatchObject(refused);
  expect((await change(automaton, { BatchId_bi: template })).status).toBe(404);
  expect((await change(automaton, { ChannelId_bi: channel })).status).toBe(404);
  expect(await load(automaton)).toMatchObject({ campaign, channel: 0 });
  // Deleted while it is on, it stands in the way of no other change, nor of one that gives what is there.
  await user.ask(campaigns.remove, { campaign });
  expect((await change(automaton, { BatchId_bi: campaign, Hour_ti: 11, Status_int: 1 })).RESULT).toBe(1);
});

test('the history says when it was switched on and off, and nothing of other changes', async () => {
  const { user, list, campaign, add, change } = await setUp();
  const automaton = await add('Hourly', { Type_int: HOURLY, BatchId_bi: campaign, ListId_int: list });
  const acts = async () =>
    (await user.ask(audit.list, {})).values.acts
      .filter(
        ({ kind, thing, act }) => kind === 'automaton' && thing === automaton && act.startsWith('switched'),
      )
      .map(({ act }) => act);
  expect(await acts()).toEqual([]);
  await change(automaton, { Status_int: 1 });
  await change(automaton, { Hour_ti: 11 });
  expect(await acts()).toEqual(['switched-on']);
  await change(automaton, { Status_int: 0 });
  await change(automaton, { Hour_ti: 12 });
  expect(await acts()).toEqual(['switched-off', 'switched-on']);
});
