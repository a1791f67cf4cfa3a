import { describe, expect, test } from 'vitest';
import { compareFlows, type StepChange } from './compare-flows.ts';
import type { Step } from './flow.ts';
import { flowOf, type StepShorthand } from './flow-shorthand.ts';
import { remapSteps } from './step-copies.ts';

const steps = (...short: StepShorthand[]) => flowOf(1, short).steps;
const say = (id: number, text: string): StepShorthand => ({ type: 'message', id, text });
const told = (changes: StepChange[]) =>
  changes.map((change) =>
    change.kind === 'changed'
      ? [change.step.id, change.moved ? 'moved' : 'changed', ...change.parts.map(({ field }) => field)]
      : [change.step.id, change.kind],
  );

const QUESTION: StepShorthand = {
  type: 'choice-question',
  id: 5,
  text: 'How was it?',
  intents: [
    { id: 1, text: 'good', next: 7 },
    { id: 2, text: 'bad' },
  ],
};

describe('two versions of a flow', () => {
  test('are the same however often they were read', () => {
    const flow = steps(say(1, 'Hi'), QUESTION);
    expect(compareFlows(flow, structuredClone(flow))).toEqual([]);
    expect(compareFlows([], [])).toEqual([]);
  });

  test('a field that is not there and the order of fields make no difference', () => {
    const [one] = steps(say(1, 'Hi')) as [Step];
    const turned = Object.fromEntries(Object.entries(one).reverse()) as Step;
    expect(compareFlows([one], [{ ...turned, gone: undefined } as unknown as Step])).toEqual([]);
  });

  test('steps come, go, change and move; those that only slid along did not move', () => {
    const before = steps(say(1, 'a'), say(2, 'b'), say(3, 'c'), say(4, 'd'));
    const after = steps(say(4, 'd'), say(9, 'new'), say(1, 'a'), say(3, 'C'));
    expect(told(compareFlows(before, after))).toEqual([
      [4, 'moved'],
      [2, 'removed'],
      [9, 'added'],
      [3, 'changed', 'text'],
    ]);
  });

  test('answers are compared one by one', () => {
    const before = steps(QUESTION);
    const after = steps({
      ...QUESTION,
      intents: [
        { id: 1, text: 'good', next: 8 },
        { id: 3, text: 'so so' },
      ],
    });
    const [change] = compareFlows(before, after);
    expect(change).toMatchObject({
      kind: 'changed',
      moved: false,
      parts: [
        { field: 'intents', item: 2, before: { text: 'bad' }, after: null },
        { field: 'intents', item: 1, before: { text: 'good', next: 7 }, after: { text: 'good', next: 8 } },
        { field: 'intents', item: 2, before: null, after: { text: 'so so' } },
      ],
    });
  });

  test('answers in another order are a change of the question', () => {
    const turned = { ...QUESTION, intents: [...(QUESTION.intents ?? [])].reverse() };
    expect(told(compareFlows(steps(QUESTION), steps(turned)))).toEqual([[5, 'changed', 'intents']]);
  });

  test('a step of another type has all that differs', () => {
    const [change] = compareFlows(steps(say(1, 'Hi')), steps({ type: 'tag', id: 1, tag: 'City' }));
    expect(change?.kind === 'changed' && change.parts.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['type', 'text', 'tag']),
    );
  });

  test('copies under other ids are other steps', () => {
    const before = steps(say(1, 'a'), say(2, 'b'));
    const after = remapSteps(before, new Map([[2, 3]]));
    expect(told(compareFlows(before, after))).toEqual([
      [2, 'removed'],
      [3, 'added'],
    ]);
  });
});
