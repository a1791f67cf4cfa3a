import { checkList } from '../check-fields.ts';
import { fault } from '../turn.ts';
import { NO_REFERENCES, NO_TEXTS, ONWARD, type StepKind, UNHEARD } from './step-kind.ts';

/** Adds the contact to a list; behind something that they said it is their consent. */
export const optIn: StepKind<'opt-in'> = {
  blank: { list: 0 },
  enter(turn, step) {
    const { lastResponse: words } = turn.session;
    if (step.list > 0) turn.effects.push({ do: 'optIn', step: step.id, list: step.list, words });
    else fault(turn, step.id, 'This step names no list; nobody was added.');
    return 'next';
  },
  texts: () => NO_TEXTS,
  exits: () => ONWARD,
  redirect: () => ({}),
  references: ({ list }) => ({ ...NO_REFERENCES, lists: [list] }),
  check: (step, against) => checkList(step, 'Choose the list this step adds people to.', against),
  rests: () => 'never',
  traits: { ...UNHEARD, needsConsent: true },
};
