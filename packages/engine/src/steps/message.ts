import { end, sayWorded } from '../turn.ts';
import type { StepKind } from './kind.ts';

/** STATEMENT: sends one of its wordings and goes on. */
export const message: StepKind<'message'> = {
  enter(turn, step) {
    sayWorded(turn, step);
    return 'next';
  },
};

/** TRAILER: sends one of its wordings and ends the conversation. */
export const finalMessage: StepKind<'final-message'> = {
  enter(turn, step) {
    sayWorded(turn, step);
    return end(turn, 'done');
  },
};
