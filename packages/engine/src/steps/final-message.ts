import { checkText } from '../check-fields.ts';
import { end, sayWorded, wordings } from '../turn.ts';
import { NO_REFERENCES, NO_TEXTS, ONWARD, PLAIN, type StepKind } from './step-kind.ts';

/** Sends one of its wordings and ends the conversation. */
export const finalMessage: StepKind<'final-message'> = {
  blank: { text: '', alternatives: [], shortLinks: false },
  enter(turn, step) {
    sayWorded(turn, step);
    return end(turn, 'done');
  },
  texts: (step) => ({ ...NO_TEXTS, sent: wordings(step) }),
  exits: () => ({ ...ONWARD, goesOn: false }),
  redirect: () => ({}),
  references: () => NO_REFERENCES,
  check: (step, { report }) =>
    checkText(step, [step.text, ...step.alternatives.map(({ text }) => text)], report),
  rests: () => 'never',
  traits: PLAIN,
};
