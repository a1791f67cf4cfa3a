import { describe, expect, it } from 'vitest';
import { compile } from './compiled-flow.ts';
import { branchesOf } from './flow-branches.ts';
import { flowOf, type StepShorthand } from './index.ts';

const outline = (...steps: StepShorthand[]) => {
  const branches = branchesOf(compile(flowOf(1, steps)));
  return steps.map((_, index) =>
    branches
      .get(index + 1)
      ?.map(({ of, start }) => `${of}>${start}`)
      .join(' '),
  );
};
const say = (next = 0): StepShorthand => ({ type: 'message', text: 'a', next });
const bye: StepShorthand = { type: 'final-message', text: 'b' };
const ask = (ways: number[], next = 0): StepShorthand => ({
  type: 'choice-question',
  text: 'q',
  next,
  intents: ways.map((way, index) => ({ text: `${index}`, next: way })),
});

describe('the branches that steps stand in', () => {
  it('a step only one answer leads to is its branch; where branches meet again is none', () => {
    expect(outline(ask([2, 4], 5), say(), say(5), say(), bye)).toEqual(['', '1>2', '1>2', '1>4', '']);
  });
  it('what "otherwise" comes to as well is no branch', () => {
    expect(outline(ask([2, 3]), say(4), bye, bye)).toEqual(['', '', '1>3', '']);
  });
  it('answers that lead to one step are one branch', () => {
    expect(outline(ask([2, 2], 3), say(), bye)).toEqual(['', '1>2', '']);
  });
  it('branches stand in branches, of rules too', () => {
    const rules: StepShorthand = { type: 'branch', next: 5, conditions: [{ data: 'x', next: 3 }] };
    expect(outline(ask([2, 5], 6), rules, say(4), say(6), say(), bye)).toEqual([
      '',
      '1>2',
      '1>2 2>3',
      '1>2 2>3',
      '',
      '',
    ]);
  });
  it('a way back is no branch, and steps that nothing leads to stand in none', () => {
    expect(outline(say(), ask([1, 4]), bye, say(1), say())).toEqual(['', '', '', '2>4', undefined]);
    expect(outline()).toEqual([]);
  });
});
