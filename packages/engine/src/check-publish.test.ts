/** What the check says before a campaign is published, and the fixes that it is certain of. */
import { describe, expect, test } from 'vitest';
import { applyFix, isStepFix } from './apply-fix.ts';
import {
  type AccountHoldings,
  checkFlow,
  compileIntents,
  type Finding,
  type Flow,
  flowOf,
  isQuestion,
  matchIntent,
  type StepShorthand,
} from './index.ts';

const WORLD: AccountHoldings = { tags: ['Town'], lists: [1], campaigns: [1, 2, 3], keywords: [] };
const BYE: StepShorthand = { type: 'final-message', text: 'Bye' };
const DAY = { unit: 'hours', amount: 24 } as const;

const found = (flow: Flow, code: string, more: Partial<AccountHoldings> = {}): Finding[] =>
  checkFlow(flow, { ...WORLD, ...more }).filter((finding) => finding.code === code);

/** The flow with a finding put right. */
function fixed(flow: Flow, { fix }: Finding): Flow {
  if (!fix || !isStepFix(fix)) throw new Error('There is no fix for one step.');
  return { ...flow, steps: flow.steps.map((step) => (step.id === fix.step ? applyFix(step, fix) : step)) };
}

describe('answers that take each other’s replies', () => {
  const question = (...intents: StepShorthand['intents'] & object): Flow =>
    flowOf(1, [{ type: 'choice-question', text: 'When?', intents, wait: DAY, onExpiry: 'end' }, BYE]);
  const overlaps = (flow: Flow) => found(flow, 'overlap').map(({ message }) => message);

  test.each<[string, Flow, string[]]>([
    ['none', question('Yes', { text: 'No', phrases: ['never', 'no way'] }), []],
    [
      'a pattern that fits another answer’s example',
      question({ text: 'Soon', pattern: 'week' }, { text: 'Later', phrases: ['in a few weeks'] }),
      ['“in a few weeks” is meant for “Later”, but counts as “Soon”: its pattern fits'],
    ],
    [
      'the number of another answer',
      question('Morning', { text: 'Evening', phrases: ['1'] }),
      ['“1” is meant for “Evening”, but counts as “Morning”: people can reply with an answer’s number'],
    ],
    [
      'the same words in another order',
      question({ text: 'A', phrases: ['tomorrow night'] }, { text: 'B', phrases: ['night tomorrow'] }),
      ['“night tomorrow” is meant for “B”, but counts as “A”: it has an example with the same words'],
    ],
    [
      'the same example twice, which is told elsewhere',
      question('Yes', { text: 'No', phrases: ['yes'] }),
      [],
    ],
  ])('%s', (_name, flow, said) => {
    const told = overlaps(flow);
    expect(told).toHaveLength(said.length);
    for (const [index, words] of said.entries()) expect(told[index]).toContain(words);
  });

  test('whatever is reported is what the engine does, and the fix takes out what never arrived', () => {
    const flow = question(
      { text: 'Soon', pattern: 'week|day' },
      { text: 'Later', phrases: ['in a few weeks', 'next month', 'some day', '1'] },
      { text: 'Never', phrases: ['no day suits me', 'never ever'] },
    );
    const matched = (of: Flow, text: string) => {
      const step = of.steps[0];
      return step && isQuestion(step) ? matchIntent(compileIntents(step.intents), text).intent?.text : '';
    };
    let now = flow;
    const all = found(now, 'overlap');
    expect(all.length).toBe(4);
    for (const finding of all) {
      const [, text = '', meant = '', winner] =
        /^“(.*)” is meant for “(.*)”, but counts as “(.*)”:/.exec(finding.message) ?? [];
      expect(matched(flow, text)).toBe(winner);
      expect(meant).not.toBe(winner);
      now = fixed(now, finding);
    }
    expect(found(now, 'overlap')).toEqual([]);
    expect(matched(now, 'next month')).toBe('Later');
  });

  test('a hundred answers with fifty examples and a pattern each are looked at in bounded work', () => {
    const many = Array.from({ length: 100 }, (_, n) => ({
      text: `Answer ${n}`,
      pattern: `x.*${n % 10}z`,
      phrases: Array.from({ length: 50 }, (_each, m) => `words ${n} and ${m}`),
    }));
    expect(overlaps(question(...many))).toEqual([]);
  });
});

