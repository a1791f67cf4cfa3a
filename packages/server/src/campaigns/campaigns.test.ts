import { calls, type FormOf, type LiveMessage } from '@parley/contract';
import { blankIntent, blankStep, type Step } from '@parley/engine';
import { beforeAll, describe, expect, test } from 'vitest';
import { stopBlastsOfCampaign } from '../blasts/stop-with-campaign.ts';
import { firstChannel } from '../channels/store.ts';
import { first, rows, sql } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness();
type User = Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>;
let ann: User;
let bob: User;
beforeAll(async () => {
  ann = await harness().newUser();
  bob = await harness().newUser();
});

async function newCampaign(user: User, name?: string): Promise<number> {
  const campaign = (await user.ask(calls.templates.createCampaign, { template: 99 })).values.campaign;
  if (name) await user.ask(calls.campaigns.saveName, { campaign, name });
  return campaign;
}
const list = async (user: User, form: Partial<FormOf<typeof calls.campaigns.list>> = {}) =>
  (await user.ask(calls.campaigns.list, form)).values.campaigns;
const keywordOf = async (user: User, campaign: number) =>
  (await user.ask(calls.keyword.load, { campaign })).values.keyword;
const give = (user: User, campaign: number, keyword: string) =>
  user.ask(calls.keyword.save, { campaign, keyword });
const add = async (campaign: number, step: Step) => {
  const answer = await ann.ask(calls.flow.addStep, { campaign, point: { step, version: null } });
  return answer.values.step.step;
};

describe('the list', () => {
  test('is newest first, 15 a page, with the fields of the specification', async () => {
    const carl = await harness().newUser();
    const made: number[] = [];
    for (let i = 0; i < 17; i += 1) made.push(await newCampaign(carl, `Campaign ${i}`));
    const ids = [...(await list(carl)), ...(await list(carl, { start: 15 }))].map(({ id }) => id);
    expect(ids).toEqual(made.toReversed());
    expect(await list(carl, { length: 5000 })).toHaveLength(17);
    expect(await list(carl, { start: 17 })).toEqual([]);
    const raw = await carl.post('campaign/campaignlist', { iDisplayStart: '15', iDisplayLength: '1' });
    expect(raw.body.START).toBe(15);
    expect(JSON.parse(String(raw.body.CAMPAIGNS))).toEqual([
      {
        BATCHID: made[1],
        NAME: 'Campaign 1',
        KEYWORD: '',
        KEYWORDS: [],
        CATCHALLOF: [],
        CLOSEDOF: [],
        GROUPNAME: '',
        TEMPNAME: 'Start from scratch',
        TEMPID: 99,
        SVGICON: 1001,
        ISFINISHED: 0,
        ACTIVE: '1',
        ASKEDAFTERSTOP: 0,
        RUNOF: 0,
        RUNS: 0,
        RUNSBY: 0,
        RUNNING: 0,
        FAULTS: 0,
        REACHED: 0,
        FAULT: '',
      },
    ]);
  });

  test('answers active and deleted campaigns together, or one kind, page by page', async () => {
    const dora = await harness().newUser();
    const made: number[] = [];
    for (let i = 0; i < 6; i += 1) made.push(await newCampaign(dora, `Campaign ${i}`));
    const gone = [made[0], made[3]] as [number, number];
    for (const campaign of gone) await dora.ask(calls.campaigns.remove, { campaign });
    const ids = async (form: Parameters<typeof list>[1]) => (await list(dora, form)).map(({ id }) => id);
    expect(await ids({})).toEqual(made.toReversed());
    expect(await ids({ show: 'deleted' })).toEqual(gone.toReversed());
    expect(await ids({ show: 'deleted', start: 1, length: 1 })).toEqual([gone[0]]);
    expect(await ids({ show: 'active' })).toEqual(made.filter((id) => !gone.includes(id)).toReversed());
    expect(await ids({ show: 'active', search: 'campaign 3' })).toEqual([]);
  });

  test('searches names and keywords, % and _ literally, whatever the case', async () => {
    const carl = await harness().newUser();
    const sale = await newCampaign(carl, 'Summer 50% SALE_2026');
    const other = await newCampaign(carl, 'Newsletter');
    await give(carl, other, 'Reading Club');
    const ids = async (search: string) => (await list(carl, { search })).map(({ id }) => id);
    expect(await ids('50% sale_')).toEqual([sale]);
    expect(await ids('%')).toEqual([sale]);
    expect(await ids('0_')).toEqual([]);
    expect(await ids('ing clu')).toEqual([other]);
    expect(await ids(' ')).toEqual([other, sale]);
    expect(await ids('\\')).toEqual([]);
  });

  test('has deleted campaigns with ACTIVE 0 and without a keyword', async () => {
    const carl = await harness().newUser();
    const campaign = await newCampaign(carl, 'Gone');
    await give(carl, campaign, 'gone');
    await carl.ask(calls.campaigns.remove, { campaign });
    expect(await list(carl)).toMatchObject([{ id: campaign, active: '0', keyword: '' }]);
    await carl.ask(calls.campaigns.restore, { campaign });
    expect(await list(carl)).toMatchObject([{ id: campaign, active: '1', keyword: 'gone' }]);
  });

  test('shows nothing of other accounts', async () => {
    await newCampaign(bob, 'Bob’s secret');
    expect(await list(ann, { search: 'secret' })).toEqual([]);
  });
});

