import { readFileSync, writeFileSync } from 'node:fs';
import { flowOf, type Step, type StepShorthand } from '@parley/engine';
import { CAMPAIGN_FILE_LIMITS } from '@parley/rules/campaign-file-limits.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  CampaignFile,
  campaignFileSchema,
  type ExportedCampaign,
  readCampaignFile,
  writeCampaignFile,
} from './index.ts';

const SCHEMA = new URL('../../../../docs/campaign-file.schema.json', import.meta.url);
const noPause = () => undefined;

const exportedOf = (steps: readonly Step[], more: Partial<ExportedCampaign> = {}): ExportedCampaign => ({
  id: 5,
  name: 'Lunch club',
  icon: 1001,
  language: 'en',
  isGuided: false,
  byFirstWord: true,
  keywords: [{ keyword: 'LUNCH', channel: 'Main number' }],
  steps,
  tags: ['City', 'Unused'],
  lists: new Map([[70, 'VIP']]),
  campaigns: new Map([
    [5, 'Lunch club'],
    [6, 'Dinner club'],
  ]),
  at: '2026-03-02T15:00:00.000Z',
  ...more,
});

const fileOf = (...steps: StepShorthand[]) => writeCampaignFile(exportedOf(flowOf(5, steps).steps));

async function readOne(file: unknown) {
  const read = await readCampaignFile(JSON.parse(JSON.stringify(file)), noPause);
  if (Array.isArray(read)) throw new Error(JSON.stringify(read));
  return read.drafts[0] as (typeof read.drafts)[number];
}
const faultsOf = async (file: unknown) => {
  const read = await readCampaignFile(file, noPause);
  return Array.isArray(read) ? read : [];
};

test('the published schema is that of the reader (run with UPDATE_SCHEMA=1 to write it anew)', () => {
  const text = `${JSON.stringify(campaignFileSchema(), null, 2)}\n`;
  if (process.env.UPDATE_SCHEMA) writeFileSync(SCHEMA, text);
  expect(JSON.parse(readFileSync(SCHEMA, 'utf8'))).toEqual(JSON.parse(text));
});

describe('a file that is written', () => {
  const file = fileOf(
    {
      type: 'choice-question',
      id: 900,
      text: 'Join?',
      intents: [{ text: 'Yes', next: 902, phrases: ['sure'] }],
    },
    { type: 'tag', id: 901, tag: 'city', value: 'Oslo' },
    { type: 'opt-in', id: 902, list: 70 },
    { type: 'opt-in', id: 903, list: 71, next: 999 },
    { type: 'message', id: 904, text: 'You said {%answer:900%}', next: 900 },
    { type: 'switch', id: 905, switchTo: 5 },
    { type: 'mms', id: 906, media: 'https://a.example/b.png' },
  );

  test('names things by name, has ids of its own, and says only what differs from new steps', () => {
    expect(file.campaign.steps).toEqual([
      {
        type: 'choice-question',
        id: 1,
        text: 'Join?',
        intents: [{ text: 'Yes', next: 3, phrases: ['sure'] }],
      },
      { type: 'tag', id: 2, tag: 'city', value: 'Oslo' },
      { type: 'opt-in', id: 3, list: 1 },
      { type: 'opt-in', id: 4 },
      { type: 'message', id: 5, text: 'You said {%answer:1%}', next: 1 },
      { type: 'switch', id: 6, switchTo: 1 },
      { type: 'mms', id: 7, media: 'https://a.example/b.png' },
    ]);
    expect(file).toMatchObject({
      tags: [{ name: 'City', values: ['Oslo'] }],
      lists: [{ id: 1, name: 'VIP' }],
      campaigns: [{ id: 1, name: 'Lunch club', self: true }],
      media: [{ step: 7, address: 'https://a.example/b.png' }],
    });
  });

  test('is as its schema says', () => {
    expect(CampaignFile.safeParse(file).error).toBeUndefined();
    expect(z.fromJSONSchema(campaignFileSchema() as z.core.JSONSchema.Schema).safeParse(file).success).toBe(
      true,
    );
  });

  test('holds no secret of an API call, and says what was left out', () => {
    const secret = 's3cr3t-of-the-shop';
    const { campaign, left_out } = fileOf({
      type: 'api-call',
      id: 1,
      url: `https://me:${secret}@shop.example/a?api_key=${secret}&page=2`,
      headers: `Authorization: Bearer ${secret}\nX-Trace: on\nX-Session: {%City%}`,
      form: `password=${secret}&name=Ada`,
      body: `{"token": "${secret}", "name": "Ada"}`,
    });
    expect(JSON.stringify(campaign)).not.toContain(secret);
    expect(left_out?.map(({ where, name }) => `${where} ${name}`)).toEqual([
      'header Authorization',
      'form password',
      'address user name and password',
      'address api_key',
      'body token',
    ]);
    expect(campaign.steps[0]).toMatchObject({
      url: 'https://shop.example/a?api_key=&page=2',
      body: '{"token": "", "name": "Ada"}',
    });
    expect(String(campaign.steps[0]?.headers)).toContain('{%City%}');
  });
});

