import { NO_REFERENCES, NO_TEXTS, ONWARD, type StepKind, UNHEARD } from './step-kind.ts';

/** Clears the loop counters of this conversation and asks the host to clear the contact's drip state. */
export const dripReset: StepKind<'drip-reset'> = {
  blank: {},
  enter(turn, step) {
    turn.session.visits = {};
    turn.effects.push({ do: 'resetDrip', step: step.id });
    return 'next';
  },
  texts: () => NO_TEXTS,
  exits: () => ONWARD,
  redirect: () => ({}),
  references: () => NO_REFERENCES,
  check: () => undefined,
  rests: () => 'never',
  traits: UNHEARD,
};
