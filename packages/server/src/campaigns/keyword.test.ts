import { calls } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness();
type User = Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>;
let ann: User;
beforeAll(async () => {
  ann = await harness().newUser();
});

const newCampaign = async (user: User) =>
  (await user.ask(calls.templates.createCampaign, { template: 99 })).values.campaign;
const save = (user: User, campaign: number, keyword: string, channel = '') =>
  user.ask(calls.keyword.save, { campaign, keyword, channel });
const load = async (user: User, campaign: number, channel = '') =>
  (await user.ask(calls.keyword.load, { campaign, channel })).values.keyword;

test('is set, replaced and cleared by blanks', async () => {
  const campaign = await newCampaign(ann);
  expect(await load(ann, campaign)).toBe('');
  expect((await save(ann, campaign, '  Join   Now ')).values.keyword).toBe('Join Now');
  expect(await load(ann, campaign)).toBe('Join Now');
  expect((await save(ann, campaign, 'Later')).values.keyword).toBe('Later');
  expect((await save(ann, campaign, '   ')).values.keyword).toBe('');
  expect((await save(ann, campaign, '')).RESULT).toBe(1);
  expect(await load(ann, campaign)).toBe('');
});

test('has one holder per channel, whatever its case and width', async () => {
  const [one, other] = [await newCampaign(ann), await newCampaign(ann)];
  expect((await save(ann, one, 'Straße')).RESULT).toBe(1);
  for (const same of ['straße', 'STRASSE', 'ｓｔｒａｓｓｅ']) {
    const answer = await save(ann, other, same);
    expect(answer).toMatchObject({ status: 200, RESULT: 0, MESSAGE: expect.stringContaining('in use') });
  }
  expect(await load(ann, other)).toBe('');
  expect((await save(ann, one, 'STRASSE')).RESULT).toBe(1);
});

test('is each account’s own', async () => {
  const bob = await harness().newUser();
  expect((await save(ann, await newCampaign(ann), 'shared')).RESULT).toBe(1);
  expect((await save(bob, await newCampaign(bob), 'shared')).RESULT).toBe(1);
});

test('goes to one of many that ask at once', async () => {
  const campaigns = await Promise.all(Array.from({ length: 8 }, () => newCampaign(ann)));
  const answers = await Promise.all(campaigns.map((campaign) => save(ann, campaign, 'race')));
  expect(answers.map(({ RESULT }) => RESULT).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
  const holders = (await Promise.all(campaigns.map((campaign) => load(ann, campaign)))).filter(
    (word) => word === 'race',
  );
  expect(holders).toHaveLength(1);
});

test.each(['STOP', 'stop.', 'opt-out', 'stop all', 'Unsubscribe', 'YES', 'help', 'Info', 'START', 'arrêt'])(
  'refuses %s, which is handled before any flow',
  async (word) => {
    expect(await save(ann, await newCampaign(ann), word)).toMatchObject({ status: 200, RESULT: 0 });
  },
);

test.each(['SALE!', 'win🎉', 'a--b', 'a-', '#1', 'x'.repeat(51), 'jo\u200bin', 'two\nlines'])(
  'refuses %j',
  async (word) => {
    const campaign = await newCampaign(ann);
    const answer = await save(ann, campaign, word);
    expect(answer).toMatchObject({ status: 200, RESULT: 0 });
    expect(answer.MESSAGE).not.toBe('');
    expect(await load(ann, campaign)).toBe('');
  },
);

test.each(['7', 'PIZZA 24', 'été', 'नमस्ते', 'プロモ', 'SALE-24', 'join_us', 'x'.repeat(50)])(
  'takes %s',
  async (word) => {
    expect((await save(ann, await newCampaign(ann), word)).values.keyword).toBe(word.normalize('NFKC'));
  },
);

test('is kept per channel, named by number, by id or left empty', async () => {
  const carl = await harness().newUser();
  const campaign = await newCampaign(carl);
  const { db } = harness().services;
  const main = await firstChannel(db, carl.accountId);
  await carl.ask(calls.channels.add, { name: 'Second' });
  const second = (await carl.ask(calls.channels.list, {})).values.channels.find(
    ({ name }) => name === 'Second',
  );
  await save(carl, campaign, 'one', main?.number);
  await save(carl, campaign, 'two', String(second?.id));
  expect([await load(carl, campaign), await load(carl, campaign, second?.number)]).toEqual(['one', 'two']);
  expect((await save(carl, await newCampaign(carl), 'one', second?.number)).RESULT).toBe(1);
  const foreign = await firstChannel(db, ann.accountId);
  const unknown = await save(carl, campaign, 'x', '+15550000000');
  expect(unknown.status).toBe(404);
  expect(await save(carl, campaign, 'x', foreign?.number)).toEqual(unknown);
});

test('a template has none, a deleted campaign gets none', async () => {
  expect((await ann.ask(calls.keyword.load, { campaign: 1, isTemplate: true })).values.keyword).toBe('');
  expect((await ann.ask(calls.keyword.save, { campaign: 1, keyword: 'x', isTemplate: true })).RESULT).toBe(0);
  const campaign = await newCampaign(ann);
  await ann.ask(calls.campaigns.remove, { campaign });
  expect(await save(ann, campaign, 'toolate')).toMatchObject({
    RESULT: 0,
    MESSAGE: expect.stringContaining('deleted'),
  });
});
