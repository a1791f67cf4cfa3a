import { describe, expect, it } from 'vitest';
import { checkFlow, flowOf, isFinished, type StepSketch } from './index.ts';

const WORLD = { tags: ['First name', 'Town'], lists: [1, 2], campaigns: [1, 5] };
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
    ['a jump to a missing step', [{ type: 'STATEMENT', text: 'a', next: 9 }], ['error 1 missing-step']],
    [
      'an intent’s jump to a missing step',
      [{ type: 'SHORTANSWER', text: 'a', intents: [{ text: 'x', next: 9 }] }],
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
      [{ type: 'SHORTANSWER', text: 'a', intents: [{ text: 'x', pattern: '(?=a)' }] }],
      ['error 1 bad-pattern'],
    ],
    [
      'unknown tokens, each once',
      [{ type: 'STATEMENT', text: '{%Nope%} {%Nope%} {%answer:7%} {%intent:1%}' }],
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
      ['warning 2 unreachable'],
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
      [{ type: 'SHORTANSWER', text: 'a', intents: ['Yes', { text: 'No', phrases: ['YES!'] }] }],
      ['warning 1 same-answer'],
    ],
    [
      'asking again without saying why',
      [{ type: 'SHORTANSWER', text: 'a', required: true, retries: 1 }],
      ['warning 1 no-retry-text'],
    ],
  ])('%s', (_name, steps, expected) => expect(codes(...steps)).toEqual(expected));

  it('speak in sentences', () => {
    for (const { message } of check({ type: 'CDF', tag: 'Nope' }, { type: 'OPTIN' }))
      expect(message).toMatch(/^[A-Z].*\.$/);
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
