/** Who is in the middle of an earlier version, and how they come to the live one. */
import { calls, type StepOnWire } from '@parley/contract';
import { blankIntent, blankStep, type Step } from '@parley/engine';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../platform/db/database.ts';
import { storeKeyword } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { textsTo } from '../testing/sent.ts';
import { untilWaitedFor } from '../testing/waits.ts';

const harness = useHarness();
const { flow, conversations } = calls;
type User = Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>;
let ann: User;
let bob: User;
beforeAll(async () => {
  ann = await harness().newUser();
  bob = await harness().newUser();
});

const BLANK = 99;
const PHONES = ['+12125553001', '+12125553002', '+12125553003'] as const;

const question = (text: string, answer: string, position: number): StepOnWire => ({
  step: {
    ...blankStep('open-question'),
    text,
    intents: [{ ...blankIntent(1), text: answer, response: `Heard: ${answer}` }],
    position,
  } as Step,
  version: null,
});
const message = (text: string): StepOnWire => ({ step: { ...blankStep('message'), text }, version: null });
const add = async (campaign: number, point: StepOnWire): Promise<Step> =>
  (await ann.ask(flow.addStep, { campaign, point })).values.step.step;
const publish = async (campaign: number) => {
  const draftVersion = (await ann.ask(flow.read, { campaign })).values.flowVersion;
  return (await ann.ask(flow.publish, { campaign, draftVersion, message: '' })).values.live;
};
const text = (phone: string, said: string) =>
  ann.ask(calls.simulator.phoneSend, { phone, channel: '', text: said });
const heard = async (phone: string) => (await textsTo(harness().services.db, ann.accountId, phone)).at(-1);
const people = async (campaign: number) =>
  (await ann.ask(conversations.onVersions, { campaign })).values.people;
const move = (campaign: number, from: number, live: number, step: number, to: number, user = ann) =>
  user.ask(conversations.moveToLive, { campaign, from, live, places: [{ step, to }] });

/** Two questions, published; everybody has been asked the first one. */
async function asked(keyword: string) {
  const campaign = (await ann.ask(calls.templates.createCampaign, { template: BLANK })).values.campaign;
  const first = await add(campaign, question('Color?', 'red', 0));
  const second = await add(campaign, question('Size?', 'big', 0));
  await storeKeyword(harness().services.db, ann.accountId, campaign, keyword);
  return { campaign, first, second };
}

test('who waits at a step that both versions have goes on with the live one; others finish on theirs', async () => {
  const { campaign, first, second } = await asked('COLOR');
  await publish(campaign);
  for (const phone of PHONES) await text(phone, 'color');
  await text(PHONES[2], 'red');
  await ann.ask(flow.addStep, {
    campaign,
    point: { ...message('Thanks!'), step: { ...message('Thanks!').step, position: 2 } },
  });
  await ann.ask(flow.deleteStep, { campaign, step: second.id });
  expect(await publish(campaign)).toBe(2);
  expect(await people(campaign)).toEqual([
    { version: 1, step: first.id, count: 2 },
    { version: 1, step: second.id, count: 1 },
  ]);
  const moved = await move(campaign, 1, 2, first.id, first.id);
  expect(moved.values).toEqual({ moved: 2 });
  expect(await people(campaign)).toEqual([{ version: 1, step: second.id, count: 1 }]);
  await text(PHONES[0], 'red');
  expect(await heard(PHONES[0])).toContain('Thanks!');
  await text(PHONES[2], 'big');
  expect(await heard(PHONES[2])).toContain('Heard: big');
  const { acts } = (await ann.ask(calls.audit.list, {})).values;
  expect(acts.find(({ act }) => act === 'people-moved')).toMatchObject({
    thing: campaign,
    detail: '2 from version 1 to version 2',
  });
});