const anyText = fc.constantFrom('', 'Hello', 'Hi {%City|you%}', '{%answer:2%} {%intent:1%}', 'ø\n"👍', '<b>');
const COUNT = 8;
const jump = fc.integer({ min: 0, max: COUNT });
const anyStep: fc.Arbitrary<StepShorthand> = fc.oneof(
  fc.record({
    type: fc.constantFrom('message' as const, 'final-message' as const),
    text: anyText,
    next: jump,
    shortLinks: fc.boolean(),
    alternatives: fc.array(anyText, { maxLength: 3 }),
    translations: fc.constantFrom({ es: { text: 'Hola' } }, { ar: { text: 'مرحبا' }, es: { text: 'ø' } }),
    translatedFrom: fc.constantFrom({ es: { text: '1a2b' } }),
  }),
  fc.record({
    type: fc.constantFrom('choice-question' as const, 'open-question' as const),
    text: anyText,
    next: jump,
    retries: fc.integer({ min: 0, max: 3 }),
    threshold: fc.constantFrom(undefined, 30),
    wait: fc.record({
      unit: fc.constantFrom('hours' as const, 'today' as const),
      amount: fc.integer({ min: 0, max: 60 }),
    }),
    intents: fc.array(
      fc.oneof(
        fc.record({ text: anyText, next: jump, phrases: fc.array(anyText, { maxLength: 2 }) }),
        fc.record({ text: anyText, switchTo: fc.constantFrom(0, 5, 6) }),
        fc.record({ text: anyText, pattern: fc.constantFrom('', '^y'), response: anyText }),
      ),
      { maxLength: 4 },
    ),
  }),
  fc.record({
    type: fc.constant('branch' as const),
    next: jump,
    conditions: fc.array(fc.record({ data: anyText, value: anyText, next: jump }), { maxLength: 3 }),
  }),
  fc.record({
    type: fc.constantFrom('opt-in' as const, 'notification' as const),
    list: fc.constantFrom(0, 70),
    loop: fc.record({ max: fc.integer({ min: 0, max: 5 }), step: jump }),
  }),
  fc.record({
    type: fc.constant('tag' as const),
    tag: fc.constantFrom('', 'City'),
    value: anyText,
    description: anyText,
  }),
  fc.record({ type: fc.constant('switch' as const), switchTo: fc.constantFrom(0, 5, 6) }),
  fc.record({
    type: fc.constant('wait' as const),
    long: fc.constantFrom(
      null,
      { for: 'days' as const, amount: 3 },
      { for: 'date' as const, days: -1, hour: 9, minute: 30, otherwise: 2 },
    ),
    tag: fc.constantFrom('', 'City'),
  }),
  fc.record({
    type: fc.constant('api-call' as const),
    url: fc.constantFrom('', 'https://a.example'),
    onError: fc.constantFrom(undefined, 1),
    body: anyText,
    picks: fc.constantFrom(undefined, [{ id: 1, path: '$.a', name: 'A', inTag: true }]),
  }),
  fc.record({
    type: fc.constant('mms' as const),
    media: fc.constantFrom('', 'https://a.example/b.png'),
    text: anyText,
  }),
);

test('what is written, read and written again is the same, whatever the flow', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: COUNT, maxLength: COUNT }), async (sketch) => {
      const written = fileOf(...sketch);
      expect(CampaignFile.safeParse(written).error).toBeUndefined();
      const draft = await readOne(written);
      const names = (things: { id: number; name: string }[]) =>
        new Map(things.map(({ id, name }) => [id, name]));
      const again = writeCampaignFile(
        exportedOf(draft.steps, {
          id: draft.campaigns.find(({ key }) => key === draft.key)?.id ?? 0,
          lists: names(draft.lists),
          campaigns: names(draft.campaigns),
        }),
      );
      expect(again).toEqual(written);
    }),
    { numRuns: 150 },
  );
});

