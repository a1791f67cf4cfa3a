/** What is live and what is a draft, for people who text and for people who edit. */
import { calls, type StepOnWire } from '@parley/contract';
import { blankIntent, blankStep, type Step } from '@parley/engine';
import { beforeAll, describe, expect, test } from 'vitest';
import { first, rows, sql } from '../platform/db/database.ts';
import { storeKeyword } from '../testing/flows.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { textsTo } from '../testing/sent.ts';

const harness = useHarness();
type User = Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>;
const ANN = 'ann-versions@example.com';
let ann: User;
let bob: User;
beforeAll(async () => {
  ann = await harness().newUser({ email: ANN });
  bob = await harness().newUser();
});

const BLANK = 99;
const { flow, tiles } = calls;

const newCampaign = async (user: Client) =>
  (await user.ask(calls.templates.createCampaign, { template: BLANK })).values.campaign;
const words = (text: string, position = 0): StepOnWire => ({
  step: { ...blankStep('message'), text, position },
  version: null,
});
const add = async (campaign: number, point: StepOnWire): Promise<Step> =>
  (await ann.ask(flow.addStep, { campaign, point })).values.step.step;
const save = (campaign: number, step: Step, version: number | null = null) =>
  ann.ask(flow.saveStep, { campaign, point: { step, version } });
const draftOf = async (campaign: number) => (await ann.ask(flow.read, { campaign })).values;
const textsOf = (steps: StepOnWire[]) => steps.map(({ step }) => ('text' in step ? step.text : step.type));
const publish = async (campaign: number, message = '') =>
  ann.ask(flow.publish, { campaign, draftVersion: (await draftOf(campaign)).flowVersion, message });
const versionsOf = async (campaign: number) => (await ann.ask(flow.listVersions, { campaign })).values;
const goBack = async (campaign: number, number: number, isPublished = true) => {
  const draftVersion = (await draftOf(campaign)).flowVersion;
  return ann.ask(flow.goBack, { campaign, number, isPublished, draftVersion, message: '' });
};

let people = 100;
const newPhone = () => {
  people += 1;
  return `+12125552${people}`;
};
const text = async (phone: string, said: string) => {
  const answer = await ann.ask(calls.simulator.phoneSend, { phone, channel: '', text: said });
  expect(answer.RESULT).toBe(1);
};
const heard = (phone: string) => textsTo(harness().services.db, ann.accountId, phone);

const ask = (textOf: string): StepOnWire => ({
  step: { ...blankStep('open-question'), text: textOf, intents: [{ ...blankIntent(1), text: 'yes' }] },
  version: null,
});

const joins = (list: number): StepOnWire => ({
  step: { ...blankStep('opt-in'), list } as Step,
  version: null,
});

/** Asks “Well?” and says “Bye”, by a keyword of its own. */
async function talking(keyword: string) {
  const campaign = await newCampaign(ann);
  const question = await add(campaign, ask('Well?'));
  const bye = await add(campaign, words('Bye'));
  await storeKeyword(harness().services.db, ann.accountId, campaign, keyword);
  return { campaign, question, bye };
}

