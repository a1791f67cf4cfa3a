import { describe, expect, it } from 'vitest';
import { checkFlow, flowOf, isFinished, type StepShorthand } from './index.ts';

const WORLD = {
  tags: ['First name', 'Town'],
  lists: [1, 2],
  campaigns: [1, 5],
  keywords: ['pizza'],
  optOutWords: ['genug'],
};
const check = (...steps: StepShorthand[]) => checkFlow(flowOf(1, steps), WORLD);
/** Short flows of tests wait for ever and tell nobody what the law wants (see check-publish.test.ts). */
const LOOKED_AT_ELSEWHERE = ['no-timeout', 'no-disclosure', 'no-error-path'];
const codes = (...steps: StepShorthand[]) =>
  check(...steps)
    .filter(({ code }) => !LOOKED_AT_ELSEWHERE.includes(code))
    .map(({ severity, step, code }) => `${severity} ${step} ${code}`);
const BYE: StepShorthand = { type: 'final-message', text: 'Bye' };

describe('findings', () => {
  it.each<[string, StepShorthand[], string[]]>([
    ['nothing wrong', [{ type: 'message', text: 'Hi {%First name|you%} {%town%}' }, BYE], []],
    [
      'no text',
      [{ type: 'message', text: ' ' }, { type: 'final-message' }],
      ['error 1 empty-text', 'error 2 empty-text'],
    ],
    [
      'an empty alternative',
      [{ type: 'final-message', text: 'a', alternatives: [''] }],
      ['error 1 empty-text'],
    ],
    [
      'a question with wordings to choose from, one of them empty',
      [
        { type: 'open-question', text: 'a', alternatives: ['b'] },
        { type: 'open-question', text: 'c', alternatives: [''] },
        BYE,
      ],
      ['error 2 empty-text'],
    ],
    ['a jump to a missing step', [{ type: 'message', text: 'a', next: 9 }], ['error 1 missing-step']],
    [
      'an intent’s jump to a missing step',
      [{ type: 'open-question', text: 'a', intents: [{ text: 'x', next: 9 }] }, BYE],
      ['error 1 missing-step'],
    ],
    [
      'a rule’s jump to a missing step',
      [{ type: 'branch', conditions: [{ data: 'a', next: 9 }] }],
      ['error 1 missing-step'],
    ],
    [
      'a loop’s jump to a missing step',
      [{ type: 'message', text: 'a', loop: { max: 1, step: 9 } }],
      ['error 1 missing-step'],
    ],
    [
      'opt-in without list, with one that is gone',
      [{ type: 'opt-in' }, { type: 'opt-in', list: 9 }, { type: 'opt-in', list: 1 }],
      ['error 1 no-list', 'error 2 unknown-list'],
    ],
    ['notify without list and text', [{ type: 'notification' }], ['error 1 no-list', 'error 1 empty-text']],
    [
      'tag without tag, with one that is gone',
      [{ type: 'tag' }, { type: 'tag', tag: 'Nope' }, { type: 'tag', tag: 'TOWN' }],
      ['error 1 no-tag', 'error 2 unknown-tag'],
    ],
    [
      'call without address',
      [{ type: 'api-call' }, { type: 'api-call', url: 'https://x.example/{%Town%}' }],
      ['error 1 no-url'],
    ],
    [
      'switch without campaign, to one that is gone',
      [
        { type: 'open-question', text: 'a', intents: [{ text: 'x', switchTo: 9 }] },
        { type: 'switch' },
        { type: 'switch', switchTo: 5 },
      ],
      ['error 1 unknown-campaign', 'error 2 no-campaign'],
    ],
    [
      'a pattern that cannot be read',
      [{ type: 'open-question', text: 'a', intents: [{ text: 'x', pattern: '(?=a)' }] }, BYE],
      ['error 1 bad-pattern'],
    ],
    [
      'unknown tokens, each once',
      [{ type: 'message', text: '{%Nope%} {%Nope%} {%answer:7%}' }],
      ['error 1 unknown-token', 'error 1 unknown-token'],
    ],
    ['unreachable', [BYE, { type: 'message', text: 'never' }], ['warning 2 unreachable']],
    [
      'a loop without pause',
      [
        { type: 'message', text: 'a', next: 2 },
        { type: 'auxiliary', next: 1 },
      ],
      ['warning 1 endless-loop', 'warning 2 endless-loop'],
    ],
    [
      'a loop with a question, with a limit',
      [{ type: 'open-question', text: 'a', next: 1 }, BYE],
      ['warning 1 self-jump', 'warning 2 unreachable'],
    ],
    [
      'silent steps that lead back to themselves after a question',
      [{ type: 'open-question', text: 'a' }, { type: 'auxiliary' }, { type: 'auxiliary', next: 2 }],
      ['warning 1 no-end', 'warning 2 endless-loop', 'warning 3 endless-loop'],
    ],
    ['a bounded loop', [{ type: 'message', text: 'a', next: 1, loop: { max: 2, step: 2 } }, BYE], []],
    [
      'rules without conditions, without data',
      [{ type: 'branch' }, { type: 'branch', conditions: [{ value: 'x' }] }],
      ['warning 1 no-conditions', 'error 2 no-data'],
    ],
    ['a wait of nothing', [{ type: 'wait' }, BYE], ['warning 1 no-wait']],
    [
      'a picture without picture',
      [{ type: 'mms', text: 'a' }, { type: 'mms' }],
      ['warning 1 no-picture', 'error 2 empty-text'],
    ],
    [
      'the same answer twice',
      [{ type: 'open-question', text: 'a', intents: ['Yes', { text: 'No', phrases: ['YES!'] }] }, BYE],
      ['warning 1 same-answer'],
    ],
    [
      'asking again without saying why',
      [{ type: 'open-question', text: 'a', required: true, retries: 1 }, BYE],
      ['warning 1 no-retry-text'],
    ],
    [
      'an answer that is a keyword, or a word that is handled before any flow',
      [
        {
          type: 'open-question',
          text: 'What to eat?',
          intents: [' PIZZA ', 'Soup', { text: 'Nothing', phrases: ['stop', 'Genug'] }, 'Help', 'Yes'],
        },
        BYE,
      ],
      ['warning 1 keyword-answer', ...Array(3).fill('warning 1 reserved-answer')],
    ],
    [
      'a wait that goes on with itself',
      [{ type: 'wait', wait: { unit: 'hours', amount: 1 }, next: 1 }],
      ['warning 1 self-jump'],
    ],
    [
      'two questions that lead to each other for ever, told once',
      [
        { type: 'message', text: 'Hi' },
        { type: 'open-question', text: 'a' },
        { type: 'open-question', text: 'b', next: 2 },
      ],
      ['warning 1 no-end'],
    ],
    [
      'the same with answers that lead to no other campaign',
      [
        { type: 'choice-question', text: 'a', intents: ['x'] },
        { type: 'open-question', text: 'b', next: 1, intents: ['y'] },
      ],
      ['warning 1 no-end'],
    ],
    [
      'the same with an end after so many visits',
      [
        { type: 'open-question', text: 'a' },
        { type: 'open-question', text: 'b', next: 1, loop: { max: 3, step: 0 } },
      ],
      [],
    ],
    [
      'the same with a way out by an answer, by time, by a limit',
      [
        { type: 'open-question', text: 'a', intents: [{ text: 'x', next: 4 }] },
        { type: 'open-question', text: 'b', next: 1, onExpiry: 'end' },
        BYE,
        { type: 'final-message', text: 'c' },
      ],
      ['warning 3 unreachable'],
    ],
    [
      'an answer after which nothing is said',
      [
        { type: 'open-question', text: 'Your name?' },
        { type: 'tag', tag: 'Town' },
      ],
      ['warning 1 dead-end'],
    ],
    [
      'the same after one of several choices, and where another answer is asked for again',
      [
        {
          type: 'choice-question',
          text: 'a',
          required: true,
          intents: ['x', { text: 'y', response: 'Thanks' }],
        },
        { type: 'tag', tag: 'Town' },
      ],
      ['warning 1 dead-end'],
    ],
    [
      'no silence when every answer leads to a step or a campaign',
      [
        { type: 'open-question', text: 'a', required: true, next: 3, intents: [{ text: 'x', next: 2 }] },
        { type: 'open-question', text: 'b', required: true, intents: [{ text: 'x', switchTo: 5 }] },
        { type: 'tag', tag: 'Town' },
      ],
      [],
    ],
    [
      'no silence where a silent step may lead to one that speaks',
      [
        { type: 'open-question', text: 'a', next: 3 },
        BYE,
        { type: 'tag', tag: 'Town', loop: { max: 2, step: 2 } },
      ],
      [],
    ],
    [
      'a loop through a switch that has no campaign',
      [
        { type: 'message', text: 'a' },
        { type: 'switch', next: 1 },
      ],
      ['warning 1 endless-loop', 'error 2 no-campaign', 'warning 2 endless-loop'],
    ],
    [
      'no silence when every answer has its reply and another one is asked for again',
      [{ type: 'open-question', text: 'a', required: true, intents: [{ text: 'x', response: 'Thanks' }] }],
      [],
    ],
    [
      'silence when another answer than those with a reply is taken',
      [{ type: 'open-question', text: 'a', intents: [{ text: 'x', response: 'Thanks' }] }],
      ['warning 1 dead-end'],
    ],
    [
      'a text of four credits',
      [{ type: 'final-message', text: 'a'.repeat(3 * 153 + 1) }],
      ['warning 1 long-text'],
    ],
    ['a text of three credits', [{ type: 'final-message', text: 'a'.repeat(3 * 153) }], []],
    [
      'a preference link that makes a fourth credit, where a tag of unknown length makes none',
      [
        { type: 'message', text: `${'a'.repeat(3 * 153 - 5)}{%First name%}` },
        { type: 'final-message', text: `${'a'.repeat(3 * 153 - 5)}{%link:preferences%}` },
      ],
      ['warning 2 long-text'],
    ],
    [
      'the tag of a date that was deleted, once',
      [
        {
          type: 'wait',
          long: { for: 'date', days: 0, hour: 9, minute: 0, otherwise: 0 },
          tag: 'Gone',
        },
        { type: 'final-message', text: 'Bye' },
      ],
      ['error 1 unknown-tag'],
    ],
    [
      'a curly quote that makes a text dearer; an emoji does, too, but has no plain form',
      [
        { type: 'message', text: `It\u2019s ${'a'.repeat(100)}` },
        { type: 'final-message', text: `\u{1F600}${'a'.repeat(100)}` },
      ],
      ['warning 1 dear-characters'],
    ],
    [
      'the answer of a step that asks nothing, of a question that comes later, of one that came before',
      [
        { type: 'message', text: 'Hi {%answer:1%} {%answer:2|you%}' },
        { type: 'open-question', text: 'Name?' },
        { type: 'final-message', text: 'Bye {%answer:2%} {%intent:2%}' },
      ],
      ['warning 1 token-without-answer', 'warning 1 token-too-early'],
    ],
  ])('%s', (_name, steps, expected) => expect(codes(...steps)).toEqual(expected));

  it('speak in sentences', () => {
    for (const { message } of check(
      { type: 'tag', tag: 'Nope' },
      { type: 'opt-in' },
      { type: 'open-question', text: '{%answer:1%}', intents: ['Stop', 'Pizza'], next: 3 },
    ))
      expect(message).toMatch(/^[A-Z“].*\.$/);
  });
});

