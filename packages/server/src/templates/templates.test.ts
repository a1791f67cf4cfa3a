import { calls, type LiveMessage } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { useHarness } from '../testing/harness.ts';
import { SHIPPED } from './shipped-templates.ts';

const harness = useHarness();
type User = Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>;
let ann: User;
let bob: User;
beforeAll(async () => {
  ann = await harness().newUser({ email: 'ann@example.com' });
  bob = await harness().newUser();
});

const named = (name: string) => SHIPPED.find((template) => template.name === name)?.id ?? 0;
const list = async (user: User, search = '', start = 0) =>
  (await user.ask(calls.templates.list, { search, start })).values.templates;

test('the list has every shipped template with its type and picture', async () => {
  const found = await list(ann);
  expect(found.map(({ id }) => id)).toEqual(SHIPPED.slice(0, 15).map(({ id }) => id));
  expect(found[0]).toMatchObject({ name: 'Welcome and opt-in', type: 100, icon: 1002, own: false });
  const raw = await ann.post('control-flow-template/TemplateList', {});
  expect(JSON.parse(String(raw.body.TEMPLATES))[0]).toMatchObject({
    KEY: 1,
    TYPE: 100,
    SVGICON: 1002,
    LEGACYID: 0,
  });
});

test('the search looks at name and description, takes % literally and ignores case', async () => {
  expect((await list(ann, 'FLASH')).map(({ name }) => name)).toEqual(['Flash sale']);
  expect((await list(ann, 'second chance')).map(({ name }) => name)).toEqual(['Contest']);
  expect(await list(ann, '%')).toEqual([]);
});

test('a campaign made from a template has the steps with ids of its own that lead to each other', async () => {
  const template = named('Survey') || named('Customer survey');
  const made = (await ann.ask(calls.templates.createCampaign, { template })).values;
  expect(made).toMatchObject({ name: 'Customer survey', templateType: 100 });
  const { steps } = (await ann.ask(calls.flow.read, { campaign: made.campaign })).values;
  const first = steps[0]?.step;
  expect(first).toMatchObject({ type: 'choice-question', text: expect.stringContaining('this is ann.') });
  const ids = steps.map(({ step }) => step.id);
  expect(first && 'intents' in first && first.intents.map(({ next }) => next)).toEqual([
    ids[1],
    ids[1],
    ids[3],
  ]);
  expect((await ann.ask(calls.flow.check, { campaign: made.campaign })).values.findings).toEqual([]);
  const listed = (await ann.ask(calls.campaigns.list, {})).values.campaigns[0];
  expect(listed).toMatchObject({
    id: made.campaign,
    templateId: template,
    templateName: 'Customer survey',
    finished: true,
  });
});

test('a template that needs a list or tags gives an unfinished campaign whose findings say so', async () => {
  const campaign = (await ann.ask(calls.templates.createCampaign, { template: named('Birthday club') }))
    .values.campaign;
  const { findings } = (await ann.ask(calls.flow.check, { campaign })).values;
  expect(new Set(findings.map(({ code }) => code))).toEqual(
    new Set(['unknown-tag', 'unknown-token', 'no-list']),
  );
  expect((await ann.ask(calls.campaigns.list, {})).values.campaigns[0]).toMatchObject({
    id: campaign,
    finished: false,
  });
});

test('every shipped template makes a campaign', async () => {
  for (const { id, type } of SHIPPED) {
    const answer = await bob.ask(calls.templates.createCampaign, { template: id });
    expect(answer.values).toMatchObject({ templateType: type });
    const read = await bob.ask(calls.flow.read, { campaign: answer.values.campaign });
    const shipped = await bob.ask(calls.flow.read, { campaign: id, isTemplate: true });
    expect(read.values.steps.length).toBe(shipped.values.steps.length);
  }
});

