import { calls, type StepOnWire } from '@parley/contract';
import { blankIntent, blankStep, type Step } from '@parley/engine';
import { beforeAll, describe, expect, test } from 'vitest';
import { first, rows, sql } from '../platform/db/database.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { createFlowCache } from './flow-cache.ts';
import { recheckMentions } from './recheck.ts';
import { loadFlow } from './store.ts';

const harness = useHarness();
type User = Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>;
let ann: User;
let bob: User;
beforeAll(async () => {
  ann = await harness().newUser();
  bob = await harness().newUser();
});

const NOT_FOUND = 404;
const BLANK = 99;

async function newCampaign(user: Client): Promise<number> {
  return (await user.ask(calls.templates.createCampaign, { template: BLANK })).values.campaign;
}
const say = (text: string, position = 0): StepOnWire => ({
  step: { ...blankStep('message'), text, position },
  version: null,
});
async function add(user: Client, campaign: number, point: StepOnWire): Promise<Step> {
  const answer = await user.ask(calls.flow.addStep, { campaign, point });
  if (answer.RESULT !== 1) throw new Error(answer.MESSAGE);
  return answer.values.step.step;
}
async function texts(user: Client, campaign: number): Promise<string[]> {
  const { steps } = (await user.ask(calls.flow.read, { campaign })).values;
  expect(steps.map(({ step }) => step.position)).toEqual(steps.map((_, index) => index + 1));
  return steps.map(({ step }) => ('text' in step ? step.text : step.type));
}
const campaignRow = (user: User, id: number) =>
  first(
    harness().services.db,
    sql<{ version: number; finished: boolean }>`
      select version, finished from campaigns where account_id = ${user.accountId} and id = ${id}`,
  );

