/** What the server alone knows when it checks a flow: other campaigns, the account's name, tags that go. */
import { calls } from '@parley/contract';
import { blankStep, type Step } from '@parley/engine';
import { beforeAll, expect, test } from 'vitest';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness();
type User = Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>;
let ann: User;
beforeAll(async () => {
  ann = await harness().newUser();
});

const newCampaign = async (user = ann) =>
  (await user.ask(calls.templates.createCampaign, { template: 99 })).values.campaign;
async function add(campaign: number, step: Partial<Step> & { type: Step['type'] }): Promise<Step> {
  const point = { step: { ...blankStep(step.type), ...step } as Step, version: null };
  return (await ann.ask(calls.flow.addStep, { campaign, point })).values.step.step;
}
const codes = async (campaign: number) =>
  (await ann.ask(calls.flow.check, { campaign })).values.findings.map(({ code, step }) => `${code} ${step}`);
const saved = async (campaign: number) =>
  (await ann.ask(calls.campaigns.list, {})).values.campaigns.find(({ id }) => id === campaign)?.finished;

test('campaigns that start each other are found over a third one, and not once one of them asks', async () => {
  const [one, two, three] = [await newCampaign(), await newCampaign(), await newCampaign()];
  const leaving = await add(one, { type: 'switch', switchTo: two });
  await add(two, { type: 'switch', switchTo: three });
  expect(await codes(one)).toEqual([]);
  await add(three, { type: 'message', text: 'Round we go' });
  const back = await add(three, { type: 'switch', switchTo: one });
  expect(await codes(one)).toEqual([`switch-ring ${leaving.id}`]);
  expect(await codes(three)).toEqual([`switch-ring ${back.id}`]);
  expect(await saved(one)).toBe(true);
  await add(two, { type: 'open-question', text: 'Still there?', position: 1 });
  expect(await codes(one)).toEqual([]);
});

test('a campaign of another account is never followed', async () => {
  const bob = await harness().newUser();
  const foreign = await newCampaign(bob);
  const own = await newCampaign();
  const point = { step: { ...blankStep('switch'), switchTo: foreign } as Step, version: null };
  expect((await ann.ask(calls.flow.addStep, { campaign: own, point })).status).toBe(404);
  expect(await codes(own)).toEqual([]);
});

test('who texts is asked for by the name of the account', async () => {
  const list = (await ann.ask(calls.lists.add, { name: 'VIPs' })).values.id;
  const campaign = await newCampaign();
  const ask = 'Offers, 4 msgs a month. Msg & data rates may apply. HELP for help, STOP to opt out. Join?';
  await add(campaign, { type: 'message', text: ask });
  const joined = await add(campaign, { type: 'opt-in', list });
  await ann.ask(calls.account.save, { accountName: 'Luigi’s' });
  expect(await codes(campaign)).toContain(`no-disclosure ${joined.id}`);
  const named = await newCampaign();
  await add(named, { type: 'message', text: `luigi’s: ${ask}` });
  await add(named, { type: 'opt-in', list });
  expect((await codes(named)).filter((code) => code.startsWith('no-disclosure'))).toEqual([]);
});

test('an API step that fills a tag is unfinished without it, and finished again when it comes back', async () => {
  const campaign = await newCampaign();
  const tag = (await ann.ask(calls.tags.add, { name: 'Order status' })).values.id;
  const step = await add(campaign, {
    type: 'api-call',
    url: 'https://x.example',
    onError: 0,
    retries: 2,
    retryOn: 'no-answer',
    isRepeatable: true,
    picks: [
      { id: 1, path: '$.order.status', name: 'Order status', inTag: true },
      { id: 2, path: '$.n', name: 'Count', inTag: false },
    ],
  });
  expect(step).toMatchObject({ retries: 2, retryOn: 'no-answer', isRepeatable: true });
  await add(campaign, { type: 'final-message', text: '{%Order status%}, {%count%} left' });
  expect(await saved(campaign)).toBe(true);
  await ann.ask(calls.tags.remove, { tag });
  expect(await saved(campaign)).toBe(false);
  expect(await codes(campaign)).toContain(`unknown-tag ${step.id}`);
  await ann.ask(calls.tags.add, { name: 'order STATUS' });
  expect(await saved(campaign)).toBe(true);
});

test('what the specification does not have is left out of CPData where it is not set', async () => {
  const campaign = await newCampaign();
  await ann.post('control-point/AddCPData', {
    inpBatchId: String(campaign),
    controlPoint: JSON.stringify({
      ID: 0,
      RQ: 0,
      TYPE: 'API',
      API_DOM: 'https://x.example',
      API_RETRY: 0,
      API_PICKS: [],
    }),
  });
  const { body } = await ann.post('control-point/ReadCPs', { inpBatchId: String(campaign) });
  const [item] = body.CPOBJ as { CPData: Record<string, unknown> }[];
  const further = ['API_ERRNQ', 'API_RETRY', 'API_RETRYON', 'API_IDEMPOTENT', 'API_PICKS'];
  expect(further.filter((name) => name in (item?.CPData ?? {}))).toEqual([]);
});

test.each([
  ['API_RETRY', 9],
  ['API_RETRY', -1],
  ['API_RETRYON', 'ALWAYS'],
  ['API_PICKS', 'text'],
  ['API_PICKS', [1]],
  ['API_PICKS', [{ ID: 1, PATH: 'x'.repeat(201) }]],
  ['API_PICKS', Array.from({ length: 21 }, () => ({ PATH: '$' }))],
  ['API_PICKS', [{ ID: 1 }, { ID: 1 }]],
])('%s of %j is malformed, and nothing is stored', async (field, value) => {
  const campaign = await newCampaign();
  const answer = await ann.post('control-point/AddCPData', {
    inpBatchId: String(campaign),
    controlPoint: JSON.stringify({ ID: 0, RQ: 0, TYPE: 'API', [field]: value }),
  });
  expect(answer.status).toBe(400);
  const { body } = await ann.post('control-point/ReadCPs', { inpBatchId: String(campaign) });
  expect(body.CPOBJ).toEqual([]);
});
