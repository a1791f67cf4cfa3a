import type { EngineEvent } from '../event.ts';
import type { Step, StepType } from '../flow.ts';
import type { Move, Turn } from '../turn.ts';
import { apiCall } from './api.ts';
import { branch } from './branch.ts';
import { interval } from './interval.ts';
import type { StepKind } from './kind.ts';
import { notify, optIn } from './lists.ts';
import { finalMessage, message } from './message.ts';
import { mms } from './mms.ts';
import { question } from './question.ts';
import { aux, reset, switchContext } from './small.ts';
import { tag } from './tag.ts';

/** Every step type of the specification and what it does. */
export const STEP_KINDS: { [T in StepType]: StepKind<T> } = {
  message: message,
  'choice-question': question,
  'open-question': question,
  'final-message': finalMessage,
  'api-call': apiCall,
  tag: tag,
  branch: branch,
  wait: interval,
  'opt-in': optIn,
  mms: mms,
  'drip-reset': reset,
  auxiliary: aux,
  switch: switchContext,
  notification: notify,
};

export function enterStep<S extends Step>(turn: Turn, step: S): Move {
  return kindOf(step).enter(turn, step);
}

/** Null when the step does not wait, or not for this event. */
export function resumeStep<S extends Step>(turn: Turn, step: S, event: EngineEvent): Move | null {
  return kindOf(step).resume?.(turn, step, event) ?? null;
}

type AnyKind<S> = {
  enter(turn: Turn, step: S): Move;
  resume?(turn: Turn, step: S, event: EngineEvent): Move | null;
};

/** The record is total and each kind takes its own type's step; the compiler cannot see that through a union. */
function kindOf<S extends Step>(step: S): AnyKind<S> {
  return STEP_KINDS[step.type] as unknown as AnyKind<S>;
}