describe('adding, moving and deleting steps', () => {
  test('a step lands at its RQ; 0 and past the end append', async () => {
    const campaign = await newCampaign(ann);
    await add(ann, campaign, say('a'));
    await add(ann, campaign, say('b', 99));
    await add(ann, campaign, say('first', 1));
    const added = await add(ann, campaign, say('third', 3));
    expect(await texts(ann, campaign)).toEqual(['first', 'a', 'third', 'b']);
    expect(added).toMatchObject({ position: 3, inGuide: true });
  });

  test('the answer of a save on the wire has PID = ID, a VERSION and every field of CPData', async () => {
    const campaign = await newCampaign(ann);
    const answer = await ann.post('control-point/AddCPData', {
      inpBatchId: String(campaign),
      controlPoint: JSON.stringify({
        ID: 77,
        TYPE: 'STATEMENT',
        RQ: 1,
        TEXT: 'SGVsbG8=',
        T64: 1,
        XYZ: { a: [1] },
      }),
    });
    const stored = answer.body.CPOBJ as Record<string, unknown>;
    expect(answer).toMatchObject({ RESULT: 1, status: 200 });
    expect(stored).toMatchObject({ RQ: 1, SWT: '1', TEXT: 'Hello', T64: 0, VERSION: 1, XYZ: { a: [1] } });
    expect(stored.ID).toBe(answer.body.PID);
    expect(stored.PID).toBe(answer.body.PID);
    expect(stored.ID).not.toBe(77);
    const read = await ann.post('control-point/ReadCPs', { inpBatchId: String(campaign) });
    expect(read.body.CPOBJ).toEqual([
      {
        ID: stored.ID,
        KEY: `cp-${stored.ID}`,
        PID: stored.ID,
        RQ: 1,
        SWT: '1',
        TYPE: 'STATEMENT',
        VERSION: 1,
        CPData: stored,
      },
    ]);
  });

  test('moving clamps and renumbers', async () => {
    const campaign = await newCampaign(ann);
    const steps: Step[] = [];
    for (const text of ['a', 'b', 'c', 'd']) steps.push(await add(ann, campaign, say(text)));
    const move = (index: number, position: number) =>
      ann.ask(calls.flow.moveStep, { campaign, step: steps[index]?.id ?? 0, position });
    await move(0, 3);
    expect(await texts(ann, campaign)).toEqual(['b', 'c', 'a', 'd']);
    await move(3, -5);
    expect(await texts(ann, campaign)).toEqual(['d', 'b', 'c', 'a']);
    await move(3, 999);
    expect(await texts(ann, campaign)).toEqual(['b', 'c', 'a', 'd']);
    expect((await ann.ask(calls.flow.moveStep, { campaign, step: 9_999_999, position: 1 })).status).toBe(
      NOT_FOUND,
    );
  });

  test('deleting renumbers the rest; deleting again changes nothing', async () => {
    const campaign = await newCampaign(ann);
    const steps: Step[] = [];
    for (const text of ['a', 'b', 'c']) steps.push(await add(ann, campaign, say(text)));
    const step = steps[1]?.id ?? 0;
    expect((await ann.ask(calls.flow.deleteStep, { campaign, step })).RESULT).toBe(1);
    expect(await texts(ann, campaign)).toEqual(['a', 'c']);
    const left = (await ann.ask(calls.flow.read, { campaign })).values.steps;
    expect(left.map((point) => point.step.position)).toEqual([1, 2]);
    expect((await ann.ask(calls.flow.deleteStep, { campaign, step })).RESULT).toBe(1);
  });

  test('edits at the same time leave positions 1…n and lose nothing', async () => {
    const campaign = await newCampaign(ann);
    const made = await Promise.all(Array.from({ length: 12 }, (_, i) => add(ann, campaign, say(`s${i}`, 1))));
    await Promise.all([
      ...made.slice(0, 4).map((step) => ann.ask(calls.flow.deleteStep, { campaign, step: step.id })),
      ...made
        .slice(4)
        .map((step, i) => ann.ask(calls.flow.moveStep, { campaign, step: step.id, position: i })),
    ]);
    expect((await texts(ann, campaign)).toSorted()).toEqual(
      made
        .slice(4)
        .map((_, i) => `s${i + 4}`)
        .toSorted(),
    );
    expect((await campaignRow(ann, campaign))?.version).toBe(1 + 12 + 12);
  });

  test('a campaign has 500 steps at most', async () => {
    const campaign = await newCampaign(ann);
    await sql`
      insert into steps (account_id, campaign_id, position, step)
      select ${ann.accountId}, ${campaign}, n, ${JSON.stringify({ ...blankStep('drip-reset') })}::jsonb
      from generate_series(1, 500) n`.execute(harness().services.db);
    const answer = await ann.ask(calls.flow.addStep, { campaign, point: say('one too many') });
    expect(answer).toMatchObject({ status: 200, RESULT: 0 });
    expect(answer.MESSAGE).toContain('500');
  });
});

