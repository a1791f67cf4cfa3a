/** The files beside this test are ours, in the shape of those that RapidPro exports. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkFlow, createMemoryHost, type Step } from '../index.ts';
import { stepExits } from '../steps/index.ts';
import { isRapidpro, type MappedFlow, mapFlow, readRapidpro } from './index.ts';

const fixture = (name: string) =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'));

async function mapped(file: unknown): Promise<MappedFlow[]> {
  expect(isRapidpro(file)).toBe(true);
  const found = readRapidpro(file);
  if ('problem' in found) throw new Error(found.problem);
  return Promise.all(found.flows.map((flow) => mapFlow(flow, found, () => undefined)));
}

const [market, stall] = (await mapped(fixture('market-export'))) as [MappedFlow, MappedFlow];
const [well] = (await mapped(fixture('well-flow'))) as [MappedFlow];

const hostOf = ({ steps }: MappedFlow, answer = { ok: true, text: '{}' }) =>
  createMemoryHost({
    campaigns: { 1: { campaignId: 1, version: 1, steps } },
    contact: { phone: '+12125550100', timeZone: 'America/New_York', tags: { 'First name': 'Ada' } },
    now: '2026-03-02T15:00:00Z',
    callApi: () => answer,
  });
const heard = (host: ReturnType<typeof hostOf>) =>
  host.transcript().flatMap(({ from, text }) => (from === 'us' ? [text] : []));
const notesOf = ({ notes }: MappedFlow) => notes.map(({ node, what, why }) => `${node} ${what}: ${why}`);

test('a message and the wait behind it are a question, whose categories are its answers', () => {
  expect(market.steps[0]).toMatchObject({
    type: 'choice-question',
    text: 'Hello {%First name%}! Will you come to the market on Saturday?',
    wait: { unit: 'minutes', amount: 15 },
    intents: [{ text: 'Yes' }, { text: 'No' }],
  });
  expect(market).toMatchObject({
    name: 'Market day sign-up',
    keywords: ['market'],
    lists: [{ id: 1, name: 'Market visitors' }],
    campaigns: [{ id: 1, name: 'Stall holders', key: stall.key }],
    tags: ['First name', 'Last market', 'Name', 'Role'],
  });
});

test('it talks as the flow did: an answer, other words, silence', () => {
  const host = hostOf(market);
  host.start(1);
  host.say('what?');
  host.say('oh, count me in!');
  host.say('apples');
  expect(heard(host)).toEqual([
    'Hello Ada! Will you come to the market on Saturday?',
    'Sorry, we didn’t get that.',
    'Hello Ada! Will you come to the market on Saturday?',
    'What do you sell or buy, ?',
    'Thanks! You’re down for apples. See you at .',
  ]);
  expect(host.variables()).toMatchObject({ lists: [1], tags: { 'Last market': 'Saturday' } });
  const silent = hostOf(market);
  silent.start(1);
  silent.skipWait();
  expect(heard(silent).at(-1)).toBe('We’ll ask you again next week.');
});

test('numbers are compared, also between two, and a failed call has its own way', () => {
  const after = (said: string, answer = { ok: true, text: '{}' }) => {
    const host = hostOf(stall, answer);
    host.start(1);
    host.say(said);
    return [heard(host).at(-1), host.variables().tags.Stall];
  };
  expect(after('7')).toEqual(['You have a stall.', 'yes']);
  expect(after('30')).toEqual(['You have a stall.', 'yes']);
  expect(after('0')).toEqual(['You have a stall.', 'yes']);
  expect(after('0', { ok: false, text: 'no' })).toEqual(['How many years have you had a stall?', 'later']);
  expect(after('many')).toEqual(['How many years have you had a stall?', undefined]);
});

test('a flow of version 14 by itself: pictures, patterns, two at signs, the status of a call', () => {
  const host = hostOf(well);
  host.start(1);
  host.say('W12');
  expect(heard(host)).toEqual([
    '',
    'Which well is it? Send its number.',
    'Well Well is . Mail us: help@wells.example',
  ]);
  expect(well.steps[0]).toMatchObject({ type: 'mms', media: 'https://wells.example/map.jpg' });
  expect(well.steps.map(({ type }) => type)).toContain('api-call');
});

test('what does not map is told node by node', () => {
  expect(notesOf(market)).toEqual(
    expect.arrayContaining([
      '1 Quick replies: Yes, No: Text messages have no buttons. Name the choices in the text.',
      '6 An email: No step sends email. Use an API call to your mail service.',
      '11 @globals.place: No merge token means the same. It was taken out of the text.',
      '0 Translations into spa: The flow’s own language is taken.',
      '2 Several ways to the same wait: A question here says its text each time somebody comes to it.',
    ]),
  );
  expect(notesOf(stall)).toEqual(
    expect.arrayContaining(['5 A random split: No step draws lots. Everyone takes the first way.']),
  );
  expect(notesOf(well)).toEqual(
    expect.arrayContaining([
      '1 The test has_group “9f1c”, “Crew”: No pattern means the same. Teach the answer some phrases.',
      '0 One node: Nothing leads there in RapidPro. They’re left out.',
    ]),
  );
});

test('the check finds no error in what was made', () => {
  for (const { steps, tags, lists, campaigns } of [market, stall, well]) {
    const ids = (things: { id: number }[]) => things.map(({ id }) => id);
    const account = { tags, lists: ids(lists), campaigns: ids(campaigns) };
    const findings = checkFlow({ campaignId: 1, version: 1, steps }, account);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  }
});

test('older and newer formats, and no flow at all, are refused with the place', () => {
  expect(readRapidpro({ action_sets: [], rule_sets: [] })).toMatchObject({ pointer: '' });
  expect(readRapidpro({ flows: [{ spec_version: '15.0.0', nodes: [] }] })).toMatchObject({
    pointer: '/flows/0/spec_version',
  });
  expect(readRapidpro({ flows: [] })).toMatchObject({ pointer: '/flows' });
});

const COUNT = 6;
const way = fc.constantFrom(...Array.from({ length: COUNT + 1 }, (_, n) => `n${n}`));
const action = fc.constantFrom<object>(
  { type: 'send_msg', text: 'Hi @contact.name and @(upper(results.r0))' },
  { type: 'set_contact_field', field: { key: 'a', name: 'A' }, value: '@input.text' },
  { type: 'set_run_result', name: 'r9', value: '1' },
  { type: 'add_contact_groups', groups: [{ name: 'G' }] },
  { type: 'call_webhook', method: 'GET', url: 'https://a.example' },
  { type: 'enter_flow', flow: { uuid: 'x', name: 'X' } },
  { type: 'nonsense' },
);
const anyCase = fc.record({
  type: fc.constantFrom('has_any_word', 'has_number_lt', 'has_number_between', 'has_pattern', 'has_group'),
  arguments: fc.constantFrom([], ['1'], ['1', '5'], ['red green'], ['(']),
  category_uuid: fc.constantFrom('c0', 'c1', 'c2'),
});
test('of what is too much, how much is left out is told', async () => {
  const many = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));
  const node = (wait: { type: string } | undefined, tests: number) => ({
    uuid: 'n',
    actions: many(53, (n) => ({ type: 'send_msg', text: `Text ${n}`, attachments: [] })),
    exits: [{ uuid: 'e', destination_uuid: null }],
    router: {
      type: 'switch',
      operand: '@fields.town',
      wait,
      cases: many(tests, (n) => ({ type: 'has_phrase', arguments: [`a ${n}`], category_uuid: `c${n}` })),
      categories: many(tests, (n) => ({ uuid: `c${n}`, name: `Town ${n}`, exit_uuid: 'e' })),
      default_category_uuid: 'none',
    },
  });
  const told = async (given: object) => {
    const flow = { uuid: 'f', name: 'F', spec_version: '13.1.0', nodes: [given] };
    const [made] = (await mapped(flow)) as [MappedFlow];
    return made.notes.filter(({ what }) => what.includes(' more ')).map(({ what, why }) => `${what}: ${why}`);
  };
  expect(await told(node({ type: 'msg' }, 104))).toEqual([
    '3 more actions: The first 50 are taken.',
    '4 more tests: The first 100 are taken.',
    '4 more answers: The first 100 are taken.',
  ]);
  expect(
    await told({
      ...node(undefined, 0),
      actions: [
        {
          type: 'send_msg',
          text: 'Look',
          attachments: many(12, (n) => `image/png:https://shop.example/${n}.png`),
        },
      ],
    }),
  ).toEqual(['2 more attachments: The first 10 are taken.']);
});

const router = fc.record({
  type: fc.constantFrom('switch', 'random'),
  operand: fc.constantFrom('@input.text', '@fields.a', '@results.r0.category', '@contact.groups'),
  wait: fc.constantFrom(
    undefined,
    { type: 'msg' },
    { type: 'msg', timeout: { seconds: 90, category_uuid: 'c2' } },
  ),
  result_name: fc.constantFrom('r0', ''),
  cases: fc.array(anyCase, { maxLength: 4 }),
  categories: fc.constant([0, 1, 2].map((n) => ({ uuid: `c${n}`, name: `Cat ${n}`, exit_uuid: `e${n}` }))),
  default_category_uuid: fc.constantFrom('c0', 'c2', undefined),
});
const anyNode = fc.record({
  actions: fc.array(action, { maxLength: 3 }),
  router: fc.option(router, { nil: undefined }),
  exits: fc
    .tuple(way, way, way)
    .map((ways) => ways.map((to, n) => ({ uuid: `e${n}`, destination_uuid: to }))),
});

test('whatever the graph, steps have ids and positions from 1 and lead to steps that are there', async () => {
  const nodes = fc.array(anyNode, { minLength: COUNT, maxLength: COUNT });
  await fc.assert(
    fc.asyncProperty(nodes, async (given) => {
      const flow = {
        uuid: 'f',
        name: 'F',
        spec_version: '13.1.0',
        nodes: given.map((each, n) => ({ ...each, uuid: `n${n}` })),
      };
      const [made] = (await mapped(flow)) as [MappedFlow];
      const ids = new Set(made.steps.map(({ id }) => id));
      expect(made.steps.map(({ id, position }) => [id, position])).toEqual(
        made.steps.map((_, index) => [index + 1, index + 1]),
      );
      const leadsTo = (step: Step) => [step.next, ...stepExits(step).jumps, ...stepExits(step).byReply];
      for (const to of made.steps.flatMap(leadsTo)) expect(to === 0 || ids.has(to)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
