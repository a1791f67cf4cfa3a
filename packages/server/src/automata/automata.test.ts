import { calls } from '@parley/contract';
import { NEW_TRIGGER } from '@parley/rules/event-trigger.ts';
import { SCHEDULE_TYPES } from '@parley/rules/schedule.ts';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { runNext } from './jobs.ts';
import { claimRun } from './store.ts';

/** A Monday. */
const START = '2026-03-02T12:00:00Z';
const clock = manualClock(START);
const harness = useHarness({ clock });
const { account, automata, campaigns, lists, members } = calls;
const NO_RUNS = { RUNS: 0, REACHED: 0, REPLIED: 0, OPTEDOUT: 0, STARTED: 0, WAITING: 0 };
let nextId = 7_000;

type User = Client & { accountId: number };

/** A user with a list of two people, a finished campaign and an empty automata, at {@link START}. */
async function setUp(zone = 'UTC') {
  clock.set(START);
  const user = await harness().newUser();
  await setZone(user, zone);
  const list = (await user.ask(lists.add, { name: 'Everybody' })).values.id;
  for (const phone of ['2125550100', '2125550101']) await user.ask(members.add, { phone, list });
  const campaign = await newCampaign(user);
  const automaton = (await user.ask(automata.add, { name: 'Weekly news' })).values.id;
  return { user, list, campaign, automaton };
}

async function newCampaign(user: User, text = 'Hello'): Promise<number> {
  nextId += 1;
  const step = { type: 'final-message', id: nextId * 10, text };
  await storeSketch(harness().services.db, user.accountId, nextId, [step] as never);
  return nextId;
}

async function setZone(user: User, timeZone: string) {
  const settings = { accountName: 'Shop', contactInfo: '', phone: '2125550199', mfaEnabled: false };
  await user.ask(account.save, { ...settings, timeZone });
}

/** Updates by wire names, as the screen does. */
async function update(user: User, automaton: number, data: Record<string, unknown>, enabled = 0) {
  const answer = await user.post('automata/updateAutomataData', {
    AutomataId: String(automaton),
    AutomataData: JSON.stringify(data),
    Enabled: String(enabled),
  });
  return { ...answer, data: answer.RESULT === 1 ? JSON.parse(String(answer.body.AUTOMATADATA)) : null };
}

async function blastsOf(user: User) {
  const { rows } = await harness().services.pool.query(
    `select id, campaign_id, source_campaign_id, total, members_since, automaton_id from blasts
     where account_id = $1 order by id`,
    [user.accountId],
  );
  return rows;
}

/** Runs everything that is due at a moment. */
async function runAt(moment: string) {
  clock.set(moment);
  while (await runNext(harness().services));
}

describe('two tabs', () => {
  it('a save names what it changes and the version it saw: an older one brings nothing back, and the others hear of each', async () => {
    const { user, list, campaign, automaton } = await setUp();
    const told: number[] = [];
    const leave = harness().services.live.listen(user.accountId, (message) => {
      if (message.type === 'automaton') told.push(message.id);
    });
    const whole = { Type_int: 3, Hour_ti: 9, BatchId_bi: campaign, ListId_int: list, Status_int: 1 };
    const on = await update(user, automaton, whole, 1);
    const seen = on.data.VERSION;
    expect((await update(user, automaton, { Status_int: 0, SEENVERSION: seen })).data.Status_int).toBe(0);
    const stale = await update(user, automaton, { ...whole, Hour_ti: 10, SEENVERSION: seen });
    expect(stale).toMatchObject({ RESULT: 0, DETAIL: 'SEENVERSION' });
    const { data } = (await user.ask(automata.load, { automaton })).values;
    expect(data).toMatchObject({ enabled: false, hour: 9, version: seen + 1 });
    // A change of one thing leaves the others; an older client gives no version.
    expect((await update(user, automaton, { Hour_ti: 11 })).data).toMatchObject({
      Status_int: 0,
      Hour_ti: 11,
    });
    expect(told).toEqual([automaton, automaton, automaton]);
    leave();
  });
});

