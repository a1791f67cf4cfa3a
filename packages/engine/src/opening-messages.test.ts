import { describe, expect, it } from 'vitest';
import { flowOf, openingCredits, openingOf, openingTagNames, type StepShorthand } from './index.ts';

const NOW = '2026-03-02T15:00:00Z';
const contact = (tags: Record<string, string> = {}) => ({
  tags,
  timeZone: 'America/New_York',
  phone: '+15555550100',
});
const credits = (steps: StepShorthand[], tags?: Record<string, string>) =>
  openingCredits(flowOf(1, steps), contact(tags), NOW);
const of = (length: number) => 'x'.repeat(length);

describe('credits of the opening', () => {
  it.each<[string, StepShorthand[], number]>([
    ['one message', [{ type: 'message', text: 'Hi' }], 1],
    [
      'every message up to and with the question',
      [
        { type: 'message', text: of(161) },
        { type: 'open-question', text: 'Q' },
        { type: 'final-message', text: of(999) },
      ],
      3,
    ],
    [
      'the longest alternative of each',
      [
        { type: 'message', text: 'Hi', alternatives: [of(400), of(170)] },
        { type: 'final-message', text: 'я'.repeat(71), alternatives: ['bye'] },
      ],
      5,
    ],
    [
      'nothing behind an interval',
      [
        { type: 'message', text: 'Hi' },
        { type: 'wait', wait: { unit: 'minutes', amount: 1 } },
        { type: 'message', text: 'later' },
      ],
      1,
    ],
    ['everything behind an interval of zero', [{ type: 'wait' }, { type: 'message', text: 'now' }], 1],
    [
      'a picture and a result to be sent',
      [
        { type: 'mms', media: 'https://x.example/a' },
        { type: 'api-call', url: 'https://x.example' },
        { type: 'final-message', text: 'Bye' },
      ],
      3,
    ],
    [
      'a stored result costs nothing',
      [
        { type: 'api-call', url: 'https://x.example', resultAction: 'store' },
        { type: 'final-message', text: 'Bye' },
      ],
      1,
    ],
    [
      'a notice to others is not the contact’s',
      [
        { type: 'notification', list: 1, text: 'x' },
        { type: 'final-message', text: 'Bye' },
      ],
      1,
    ],
    ['nothing', [], 0],
  ])('%s', (_name, steps, expected) => expect(credits(steps)).toBe(expected));

  it('is made of the steps that say something', () => {
    const { messages, fixed } = openingOf(
      flowOf(1, [
        { type: 'opt-in', list: 1 },
        { type: 'final-message', text: 'Hi' },
      ]),
    );
    expect(messages).toEqual([{ step: 2, texts: ['Hi'] }]);
    expect(fixed).toBe(true);
  });

  it('fills tokens in and follows the contact’s own way', () => {
    const steps: StepShorthand[] = [
      { type: 'branch', conditions: [{ data: '{%Level%}', value: 'gold', next: 3 }] },
      { type: 'final-message', text: '{%First name|friend%}' },
      { type: 'final-message', text: of(161) },
    ];
    expect([
      credits(steps),
      credits(steps, { Level: 'gold' }),
      credits(steps, { 'First name': of(161) }),
    ]).toEqual([1, 2, 2]);
  });

  it('goes on in the campaign that the opening switches to, not for ever', () => {
    const first = flowOf(1, [
      { type: 'message', text: 'one' },
      { type: 'switch', switchTo: 2 },
    ]);
    const second = flowOf(2, [
      { type: 'message', text: 'two' },
      { type: 'switch', switchTo: 1 },
    ]);
    expect(openingCredits(first, contact(), NOW)).toBe(1);
    expect(openingCredits(first, contact(), NOW, (id) => (id === 1 ? first : second))).toBe(11);
  });
});

describe('what the opening depends on', () => {
  it('tags of texts, rules, values and calls before the first wait, and no others', () => {
    const flow = flowOf(1, [
      { type: 'message', text: 'Hi {%A%}', alternatives: ['Ho {%B%} {%answer:1%}'] },
      { type: 'branch', conditions: [{ data: '{%C%}', value: '{%D%}', next: 5 }] },
      { type: 'tag', tag: 'X', value: '{%E%}' },
      { type: 'open-question', text: '{%F%}', errorText: '{%G%}' },
      { type: 'final-message', text: '{%H%}' },
      { type: 'final-message', text: '{%Unreached%}' },
    ]);
    expect(openingTagNames(flow).sort()).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']);
    expect(openingOf(flow)).toMatchObject({ uniform: false, fixed: false });
  });

  it('lists messages with their wordings; the same for everybody when nothing decides', () => {
    const flow = flowOf(1, [
      { type: 'message', text: 'Hi', alternatives: ['Ho', ' '] },
      { type: 'open-question', text: 'Q' },
      { type: 'final-message', text: 'never' },
    ]);
    expect(openingOf(flow)).toEqual({
      messages: [
        { step: 1, texts: ['Hi', 'Ho'] },
        { step: 2, texts: ['Q'] },
      ],
      tagNames: [],
      uniform: true,
      fixed: false,
      switchesTo: [],
    });
    expect(openingOf(flowOf(1, [{ type: 'final-message', text: 'x' }]))).toMatchObject({
      uniform: true,
      fixed: true,
    });
  });
});
