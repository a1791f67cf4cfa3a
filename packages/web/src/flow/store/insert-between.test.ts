/** A step that is put on the way between two stands on that way alone, whatever the flow looks like. */
import { flowOf, type Step, type StepShorthand } from '@parley/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { graphOf } from '../map/graph.ts';
import { newStep } from '../model/copy.ts';
import { createFlowStore } from './flow-store.ts';
import type { FlowWire } from './wire.ts';

const MOST = 9;
const steps = fc
  .array(
    fc.record({
      answers: fc.array(fc.integer({ min: 0, max: MOST }), { maxLength: 3 }),
      next: fc.integer({ min: 0, max: MOST }),
      ends: fc.boolean(),
    }),
    { minLength: 1, maxLength: MOST },
  )
  .map((drawn) =>
    drawn.map(({ answers, next, ends }, index): StepShorthand => {
      if (ends) return { type: 'final-message', text: `Bye ${index}` };
      if (answers.length === 0) return { type: 'message', text: `Message ${index}`, next };
      return {
        type: 'choice-question',
        text: `Question ${index}`,
        intents: answers.map((to, n) => ({ text: `No ${n}`, next: to })),
        next,
      };
    }),
  );

const never = () => new Promise<never>(() => undefined);

/** A flow that has been read; nothing of what is done to it arrives. */
async function openedWith(short: readonly StepShorthand[]) {
  sessionStorage.clear();
  const points = flowOf(1, short).steps.map((step) => ({ step, version: 1 }));
  const wire = {
    read: async () => points,
    save: never,
    add: never,
    move: never,
    remove: never,
    paste: never,
  };
  const flow = createFlowStore({
    wire: wire as unknown as FlowWire,
    storageKey: 'insert',
    tell: (_call, error) => {
      throw error;
    },
    clock: () => 0,
  });
  await flow.load();
  const all = () => flow.store.getState().steps;
  const ways = () =>
    graphOf({ campaignId: 1, version: 1, steps: all() }).edges.map(({ from, to }) => `${from}>${to}`);
  return { flow, all, ways };
}

test('only the way that it was put on leads through it, all others lead where they led; one undo takes it back', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(), async (short, pick) => {
      const { flow, all, ways } = await openedWith(short);
      const before = ways();
      const way = before[pick % Math.max(1, before.length)];
      if (way === undefined) return;
      const [from = '', to = ''] = way.split('>');
      const target = Number(to.slice('step-'.length));
      const { key } = flow.store.getState().entries.find(({ step }) => `step-${step.id}` === from) ?? {
        key: '',
      };
      const ending = { ...newStep('final-message'), text: 'Ending' } as Step;
      const added = flow.insertBetween(key, target, { step: newStep('message'), ending });
      const id = flow.store.getState().entries.find((entry) => entry.key === added)?.step.id;
      const end = all().find((step) => 'text' in step && step.text === 'Ending')?.id;
      const after = ways().filter((each) => !each.endsWith(`>step-${end}`));
      const expected = before.map((each) => (each === way ? `${from}>step-${id}` : each));
      expect(after.toSorted()).toEqual([...expected, `step-${id}>${to}`].toSorted());
      flow.undo();
      expect(ways()).toEqual(before);
    }),
    { numRuns: 200 },
  );
});

test('what begins the conversation still begins it', async () => {
  const { flow, all } = await openedWith([
    { type: 'message', text: 'Hello' },
    { type: 'choice-question', text: 'Again?', intents: [{ text: 'Yes', next: 1 }] },
  ]);
  const question = flow.store.getState().entries[1]?.key ?? '';
  flow.insertBetween(question, 1, { step: newStep('message'), ending: newStep('final-message') });
  expect(all().map(({ type }) => type)).toEqual(['message', 'choice-question', 'message', 'final-message']);
});
