import { describe, expect, it } from 'vitest';
import { checkFlow, flowOf, isFinished, type StepSketch } from './index.ts';

const WORLD = { tags: ['First name', 'Town'], lists: [1, 2], campaigns: [1, 5], keywords: ['pizza'] };
const check = (...steps: StepSketch[]) => checkFlow(flowOf(1, steps), WORLD);
const codes = (...steps: StepSketch[]) =>
  check(...steps).map(({ severity, step, code }) => `${severity} ${step} ${code}`);
const BYE: StepSketch = { type: 'TRAILER', text: 'Bye' };

describe('findings', () => {
  it.each<[string, StepSketch[], string[]]>([
    ['nothing wrong', [{ type: 'STATEMENT', text: 'Hi {%First name|you%} {%town%}' }, BYE], []],
    [
      'no text',
      [{ type: 'STATEMENT', text: ' ' }, { type: 'TRAILER' }],
      ['error 1 empty-text', 'error 2 empty-text'],
    ],
    ['an empty alternative', [{ type: 'TRAILER', text: 'a', alternatives: [''] }], ['error 1 empty-text']],
    [
      'a question with wordings to choose from, one of them empty',
      [
        { type: 'SHORTANSWER', text: 'a', alternatives: ['b'] },
        { type: 'SHORTANSWER', text: 'c', alternatives: [''] },
        BYE,
      ],
      ['error 2 empty-text'],
    ],
    ['a jump to a missing step', [{ type: 'STATEMENT', text: 'a', next: 9 }], ['error 1 missing-step']],
    [
      'an intent’s jump to a missing step',
      [{ type: 'SHORTANSWER', text: 'a', intents: [{ text: 'x', next: 9 }] }, BYE],
      ['error 1 missing-step'],
    ],
    [
      'a rule’s jump to a missing step',
      [{ type: 'BRANCH', conditions: [{ data: 'a', next: 9 }] }],
      ['error 1 missing-step'],
    ],
    [
      'a loop’s jump to a missing step',
      [{ type: 'STATEMENT', text: 'a', loop: { max: 1, step: 9 } }],
      ['error 1 missing-step'],
    ],
    [
      'opt-in without list, with one that is gone',
      [{ type: 'OPTIN' }, { type: 'OPTIN', list: 9 }, { type: 'OPTIN', list: 1 }],
      ['error 1 no-list', 'error 2 unknown-list'],
    ],
    ['notify without list and text', [{ type: 'NOTIFY' }], ['error 1 no-list', 'error 1 empty-text']],
    [
      'tag without tag, with one that is gone',
      [{ type: 'CDF' }, { type: 'CDF', tag: 'Nope' }, { type: 'CDF', tag: 'TOWN' }],
      ['error 1 no-tag', 'error 2 unknown-tag'],
    ],
    [
      'call without address',
      [{ type: 'API' }, { type: 'API', url: 'https://x.example/{%Town%}' }],
      ['error 1 no-url'],
    ],
    [
      'switch without campaign, to one that is gone',
      [
        { type: 'SHORTANSWER', text: 'a', intents: [{ text: 'x', switchTo: 9 }] },
        { type: 'BATCHCP' },
        { type: 'BATCHCP', switchTo: 5 },
      ],
      ['error 1 unknown-campaign', 'error 2 no-campaign'],
    ],
    [
      'a pattern that cannot be read',
      [{ type: 'SHORTANSWER', text: 'a', intents: [{ text: 'x', pattern: '(?=a)' }] }, BYE],
      ['error 1 bad-pattern'],
    ],
    [
      'unknown tokens, each once',
      [{ type: 'STATEMENT', text: '{%Nope%} {%Nope%} {%answer:7%}' }],
      ['error 1 unknown-token', 'error 1 unknown-token'],
    ],
    ['unreachable', [BYE, { type: 'STATEMENT', text: 'never' }], ['warning 2 unreachable']],
    [
      'a loop without pause',
      [
        { type: 'STATEMENT', text: 'a', next: 2 },
        { type: 'AUX', next: 1 },
      ],
      ['warning 1 endless-loop', 'warning 2 endless-loop'],
    ],
    [
      'a loop with a question, with a limit',
      [{ type: 'SHORTANSWER', text: 'a', next: 1 }, BYE],
      ['warning 1 self-jump', 'warning 2 unreachable'],
    ],
    [
      'silent steps that lead back to themselves after a question',
      [{ type: 'SHORTANSWER', text: 'a' }, { type: 'AUX' }, { type: 'AUX', next: 2 }],
      ['warning 1 no-end', 'warning 2 endless-loop', 'warning 3 endless-loop'],
    ],
    ['a bounded loop', [{ type: 'STATEMENT', text: 'a', next: 1, loop: { max: 2, step: 2 } }, BYE], []],
    [
      'rules without conditions, without data',
      [{ type: 'BRANCH' }, { type: 'BRANCH', conditions: [{ value: 'x' }] }],
      ['warning 1 no-conditions', 'error 2 no-data'],
    ],
    ['a wait of nothing', [{ type: 'INTERVAL' }, BYE], ['warning 1 no-wait']],
    [
      'a picture without picture',
      [{ type: 'MMS', text: 'a' }, { type: 'MMS' }],
      ['warning 1 no-picture', 'error 2 empty-text'],
    ],
    [
      'the same answer twice',
      [{ type: 'SHORTANSWER', text: 'a', intents: ['Yes', { text: 'No', phrases: ['YES!'] }] }, BYE],
      ['warning 1 same-answer'],
    ],
    [
      'asking again without saying why',
      [{ type: 'SHORTANSWER', text: 'a', required: true, retries: 1 }, BYE],
      ['warning 1 no-retry-text'],
    ],
    [
      'an answer that is a keyword, or a word that is handled before any flow',
      [
        {
          type: 'SHORTANSWER',
          text: 'What to eat?',
          intents: [' PIZZA ', 'Soup', { text: 'Nothing', phrases: ['stop'] }, 'Help', 'Yes'],
        },
        BYE,
      ],
      ['warning 1 keyword-answer', 'warning 1 reserved-answer', 'warning 1 reserved-answer'],
    ],
    [
      'a wait that goes on with itself',
      [{ type: 'INTERVAL', wait: { unit: 'HOURS', amount: 1 }, next: 1 }],
      ['warning 1 self-jump'],
    ],
    [
      'two questions that lead to each other for ever, told once',
      [
        { type: 'STATEMENT', text: 'Hi' },
        { type: 'SHORTANSWER', text: 'a' },
        { type: 'SHORTANSWER', text: 'b', next: 2 },
      ],
      ['warning 1 no-end'],
    ],
    [
      'the same with answers that lead to no other campaign',
      [
        { type: 'ONESELECTION', text: 'a', intents: ['x'] },
        { type: 'SHORTANSWER', text: 'b', next: 1, intents: ['y'] },
      ],
      ['warning 1 no-end'],
    ],
    [
      'the same with an end after so many visits',
      [
        { type: 'SHORTANSWER', text: 'a' },
        { type: 'SHORTANSWER', text: 'b', next: 1, loop: { max: 3, step: 0 } },
      ],
      [],
    ],
    [
      'the same with a way out by an answer, by time, by a limit',
      [
        { type: 'SHORTANSWER', text: 'a', intents: [{ text: 'x', next: 4 }] },
        { type: 'SHORTANSWER', text: 'b', next: 1, onExpiry: 'END' },
        BYE,
        { type: 'TRAILER', text: 'c' },
      ],
      ['warning 3 unreachable'],
    ],
    [
      'an answer after which nothing is said',
      [
        { type: 'SHORTANSWER', text: 'Your name?' },
        { type: 'CDF', tag: 'Town' },
      ],
      ['warning 1 dead-end'],
    ],
    [
      'the same after one of several choices, and where another answer is asked for again',
      [
        {
          type: 'ONESELECTION',
          text: 'a',
          required: true,
          intents: ['x', { text: 'y', response: 'Thanks' }],
        },
        { type: 'CDF', tag: 'Town' },
      ],
      ['warning 1 dead-end'],
    ],
    [
      'no silence when every answer leads to a step or a campaign',
      [
        { type: 'SHORTANSWER', text: 'a', required: true, next: 3, intents: [{ text: 'x', next: 2 }] },
        { type: 'SHORTANSWER', text: 'b', required: true, intents: [{ text: 'x', switchTo: 5 }] },
        { type: 'CDF', tag: 'Town' },
      ],
      [],
    ],
    [
      'no silence where a silent step may lead to one that speaks',
      [
        { type: 'SHORTANSWER', text: 'a', next: 3 },
        BYE,
        { type: 'CDF', tag: 'Town', loop: { max: 2, step: 2 } },
      ],
      [],
    ],
    [
      'a loop through a switch that has no campaign',
      [
        { type: 'STATEMENT', text: 'a' },
        { type: 'BATCHCP', next: 1 },
      ],
      ['warning 1 endless-loop', 'error 2 no-campaign', 'warning 2 endless-loop'],
    ],
    [
      'no silence when every answer has its reply and another one is asked for again',
      [{ type: 'SHORTANSWER', text: 'a', required: true, intents: [{ text: 'x', response: 'Thanks' }] }],
      [],
    ],
    [
      'silence when another answer than those with a reply is taken',
      [{ type: 'SHORTANSWER', text: 'a', intents: [{ text: 'x', response: 'Thanks' }] }],
      ['warning 1 dead-end'],
    ],
    ['a text of four credits', [{ type: 'TRAILER', text: 'a'.repeat(3 * 153 + 1) }], ['warning 1 long-text']],
    ['a text of three credits', [{ type: 'TRAILER', text: 'a'.repeat(3 * 153) }], []],
    [
      'a curly quote that makes a text dearer; an emoji does, too, but has no plain form',
      [
        { type: 'STATEMENT', text: `It\u2019s ${'a'.repeat(100)}` },
        { type: 'TRAILER', text: `\u{1F600}${'a'.repeat(100)}` },
      ],
      ['warning 1 dear-characters'],
    ],
    [
      'the answer of a step that asks nothing, of a question that comes later, of one that came before',
      [
        { type: 'STATEMENT', text: 'Hi {%answer:1%} {%answer:2|you%}' },
        { type: 'SHORTANSWER', text: 'Name?' },
        { type: 'TRAILER', text: 'Bye {%answer:2%} {%intent:2%}' },
      ],
      ['warning 1 token-without-answer', 'warning 1 token-too-early'],
    ],
  ])('%s', (_name, steps, expected) => expect(codes(...steps)).toEqual(expected));

  it('speak in sentences', () => {
    for (const { message } of check(
      { type: 'CDF', tag: 'Nope' },
      { type: 'OPTIN' },
      { type: 'SHORTANSWER', text: '{%answer:1%}', intents: ['Stop', 'Pizza'], next: 3 },
    ))
      expect(message).toMatch(/^[A-Z"].*\.$/);
  });
});

it('a campaign is finished with a step and without an error', () => {
  const finished = (...steps: StepSketch[]) => isFinished(flowOf(1, steps), check(...steps));
  expect([finished(), finished(BYE), finished(BYE, BYE), finished({ type: 'TRAILER' })]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

describe('an opt-in before anything was said', () => {
  const found = (steps: StepSketch[], isTexted?: boolean) =>
    checkFlow(flowOf(1, steps), { ...WORLD, isTexted })
      .filter(({ code }) => code === 'no-consent')
      .map(({ severity, step }) => `${severity} ${step}`);
  const optIn: StepSketch = { type: 'OPTIN', list: 1 };
  const question: StepSketch = { type: 'SHORTANSWER', text: 'Join?' };
  const wait = { unit: 'HOURS', amount: 1 } as const;

  it.each<[string, StepSketch[], string[]]>([
    ['is warned of', [{ type: 'STATEMENT', text: 'Hi' }, optIn, question, BYE], ['warning 2']],
    ['not behind an answer', [question, optIn, BYE], []],
    ['behind a question that may stay unanswered', [{ ...question, wait }, optIn, BYE], ['warning 2']],
    ['not where silence ends it', [{ ...question, wait, onExpiry: 'END' }, optIn, BYE], []],
    [
      'by a rule past the question',
      [{ type: 'BRANCH', conditions: [{ data: 'a', next: 3 }] }, question, optIn, BYE],
      ['warning 3'],
    ],
  ])('%s', (_, steps, warnings) => expect(found(steps, false)).toEqual(warnings));

  it('is none where people text a keyword, or may', () => {
    expect(found([optIn], true)).toEqual([]);
    expect(found([optIn])).toEqual([]);
  });
});