describe('silence', () => {
  test('a question that waits for ever while something follows is warned of, and ended by the fix', () => {
    const flow = flowOf(1, [{ type: 'open-question', text: 'Name?' }, BYE]);
    const [finding] = found(flow, 'no-timeout');
    expect(finding).toMatchObject({ severity: 'warning', step: 1 });
    const ended = finding && fixed(flow, finding);
    expect(ended?.steps[0]).toMatchObject({ wait: { unit: 'hours', amount: 24 }, onExpiry: 'end' });
    expect(ended && found(ended, 'no-timeout')).toEqual([]);
  });

  test.each<[string, StepShorthand[]]>([
    ['not with a wait', [{ type: 'open-question', text: 'a', wait: DAY }, BYE]],
    [
      'not where nothing follows',
      [BYE, { type: 'message', text: 'a' }, { type: 'open-question', text: 'b' }],
    ],
  ])('%s', (_name, steps) => expect(found(flowOf(1, steps), 'no-timeout')).toEqual([]));
});

describe('what people are told before they join a list', () => {
  const ASK =
    'Joe’s Diner: offers by text, about 4 msgs a month. Reply YES to join. Msg & data rates may apply. HELP for help, STOP to opt out.';
  const joining = (text: string, more: Partial<StepShorthand> = {}): Flow =>
    flowOf(1, [
      { type: 'choice-question', text, intents: [{ text: 'Yes', next: 2 }], next: 3, wait: DAY, ...more },
      { type: 'opt-in', list: 1 },
      BYE,
    ]);
  const program = { program: 'Joe’s  Diner' };

  test('all of it is said: nothing is found', () => {
    expect(found(joining(ASK), 'no-disclosure', program)).toEqual([]);
  });

  test.each<[string, string]>([
    ['Joe’s Diner', 'who you are (Joe’s  Diner)'],
    ['about 4 msgs a month', 'how often you text'],
    ['Msg & data rates may apply.', 'that msg & data rates may apply'],
    ['HELP for help', 'the word HELP'],
    ['STOP to opt out', 'the word STOP'],
  ])('without “%s” it names what is missing, and the fix adds it', (part, name) => {
    const flow = joining(ASK.replace(part, ''));
    const [finding] = found(flow, 'no-disclosure', program);
    expect(finding?.message).toContain(`says ${name}.`);
    const told = finding && fixed(flow, finding);
    expect(told && found(told, 'no-disclosure', program)).toEqual([]);
    // A second click adds nothing.
    expect(told && fixed(told, finding)).toEqual(told);
  });

  test.each([
    'Up to 2 texts/week',
    'Recurring automated msgs',
    'Message frequency varies',
    'one message per day',
  ])('“%s” says how often', (words) => {
    expect(found(joining(ASK.replace('about 4 msgs a month', words)), 'no-disclosure')).toEqual([]);
  });

  test('an alternative that leaves it out counts, and gets it', () => {
    const flow = joining(ASK, { alternatives: ['Want in? About 4 msgs a month.'] });
    const [finding] = found(flow, 'no-disclosure', program);
    expect(finding?.message).toContain(
      'who you are (Joe’s  Diner), that msg & data rates may apply, the word HELP, and the word STOP',
    );
    expect(finding && found(fixed(flow, finding), 'no-disclosure', program)).toEqual([]);
  });

  test('where a keyword adds people at once, the first text after it must say it', () => {
    const flow = flowOf(1, [
      { type: 'opt-in', list: 1 },
      { type: 'final-message', text: 'You’re in!' },
    ]);
    const [finding] = found(flow, 'no-disclosure');
    expect(finding?.message).toContain('no text after says');
    expect(finding?.fix).toMatchObject({ do: 'add-words', step: 2 });
    expect(
      found(
        flowOf(1, [
          { type: 'opt-in', list: 1 },
          { type: 'final-message', text: ASK },
        ]),
        'no-disclosure',
      ),
    ).toEqual([]);
  });

  test('ways that part and meet a hundred times are looked through once', () => {
    const parting = Array.from({ length: 100 }, (_, n): StepShorthand[] => [
      {
        type: 'choice-question',
        text: 'a',
        intents: [{ text: 'Yes', next: 3 * n + 3 }],
        next: 3 * n + 2,
        wait: DAY,
      },
      { type: 'message', text: 'b', next: 3 * n + 4 },
      { type: 'message', text: 'c', next: 3 * n + 4 },
    ]).flat();
    const flow = flowOf(1, [...parting, { type: 'opt-in', list: 1 }, BYE]);
    expect(found(flow, 'no-disclosure')).toHaveLength(1);
  });

  test('nobody comes to it: nothing to say', () => {
    expect(found(flowOf(1, [BYE, { type: 'opt-in', list: 1 }]), 'no-disclosure')).toEqual([]);
  });
});

