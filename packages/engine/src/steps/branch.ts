import { compareTexts } from '@parley/rules/filter.ts';
import type { Condition } from '../flow.ts';
import { fill, type Turn } from '../turn.ts';
import type { StepKind } from './kind.ts';

/** BRANCH: the first condition that holds decides where to go; none: the default next. */
export const branch: StepKind<'BRANCH'> = {
  enter(turn, step) {
    const met = step.conditions.find((condition) => holds(turn, condition));
    return met && met.next > 0 ? { jump: met.next } : 'next';
  },
};

/** LIKE contains, ignoring case, with no wildcards; the others compare numbers and dates as such when both sides are. */
function holds(turn: Turn, condition: Condition): boolean {
  const data = fill(turn, condition.data).trim();
  const value = fill(turn, condition.value).trim();
  if (condition.operator === 'LIKE') return value !== '' && data.toLowerCase().includes(value.toLowerCase());
  return compareTexts(data, condition.operator, value);
}
