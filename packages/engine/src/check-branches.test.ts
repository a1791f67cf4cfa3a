import { describe, expect, it } from 'vitest';
import { checkFlow, flowOf, type IntentShorthand, type StepShorthand } from './index.ts';

const found = (...steps: StepShorthand[]) =>
  checkFlow(flowOf(1, steps), { tags: [], lists: [], campaigns: [1] })
    .filter(({ code }) => code === 'falls-into-branch')
    .map(({ severity, step, fix, message }) => ({ severity, step, fix, message }));
const say = (next = 0): StepShorthand => ({ type: 'message', text: 'a', next });
const bye: StepShorthand = { type: 'final-message', text: 'b' };
const ask = (intents: IntentShorthand[], next = 0): StepShorthand => ({
  type: 'choice-question',
  text: 'q',
  next,
  intents,
});
const yes = { text: 'Yes', next: 2 };
const no = { text: 'No', next: 3 };

describe('what falls into the branch of an answer', () => {
  it('other replies, which can go on with the step that the branches meet at', () => {
    expect(found(ask([yes, no]), say(4), say(), bye)).toEqual([
      {
        severity: 'warning',
        step: 1,
        fix: { do: 'go-on', step: 1, to: 4 },
        message:
          'Any other reply goes on with step 2, too, which is meant for the answer “Yes”. Say where other replies go.',
      },
    ]);
  });

  it('other replies, which need an end where the branches have nothing in common', () => {
    expect(found(ask([yes, 'No']), bye)).toMatchObject([{ step: 1, fix: { do: 'add-ending', after: 1 } }]);
    expect(found(ask([yes, no]), bye, bye)).toMatchObject([{ step: 1, fix: { do: 'add-ending', after: 1 } }]);
  });

  it('a branch that is not over where the next one begins', () => {
    expect(found(ask([yes, no], 4), say(), say(), bye)).toEqual([
      {
        severity: 'warning',
        step: 2,
        fix: { do: 'go-on', step: 2, to: 4 },
        message:
          'This goes on with step 3, which is meant for the answer “No” of step 1. Choose where to go next.',
      },
    ]);
    expect(found(ask([yes, no], 3), say(), bye)).toEqual([]);
    expect(found(say(), ask([{ text: 'A', next: 4 }]), bye, say())).toEqual([]);
  });

  it('nothing that was chosen, nothing that all answers lead to, and nothing past the branches', () => {
    expect(found(ask([yes, no], 2), say(4), say(), bye)).toEqual([]);
    expect(found(ask([yes, { text: 'No', next: 2 }]), say(), bye)).toEqual([]);
    expect(found(ask([{ text: 'Yes', next: 3 }, 'No']), bye, bye)).toEqual([]);
  });
});