describe('saving a step', () => {
  test('answers the next VERSION; an older one is refused with what is stored; none goes through', async () => {
    const campaign = await newCampaign(ann);
    const step = await add(ann, campaign, say('one'));
    const save = (text: string, version: number | null) =>
      ann.ask(calls.flow.saveStep, { campaign, point: { step: { ...step, text } as Step, version } });
    const second = await save('two', 1);
    expect(second.values).toMatchObject({
      version: 2,
      step: { version: 2, step: { text: 'two', position: 1 } },
    });
    const stale = await save('late', 1);
    expect(stale).toMatchObject({ status: 200, RESULT: 0 });
    expect(stale.body).toMatchObject({ VERSION: 2, CPOBJ: { ID: step.id, TEXT: 'two', VERSION: 2 } });
    expect((await save('three', 2)).values.version).toBe(3);
    expect((await save('old client', null)).values.version).toBe(4);
    expect(await texts(ann, campaign)).toEqual(['old client']);
  });

  test('two saves of one version at the same time: one wins, the other is told', async () => {
    const campaign = await newCampaign(ann);
    const step = await add(ann, campaign, say('one'));
    const answers = await Promise.all(
      ['left', 'right'].map((text) =>
        ann.ask(calls.flow.saveStep, { campaign, point: { step: { ...step, text } as Step, version: 1 } }),
      ),
    );
    expect(answers.map((answer) => answer.RESULT).toSorted()).toEqual([0, 1]);
  });

  test('keeps the position whatever RQ says, and may change the type', async () => {
    const campaign = await newCampaign(ann);
    const step = await add(ann, campaign, say('one'));
    await add(ann, campaign, say('two'));
    const point = {
      step: { ...blankStep('open-question'), id: step.id, position: 2, text: 'Name?' },
      version: 1,
    };
    expect((await ann.ask(calls.flow.saveStep, { campaign, point })).values.step.step).toMatchObject({
      type: 'open-question',
      position: 1,
    });
  });

  test('a pattern that is too large is refused wherever steps come in, and nothing is stored', async () => {
    const campaign = await newCampaign(ann);
    const question = (...patterns: string[]): Step => ({
      ...blankStep('open-question'),
      text: 'Well?',
      intents: patterns.map((pattern, n) => ({ ...blankIntent(n + 1), text: `Answer ${n + 1}`, pattern })),
    });
    const stored = await add(ann, campaign, { step: question('^y(es)?$'), version: null });
    const refused = (steps: Step[]) =>
      Promise.all([
        ...steps.map((step) =>
          ann.ask(calls.flow.saveStep, {
            campaign,
            point: { step: { ...step, id: stored.id }, version: null },
          }),
        ),
        ...steps.map((step) => ann.ask(calls.flow.addStep, { campaign, point: { step, version: null } })),
        ann.ask(calls.flow.pasteSteps, {
          campaign,
          points: steps.map((step, n) => ({ step: { ...step, id: n + 1 }, version: null })),
          position: 0,
        }),
      ]);
    const large = question('.{0,999}'.repeat(31));
    const together = question(...Array.from({ length: 12 }, () => '.{0,50}x'));
    for (const answer of await refused([large, together]))
      expect(answer).toMatchObject({ RESULT: 0, body: { DETAIL: 'OPTIONS.AVALREG' } });
    const [first, second] = await refused([together]);
    expect(first?.MESSAGE).toBe(
      'The pattern of the answer “Answer 10” makes the patterns of this question too large together. Use fewer or shorter ones.',
    );
    expect(second?.MESSAGE).toBe(first?.MESSAGE);
    const { steps } = (await ann.ask(calls.flow.read, { campaign })).values;
    expect(steps.map(({ step }) => step)).toEqual([stored]);
  });

  test('a step without an ID, of another campaign or unknown is not found', async () => {
    const campaign = await newCampaign(ann);
    const elsewhere = await add(ann, await newCampaign(ann), say('elsewhere'));
    for (const id of [0, elsewhere.id, 9_999_999]) {
      const point = { step: { ...elsewhere, id }, version: null };
      expect((await ann.ask(calls.flow.saveStep, { campaign, point })).status).toBe(NOT_FOUND);
    }
  });
});

describe('what a step may name', () => {
  test('a list or campaign that is not the account’s is not found, with the bytes of an unknown one', async () => {
    const campaign = await newCampaign(ann);
    const foreignCampaign = await newCampaign(bob);
    const foreignList = (await bob.ask(calls.lists.add, { name: 'Bob’s' })).values.id;
    const optIn = (list: number) => ({ step: { ...blankStep('opt-in'), list }, version: null });
    const goTo = (switchTo: number) => ({ step: { ...blankStep('switch'), switchTo }, version: null });
    const ask = (switchTo: number) => ({
      step: {
        ...blankStep('choice-question'),
        text: '?',
        intents: [{ ...blankIntent(1), text: 'a', switchTo }],
      },
      version: null,
    });
    const unknown = await ann.ask(calls.flow.addStep, { campaign, point: optIn(9_999_999) });
    expect(unknown.status).toBe(NOT_FOUND);
    for (const point of [optIn(foreignList), goTo(foreignCampaign), goTo(9_999_999), ask(foreignCampaign)]) {
      const answer = await ann.ask(calls.flow.addStep, { campaign, point });
      expect(answer).toEqual(unknown);
    }
    expect(await texts(ann, campaign)).toEqual([]);
    const step = await add(ann, campaign, optIn(0));
    const point = { step: { ...step, list: foreignList } as Step, version: null };
    expect(await ann.ask(calls.flow.saveStep, { campaign, point })).toEqual(unknown);
  });

  test('a step whose list was deleted meanwhile can still be saved, and is reported', async () => {
    const campaign = await newCampaign(ann);
    const list = (await ann.ask(calls.lists.add, { name: 'Soon gone' })).values.id;
    const step = await add(ann, campaign, { step: { ...blankStep('opt-in'), list }, version: null });
    expect((await campaignRow(ann, campaign))?.finished).toBe(true);
    expect((await ann.ask(calls.lists.remove, { list })).RESULT).toBe(1);
    const point = { step: { ...step, description: 'Still here' }, version: null };
    expect((await ann.ask(calls.flow.saveStep, { campaign, point })).RESULT).toBe(1);
    const { findings } = (await ann.ask(calls.flow.check, { campaign })).values;
    expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([
      { step: step.id, code: 'unknown-list' },
    ]);
    expect((await campaignRow(ann, campaign))?.finished).toBe(false);
  });
});