test('what a campaign is written in comes along, and what it says in other languages', async () => {
  const translations = { en: { text: 'Hello', 'answer:1': 'yes' } };
  const asked: StepShorthand = {
    type: 'open-question',
    id: 1,
    text: 'Hola',
    intents: [{ text: 'si' }],
    translations,
  };
  const file = writeCampaignFile(exportedOf(flowOf(5, [asked]).steps, { language: 'es' }));
  const draft = await readOne(file);
  expect([draft.language, draft.steps[0]?.translations]).toEqual(['es', translations]);
  const { language: _, ...campaign } = file.campaign;
  expect((await readOne({ ...file, campaign })).language).toBeNull();
});

describe('a file that cannot be used is told where', () => {
  const good = fileOf({ type: 'message', id: 1, text: 'Hi' });
  const withSteps = (...steps: unknown[]) => ({ ...good, campaign: { ...good.campaign, steps } });
  const deep = JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`);

  test.each([
    ['something else', [1, 2], ''],
    ['a newer version', { ...good, version: 2 }, '/version'],
    ['no version', { ...good, version: undefined }, '/version'],
    ['an unknown field', { ...good, people: [] }, '/people'],
    ['an unknown step', withSteps({ type: 'dance', id: 1 }), '/campaign/steps/0/type'],
    [
      'a field that the step type does not have',
      withSteps({ type: 'tag', id: 1, colour: 'red' }),
      '/campaign/steps/0/colour',
    ],
    ['a number for a text', withSteps({ type: 'message', id: 1, text: 5 }), '/campaign/steps/0/text'],
    [
      'a text that is too long',
      withSteps({ type: 'message', id: 1, text: 'x'.repeat(1_601) }),
      '/campaign/steps/0/text',
    ],
    [
      'an answer with two actions',
      withSteps({ type: 'choice-question', id: 1, intents: [{ text: 'a', next: 1, response: 'b' }] }),
      '/campaign/steps/0',
    ],
    [
      'a pattern that is too large',
      withSteps({ type: 'choice-question', id: 1, intents: [{ text: 'a', pattern: '.{0,999}.{0,999}' }] }),
      '/campaign/steps/0/intents',
    ],
    [
      'two steps of one id',
      withSteps({ type: 'message', id: 1 }, { type: 'message', id: 1 }),
      '/campaign/steps/1/id',
    ],
    ['a jump to no step', withSteps({ type: 'message', id: 1, next: 7 }), '/campaign/steps/0'],
    ['a list that is not in it', withSteps({ type: 'opt-in', id: 1, list: 70 }), '/campaign/steps/0'],
    ['a campaign that is not in it', withSteps({ type: 'switch', id: 1, switchTo: 70 }), '/campaign/steps/0'],
    [
      'no language',
      withSteps({ type: 'message', id: 1, translations: { xx: { text: 'a' } } }),
      '/campaign/steps/0/translations/xx',
    ],
    [
      'no mark of an original',
      withSteps({ type: 'message', id: 1, translatedFrom: { es: { text: 'No mark' } } }),
      '/campaign/steps/0/translatedFrom/es/text',
    ],
    [
      'a text that the step does not have',
      withSteps({ type: 'message', id: 1, translations: { es: { 'dance:1': 'a' } } }),
      '/campaign/steps/0',
    ],
    ['a blank name', { ...good, tags: [{ name: ' ' }] }, '/tags/0/name'],
    ['NUL', withSteps({ type: 'message', id: 1, text: '\0' }), '/campaign/steps/0/text'],
    ['half a letter', withSteps({ type: 'message', id: 1, text: '\ud800' }), '/campaign/steps/0/text'],
    ['a prototype', JSON.parse('{"format":"parley-campaign","__proto__":{"a":1}}'), ''],
  ])('%s', async (_name, file, pointer) => {
    const [first] = await faultsOf(file);
    expect(first).toMatchObject({ pointer, problem: expect.stringMatching(/\w/) });
  });

  test('nesting that would end a recursion, and more than can be read at once', async () => {
    expect(await faultsOf(deep)).toMatchObject([{ problem: 'This is nested too deeply.' }]);
    expect(await faultsOf(withSteps(deep))).toMatchObject([{ problem: 'This is nested too deeply.' }]);
    const many = Array.from({ length: CAMPAIGN_FILE_LIMITS.values }, () => 1);
    expect(await faultsOf({ ...good, many })).toMatchObject([{ pointer: '' }]);
  });
});