describe('API calls', () => {
  const call = (more: Partial<StepShorthand> = {}): Flow =>
    flowOf(1, [
      { type: 'api-call', url: 'https://x.example', next: 2, ...more },
      { ...BYE, text: 'Your table: {%Table%}' },
      { type: 'final-message', text: 'Sorry' },
    ]);

  test('one that has nowhere to go when it fails is warned of', () => {
    expect(found(call(), 'no-error-path')[0]?.fix).toEqual({ do: 'add-error-path', step: 1 });
    expect(found(call({ onError: 3 }), 'no-error-path')).toEqual([]);
  });

  test('one that works must not fall into the steps for one that fails', () => {
    const steps = (next: number): Flow =>
      flowOf(1, [{ type: 'api-call', url: 'https://x.example', next, onError: 2 }, BYE, BYE]);
    expect(found(steps(0), 'falls-into-branch')).toHaveLength(1);
    expect(found(steps(3), 'falls-into-branch')).toEqual([]);
  });

  test('the path for failures is a jump: a deleted one is an error, and its steps are reached by it', () => {
    expect(found(call({ onError: 9 }), 'missing-step')).toHaveLength(1);
    expect(found(call({ onError: 3 }), 'unreachable')).toEqual([]);
    expect(found(call(), 'unreachable').map(({ step }) => step)).toEqual([3]);
  });

  test('names that its answer fills are known to texts; a wrong path, no name and a missing tag are errors', () => {
    const picks = (...all: object[]) =>
      call({ picks: all.map((each, id) => ({ id, inTag: false, ...each })) });
    expect(found(call(), 'unknown-token')).toHaveLength(1);
    expect(found(picks({ path: '$.table', name: 'Table' }), 'unknown-token')).toEqual([]);
    expect(found(picks({ path: 'table', name: 'Table' }), 'bad-path')).toHaveLength(1);
    expect(found(picks({ path: '$.table', name: ' ' }), 'no-tag')).toHaveLength(1);
    expect(found(picks({ path: '$.table', name: 'Nope', inTag: true }), 'unknown-tag')).toHaveLength(1);
    expect(found(picks({ path: '$.table', name: 'town', inTag: true }), 'unknown-tag')).toEqual([]);
  });
});

describe('campaigns that start each other', () => {
  const to = (switchTo: number): StepShorthand => ({ type: 'switch', switchTo });
  const WAIT: StepShorthand = { type: 'wait', wait: DAY };
  const ask: StepShorthand = { type: 'open-question', text: 'a' };
  const rings = (own: StepShorthand[], ...others: Flow[]) =>
    found(flowOf(1, own), 'switch-ring', { others }).map(({ step }) => step);

  test.each<[string, number[], StepShorthand[], Flow[]]>([
    ['at once', [1], [to(2)], [flowOf(2, [to(1)])]],
    ['after texts and waits', [2], [WAIT, to(2)], [flowOf(2, [{ type: 'message', text: 'a' }, WAIT, to(1)])]],
    ['over a third one', [1], [to(2)], [flowOf(2, [to(3)]), flowOf(3, [to(1)])]],
    ['itself', [1], [to(1)], []],
    ['through silence after a question', [1], [to(2)], [flowOf(2, [{ ...ask, wait: DAY }, to(1)])]],
    ['not with a reply in between', [], [to(2)], [flowOf(2, [ask, to(1)])]],
    ['not with a reply in between here', [], [ask, to(2)], [flowOf(2, [to(1)])]],
    ['not where it ends', [], [to(2)], [flowOf(2, [BYE])]],
    ['not where the others go round without this one', [], [to(2)], [flowOf(2, [to(3)]), flowOf(3, [to(2)])]],
  ])('%s', (_name, steps, own, others) => expect(rings(own, ...others)).toEqual(steps));

  test('nothing is said where the other campaigns are not known', () => {
    expect(found(flowOf(1, [to(1)]), 'switch-ring')).toEqual([]);
  });
});

test('a step that nobody can reach and that another one repeats can be deleted; any other stays', () => {
  const fixOf = (...steps: StepShorthand[]) => found(flowOf(1, steps), 'unreachable').map(({ fix }) => fix);
  expect(fixOf(BYE, { ...BYE })).toEqual([{ do: 'remove', step: 2 }]);
  expect(fixOf(BYE, { ...BYE, text: 'Other' })).toEqual([undefined]);
  expect(fixOf(BYE, { ...BYE }, { type: 'message', text: 'a', next: 2 })).toEqual([undefined, undefined]);
});