describe('deleting and restoring', () => {
  test('twice changes nothing and answers RESULT 1', async () => {
    const campaign = await newCampaign(ann, 'Twice');
    await give(ann, campaign, 'twice');
    for (const call of [
      calls.campaigns.remove,
      calls.campaigns.remove,
      calls.campaigns.restore,
      calls.campaigns.restore,
    ])
      expect(await ann.ask(call, { campaign })).toMatchObject({ status: 200, RESULT: 1, MESSAGE: '' });
    expect(await keywordOf(ann, campaign)).toBe('twice');
  });

  test('frees the keyword; restoring goes without it when another campaign took it, and says so', async () => {
    const campaign = await newCampaign(ann, 'First holder');
    await give(ann, campaign, 'PRIZE');
    await ann.ask(calls.campaigns.remove, { campaign });
    const other = await newCampaign(ann, 'Second holder');
    expect((await give(ann, other, 'prize')).RESULT).toBe(1);
    const answer = await ann.ask(calls.campaigns.restore, { campaign });
    expect(answer).toMatchObject({ RESULT: 1, MESSAGE: expect.stringContaining('“PRIZE”') });
    expect(await keywordOf(ann, campaign)).toBe('');
    expect(await keywordOf(ann, other)).toBe('prize');
    // It was said once; the keyword does not come back later by itself.
    await give(ann, other, '');
    await ann.ask(calls.campaigns.remove, { campaign });
    expect((await ann.ask(calls.campaigns.restore, { campaign })).MESSAGE).toBe('');
    expect(await keywordOf(ann, campaign)).toBe('');
  });

  test('campaigns that switch to a deleted one are unfinished until it is restored', async () => {
    const target = await newCampaign(ann, 'Target');
    const source = await newCampaign(ann, 'Source');
    await add(source, { ...blankStep('switch'), switchTo: target });
    const finished = async () => (await list(ann, { search: 'Source' }))[0]?.finished;
    expect(await finished()).toBe(true);
    await ann.ask(calls.campaigns.remove, { campaign: target });
    expect(await finished()).toBe(false);
    await ann.ask(calls.campaigns.restore, { campaign: target });
    expect(await finished()).toBe(true);
  });

  test('cancels blasts of it, gives their credits back and lets the pump see their chunks', async () => {
    const { db } = harness().services;
    const campaign = await newCampaign(ann, 'Blasted');
    const channel = (await firstChannel(db, ann.accountId))?.id ?? 0;
    const now = new Date();
    const blast = async (state: string, reserved: number) => {
      const row = await first(
        db,
        sql<{ id: number }>`
          insert into blasts (account_id, campaign_id, source_campaign_id, channel_id, list_ids, flows, state, scheduled_for, request_key, credits_reserved, created_at)
          values (${ann.accountId}, ${campaign}, ${campaign}, ${channel}, '{1}', '{}', ${state}, ${now}, ${state}, ${reserved}, ${now}) returning id`,
      );
      return row?.id ?? 0;
    };
    const scheduled = await blast('scheduled', 30);
    const paused = await blast('paused', 20);
    const done = await blast('done', 0);
    await sql`update balances set balance = balance - 50, reserved = reserved + 50 where account_id = ${ann.accountId}`.execute(
      db,
    );
    await sql`insert into blast_jobs (account_id, blast_id, due_at) values (${ann.accountId}, ${scheduled}, ${now})`.execute(
      db,
    );
    await sql`
      insert into send_chunks (account_id, blast_id, channel_id, first_message_id, last_message_id, due_at, paused)
      values (${ann.accountId}, ${paused}, ${channel}, 1, 2, ${now}, true)`.execute(db);
    expect((await ann.ask(calls.campaigns.remove, { campaign })).RESULT).toBe(1);
    const states = await rows(
      db,
      sql<{
        id: number;
        state: string;
      }>`select id, state, credits_reserved from blasts where account_id = ${ann.accountId} order by id`,
    );
    expect(states).toEqual([
      { id: scheduled, state: 'cancelled', credits_reserved: 0 },
      { id: paused, state: 'cancelled', credits_reserved: 0 },
      { id: done, state: 'done', credits_reserved: 0 },
    ]);
    expect(
      await first(db, sql`select balance, reserved from balances where account_id = ${ann.accountId}`),
    ).toEqual({
      balance: 1000,
      reserved: 0,
    });
    expect(await rows(db, sql`select 1 from blast_jobs where account_id = ${ann.accountId}`)).toEqual([]);
    expect(await rows(db, sql`select paused from send_chunks where account_id = ${ann.accountId}`)).toEqual([
      { paused: false },
    ]);
    const by = { accountId: ann.accountId, caller: { userId: 0 }, clock: harness().services.clock };
    await stopBlastsOfCampaign(db, by, campaign, now);
    const noted = sql`select 1 from audit_log where account_id = ${ann.accountId} and action = 'blast-cancelled'`;
    expect(await rows(db, noted)).toHaveLength(2);
  });
});