test('a question that was made anew takes over who waited at the old one', async () => {
  const { campaign, first } = await asked('ANEW');
  const phone = '+12125553010';
  await text(phone, 'anew');
  await publish(campaign);
  const other = await add(campaign, question('Which color?', 'blue', 1));
  await ann.ask(flow.deleteStep, { campaign, step: first.id });
  await publish(campaign);
  expect(await people(campaign)).toEqual([{ version: 1, step: first.id, count: 1 }]);
  expect((await move(campaign, 1, 2, first.id, other.id)).values).toEqual({ moved: 1 });
  await text(phone, 'blue');
  expect(await textsTo(harness().services.db, ann.accountId, phone)).toEqual(
    expect.arrayContaining([expect.stringContaining('Heard: blue')]),
  );
});

test('a wait goes on, and what was to wake it still does', async () => {
  const { campaign } = await asked('NAP');
  const pause = await add(campaign, {
    step: {
      ...blankStep('wait'),
      position: 1,
      wait: { ...blankStep('wait').wait, unit: 'hours', amount: 1 },
    } as Step,
    version: null,
  });
  await publish(campaign);
  const phone = '+12125553020';
  await text(phone, 'nap');
  await add(campaign, { step: { ...message('Good morning').step, position: 2 }, version: null });
  await publish(campaign);
  expect((await move(campaign, 1, 2, pause.id, pause.id)).values).toEqual({ moved: 1 });
  const { db } = harness().services;
  const timers = await sql<{ fits: boolean }>`
    select t.turn = v.turn as fits from timers t
    join conversations v using (account_id, channel_id, contact_id)
    where v.account_id = ${ann.accountId} and v.campaign_id = ${campaign}`.execute(db);
  expect(timers.rows).toEqual([{ fits: true }]);
});

test('steps of another kind, other versions, and campaigns of others are refused, and nobody is moved', async () => {
  const { campaign, first, second } = await asked('NO');
  await publish(campaign);
  await text('+12125553030', 'no');
  const said = await add(campaign, message('Hello'));
  await publish(campaign);
  expect(await move(campaign, 1, 2, first.id, said.id)).toMatchObject({ RESULT: 0, DETAIL: 'PLACES' });
  const twice = [first.id, second.id].map((to) => ({ step: first.id, to }));
  expect(
    await ann.ask(conversations.moveToLive, { campaign, from: 1, live: 2, places: twice }),
  ).toMatchObject({ status: 400 });
  expect(await move(campaign, 1, 3, first.id, first.id)).toMatchObject({ RESULT: 0, DETAIL: 'LIVEVERSION' });
  expect(await move(campaign, 2, 2, first.id, first.id)).toMatchObject({ RESULT: 0, DETAIL: 'LIVEVERSION' });
  expect(await move(campaign, 7, 2, first.id, first.id)).toMatchObject({ status: 404 });
  expect(await move(campaign, 1, 2, first.id, 999_999)).toMatchObject({ status: 404 });
  expect(await move(campaign, 1, 2, first.id, first.id, bob)).toMatchObject({ status: 404 });
  expect(await bob.ask(conversations.onVersions, { campaign })).toMatchObject({ status: 404 });
  expect(await people(campaign)).toEqual([{ version: 1, step: first.id, count: 1 }]);
  expect((await move(campaign, 1, 2, second.id, second.id)).values).toEqual({ moved: 0 });
});

test('nobody is moved to a version that another one replaces in this moment', async () => {
  const { campaign, first } = await asked('RACE');
  await publish(campaign);
  await text('+12125553040', 'race');
  await add(campaign, message('Hello'));
  await publish(campaign);
  const { pool, db } = harness().services;
  const publishing = await pool.connect();
  await publishing.query('begin');
  await publishing.query('update campaigns set live_version = 3 where account_id = $1 and id = $2', [
    ann.accountId,
    campaign,
  ]);
  const moving = move(campaign, 1, 2, first.id, first.id);
  await untilWaitedFor(db);
  await publishing.query('commit');
  publishing.release();
  expect(await moving).toMatchObject({ RESULT: 0, DETAIL: 'LIVEVERSION' });
  await sql`update campaigns set live_version = 2 where account_id = ${ann.accountId} and id = ${campaign}`.execute(
    db,
  );
  expect(await people(campaign)).toEqual([{ version: 1, step: first.id, count: 1 }]);
});
