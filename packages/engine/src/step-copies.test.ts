import { describe, expect, test } from 'vitest';
import { blankIntent, blankStep, type Step } from './index.ts';
import { referencesOf, remapSteps } from './step-copies.ts';

const question: Step = {
  ...blankStep('choice-question'),
  id: 1,
  position: 1,
  text: 'Again? You said {%answer:2%}, {%First name|friend%}',
  next: 2,
  intents: [
    { ...blankIntent(1), text: 'Yes', next: 3 },
    { ...blankIntent(2), text: 'No', response: 'You said {%intent:1|nothing%} and {%answer:Rating%}' },
    { ...blankIntent(3), text: 'Other', switchTo: 2 },
  ],
  extra: { GID: '{%answer:2%}', step: 1 },
};
const branch: Step = {
  ...blankStep('branch'),
  id: 2,
  position: 2,
  loop: { max: 3, step: 1, message: 'Enough of {%answer:1%}' },
  conditions: [
    {
      id: 1,
      operator: '=',
      data: '{%intent:1%}',
      value: '2',
      next: 1,
      description: '',
    },
    {
      id: 2,
      operator: '=',
      data: 'x',
      value: 'y',
      next: 99,
      description: '',
    },
  ],
};
const optIn: Step = { ...blankStep('opt-in'), id: 3, position: 3, list: 2 };
const notify: Step = {
  ...blankStep('notification'),
  id: 4,
  position: 4,
  list: 2,
  text: 'New: {%answer:99%}',
};
const goTo: Step = { ...blankStep('switch'), id: 5, position: 5, switchTo: 1 };
const steps = [question, branch, optIn, notify, goTo];

test('referencesOf names each list and campaign once', () => {
  expect(referencesOf(steps)).toEqual({ lists: [2], campaigns: [2, 1] });
  expect(referencesOf([blankStep('opt-in'), blankStep('switch')])).toEqual({ lists: [], campaigns: [] });
});

describe('remapSteps', () => {
  const before = structuredClone(steps);
  const moved = remapSteps(
    steps,
    new Map([
      [1, 11],
      [2, 12],
      [3, 13],
      [4, 14],
      [5, 15],
    ]),
  );

  test('moves ids, default next, intents, rules and loop limits', () => {
    expect(moved.map((step) => step.id)).toEqual([11, 12, 13, 14, 15]);
    expect(moved[0]).toMatchObject({ next: 12, intents: [{ next: 13 }, { next: 0 }, { next: 0 }] });
    expect(moved[1]).toMatchObject({
      next: 0,
      loop: { max: 3, step: 11 },
      conditions: [{ next: 11, value: '2' }, { next: 99 }],
    });
  });

  test('moves tokens that name a step by its id, wherever they stand', () => {
    expect(moved[0]).toMatchObject({
      text: 'Again? You said {%answer:12%}, {%First name|friend%}',
      intents: [{}, { response: 'You said {%intent:11|nothing%} and {%answer:Rating%}' }, {}],
    });
    expect(moved[1]).toMatchObject({
      loop: { message: 'Enough of {%answer:11%}' },
      conditions: [{ data: '{%intent:11%}' }, {}],
    });
    expect(moved[3]).toMatchObject({ text: 'New: {%answer:99%}' });
  });

  test('leaves lists, campaigns, unknown fields and its input alone', () => {
    expect(moved[0]).toMatchObject({
      extra: { GID: '{%answer:2%}', step: 1 },
      intents: [{}, {}, { switchTo: 2 }],
    });
    expect(moved[2]).toMatchObject({ list: 2 });
    expect(moved[4]).toMatchObject({ switchTo: 1 });
    expect(steps).toEqual(before);
  });
});