describe('automata', () => {
  it('are added empty, listed by name, renamed, loaded and deleted', async () => {
    const { user, automaton } = await setUp();
    await user.ask(automata.add, { name: 'birthday 100%' });
    const names = async (filter = '') =>
      (await user.ask(automata.list, { filter })).values.automata.map((row) => row.name);
    expect(await names()).toEqual(['birthday 100%', 'Weekly news']);
    expect(await names('%')).toEqual(['birthday 100%']);
    const raw = await user.post('automata/loadAutomataData', { AutomataId: String(automaton) });
    expect(JSON.parse(String(raw.body.AUTOMATADATA))).toEqual({
      PKId_bi: automaton,
      Desc_vch: 'Weekly news',
      Type_int: 0,
      BatchId_bi: 0,
      ListId_int: 0,
      SegmentId_bi: 0,
      ChannelId_bi: 0,
      DayofWeek_ti: 2,
      DayofMonth_ti: 1,
      Month_ti: 1,
      Hour_ti: 9,
      NextRun_dt: '',
      WeekEnds_ti: 1,
      Status_int: 0,
      New_ti: 0,
      Clone_ti: 0,
      Filters_vch: '[]',
      TimeToLive_int: 0,
      Trigger_vch: JSON.stringify(NEW_TRIGGER),
      PROBLEM: '',
      VERSION: 1,
      ...NO_RUNS,
    });
    expect((await user.ask(automata.rename, { automaton, name: 'News' })).RESULT).toBe(1);
    expect((await user.ask(automata.rename, { automaton, name: ' ' })).RESULT).toBe(0);
    expect((await user.ask(automata.add, { name: '' })).RESULT).toBe(0);
    expect(await names('news')).toEqual(['News']);
    expect((await user.ask(automata.remove, { automaton })).RESULT).toBe(1);
    expect((await user.ask(automata.remove, { automaton })).RESULT).toBe(1);
  });

  it('are listed with their data', async () => {
    const { user, list, campaign, automaton } = await setUp();
    const daily = { Type_int: 3, Hour_ti: 14, BatchId_bi: campaign, ListId_int: list, Status_int: 1 };
    const { data } = await update(user, automaton, daily, 1);
    const raw = await user.post('automata/automatalist', { AutomataFilters: '' });
    expect(JSON.parse(String(raw.body.AUTOMATA))).toEqual([
      { ID: automaton, AUTOMATA: 'Weekly news', AutomataData: JSON.stringify(data), Enabled: 1 },
    ]);
  });

  it('keep what a save does not give', async () => {
    const { user, list, campaign, automaton } = await setUp();
    await update(user, automaton, { Type_int: 4, BatchId_bi: campaign, DayofWeek_ti: 6, Hour_ti: 17 });
    const filters = [{ type: 'CDF', tag: 'City', operator: '=', value: 'Paris' }];
    await update(user, automaton, {
      ListId_int: list,
      Filters_vch: JSON.stringify(filters),
      Desc_vch: 'Friday',
    });
    const { data } = await update(user, automaton, { New_ti: 1 });
    expect(data).toMatchObject({
      Desc_vch: 'Friday',
      Type_int: 4,
      BatchId_bi: campaign,
      ListId_int: list,
      DayofWeek_ti: 6,
      Hour_ti: 17,
      New_ti: 1,
      Status_int: 0,
      NextRun_dt: '',
    });
    expect(JSON.parse(data.Filters_vch)).toEqual(filters);
    expect((await update(user, automaton, { BatchId_bi: 0 })).data.BatchId_bi).toBe(0);
    expect((await update(user, automaton, { Desc_vch: ' ' })).RESULT).toBe(0);
  });

  it('are switched on only when type, campaign and list are chosen', async () => {
    const { user, list, campaign, automaton } = await setUp();
    const given: Record<string, unknown> = {};
    for (const [field, value] of [
      ['Type_int', 3],
      ['BatchId_bi', campaign],
      ['ListId_int', list],
    ] as const) {
      expect(await update(user, automaton, { ...given, Status_int: 1 }, 1)).toMatchObject({
        status: 200,
        RESULT: 0,
        DETAIL: field,
      });
      given[field] = value;
    }
    expect((await update(user, automaton, { ...given, Status_int: 1 }, 1)).data).toMatchObject({
      Status_int: 1,
      NextRun_dt: '2026-03-03',
    });
    expect(await update(user, automaton, { ListId_int: 0 })).toMatchObject({ status: 200, RESULT: 0 });
    expect((await update(user, automaton, { Status_int: 0, ListId_int: 0 })).RESULT).toBe(1);
  });

  it('refuse a copy for new members only, a day that is past, and what is malformed', async () => {
    const { user, list, campaign, automaton } = await setUp();
    await update(user, automaton, { Type_int: 1, BatchId_bi: campaign, ListId_int: list, Clone_ti: 1 });
    expect(await update(user, automaton, { New_ti: 1 })).toMatchObject({ status: 200, RESULT: 0 });
    expect((await update(user, automaton, { New_ti: 1, Clone_ti: 0 })).RESULT).toBe(1);
    expect(await update(user, automaton, { Status_int: 1 })).toMatchObject({ status: 200, RESULT: 0 });
    const past = { NextRun_dt: '2026-03-02', Hour_ti: 12, Status_int: 1 };
    expect(await update(user, automaton, past)).toMatchObject({ status: 200, RESULT: 0 });
    expect((await update(user, automaton, { ...past, Hour_ti: 13 })).data).toMatchObject({
      Status_int: 1,
      NextRun_dt: '2026-03-02',
    });
    for (const bad of [{ Type_int: 8 }, { Hour_ti: 24 }, { DayofWeek_ti: 0 }, { NextRun_dt: '2026-02-30' }])
      expect(await update(user, automaton, bad)).toMatchObject({ status: 400, RESULT: 0 });
    expect((await update(user, automaton, { Filters_vch: '[{"operator":"~"}]' })).status).toBe(400);
    expect(
      (await user.post('automata/updateAutomataData', { AutomataId: String(automaton), AutomataData: '{' }))
        .status,
    ).toBe(400);
  });

  it('are moved with the account to its new time zone', async () => {
    const { user, list, campaign, automaton } = await setUp('UTC');
    const daily = { Type_int: 3, Hour_ti: 23, BatchId_bi: campaign, ListId_int: list, Status_int: 1 };
    await update(user, automaton, daily, 1);
    const due = async () =>
      (
        await harness().services.pool.query('select due_at from automaton_jobs where account_id = $1', [
          user.accountId,
        ])
      ).rows.map((row) => row.due_at.toISOString());
    expect(await due()).toEqual(['2026-03-02T23:00:00.000Z']);
    await setZone(user, 'America/Los_Angeles');
    expect(await due()).toEqual(['2026-03-03T07:00:00.000Z']);
    await update(user, automaton, { Status_int: 0 });
    expect(await due()).toEqual([]);
  });

  it('of another account look like unknown ones, and so do its campaigns and lists', async () => {
    const [mine, theirs] = [await setUp(), await setUp()];
    for (const path of ['loadAutomataData', 'deleteautomata', 'renameautomata', 'updateAutomataData']) {
      const form = (id: number) => ({ AutomataId: String(id), AutomataName: 'x', AutomataData: '{}' });
      const foreign = await mine.user.post(`automata/${path}`, form(theirs.automaton));
      const unknown = await mine.user.post(`automata/${path}`, form(987_654));
      expect(foreign, path).toMatchObject({ status: 404, RESULT: 0 });
      expect(foreign.body).toEqual(unknown.body);
    }
    for (const [field, id] of [
      ['BatchId_bi', theirs.campaign],
      ['ListId_int', theirs.list],
    ] as const) {
      const foreign = await update(mine.user, mine.automaton, { [field]: id });
      const unknown = await update(mine.user, mine.automaton, { [field]: 987_654 });
      expect(foreign, field).toMatchObject({ status: 404, RESULT: 0 });
      expect(foreign.body).toEqual(unknown.body);
    }
  });
});