test('a shipped template can be read and not be written', async () => {
  const template = named('Flash sale');
  const read = (await ann.ask(calls.flow.read, { campaign: template, isTemplate: true })).values;
  expect(read.steps[0]?.step).toMatchObject({ id: 1, text: expect.stringContaining('ann FLASH SALE') });
  expect(
    (await ann.ask(calls.flow.readStep, { campaign: template, key: 2, by: 'RQ', isTemplate: true })).RESULT,
  ).toBe(1);
  expect(
    (await ann.ask(calls.campaigns.loadName, { campaign: template, isTemplate: true })).values.name,
  ).toBe('Flash sale');
  const point = { step: read.steps[0]?.step as never, version: null };
  const writes = await Promise.all([
    ann.ask(calls.flow.saveStep, { campaign: template, point, isTemplate: true }),
    ann.ask(calls.flow.addStep, { campaign: template, point, isTemplate: true }),
    ann.ask(calls.flow.moveStep, { campaign: template, step: 1, position: 2, isTemplate: true }),
    ann.ask(calls.flow.deleteStep, { campaign: template, step: 1, isTemplate: true }),
    ann.ask(calls.campaigns.saveName, { campaign: template, name: 'Mine', isTemplate: true }),
  ]);
  for (const answer of writes) expect(answer).toMatchObject({ status: 200, RESULT: 0 });
  expect((await ann.ask(calls.flow.read, { campaign: template })).status).toBe(404);
});

test('a campaign becomes a template of the account, is edited with the flag, and makes campaigns', async () => {
  const campaign = (await ann.ask(calls.templates.createCampaign, { template: named('Event registration') }))
    .values.campaign;
  const saved = await ann.ask(calls.templates.saveAsTemplate, { campaign, name: 'Our open house' });
  const { template } = saved.values;
  expect((await list(ann))[0]).toMatchObject({ id: template, name: 'Our open house', type: 100, own: true });
  expect((await list(ann, 'open HOUSE')).map(({ id }) => id)).toEqual([template]);
  const renamed = await ann.ask(calls.campaigns.saveName, {
    campaign: template,
    name: 'Our day',
    isTemplate: true,
  });
  expect(renamed.values.name).toBe('Our day');
  const [head] = (await ann.ask(calls.flow.read, { campaign: template, isTemplate: true })).values.steps;
  expect(
    (await ann.ask(calls.flow.deleteStep, { campaign: template, step: head?.step.id ?? 0, isTemplate: true }))
      .RESULT,
  ).toBe(1);
  const made = (await ann.ask(calls.templates.createCampaign, { template })).values;
  expect(made).toMatchObject({ name: 'Our day', templateType: 100 });
  const steps = (await ann.ask(calls.flow.read, { campaign: made.campaign })).values.steps;
  expect(steps).toHaveLength(9);
  expect((await ann.ask(calls.campaigns.list, { search: 'Our day' })).values.campaigns).toMatchObject([
    { id: made.campaign, templateName: 'Our day', templateId: template },
  ]);
  // Without the flag it is no campaign; with it, a campaign is no template.
  expect((await ann.ask(calls.flow.read, { campaign: template })).status).toBe(404);
  expect((await ann.ask(calls.flow.read, { campaign, isTemplate: true })).status).toBe(404);
  expect((await ann.ask(calls.campaigns.duplicate, { campaign: template })).status).toBe(404);
  expect((await ann.ask(calls.campaigns.remove, { campaign: template })).status).toBe(404);
});

test('a template of the account is deleted; campaigns made from it stay', async () => {
  const campaign = (await ann.ask(calls.templates.createCampaign, { template: 99 })).values.campaign;
  const { template } = (await ann.ask(calls.templates.saveAsTemplate, { campaign, name: 'Short-lived' }))
    .values;
  const made = (await ann.ask(calls.templates.createCampaign, { template })).values.campaign;
  const stranger = await bob.ask(calls.campaigns.remove, { campaign: template, isTemplate: true });
  expect(stranger.status).toBe(404);
  for (const _ of ['once', 'again'])
    expect((await ann.ask(calls.campaigns.remove, { campaign: template, isTemplate: true })).RESULT).toBe(1);
  expect(await list(ann, 'Short-lived')).toEqual([]);
  expect((await ann.ask(calls.templates.createCampaign, { template })).status).toBe(404);
  expect((await ann.ask(calls.flow.read, { campaign: made })).RESULT).toBe(1);
  const shipped = await ann.ask(calls.campaigns.remove, { campaign: named('Flash sale'), isTemplate: true });
  expect(shipped).toMatchObject({ status: 200, RESULT: 0 });
  // A campaign is no template, and is not deleted by that name.
  expect((await ann.ask(calls.campaigns.remove, { campaign: made, isTemplate: true })).status).toBe(404);
});