describe('a copy', () => {
  test('of a name as long as they go ends with a whole letter', async () => {
    const name = `${'🎉'.repeat(127)}x`;
    const campaign = await newCampaign(ann, name);
    const copy = (await ann.ask(calls.campaigns.duplicate, { campaign })).values.id;
    const copied = (await ann.ask(calls.campaigns.loadName, { campaign: copy, isTemplate: false })).values
      .name;
    expect(copied).toBe(`Copy of ${'🎉'.repeat(123)}`);
  });

  test('has the steps, pointing at each other, and no keyword', async () => {
    const campaign = await newCampaign(ann, 'Original');
    await give(ann, campaign, 'original');
    const a = await add(campaign, { ...blankStep('message'), text: 'a' });
    const b = await add(campaign, { ...blankStep('branch') });
    const c = await add(campaign, {
      ...blankStep('choice-question'),
      text: `You said {%answer:${a.id}%}`,
      next: b.id,
      loop: { max: 2, step: a.id, message: '' },
      intents: [
        { ...blankIntent(1), text: 'yes', next: a.id },
        { ...blankIntent(2), text: 'no', switchTo: campaign },
      ],
      extra: { GID: 7 },
    });
    const condition = {
      id: 1,
      operator: '=' as const,
      data: 'x',
      value: 'y',
      next: c.id,
      description: '',
    };
    await ann.ask(calls.flow.saveStep, {
      campaign,
      point: { step: { ...b, conditions: [condition] } as Step, version: 1 },
    });
    const copy = (await ann.ask(calls.campaigns.duplicate, { campaign })).values.id;
    expect(await keywordOf(ann, copy)).toBe('');
    expect((await ann.ask(calls.campaigns.loadName, { campaign: copy })).values.name).toBe(
      'Copy of Original',
    );
    const steps = (await ann.ask(calls.flow.read, { campaign: copy })).values.steps.map(({ step }) => step);
    const [a2, b2, c2] = steps.map((step) => step.id);
    expect([a.id, b.id, c.id].some((id) => [a2, b2, c2].includes(id))).toBe(false);
    expect(steps[1]).toMatchObject({ conditions: [{ ...condition, next: c2 }] });
    expect(steps[2]).toMatchObject({
      text: `You said {%answer:${a2}%}`,
      next: b2,
      loop: { max: 2, step: a2 },
      intents: [{ next: a2 }, { switchTo: campaign }],
      extra: { GID: 7 },
    });
    const [original] = (await ann.ask(calls.flow.read, { campaign })).values.steps;
    expect(original?.step.id).toBe(a.id);
  });

  test('of a very long name keeps within the limit', async () => {
    const campaign = await newCampaign(ann, 'x'.repeat(255));
    const copy = (await ann.ask(calls.campaigns.duplicate, { campaign })).values.id;
    expect((await ann.ask(calls.campaigns.loadName, { campaign: copy })).values.name).toHaveLength(255);
  });
});