describe('what people get', () => {
  test('a campaign that was never published answers with its draft, and its sessions name no version', async () => {
    const { campaign, bye } = await talking('NEVER');
    const phone = newPhone();
    await text(phone, 'never');
    await save(campaign, { ...bye, text: 'See you' } as Step);
    await text(phone, 'yes');
    expect(await heard(phone)).toEqual(['Well?', 'See you']);
    const stored = await first(
      harness().services.db,
      sql`select session ? 'published' as named from conversations where account_id = ${ann.accountId} and campaign_id = ${campaign}`,
    );
    expect(stored).toEqual({ named: false });
  });

  test('a published one begins with what is live; the draft waits for its publication', async () => {
    const { campaign, question } = await talking('LIVE');
    expect((await publish(campaign)).values.live).toBe(1);
    await save(campaign, { ...question, text: 'Half a sen' } as Step);
    const early = newPhone();
    await text(early, 'live');
    await save(campaign, { ...question, text: 'How was it?' } as Step);
    await publish(campaign);
    const late = newPhone();
    await text(late, 'live');
    expect([await heard(early), await heard(late)]).toEqual([['Well?'], ['How was it?']]);
  });

  test('who is in the middle finishes on the version that they began on, draft or not', async () => {
    const { campaign, bye } = await talking('MIDDLE');
    const [onDraft, onFirst, onSecond] = [newPhone(), newPhone(), newPhone()];
    await text(onDraft, 'middle');
    await publish(campaign);
    await text(onFirst, 'middle');
    await save(campaign, { ...bye, text: 'Bye from two' } as Step);
    await publish(campaign);
    await text(onSecond, 'middle');
    await ann.ask(flow.deleteStep, { campaign, step: bye.id });
    await publish(campaign);
    for (const phone of [onDraft, onFirst, onSecond]) await text(phone, 'yes');
    expect([await heard(onDraft), await heard(onFirst), await heard(onSecond)]).toEqual([
      ['Well?', 'Bye'],
      ['Well?', 'Bye'],
      ['Well?', 'Bye from two'],
    ]);
  });

  test('a jump from another campaign leads to what is live there', async () => {
    const { campaign, question } = await talking('THERE');
    await publish(campaign);
    await save(campaign, { ...question, text: 'Not yet' } as Step);
    const from = await newCampaign(ann);
    await add(from, { step: { ...blankStep('switch'), switchTo: campaign } as Step, version: null });
    await storeKeyword(harness().services.db, ann.accountId, from, 'HERE');
    const phone = newPhone();
    await text(phone, 'here');
    await text(phone, 'yes');
    expect(await heard(phone)).toEqual(['Well?', 'Bye']);
  });

  test('answers to a step that only a version still has keep their question in reports', async () => {
    const { campaign, question } = await talking('REPORT');
    await publish(campaign);
    await ann.ask(flow.deleteStep, { campaign, step: question.id });
    const phone = newPhone();
    await text(phone, 'report');
    await text(phone, 'yes');
    const report = await ann.ask(tiles.responses, {
      datapoint: campaign,
      from: '2026-01-01',
      to: '2099-12-31',
      page: 0,
    });
    expect(JSON.stringify(report.body)).toContain('Well?');
  });
});