it('a campaign is finished with a step and without an error', () => {
  const finished = (...steps: StepShorthand[]) => isFinished(flowOf(1, steps), check(...steps));
  expect([finished(), finished(BYE), finished(BYE, BYE), finished({ type: 'final-message' })]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

describe('an opt-in before anything was said', () => {
  const found = (steps: StepShorthand[], isTexted?: boolean) =>
    checkFlow(flowOf(1, steps), { ...WORLD, isTexted })
      .filter(({ code }) => code === 'no-consent')
      .map(({ severity, step }) => `${severity} ${step}`);
  const optIn: StepShorthand = { type: 'opt-in', list: 1 };
  const question: StepShorthand = { type: 'open-question', text: 'Join?' };
  const wait = { unit: 'hours', amount: 1 } as const;

  it.each<[string, StepShorthand[], string[]]>([
    ['is warned of', [{ type: 'message', text: 'Hi' }, optIn, question, BYE], ['warning 2']],
    ['not behind an answer', [question, optIn, BYE], []],
    ['behind a question that may stay unanswered', [{ ...question, wait }, optIn, BYE], ['warning 2']],
    ['not where silence ends it', [{ ...question, wait, onExpiry: 'end' }, optIn, BYE], []],
    [
      'by a rule past the question',
      [{ type: 'branch', conditions: [{ data: 'a', next: 3 }] }, question, optIn, BYE],
      ['warning 3'],
    ],
  ])('%s', (_, steps, warnings) => expect(found(steps, false)).toEqual(warnings));

  it('is none where people text a keyword, or may', () => {
    expect(found([optIn], true)).toEqual([]);
    expect(found([optIn])).toEqual([]);
  });
});
