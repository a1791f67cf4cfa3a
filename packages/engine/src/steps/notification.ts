import { checkList, checkText } from '../check-fields.ts';
import { fault, linked, wordingOf } from '../turn.ts';
import { NO_REFERENCES, NO_TEXTS, ONWARD, type StepKind, UNHEARD } from './step-kind.ts';

/** Sends its text to every member of a list. */
export const notification: StepKind<'notification'> = {
  blank: { list: 0, text: '', shortLinks: false },
  enter(turn, step) {
    const { text, links } = wordingOf(turn, step, step.text);
    if (step.list > 0 && text.trim() !== '')
      turn.effects.push({ do: 'notify', step: step.id, list: step.list, text, ...linked(links) });
    else fault(turn, step.id, 'This step lacks its list or its text; nobody was notified.');
    return 'next';
  },
  texts: ({ text }) => ({ ...NO_TEXTS, later: [text] }),
  exits: () => ONWARD,
  redirect: () => ({}),
  references: ({ list }) => ({ ...NO_REFERENCES, lists: [list] }),
  check(step, against) {
    checkList(step, 'Choose the list this step notifies.', against);
    checkText(step, [step.text], against.report);
  },
  rests: () => 'never',
  traits: UNHEARD,
};
