import { calls } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { countSteps } from './step-counts.ts';

const harness = useHarness();
type User = Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>;
let ann: User;
let bob: User;
const CAMPAIGN = 5000;

beforeAll(async () => {
  ann = await harness().newUser();
  bob = await harness().newUser();
  await storeSketch(
    harness().services.db,
    ann.accountId,
    CAMPAIGN,
    [
      { type: 'message', id: 7001, text: 'Welcome' },
      { type: 'choice-question', id: 7002, text: 'Tea or coffee?', intents: ['Tea', 'Coffee'] },
      { type: 'open-question', id: 7003, text: 'Your name?', next: 7003 },
      { type: 'final-message', id: 7004, text: 'Never' },
    ],
    'DRINK',
  );
});

const say = async (phone: string, text: string) => {
  const answer = await ann.ask(calls.simulator.phoneSend, { phone, channel: '', text });
  expect(answer.RESULT).toBe(1);
};

test('how many reached a step, wait at it, answered it', async () => {
  for (const phone of ['+12125550101', '+12125550102', '+12125550103']) await say(phone, 'drink');
  await say('+12125550101', 'tea');
  await say('+12125550102', 'coffee');
  await say('+12125550102', 'Bo');
  const { values } = await ann.ask(calls.flow.counts, { campaign: CAMPAIGN });
  expect(values).toEqual({
    conversations: 3,
    isPartial: false,
    counts: [
      { step: 7001, reached: 3, waiting: 0, answered: 0 },
      { step: 7002, reached: 3, waiting: 1, answered: 2 },
      { step: 7003, reached: 2, waiting: 2, answered: 1 },
    ],
  });
});

test('past its reach it says that there are more', async () => {
  const { db } = harness().services;
  expect(await countSteps(db, ann.accountId, CAMPAIGN, 2)).toMatchObject({
    conversations: 2,
    isPartial: true,
  });
  expect(await countSteps(db, ann.accountId, CAMPAIGN, 3)).toMatchObject({ isPartial: false });
});

test('another account’s campaign is not found, like an unknown one', async () => {
  const unknown = await bob.ask(calls.flow.counts, { campaign: 9_999_999 });
  expect(unknown.status).toBe(404);
  expect(await bob.ask(calls.flow.counts, { campaign: CAMPAIGN })).toEqual(unknown);
});