describe('pasting steps', () => {
  const ask = (part: Partial<Step>): StepOnWire => ({
    step: { ...blankStep('choice-question'), text: 'Well?', ...part } as Step,
    version: null,
  });
  const read = async (user: Client, campaign: number) =>
    (await user.ask(calls.flow.read, { campaign })).values.steps.map(({ step }) => step);

  test('into another campaign: jumps and tokens among the copies follow, others lead by the default', async () => {
    const source = await newCampaign(ann);
    const outside = await add(ann, source, say('outside'));
    const first = await add(ann, source, ask({ description: 'First' }));
    const told = await add(ann, source, say(`You said {%answer:${first.id}|nothing%}`));
    const points = [
      { ...first, next: outside.id, loop: { max: 2, step: told.id, message: `{%intent:${first.id}%}` } },
      { ...told, next: first.id },
    ].map((step) => ({ step: step as Step, version: null }));
    const target = await newCampaign(ann);
    await add(ann, target, say('one'));
    await add(ann, target, say('two'));
    const pasted = await ann.ask(calls.flow.pasteSteps, { campaign: target, points, position: 2 });
    expect(pasted.RESULT).toBe(1);
    expect(pasted.values.steps.map(({ step }) => step)).toEqual(await read(ann, target));
    const [one, question, message, two] = await read(ann, target);
    expect([one, two]).toMatchObject([
      { text: 'one', position: 1 },
      { text: 'two', position: 4 },
    ]);
    expect(question?.id).not.toBe(first.id);
    expect(question).toMatchObject({
      description: 'First',
      next: 0,
      loop: { step: message?.id, message: `{%intent:${question?.id}%}` },
    });
    expect(message).toMatchObject({
      next: question?.id,
      text: `You said {%answer:${question?.id}|nothing%}`,
    });
    expect(await texts(ann, source)).toEqual(['outside', 'Well?', told && 'text' in told ? told.text : '']);
  });

  test('into the same campaign: a jump to a step that was not copied stays', async () => {
    const campaign = await newCampaign(ann);
    const target = await add(ann, campaign, say('target'));
    const asked = await add(ann, campaign, ask({ next: target.id }));
    await ann.ask(calls.flow.pasteSteps, { campaign, points: [{ step: asked, version: null }] });
    const [, , copied] = await read(ann, campaign);
    expect(copied).toMatchObject({ text: 'Well?', next: target.id });
    expect(copied?.id).not.toBe(asked.id);
  });

  test('all or nothing: with a list of another account nothing is stored', async () => {
    const campaign = await newCampaign(ann);
    const list = (await bob.ask(calls.lists.add, { name: 'Bob’s list' })).values.id;
    const optIn = { step: { ...blankStep('opt-in'), id: 2, list } as Step, version: null };
    const points = [{ step: { ...blankStep('auxiliary'), id: 1 } as Step, version: null }, optIn];
    expect((await ann.ask(calls.flow.pasteSteps, { campaign, points })).status).toBe(NOT_FOUND);
    expect(await texts(ann, campaign)).toEqual([]);
  });

  test.each([
    ['no step', '[]'],
    ['no list', '{"TYPE":"AUX"}'],
    ['two of one ID', '[{"ID":1,"TYPE":"AUX"},{"ID":1,"TYPE":"AUX"}]'],
    ['an unknown type', '[{"ID":1,"TYPE":"SING"}]'],
  ])('%s is malformed', async (_name, controlPoints) => {
    const campaign = await newCampaign(ann);
    const answer = await ann.post('control-point/PasteCPs', { inpBatchId: String(campaign), controlPoints });
    expect(answer).toMatchObject({ status: 400, DETAIL: expect.stringContaining('controlPoints') });
    expect(await texts(ann, campaign)).toEqual([]);
  });
});