describe('a run', () => {
  it('blasts its campaign to its list when it is due, once, and goes on to the next', async () => {
    const { user, list, campaign, automaton } = await setUp();
    const daily = { Type_int: 3, Hour_ti: 14, BatchId_bi: campaign, ListId_int: list, Status_int: 1 };
    await update(user, automaton, daily, 1);
    await runAt('2026-03-02T13:59:59Z');
    expect(await blastsOf(user)).toEqual([]);
    await runAt('2026-03-02T14:00:00Z');
    await runAt('2026-03-02T14:00:20Z');
    expect(await blastsOf(user)).toMatchObject([
      { campaign_id: campaign, source_campaign_id: campaign, total: 2, automaton_id: automaton },
    ]);
    expect((await user.ask(automata.load, { automaton })).values.data.nextRun).toBe('2026-03-03');
    // The second day nobody is left: all were blasted with this campaign.
    await runAt('2026-03-03T14:00:00Z');
    expect((await blastsOf(user)).map((blast) => blast.total)).toEqual([2, 0]);
  });

  it('gives its messages the time to live that was chosen, or the channel’s', async () => {
    const { user, list, campaign, automaton } = await setUp();
    const on = { Type_int: 3, BatchId_bi: campaign, ListId_int: list, Status_int: 1, Clone_ti: 1 };
    const first = { ...on, Hour_ti: 14, TimeToLive_int: 90 };
    expect((await update(user, automaton, first, 1)).data).toMatchObject({ TimeToLive_int: 90 });
    await runAt('2026-03-02T14:00:05Z');
    const refused = await update(user, automaton, { TimeToLive_int: 4 });
    expect(refused).toMatchObject({ status: 400, DETAIL: 'AutomataData.TimeToLive_int' });
    expect(refused.MESSAGE).toContain('must be 0 or from 5 to 4320');
    expect((await update(user, automaton, { Hour_ti: 15, TimeToLive_int: 0 })).data.TimeToLive_int).toBe(0);
    await runAt('2026-03-02T15:00:05Z');
    const { rows } = await harness().services.pool.query(
      'select time_to_live_minutes as minutes from blasts where account_id = $1 order by id',
      [user.accountId],
    );
    expect(rows).toEqual([{ minutes: 90 }, { minutes: null }]);
  });

  it('that was missed happens once, late', async () => {
    const { user, list, campaign, automaton } = await setUp();
    const hourly = { Type_int: 2, BatchId_bi: campaign, ListId_int: list, Status_int: 1, Clone_ti: 1 };
    await update(user, automaton, hourly, 1);
    await runAt('2026-03-02T18:30:00Z');
    expect(await blastsOf(user)).toHaveLength(1);
    await runAt('2026-03-02T19:00:00Z');
    expect(await blastsOf(user)).toHaveLength(2);
  });

  it('is not repeated when the server stopped right after its blast', async () => {
    const { user, list, campaign, automaton } = await setUp();
    const daily = {
      Type_int: 3,
      Hour_ti: 14,
      BatchId_bi: campaign,
      ListId_int: list,
      Status_int: 1,
      Clone_ti: 1,
    };
    await update(user, automaton, daily, 1);
    await runAt('2026-03-02T14:00:00Z');
    const { pool } = harness().services;
    // As if nothing had been noted after the launch.
    const at = `'2026-03-02T14:00:00Z' where account_id = ${user.accountId}`;
    await pool.query(`update automata set next_run_at = ${at}`);
    await pool.query(`update automaton_jobs set due_at = ${at}`);
    await runAt('2026-03-02T14:05:00Z');
    expect(await blastsOf(user)).toHaveLength(1);
    expect((await user.ask(automata.load, { automaton })).values.data.nextRun).toBe('2026-03-03');
  });

  it('with a copy of the campaign reaches everybody again', async () => {
    const { user, list, campaign, automaton } = await setUp();
    const daily = {
      Type_int: 3,
      Hour_ti: 14,
      BatchId_bi: campaign,
      ListId_int: list,
      Status_int: 1,
      Clone_ti: 1,
    };
    await update(user, automaton, daily, 1);
    await runAt('2026-03-02T14:00:00Z');
    await runAt('2026-03-03T14:00:00Z');
    const blasts = await blastsOf(user);
    expect(blasts.map((blast) => [blast.source_campaign_id, blast.total])).toEqual([
      [campaign, 2],
      [campaign, 2],
    ]);
    expect(new Set([campaign, ...blasts.map((blast) => blast.campaign_id)]).size).toBe(3);
  });

  it('for new members reaches those who joined since it was switched on or ran last', async () => {
    const { user, list, campaign, automaton } = await setUp();
    const hourly = { Type_int: 2, BatchId_bi: campaign, ListId_int: list, Status_int: 1, New_ti: 1 };
    await update(user, automaton, hourly, 1);
    await runAt('2026-03-02T13:00:00Z');
    clock.set('2026-03-02T13:30:00Z');
    await user.ask(members.add, { phone: '2125550102', list });
    await runAt('2026-03-02T14:00:00Z');
    await runAt('2026-03-02T15:00:00Z');
    expect((await blastsOf(user)).map((blast) => blast.total)).toEqual([0, 1, 0]);
  });

  it('for new members reaches those whose joining was stored only after it, and nobody twice', async () => {
    const { user, list, campaign, automaton } = await setUp();
    const hourly = { Type_int: 2, BatchId_bi: campaign, ListId_int: list, Status_int: 1, New_ti: 1 };
    await update(user, automaton, hourly, 1);
    clock.set('2026-03-02T12:59:50Z');
    await user.ask(members.add, { phone: '2125550102', list });
    await runAt('2026-03-02T13:00:00Z');
    // A batch that was stamped just before the run and committed just after it.
    clock.set('2026-03-02T12:59:55Z');
    await user.ask(members.add, { phone: '2125550103', list });
    await runAt('2026-03-02T14:00:00Z');
    expect((await blastsOf(user)).map((blast) => blast.total)).toEqual([1, 1]);
  });

  it('on a weekend waits for Monday, in the account’s zone, unless weekends are allowed', async () => {
    const { user, list, campaign, automaton } = await setUp('America/New_York');
    // The 7th of March 2026 is a Saturday; the clock is set forward on the 8th.
    const monthly = { Type_int: 5, DayofMonth_ti: 7, Hour_ti: 9, BatchId_bi: campaign, ListId_int: list };
    await update(user, automaton, { ...monthly, WeekEnds_ti: 0, Status_int: 1 }, 1);
    expect((await user.ask(automata.load, { automaton })).values.data.nextRun).toBe('2026-03-09');
    await runAt('2026-03-09T12:59:59Z');
    expect(await blastsOf(user)).toEqual([]);
    await runAt('2026-03-09T13:00:00Z');
    expect(await blastsOf(user)).toHaveLength(1);
    const { rows } = await harness().services.pool.query(
      'select due_at from automaton_jobs where account_id = $1',
      [user.accountId],
    );
    expect(rows.map((row) => row.due_at.toISOString())).toEqual(['2026-04-07T13:00:00.000Z']);
  });

  it('of a One Time switches it off', async () => {
    const { user, list, campaign, automaton } = await setUp();
    const once = {
      Type_int: 1,
      NextRun_dt: '2026-03-02',
      Hour_ti: 15,
      BatchId_bi: campaign,
      ListId_int: list,
    };
    await update(user, automaton, { ...once, Status_int: 1 }, 1);
    await runAt('2026-03-02T15:00:01Z');
    expect(await blastsOf(user)).toHaveLength(1);
    expect((await user.ask(automata.load, { automaton })).values.data).toMatchObject({ enabled: false });
    await runAt('2026-03-05T15:00:00Z');
    expect(await blastsOf(user)).toHaveLength(1);
  });

  it('that cannot send says why, and tries again the next time', async () => {
    const { user, list, campaign, automaton } = await setUp();
    const hourly = { Type_int: 2, BatchId_bi: campaign, ListId_int: list, Status_int: 1 };
    await update(user, automaton, hourly, 1);
    await user.ask(lists.remove, { list });
    await runAt('2026-03-02T13:00:00Z');
    expect(await blastsOf(user)).toEqual([]);
    const { data } = (await user.ask(automata.load, { automaton })).values;
    expect(data).toMatchObject({ enabled: true, list: 0, nextRun: '2026-03-02' });
    expect(data.problem).toContain('list');
    const again = (await user.ask(lists.add, { name: 'New' })).values.id;
    await user.ask(members.add, { phone: '2125550100', list: again });
    await update(user, automaton, { ListId_int: again });
    await runAt('2026-03-02T14:00:00Z');
    expect((await blastsOf(user)).map((blast) => blast.total)).toEqual([1]);
    expect((await user.ask(automata.load, { automaton })).values.data.problem).toBe('');
  });

  it('says at once that its list was deleted, and takes other changes meanwhile', async () => {
    const { user, list, campaign, automaton } = await setUp();
    const daily = { Type_int: 3, BatchId_bi: campaign, ListId_int: list, Status_int: 1 };
    const whole = (await update(user, automaton, daily, 1)).data;
    expect(whole.PROBLEM).toBe('');
    await user.ask(lists.remove, { list });
    const { data } = (await user.ask(automata.load, { automaton })).values;
    expect(data).toMatchObject({ enabled: true, list: 0 });
    expect(data.problem).toBe('The next run won’t send anything: its list was deleted.');
    const later = await update(user, automaton, { ...whole, ListId_int: 0, Hour_ti: 17 });
    expect(later).toMatchObject({ RESULT: 1, data: { Hour_ti: 17, Status_int: 1 } });
    expect((await update(user, automaton, { Status_int: 0 })).RESULT).toBe(1);
    expect(await update(user, automaton, { Status_int: 1 }, 1)).toMatchObject({
      RESULT: 0,
      MESSAGE: 'Choose a list before you turn it on.',
    });
  });

  it('that are on keep a campaign, and say when it is deleted', async () => {
    const { user, list, campaign, automaton } = await setUp();
    await update(user, automaton, { Type_int: 3, BatchId_bi: campaign, ListId_int: list, Status_int: 1 }, 1);
    expect(await update(user, automaton, { BatchId_bi: 0 })).toMatchObject({
      RESULT: 0,
      MESSAGE: 'It’s on: choose a campaign, or turn it off first.',
    });
    await user.ask(campaigns.remove, { campaign });
    const problem = async () => (await user.ask(automata.load, { automaton })).values.data.problem;
    expect(await problem()).toBe('The next run won’t send anything: its campaign was deleted.');
    await user.ask(campaigns.restore, { campaign });
    expect(await problem()).toBe('');
  });

  it('is claimed by one worker only', async () => {
    const { user, list, campaign, automaton } = await setUp();
    const hourly = { Type_int: 2, BatchId_bi: campaign, ListId_int: list, Status_int: 1 };
    await update(user, automaton, hourly, 1);
    clock.set('2026-03-02T13:00:00Z');
    await Promise.all([1, 2, 3, 4].map(() => runNext(harness().services)));
    expect(await blastsOf(user)).toHaveLength(1);
    expect(await claimRun(harness().services.db, clock.now(), clock.now())).toBeUndefined();
  });

  it('send over the channel that they name; the first one is usual, and one that was deleted is told', async () => {
    const { user, list, campaign, automaton } = await setUp();
    const channel = (await user.ask(calls.channels.add, { name: 'Second' })).values.id;
    const [firstChannel] = (await user.ask(calls.channels.list, {})).values.channels;
    const { pool } = harness().services;
    const channelsOf = async () =>
      (
        await pool.query('select channel_id from blasts where account_id = $1 order by id', [user.accountId])
      ).rows.map((row) => row.channel_id);
    const hourly = {
      Type_int: SCHEDULE_TYPES.HOURLY,
      BatchId_bi: campaign,
      ListId_int: list,
      Hour_ti: 9,
      Clone_ti: 1,
      Status_int: 1,
    };
    expect((await update(user, automaton, hourly)).data.ChannelId_bi).toBe(0);
    await runAt('2026-03-02T13:00:00Z');
    expect((await update(user, automaton, { ChannelId_bi: channel })).data.ChannelId_bi).toBe(channel);
    await runAt('2026-03-02T14:00:00Z');
    expect(await channelsOf()).toEqual([firstChannel?.id, channel]);
    const other = await harness().newUser();
    const [foreign] = (await other.ask(calls.channels.list, {})).values.channels;
    expect((await update(user, automaton, { ChannelId_bi: foreign?.id })).status).toBe(404);
    expect((await update(user, automaton, { ChannelId_bi: -1 })).status).toBe(400);
    // The blast of a moment ago is over, and the person, hours after signing in, says again who they are.
    await pool.query(`update blasts set state = 'done' where account_id = $1`, [user.accountId]);
    await user.ask(calls.access.confirm, { password: 'correct horse battery staple' });
    expect((await user.ask(calls.channels.remove, { channel })).RESULT).toBe(1);
    const { problem } = (await user.ask(automata.load, { automaton })).values.data;
    expect(problem).toBe('The next run won’t send anything: its channel was deleted.');
    await runAt('2026-03-02T15:00:00Z');
    expect(await channelsOf()).toHaveLength(2);
  });
});
