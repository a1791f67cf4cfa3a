import { compareTexts, containsText } from '@parley/rules/filter.ts';
import type { Condition } from '../flow.ts';
import { fill, type Turn } from '../turn.ts';
import type { StepKind } from './kind.ts';

/** BRANCH: the first condition that holds decides where to go; none: the default next. */
export const branch: StepKind<'branch'> = {
  enter(turn, step) {
    const met = step.conditions.find((condition) => holds(turn, condition));
    return met && met.next > 0 ? { jump: met.next } : 'next';
  },
};

/** By the rules of rules/filter.ts; LIKE contains, with no wildcards. */
function holds(turn: Turn, { data, operator, value }: Condition): boolean {
  const said = fill(turn, data);
  const wanted = fill(turn, value);
  return operator === 'LIKE' ? containsText(said, wanted) : compareTexts(said, operator, wanted);
}
