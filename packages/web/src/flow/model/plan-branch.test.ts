import { flowOf, type StepShorthand } from '@parley/engine';
import { describe, expect, test } from 'vitest';
import { placeOf } from './branch-places.ts';
import { planBranch } from './plan-branch.ts';

const say = (next = 0): StepShorthand => ({ type: 'message', text: 'a', next });
const bye: StepShorthand = { type: 'final-message', text: 'b' };
const ask = (ways: number[], next = 0): StepShorthand => ({
  type: 'choice-question',
  text: 'q',
  next,
  intents: ways.map((way, index) => ({ text: `${index + 1}`, next: way })),
});
const stepsOf = (...short: StepShorthand[]) => flowOf(1, short).steps;
/** The plan for an answer (counted from 0) of the first step. */
const plan = (answer: number, ...short: StepShorthand[]) => {
  const steps = stepsOf(...short);
  const [from] = steps;
  if (from?.type !== 'choice-question') throw new Error('The first step asks nothing.');
  return planBranch(steps, from, { upToThis: from.intents.slice(0, answer + 1).map(({ next }) => next) });
};

describe('a new step for an answer', () => {
  test('stands below its question, which goes on with what it went on with', () => {
    expect(plan(0, ask([0, 0]), say(), bye)).toEqual({
      position: 2,
      next: 2,
      above: { id: 1, next: 2 },
      needsEnding: false,
    });
  });

  test('comes with an ending where nothing is there to go on with', () => {
    expect(plan(0, ask([0, 0]))).toEqual({
      position: 2,
      next: 'ending',
      above: { id: 1, next: 'ending' },
      needsEnding: true,
    });
  });

  test('stands below the branches of the answers before its own, above those behind', () => {
    const short = [ask([2, 0, 4], 5), say(), say(5), say(5), bye];
    expect(plan(1, ...short)).toEqual({ position: 4, next: 5, above: null, needsEnding: false });
    expect(plan(2, ask([2, 0, 0], 3), say(), bye)).toEqual({
      position: 3,
      next: 3,
      above: { id: 2, next: 3 },
      needsEnding: false,
    });
  });

  test('leaves other replies that fall into a branch as they are, and stands below', () => {
    expect(plan(1, ask([2, 0]), say(), bye)).toEqual({
      position: 4,
      next: 0,
      above: null,
      needsEnding: false,
    });
  });

  test('that is for whatever the question does not know needs no ending', () => {
    const steps = stepsOf(ask([0, 0]));
    const [from] = steps;
    expect(from && planBranch(steps, from, { upToThis: [], isDefault: true })).toEqual({
      position: 2,
      next: 0,
      above: null,
      needsEnding: false,
    });
  });
});

describe('the place of a step', () => {
  const steps = stepsOf(ask([2, 4], 5), say(), say(5), say(), bye);
  const places = steps.map(({ id }) => placeOf(steps, id));

  test('tells how deep it stands, and under which answer', () => {
    expect(places.map(({ depth }) => depth)).toEqual([0, 1, 1, 1, 0]);
    expect(places[1]).toEqual({
      depth: 1,
      branch: 'Answer “1” to step 1',
      isFirst: true,
      back: null,
      isJoined: true,
    });
  });

  test('stays what it is when a text changes, and not when an answer does', () => {
    const [asking, ...others] = steps;
    if (asking?.type !== 'choice-question') throw new Error('The first step asks nothing.');
    expect(placeOf([{ ...asking, text: 'Well?' }, ...others], 2)).toBe(places[1]);
    const [yes, ...more] = asking.intents;
    const intents = yes ? [{ ...yes, text: 'Yes' }, ...more] : more;
    expect(placeOf([{ ...asking, intents }, ...others], 2).branch).toBe('Answer “Yes” to step 1');
    expect(placeOf(steps, 2)).toBe(places[1]);
  });

  test('tells where its branch leads back, be it only to the step below', () => {
    expect(places.map(({ back }) => back)).toEqual([null, null, 5, 5, null]);
    const ends = stepsOf(ask([3, 0], 2), bye, say());
    expect(placeOf(ends, 3)).toMatchObject({ depth: 1, back: 0 });
  });

  test('names rules by their numbers, and answers that share a step together', () => {
    const rules: StepShorthand = { type: 'branch', next: 3, conditions: [{ data: 'x', next: 2 }] };
    const shared = stepsOf(rules, say(), ask([4, 4], 5), say(), bye);
    expect(placeOf(shared, 2).branch).toBe('Rule 1 of step 1');
    expect(placeOf(shared, 4).branch).toBe('Answer “1”, “2” to step 3');
  });
});