describe('the flow check', () => {
  test('decides ISFINISHED with every edit', async () => {
    const campaign = await newCampaign(ann);
    expect((await campaignRow(ann, campaign))?.finished).toBe(false);
    const good = await add(ann, campaign, say('fine'));
    expect((await campaignRow(ann, campaign))?.finished).toBe(true);
    const bad = await add(ann, campaign, {
      step: { ...blankStep('message'), text: 'go', next: 123_456 },
      version: null,
    });
    expect((await campaignRow(ann, campaign))?.finished).toBe(false);
    expect((await ann.ask(calls.flow.check, { campaign })).values.findings).toMatchObject([
      { severity: 'error', step: bad.id, code: 'missing-step' },
    ]);
    await ann.ask(calls.flow.deleteStep, { campaign, step: bad.id });
    expect((await campaignRow(ann, campaign))?.finished).toBe(true);
    await ann.ask(calls.flow.deleteStep, { campaign, step: good.id });
    expect((await campaignRow(ann, campaign))?.finished).toBe(false);
  });

  test('knows the keywords of the account, not those of others', async () => {
    const carl = await harness().newUser();
    const campaign = await newCampaign(carl);
    await carl.ask(calls.keyword.save, { campaign: await newCampaign(carl), keyword: 'Pizza' });
    await ann.ask(calls.keyword.save, { campaign: await newCampaign(ann), keyword: 'Soup' });
    const intents = ['PIZZA', 'Soup'].map((text, index) => ({ ...blankIntent(index + 1), text }));
    const step = { ...blankStep('choice-question'), text: 'What to eat?', intents };
    const asked = await add(carl, campaign, { step, version: null });
    const { findings } = (await carl.ask(calls.flow.check, { campaign })).values;
    expect(findings.filter(({ code }) => code !== 'dead-end')).toMatchObject([
      {
        severity: 'warning',
        step: asked.id,
        code: 'keyword-answer',
        message: expect.stringMatching(/^“PIZZA”/),
      },
    ]);
    expect((await campaignRow(carl, campaign))?.finished).toBe(true);
  });

  test('is made again when what steps mention comes, goes or changes its name', async () => {
    const { db } = harness().services;
    const target = await newCampaign(ann);
    const list = (await ann.ask(calls.lists.add, { name: 'Readers' })).values.id;
    const campaign = await newCampaign(ann);
    await add(ann, campaign, say('Hi {%Shoe "size"_%}'));
    await add(ann, campaign, { step: { ...blankStep('notification'), list, text: 'x' }, version: null });
    await add(ann, campaign, { step: { ...blankStep('switch'), switchTo: target }, version: null });
    const finished = async () => (await campaignRow(ann, campaign))?.finished;
    expect(await finished()).toBe(false);
    const tag = (await ann.ask(calls.tags.add, { name: 'shoe "SIZE"_' })).values.id;
    expect(await finished()).toBe(true);
    await ann.ask(calls.tags.rename, { tag, name: 'Size' });
    expect(await finished()).toBe(false);
    await ann.ask(calls.tags.rename, { tag, name: 'Shoe "size"_' });
    expect(await finished()).toBe(true);
    await ann.ask(calls.campaigns.remove, { campaign: target });
    expect(await finished()).toBe(false);
    await ann.ask(calls.campaigns.restore, { campaign: target });
    expect(await finished()).toBe(true);
    await ann.ask(calls.lists.remove, { list });
    expect(await finished()).toBe(false);
    await recheckMentions(db, ann.accountId, { tagNames: ['other'], lists: [1], campaigns: [2] });
    expect(await finished()).toBe(false);
  });
});

