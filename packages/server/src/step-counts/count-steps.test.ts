import { calls, type FormOf } from '@parley/contract';
import { blankIntent, blankStep, type Step } from '@parley/engine';
import { beforeAll, expect, test } from 'vitest';
import { wakeDue } from '../conversation/jobs.ts';
import { manualClock } from '../platform/clock.ts';
import { changed, rows, sql } from '../platform/db/database.ts';
import { pipelined } from '../platform/db/pipeline.ts';
import { campaignFigures } from '../reports/index.ts';
import { forgetWhatIsOld } from '../retention/jobs.ts';
import { storeKeyword, storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { countSteps } from './count-steps.ts';

const clock = manualClock('2026-03-03T03:00:00Z');
const harness = useHarness({ clock });
const { stepCounts } = calls;
type User = Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>;
let ann: User;
let bob: User;
const CAMPAIGN = 5000;
const [WELCOME, DRINK, NAME, BYE] = [7001, 7002, 7003, 7004];
const phone = (n: number) => `+1212555010${n}`;

beforeAll(async () => {
  ann = await harness().newUser();
  bob = await harness().newUser();
  await storeSketch(
    harness().services.db,
    ann.accountId,
    CAMPAIGN,
    [
      { type: 'message', id: WELCOME, text: 'Welcome' },
      {
        type: 'choice-question',
        id: DRINK,
        text: 'Tea or coffee?',
        intents: [{ text: 'Tea', next: BYE }, 'Coffee'],
        wait: { unit: 'minutes', amount: 10 },
        onExpiry: 'end',
      },
      { type: 'open-question', id: NAME, text: 'Your name?', next: NAME },
      { type: 'final-message', id: BYE, text: 'Bye' },
    ],
    'DRINK',
  );
});

const say = async (from: string, text: string) => {
  const answer = await ann.ask(calls.simulator.phoneSend, { phone: from, channel: '', text });
  expect(answer.RESULT).toBe(1);
};
const wake = () => wakeDue(harness().services, pipelined(harness().services.pool), 'worker');
const count = async (form: object = {}) =>
  (await ann.ask(stepCounts.count, { campaign: CAMPAIGN, ...form })).values;
type AskedPeople = Partial<FormOf<typeof stepCounts.people>>;
const whoOf = async (form: AskedPeople) =>
  (await ann.ask(stepCounts.people, { campaign: CAMPAIGN, ...form })).values;

test('how many reached a step, wait at it, answered it and how, were silent, opted out, and which way they went', async () => {
  for (const n of [1, 2, 3, 4, 5]) await say(phone(n), 'drink');
  await say(phone(1), 'tea');
  await say(phone(2), 'coffee');
  await say(phone(2), 'Bo');
  await say(phone(3), 'what?');
  await say(phone(4), 'STOP');
  clock.advance(11 * 60_000);
  await wake();
  expect(await count()).toEqual({
    conversations: 5,
    isPartial: false,
    hasEarlier: false,
    since: '2026-03-03T03:00:00.000Z',
    goneBefore: '',
    counts: [
      { step: WELCOME, reached: 5, waiting: 0, answered: 0, timedOut: 0, optedOut: 0 },
      { step: DRINK, reached: 5, waiting: 0, answered: 3, timedOut: 1, optedOut: 1 },
      { step: NAME, reached: 3, waiting: 2, answered: 1, timedOut: 0, optedOut: 0 },
      { step: BYE, reached: 1, waiting: 0, answered: 0, timedOut: 0, optedOut: 0 },
    ],
    intents: [
      { step: DRINK, intent: '', count: 1 },
      { step: DRINK, intent: 'Coffee', count: 1 },
      { step: DRINK, intent: 'Tea', count: 1 },
      { step: NAME, intent: '', count: 1 },
    ],
    ways: [
      { from: WELCOME, to: DRINK, count: 5 },
      { from: DRINK, to: NAME, count: 2 },
      { from: DRINK, to: BYE, count: 1 },
      { from: NAME, to: NAME, count: 1 },
    ],
  });
});

test('the answers of all steps are the responses of the campaign’s report, of all days and of some', async () => {
  clock.advance(4 * 3_600_000);
  await say(phone(1), 'drink');
  await say(phone(1), 'coffee');
  const { db } = harness().services;
  for (const [from, to, answers] of [
    ['2026-03-01', '2026-03-31', 5],
    ['2026-03-03', '2026-03-03', 1],
    ['2026-03-04', '2026-03-06', 0],
  ] as const) {
    const counted = await count({ from, to });
    const report = await campaignFigures(
      db,
      ann.accountId,
      { datapoint: CAMPAIGN, from, to, segment: 0 },
      clock.now(),
    );
    expect(counted.counts.reduce((sum, { answered }) => sum + answered, 0)).toBe(answers);
    expect(counted.intents.reduce((sum, each) => sum + each.count, 0)).toBe(answers);
    expect(report.responses).toBe(answers);
  }
  const later = await count({ from: '2026-03-03', to: '2026-03-03' });
  expect(later.counts.find(({ step }) => step === WELCOME)?.reached).toBe(1);
});

test('the people of a count: each once, as often as the count says; a page; nobody of others', async () => {
  const everybody = await whoOf({ step: WELCOME, what: 'reached' });
  expect([everybody.total, everybody.times]).toEqual([5, 6]);
  expect(everybody.people.map((each) => [each.phone, each.times])).toEqual([
    [phone(1), 2],
    [phone(2), 1],
    [phone(3), 1],
    [phone(4), 1],
    [phone(5), 1],
  ]);
  const phones = async (form: AskedPeople) => (await whoOf(form)).people.map((each) => each.phone);
  expect(await phones({ step: DRINK, what: 'answered' })).toEqual([phone(1), phone(2), phone(3)]);
  expect(await phones({ step: DRINK, what: 'answered', intent: 'Tea' })).toEqual([phone(1)]);
  expect(await phones({ step: DRINK, what: 'answered', intent: '' })).toEqual([phone(3)]);
  expect(await phones({ step: DRINK, what: 'timed-out' })).toEqual([phone(5)]);
  expect(await phones({ step: DRINK, what: 'opted-out' })).toEqual([phone(4)]);
  expect(await phones({ step: NAME, what: 'waiting' })).toEqual([phone(1), phone(2), phone(3)]);
  expect(await phones({ step: DRINK, what: 'went', target: NAME })).toEqual([phone(1), phone(2), phone(3)]);
  expect(await phones({ step: DRINK, what: 'went', target: WELCOME })).toEqual([]);
  expect(await phones({ step: WELCOME, what: 'reached', start: 3 })).toEqual([phone(4), phone(5)]);
  expect(await phones({ step: WELCOME, what: 'reached', from: '2026-03-03', to: '2026-03-03' })).toEqual([
    phone(1),
  ]);
  const noTarget = await ann.ask(stepCounts.people, { campaign: CAMPAIGN, step: DRINK, what: 'went' });
  expect([noTarget.status, noTarget.DETAIL]).toEqual([400, 'TARGETPID']);
});

test('the people of a count come on a new list; a taken name is refused; erased people stay away', async () => {
  const form = { campaign: CAMPAIGN, step: DRINK, what: 'answered' as const };
  const { values } = await ann.ask(stepCounts.putOnList, { ...form, name: 'Answered' });
  expect(values).toEqual({ list: values.list, done: 3, next: 0 });
  const { values: members } = await ann.ask(calls.lists.list, { filter: '', search: 'Answered' });
  expect(members.lists.map(({ id }) => id)).toEqual([values.list]);
  const again = await ann.ask(stepCounts.putOnList, { ...form, name: 'answered' });
  expect([again.RESULT, again.DETAIL]).toEqual([0, 'ListName']);
  const theirs = await bob.ask(calls.lists.add, { name: 'Hers' });
  const foreign = await ann.ask(stepCounts.putOnList, { ...form, list: theirs.values.id });
  expect(foreign.status).toBe(404);
  const { db } = harness().services;
  await changed(
    db,
    sql`update contacts set erased_at = ${clock.now()} where account_id = ${ann.accountId} and phone = ${phone(3)}`,
  );
  expect((await ann.ask(stepCounts.putOnList, { ...form, name: 'Fewer' })).values.done).toBe(2);
  expect((await whoOf({ step: DRINK, what: 'answered' })).people.map((each) => each.phone)).toContain('');
});

test('past its reach it says that there are more', async () => {
  const { db } = harness().services;
  expect(await countSteps(db, ann.accountId, { campaign: CAMPAIGN }, 2)).toMatchObject({ isPartial: true });
  expect(await countSteps(db, ann.accountId, { campaign: CAMPAIGN }, 50)).toMatchObject({ isPartial: false });
});

test('one day alone, days in the wrong order and a foreign campaign or step are refused', async () => {
  const one = await ann.ask(stepCounts.count, { campaign: CAMPAIGN, from: '2026-03-01' });
  expect([one.status, one.DETAIL]).toEqual([400, 'endDate']);
  const turned = await ann.ask(stepCounts.count, {
    campaign: CAMPAIGN,
    from: '2026-03-02',
    to: '2026-03-01',
  });
  expect([turned.status, turned.DETAIL]).toEqual([400, 'endDate']);
  const unknown = await bob.ask(stepCounts.count, { campaign: 9_999_999 });
  expect(unknown.status).toBe(404);
  expect(await bob.ask(stepCounts.count, { campaign: CAMPAIGN })).toEqual(unknown);
  const noStep = await ann.ask(stepCounts.people, { campaign: CAMPAIGN, step: 99, what: 'reached' });
  expect(noStep.status).toBe(404);
});

test('each version has its own counts; 0 is what began before anything was published', async () => {
  const campaign = (await ann.ask(calls.templates.createCampaign, { template: 99 })).values.campaign;
  const ofStep = {
    ...blankStep('open-question'),
    text: 'Size?',
    intents: [{ ...blankIntent(1), text: 'big' }],
  };
  const { step } = (
    await ann.ask(calls.flow.addStep, { campaign, point: { step: ofStep as Step, version: null } })
  ).values.step;
  await storeKeyword(harness().services.db, ann.accountId, campaign, 'SIZE');
  const publish = async () => {
    const draftVersion = (await ann.ask(calls.flow.read, { campaign })).values.flowVersion;
    await ann.ask(calls.flow.publish, { campaign, draftVersion, message: '' });
  };
  await say(phone(6), 'size');
  await publish();
  await say(phone(7), 'size');
  await say(phone(7), 'big');
  await say(phone(8), 'size');
  await say(phone(8), 'STOP');
  const of = async (version?: number) => {
    const { counts } = (await ann.ask(stepCounts.count, { campaign, version })).values;
    return counts.find((each) => each.step === step.id);
  };
  expect(await of()).toMatchObject({ reached: 3, waiting: 1, answered: 1, optedOut: 1 });
  expect(await of(0)).toMatchObject({ reached: 1, waiting: 1, answered: 0, optedOut: 0 });
  expect(await of(1)).toMatchObject({ reached: 2, waiting: 0, answered: 1, optedOut: 1 });
  expect(await of(2)).toBeUndefined();
});

test('of conversations from before this was kept, what they reached is counted, and said to be all that is known', async () => {
  const { db } = harness().services;
  await changed(
    db,
    sql`
      insert into step_visits (account_id, campaign_id, contact_id, at, version, steps)
      select account_id, ${CAMPAIGN}, id, '2026-01-02', 0, array[${WELCOME}, ${DRINK}]::bigint[]
      from contacts where account_id = ${ann.accountId} and phone = ${phone(1)}`,
  );
  const before = await count({ from: '2026-01-01', to: '2026-01-31' });
  expect(before).toMatchObject({ conversations: 1, hasEarlier: true, since: '', ways: [] });
  expect(before.counts.map(({ step, reached }) => [step, reached])).toEqual([
    [WELCOME, 1],
    [DRINK, 1],
    // Who waits now waits whatever the days are.
    [NAME, 0],
  ]);
  expect(await rows(db, sql`select from step_visits where from_step is null`)).toHaveLength(1);
});

test('counts say before when answers are deleted, of campaigns and days that reach further back', async () => {
  const young = (await ann.ask(calls.templates.createCampaign, { template: 99 })).values.campaign;
  const goneOf = async (campaign: number, form: object = {}) =>
    (await ann.ask(stepCounts.count, { campaign, ...form })).values.goneBefore;
  const { db } = harness().services;
  await changed(
    db,
    sql`insert into retention (account_id, kind, months) values (${ann.accountId}, 'answers', 3)`,
  );
  expect(await goneOf(CAMPAIGN)).toBe('');
  await forgetWhatIsOld(db, clock.now());
  const edge = '2025-12-03T00:00:00.000Z';
  await changed(
    db,
    sql`update campaigns set created_at = '2025-11-01' where account_id = ${ann.accountId} and id = ${CAMPAIGN}`,
  );
  expect(await goneOf(CAMPAIGN)).toBe(edge);
  expect(await goneOf(CAMPAIGN, { from: '2025-11-20', to: '2026-01-01' })).toBe(edge);
  expect(await goneOf(CAMPAIGN, { from: '2026-01-01', to: '2026-01-31' })).toBe('');
  expect(await goneOf(young)).toBe('');
});
