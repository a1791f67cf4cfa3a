/** What a check of the largest flows costs is counted, not timed. */
import { describe, expect, it } from 'vitest';
import { checkInPieces, usableInPieces } from './check.ts';
import { compile } from './compiled-flow.ts';
import { branchesOf } from './flow-branches.ts';
import { checkFlow, flowOf, isFinished, type StepShorthand } from './index.ts';

const ACCOUNT = { tags: ['City'], lists: [], campaigns: [], keywords: [] };

/** Questions whose answers all lead to the end but the first, which leads to the next one. */
const fan = (questions: number, answers: number): StepShorthand[] => [
  ...Array.from(
    { length: questions },
    (_, index): StepShorthand => ({
      type: 'choice-question',
      text: `${index}?`,
      intents: Array.from({ length: answers }, (_, n) => ({
        text: `${n}`,
        next: n === 0 ? index + 2 : 1 + ((index * 7 + n * 13) % questions),
      })),
    }),
  ),
  { type: 'final-message', text: 'Bye' },
];

function piecesOf<T>(pieces: Generator<undefined, T>): { count: number; value: T } {
  for (let count = 1; ; count += 1) {
    const { done, value } = pieces.next();
    if (done) return { count, value };
  }
}

describe('a large flow', () => {
  const steps = fan(40, 20);

  it('is checked a step at a time, with the same findings', () => {
    const { count, value } = piecesOf(checkInPieces(flowOf(1, steps), ACCOUNT));
    expect(count).toBeGreaterThan(steps.length);
    expect(value).toEqual(checkFlow(flowOf(1, steps), ACCOUNT));
  });

  it('of more ways than anybody draws has no branches', () => {
    expect(branchesOf(compile(flowOf(1, fan(40, 20)))).size).toBeGreaterThan(0);
    expect(branchesOf(compile(flowOf(1, fan(100, 60)))).size).toBe(0);
  });
});

it.each<[string, StepShorthand[]]>([
  ['no step', []],
  ['a step without words', [{ type: 'message', text: ' ' }]],
  ['a jump to nowhere', [{ type: 'message', text: 'a', next: 9 }]],
  ['an unknown tag', [{ type: 'message', text: '{%Size%}' }]],
  ['nothing wrong', [{ type: 'message', text: '{%City%}' }]],
  ['warnings alone', fan(3, 3)],
])('what can be used is what a whole check finds no error in: %s', (_, steps) => {
  const flow = flowOf(1, steps);
  expect(piecesOf(usableInPieces(flow, ACCOUNT)).value).toBe(isFinished(flow, checkFlow(flow, ACCOUNT)));
});