describe('publishing', () => {
  test('errors keep a draft from it, and come back', async () => {
    const campaign = await newCampaign(ann);
    expect(await publish(campaign)).toMatchObject({
      RESULT: 0,
      MESSAGE: expect.stringContaining('first step'),
    });
    const empty = await add(campaign, words(''));
    const refused = await publish(campaign);
    expect(refused.RESULT).toBe(0);
    expect(JSON.stringify(refused.body?.FINDINGS ?? '')).toContain(String(empty.id));
    expect(await versionsOf(campaign)).toEqual({
      live: 0,
      isDraftLive: false,
      isDraftReached: false,
      versions: [],
    });
  });

  test('of two people the one who saw an older draft is told, and nothing is published', async () => {
    const { campaign, bye } = await talking('TWO');
    const { flowVersion: draftVersion } = await draftOf(campaign);
    await save(campaign, { ...bye, text: 'Ta' } as Step);
    const late = await ann.ask(flow.publish, { campaign, draftVersion, message: '' });
    expect(late).toMatchObject({ RESULT: 0, DETAIL: 'FLOWVERSION' });
    const seen = (await draftOf(campaign)).flowVersion;
    const both = await Promise.all(
      ['a', 'b'].map((message) => ann.ask(flow.publish, { campaign, draftVersion: seen, message })),
    );
    expect(both.map(({ RESULT }) => RESULT).sort()).toEqual([0, 1]);
    expect((await versionsOf(campaign)).versions).toHaveLength(1);
  });

  test('what was not changed is not published again', async () => {
    const { campaign, bye } = await talking('SAME');
    await publish(campaign);
    expect(await publish(campaign)).toMatchObject({ RESULT: 0 });
    await save(campaign, { ...bye, text: 'Ta' } as Step);
    await save(campaign, bye);
    expect(await publish(campaign)).toMatchObject({ RESULT: 0 });
    expect((await versionsOf(campaign)).live).toBe(1);
  });

  test('the list says who published what and when, newest first, and which is live', async () => {
    const { campaign, bye } = await talking('LIST');
    await publish(campaign, '  First  ');
    await save(campaign, { ...bye, text: 'Ta' } as Step);
    expect(await versionsOf(campaign)).toMatchObject({ live: 1, isDraftLive: false });
    await save(campaign, bye);
    expect(await versionsOf(campaign)).toMatchObject({ live: 1, isDraftLive: true });
    await save(campaign, { ...bye, text: 'Ta' } as Step);
    await publish(campaign, 'Shorter goodbye');
    const { live, isDraftLive, versions } = await versionsOf(campaign);
    expect({ live, isDraftLive }).toEqual({ live: 2, isDraftLive: true });
    expect(versions).toMatchObject([
      { number: 2, message: 'Shorter goodbye', restored: 0, by: ANN },
      { number: 1, message: 'First', restored: 0 },
    ]);
    const { acts } = (await ann.ask(calls.audit.list, {})).values;
    expect(acts.filter(({ act, thing }) => act === 'published' && thing === campaign)).toMatchObject([
      { actor: ANN, detail: 'version 2: Shorter goodbye' },
      { actor: ANN, detail: 'version 1: First' },
    ]);
    expect((await ann.ask(flow.listVersions, { campaign, before: 2 })).values.versions).toHaveLength(1);
    const one = await ann.ask(flow.readVersion, { campaign, number: 1 });
    expect(textsOf(one.values.steps)).toEqual(['Well?', 'Bye']);
  });

  test('a foreign campaign and an unknown version look like nothing', async () => {
    const campaign = await newCampaign(bob);
    const form = { campaign, draftVersion: 1, message: '' };
    const tries = [
      ann.ask(flow.publish, form),
      ann.ask(flow.goBack, { ...form, number: 1, isPublished: true }),
      ann.ask(flow.listVersions, { campaign }),
      ann.ask(flow.readVersion, { campaign, number: 1 }),
    ];
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const { campaign: own } = await talking('OWN');
    expect((await goBack(own, 7)).status).toBe(404);
  });
});

describe('going back', () => {
  test('brings steps back under their ids, publishes a new version, and an old tab is told', async () => {
    const { campaign, question, bye } = await talking('BACK');
    await publish(campaign);
    const before = await draftOf(campaign);
    await ann.ask(flow.deleteStep, { campaign, step: bye.id });
    await add(campaign, words('New', 1));
    const known = (await save(campaign, { ...question, text: 'What?' } as Step)).values.version;
    await publish(campaign);
    const back = await goBack(campaign, 1);
    expect(back.values.live).toBe(3);
    const after = await draftOf(campaign);
    expect(after.steps.map(({ step }) => step)).toEqual(before.steps.map(({ step }) => step));
    expect((await versionsOf(campaign)).versions[0]).toMatchObject({ number: 3, restored: 1 });
    const stale = await save(campaign, { ...question, text: 'Mine' } as Step, known);
    expect(stale).toMatchObject({ RESULT: 0, DETAIL: 'VERSION' });
    const phone = newPhone();
    await text(phone, 'back');
    expect(await heard(phone)).toEqual(['Well?']);
  });

  test('to what is live throws the changes of the draft away and publishes nothing', async () => {
    const { campaign, bye } = await talking('AWAY');
    await publish(campaign);
    await save(campaign, { ...bye, text: 'Ta' } as Step);
    const back = await goBack(campaign, 1, false);
    expect([back.RESULT, back.values.live]).toEqual([1, 1]);
    expect(textsOf((await draftOf(campaign)).steps)).toEqual(['Well?', 'Bye']);
    expect((await versionsOf(campaign)).versions).toHaveLength(1);
  });

  test('is refused whole where the version has errors by now', async () => {
    const { campaign } = await talking('WHOLE');
    const { values } = await ann.ask(calls.lists.add, { name: 'Gone soon' });
    const optIn = await add(campaign, joins(values.id));
    await publish(campaign);
    await ann.ask(flow.deleteStep, { campaign, step: optIn.id });
    await publish(campaign);
    await ann.ask(calls.lists.remove, { list: values.id });
    expect(await goBack(campaign, 1)).toMatchObject({ RESULT: 0, MESSAGE: expect.stringContaining('list') });
    expect(textsOf((await draftOf(campaign)).steps)).toEqual(['Well?', 'Bye']);
    expect((await goBack(campaign, 1, false)).RESULT).toBe(1);
    expect(textsOf((await draftOf(campaign)).steps)).toEqual(['Well?', 'Bye', 'opt-in']);
  });
});