test('open pages are told what becomes of a template, and a deleted one is restored', async () => {
  const campaign = (await ann.ask(calls.templates.createCampaign, { template: 99 })).values.campaign;
  const told: LiveMessage[] = [];
  harness().services.live.listen(ann.accountId, (message) => told.push(message));
  const { template } = (await ann.ask(calls.templates.saveAsTemplate, { campaign, name: 'Open elsewhere' }))
    .values;
  const form = { campaign: template, isTemplate: true };
  const stored = async () => (await ann.ask(calls.campaigns.loadName, form)).values;
  await ann.ask(calls.campaigns.saveName, { ...form, name: 'Renamed' });
  expect(await stored()).toEqual({ name: 'Renamed', active: '1' });
  await ann.ask(calls.campaigns.remove, form);
  expect(await stored()).toEqual({ name: 'Renamed', active: '0' });
  expect((await bob.ask(calls.campaigns.restore, form)).status).toBe(404);
  expect((await ann.ask(calls.campaigns.restore, { ...form, campaign })).status).toBe(404);
  for (const _ of ['once', 'again']) expect((await ann.ask(calls.campaigns.restore, form)).RESULT).toBe(1);
  expect(await list(ann, 'Renamed')).toMatchObject([{ id: template }]);
  expect((await ann.ask(calls.templates.createCampaign, { template })).RESULT).toBe(1);
  expect(told).toEqual(
    [1, 2, 3, 4, 5].map(() => ({ type: 'thing', kind: 'template', id: template, page: '' })),
  );
});

test('templates of others are not found, like unknown ones', async () => {
  const campaign = (await bob.ask(calls.templates.createCampaign, { template: 1 })).values.campaign;
  const { template } = (await bob.ask(calls.templates.saveAsTemplate, { campaign, name: 'Bob’s own' }))
    .values;
  const unknown = await ann.ask(calls.templates.createCampaign, { template: 9_999_999 });
  expect(unknown.status).toBe(404);
  expect(await ann.ask(calls.templates.createCampaign, { template })).toEqual(unknown);
  expect(await ann.ask(calls.flow.read, { campaign: template, isTemplate: true })).toEqual(unknown);
  expect(await ann.ask(calls.campaigns.loadName, { campaign: template, isTemplate: true })).toEqual(unknown);
  expect(await ann.ask(calls.templates.saveAsTemplate, { campaign, name: 'Stolen' })).toEqual(unknown);
  expect(await list(ann, 'Bob')).toEqual([]);
  expect((await ann.ask(calls.templates.saveAsTemplate, { campaign, name: '  ' })).RESULT).toBe(0);
});

test('pages go on from own templates to shipped ones without a gap', async () => {
  const carl = await harness().newUser();
  const campaign = (await carl.ask(calls.templates.createCampaign, { template: 99 })).values.campaign;
  for (let i = 0; i < 17; i += 1)
    await carl.ask(calls.templates.saveAsTemplate, { campaign, name: `Own ${i}` });
  const pages = [
    await list(carl),
    await list(carl, '', 15),
    await list(carl, '', 30),
    await list(carl, '', 45),
  ];
  expect(pages.map((page) => page.length)).toEqual([15, 15, SHIPPED.length - 13, 0]);
  const names = pages.flat().map(({ name }) => name);
  expect(names).toEqual([
    ...Array.from({ length: 17 }, (_, i) => `Own ${16 - i}`),
    ...SHIPPED.map(({ name }) => name),
  ]);
});

test('pictures and ready-made questions', async () => {
  const icons = (await ann.ask(calls.templates.icons, {})).values.icons;
  expect(icons[0]).toMatchObject({ id: 1001, svg: expect.stringContaining('<svg') });
  const raw = await ann.post('control-point/CPTemplateList', { Filter: 'best time' });
  const [question] = JSON.parse(String(raw.body.TEMPLATES));
  expect(question.NAME).toBe('Best time to call');
  expect(JSON.parse(question.TEMPLATE)).toMatchObject({
    TYPE: 'ONESELECTION',
    OPTIONS: [{ TEXT: 'Morning', AVAL: 'Morning' }, { TEXT: 'Afternoon' }, { TEXT: 'Evening' }],
  });
});
