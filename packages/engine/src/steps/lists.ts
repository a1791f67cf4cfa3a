import { fault, linked, wordingOf } from '../turn.ts';
import type { StepKind } from './kind.ts';

/** OPTIN: adds the contact to a list; behind something that they said it is their consent. */
export const optIn: StepKind<'opt-in'> = {
  enter(turn, step) {
    const { lastResponse: words } = turn.session;
    if (step.list > 0) turn.effects.push({ do: 'optIn', step: step.id, list: step.list, words });
    else fault(turn, step.id, 'This step names no list; nobody was added.');
    return 'next';
  },
};

/** NOTIFY: sends its text to every member of a list. */
export const notify: StepKind<'notification'> = {
  enter(turn, step) {
    const { text, links } = wordingOf(turn, step, step.text);
    if (step.list > 0 && text.trim() !== '')
      turn.effects.push({ do: 'notify', step: step.id, list: step.list, text, ...linked(links) });
    else fault(turn, step.id, 'This step lacks its list or its text; nobody was notified.');
    return 'next';
  },
};
