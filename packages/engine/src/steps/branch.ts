import { isBlank } from '@parley/rules/blank.ts';
import { compareTexts, containsText } from '@parley/rules/filter.ts';

import type { Condition } from '../flow.ts';
import { fill, type Turn } from '../turn.ts';
import { NO_REFERENCES, NO_TEXTS, ONWARD, PLAIN, type StepKind } from './step-kind.ts';

/** The first condition that holds decides where to go; none: the default next. */
export const branch: StepKind<'branch'> = {
  blank: { conditions: [] },
  enter(turn, step) {
    const met = step.conditions.find((condition) => holds(turn, condition));
    return met && met.next > 0 ? { jump: met.next } : 'next';
  },
  texts: ({ conditions }) => ({
    ...NO_TEXTS,
    read: conditions.flatMap(({ data, value }) => [data, value]),
  }),
  exits: ({ conditions }) => ({ ...ONWARD, jumps: conditions.map(({ next }) => next) }),
  redirect: (step, to) => ({
    conditions: step.conditions.map((condition) => ({ ...condition, next: to(condition.next) })),
  }),
  references: () => NO_REFERENCES,
  check(step, { report }) {
    if (step.conditions.length === 0)
      report('warning', step, 'no-conditions', 'This step has no rules, so everyone takes the same path.');
    if (step.conditions.some(({ data }) => isBlank(data)))
      report(
        'error',
        step,
        'no-data',
        'One of this step’s rules doesn’t say what to check. Choose a tag or an answer.',
      );
  },
  rests: () => 'never',
  traits: { ...PLAIN, forks: true },
};

/** By the rules of rules/filter.ts; LIKE contains, with no wildcards. */
function holds(turn: Turn, { data, operator, value }: Condition): boolean {
  const said = fill(turn, data);
  const wanted = fill(turn, value);
  return operator === 'LIKE' ? containsText(said, wanted) : compareTexts(said, operator, wanted);
}