describe('reading', () => {
  test('one step by ID or by RQ', async () => {
    const campaign = await newCampaign(ann);
    await add(ann, campaign, say('a'));
    const second = await add(ann, campaign, say('b'));
    const byId = await ann.ask(calls.flow.readStep, { campaign, key: second.id });
    const byRq = await ann.ask(calls.flow.readStep, { campaign, key: 2, by: 'RQ' });
    expect(byId.values.step.step).toMatchObject({ text: 'b', position: 2 });
    expect(byRq.values).toEqual(byId.values);
    expect((await ann.ask(calls.flow.readStep, { campaign, key: 3, by: 'RQ' })).status).toBe(NOT_FOUND);
    expect((await ann.ask(calls.flow.readStep, { campaign, key: 2 })).status).toBe(NOT_FOUND);
  });

  test('every call answers a foreign campaign like an unknown one, and changes nothing', async () => {
    const campaign = await newCampaign(bob);
    const step = await add(bob, campaign, say('Bob’s'));
    const tries = (id: number) => [
      ann.ask(calls.flow.read, { campaign: id }),
      ann.ask(calls.flow.readStep, { campaign: id, key: step.id }),
      ann.ask(calls.flow.saveStep, { campaign: id, point: { step, version: null } }),
      ann.ask(calls.flow.addStep, { campaign: id, point: say('x') }),
      ann.ask(calls.flow.moveStep, { campaign: id, step: step.id, position: 1 }),
      ann.ask(calls.flow.deleteStep, { campaign: id, step: step.id }),
      ann.ask(calls.flow.check, { campaign: id }),
    ];
    const unknown = await Promise.all(tries(9_999_999));
    expect(new Set(unknown.map((answer) => answer.status))).toEqual(new Set([NOT_FOUND]));
    expect(await Promise.all(tries(campaign))).toEqual(unknown);
    expect(await texts(bob, campaign)).toEqual(['Bob’s']);
  });
});

describe('flows for conversations', () => {
  test('are the same object until the campaign changes; deleted, foreign and unknown ones are left out', async () => {
    const { db } = harness().services;
    const { flowsOf } = createFlowCache();
    const campaign = await newCampaign(ann);
    await add(ann, campaign, say('one'));
    const gone = await newCampaign(ann);
    await ann.ask(calls.campaigns.remove, { campaign: gone });
    const foreign = await newCampaign(bob);
    const read = () => flowsOf(db, ann.accountId, [campaign, gone, foreign, 9_999_999, campaign]);
    const before = await read();
    expect([...before.keys()]).toEqual([campaign]);
    expect(before.get(campaign)).toEqual({
      ...(await loadFlow(db, ann.accountId, campaign)),
      finished: true,
    });
    expect((await read()).get(campaign)).toBe(before.get(campaign));
    await add(ann, campaign, say('two'));
    const after = (await read()).get(campaign);
    expect(after?.steps).toHaveLength(2);
    expect((await read()).get(campaign)).toBe(after);
    expect(await flowsOf(db, ann.accountId, [])).toEqual(new Map());
  });

  test('loadFlow answers null for what the account does not have', async () => {
    const { db } = harness().services;
    expect(await loadFlow(db, ann.accountId, await newCampaign(bob))).toBeNull();
    expect(await loadFlow(db, ann.accountId, 9_999_999)).toBeNull();
  });
});

test('nothing of a refused step is stored', async () => {
  const campaign = await newCampaign(ann);
  const before = await rows(harness().services.db, sql`select id from steps order by id`);
  for (const controlPoint of [
    '{"TYPE":"NOPE"}',
    '{',
    '[]',
    '{"TYPE":"STATEMENT","TEXT":"a","T64":1}',
    '{"TYPE":"STATEMENT","a\\u0000":1}',
  ]) {
    const answer = await ann.post('control-point/AddCPData', { inpBatchId: String(campaign), controlPoint });
    expect(answer).toMatchObject({ status: 400, RESULT: 0, DETAIL: 'controlPoint' });
  }
  expect(await rows(harness().services.db, sql`select id from steps order by id`)).toEqual(before);
});
