import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { fault, fill } from '../turn.ts';
import type { StepKind } from './kind.ts';

/** CDF: stores the given value, else the last response, in a tag. */
export const tag: StepKind<'tag'> = {
  enter(turn, step) {
    if (step.tag === '') {
      fault(turn, step.id, 'This step names no tag; nothing was stored.');
      return 'next';
    }
    const whole = step.value === '' ? turn.session.lastResponse : fill(turn, step.value);
    // Nothing was said, as in a blast or after a question that nobody answered: what is stored already stays.
    if (whole === '') return 'next';
    const value = whole.slice(0, TEXT_LIMITS.tagValue);
    if (value !== whole)
      fault(turn, step.id, `The value is longer than ${value.length} characters; it was cut.`);
    turn.newTags.set(step.tag, value);
    turn.effects.push({ do: 'setTag', step: step.id, tag: step.tag, value });
    return 'next';
  },
};