test('details name the channel of the keyword, else the first one', async () => {
  const campaign = await newCampaign(ann, 'Detailed');
  const channel = await firstChannel(harness().services.db, ann.accountId);
  expect((await ann.ask(calls.campaigns.details, { campaign })).values).toEqual({
    id: campaign,
    name: 'Detailed',
    group: 0,
    xml: '',
    channel: channel?.id,
    channelNumber: channel?.number,
    shortLink: 0,
    template: 99,
    scheduleOption: 0,
    templateType: 1,
    active: '1',
  });
});

test('names are trimmed and never blank', async () => {
  const campaign = await newCampaign(ann, 'Before');
  expect((await ann.ask(calls.campaigns.saveName, { campaign, name: '  After ' })).values.name).toBe('After');
  expect(
    await ann.post('campaign/SaveBatchDesc', { inpBatchId: String(campaign), inpDesc: '   ' }),
  ).toMatchObject({
    status: 200,
    RESULT: 0,
  });
  expect((await ann.ask(calls.campaigns.loadName, { campaign })).values.name).toBe('After');
});

test('open pages are told that a campaign was renamed, deleted or restored', async () => {
  const campaign = await newCampaign(ann, 'Open elsewhere');
  const told: LiveMessage[] = [];
  harness().services.live.listen(ann.accountId, (message) => told.push(message));
  await ann.ask(calls.campaigns.saveName, { campaign, name: 'Renamed' });
  await ann.ask(calls.campaigns.remove, { campaign });
  await ann.ask(calls.campaigns.restore, { campaign });
  expect(told).toEqual([1, 2, 3].map(() => ({ type: 'thing', kind: 'campaign', id: campaign, page: '' })));
});

test('every call answers a foreign campaign like an unknown one', async () => {
  const foreign = await newCampaign(bob, 'Bob’s');
  const tries = (campaign: number) => [
    ann.ask(calls.campaigns.details, { campaign }),
    ann.ask(calls.campaigns.remove, { campaign }),
    ann.ask(calls.campaigns.restore, { campaign }),
    ann.ask(calls.campaigns.duplicate, { campaign }),
    ann.ask(calls.campaigns.loadName, { campaign }),
    ann.ask(calls.campaigns.saveName, { campaign, name: 'Mine' }),
    ann.ask(calls.keyword.load, { campaign }),
    ann.ask(calls.keyword.save, { campaign, keyword: 'mine' }),
    ann.ask(calls.keyword.save, { campaign, keyword: '' }),
  ];
  const unknown = await Promise.all(tries(9_999_999));
  expect(new Set(unknown.map((answer) => answer.status))).toEqual(new Set([404]));
  expect(await Promise.all(tries(foreign))).toEqual(unknown);
  expect((await bob.ask(calls.campaigns.details, { campaign: foreign })).values).toMatchObject({
    name: 'Bob’s',
    active: '1',
  });
});
