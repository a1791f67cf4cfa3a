import { checkText } from '../check-fields.ts';
import { sayWorded, wordings } from '../turn.ts';
import { NO_REFERENCES, NO_TEXTS, ONWARD, PLAIN, type StepKind } from './step-kind.ts';

/** Sends one of its wordings and goes on. */
export const message: StepKind<'message'> = {
  blank: { text: '', alternatives: [], shortLinks: false },
  enter(turn, step) {
    sayWorded(turn, step);
    return 'next';
  },
  texts: (step) => ({ ...NO_TEXTS, sent: wordings(step) }),
  exits: () => ONWARD,
  redirect: () => ({}),
  references: () => NO_REFERENCES,
  check: (step, { report }) =>
    checkText(step, [step.text, ...step.alternatives.map(({ text }) => text)], report),
  rests: () => 'never',
  traits: PLAIN,
};