describe('what is live', () => {
  const finished = async (campaign: number) =>
    (await ann.ask(calls.campaigns.list, { search: '', start: 0 })).values.campaigns.find(
      ({ id }) => id === campaign,
    )?.finished;

  test('counts as finished by itself: an unfinished draft changes nothing, a list that goes does', async () => {
    const { campaign } = await talking('COUNTS');
    const { values } = await ann.ask(calls.lists.add, { name: 'Named by a version' });
    const optIn = await add(campaign, joins(values.id));
    await publish(campaign);
    await ann.ask(flow.deleteStep, { campaign, step: optIn.id });
    await add(campaign, words(''));
    expect(await finished(campaign)).toBe(true);
    const uses = await ann.ask(calls.uses.ofList, { list: values.id });
    expect(uses.values.uses).toMatchObject([{ kind: 'campaign', id: campaign, steps: [3] }]);
    await ann.ask(calls.lists.remove, { list: values.id });
    expect(await finished(campaign)).toBe(false);
    const live = await ann.ask(flow.check, { campaign, ofLive: true });
    expect(live.values.findings.map(({ code }) => code)).toContain('unknown-list');
    const drafted = await ann.ask(flow.check, { campaign });
    expect(drafted.values.findings.map(({ code }) => code)).not.toContain('unknown-list');
  });

  test('is what a blast sends, and its errors are what stops one', async () => {
    const { campaign, question } = await talking('BLAST');
    const { values } = await ann.ask(calls.lists.add, { name: 'Named by what is sent' });
    const named = await add(campaign, joins(values.id));
    await publish(campaign);
    await save(campaign, { ...question, text: '' } as Step);
    const people = await storeList(
      harness().services.db,
      ann.accountId,
      'To be sent to',
      phones(2).map((phone) => ({ phone })),
    );
    const blast = (schedule: string) => ann.ask(calls.blast.send, { campaign, lists: [people], schedule });
    const sent = await blast('2090-01-01 09:00:00');
    expect(sent.RESULT).toBe(1);
    const flows = await first(
      harness().services.db,
      sql`
        select flows from blasts where account_id = ${ann.accountId} and id = ${sent.values.blast}`,
    );
    expect(JSON.stringify(flows)).toContain('"published":1');
    await ann.ask(flow.deleteStep, { campaign, step: named.id });
    await ann.ask(calls.lists.remove, { list: values.id });
    expect(await blast('2090-01-02 09:00:00')).toMatchObject({
      RESULT: 0,
      MESSAGE: expect.stringContaining('Version 1'),
    });
  });

  test('a copy for a person is a copy of the draft, and nothing of it is published', async () => {
    const { campaign, bye } = await talking('COPY');
    await publish(campaign);
    await save(campaign, { ...bye, text: 'Ta' } as Step);
    const copy = (await ann.ask(calls.campaigns.duplicate, { campaign })).values.id;
    expect(textsOf((await draftOf(copy)).steps)).toEqual(['Well?', 'Ta']);
    expect(await versionsOf(copy)).toEqual({
      live: 0,
      isDraftLive: false,
      isDraftReached: false,
      versions: [],
    });
  });

  test('nothing of a version is changed by editing', async () => {
    const { campaign, bye } = await talking('STAY');
    await publish(campaign);
    const stored = () =>
      rows(
        harness().services.db,
        sql`select * from published_steps where account_id = ${ann.accountId} and campaign_id = ${campaign} order by position`,
      );
    const before = await stored();
    await save(campaign, { ...bye, text: 'Ta' } as Step);
    await ann.ask(flow.moveStep, { campaign, step: bye.id, position: 1 });
    expect(await stored()).toEqual(before);
  });
});
