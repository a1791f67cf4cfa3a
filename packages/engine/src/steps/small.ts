import { fault, switchTo } from '../turn.ts';
import type { StepKind } from './kind.ts';

/** RESET: clears the loop counters of this conversation and asks the host to clear the contact's drip state. */
export const reset: StepKind<'drip-reset'> = {
  enter(turn, step) {
    turn.session.visits = {};
    turn.effects.push({ do: 'resetDrip', step: step.id });
    return 'next';
  },
};

/** AUX: a panel in the editor; nothing in a conversation. */
export const aux: StepKind<'auxiliary'> = { enter: () => 'next' };

/** BATCHCP: switches to another campaign. */
export const switchContext: StepKind<'switch'> = {
  enter(turn, step) {
    if (step.switchTo > 0) return switchTo(turn, step, step.switchTo);
    fault(turn, step.id, 'This step names no campaign; the conversation went on.');
    return 'next';
  },
};
