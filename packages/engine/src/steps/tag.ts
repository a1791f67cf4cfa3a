import { isBlank } from '@parley/rules/blank.ts';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';

import { fault, fill } from '../turn.ts';
import { NO_REFERENCES, NO_TEXTS, ONWARD, type StepKind, UNHEARD } from './step-kind.ts';

/** Stores the given value, else the last response, in a tag. */
export const tag: StepKind<'tag'> = {
  blank: { tag: '', value: '' },
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
  texts: ({ value }) => ({ ...NO_TEXTS, read: [value] }),
  exits: () => ONWARD,
  redirect: () => ({}),
  references: () => NO_REFERENCES,
  check(step, { tagNames, report }) {
    if (isBlank(step.tag)) report('error', step, 'no-tag', 'Choose the tag this step fills.');
    else if (!tagNames.has(step.tag.toLowerCase()))
      report('error', step, 'unknown-tag', `The tag “${step.tag}” was deleted. Choose another one.`);
  },
  rests: () => 'never',
  traits: UNHEARD,
};
