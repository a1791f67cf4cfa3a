import type { EngineEvent } from '../event.ts';
import type { CheckedAgainst } from '../finding.ts';
import type { Step, StepType } from '../flow.ts';
import type { Move, Turn } from '../turn.ts';
import { apiCall } from './api-call.ts';
import { auxiliary } from './auxiliary.ts';
import { branch } from './branch.ts';
import { dripReset } from './drip-reset.ts';
import { finalMessage } from './final-message.ts';
import { message } from './message.ts';
import { mms } from './mms.ts';
import { notification } from './notification.ts';
import { optIn } from './opt-in.ts';
import { question } from './question.ts';
import type { StepExits, StepKind, StepReferences, StepTexts, StepTraits } from './step-kind.ts';
import { switchCampaign } from './switch.ts';
import { tag } from './tag.ts';
import { wait } from './wait.ts';

/** Every step type and what it is. */
export const STEP_KINDS: { [T in StepType]: StepKind<T> } = {
  message,
  'choice-question': question,
  'open-question': question,
  'final-message': finalMessage,
  'api-call': apiCall,
  tag,
  branch,
  wait,
  'opt-in': optIn,
  mms,
  'drip-reset': dripReset,
  auxiliary,
  switch: switchCampaign,
  notification,
};

export const enterStep = (turn: Turn, step: Step): Move => kindOf(step).enter(turn, step);

/** Null when the step does not wait, or not for this event. */
export const resumeStep = (turn: Turn, step: Step, event: EngineEvent): Move | null =>
  kindOf(step).resume?.(turn, step, event) ?? null;

export const stepTexts = (step: Step): StepTexts => kindOf(step).texts(step);
export const stepExits = (step: Step): StepExits => kindOf(step).exits(step);
export const stepTraits = (step: Step): StepTraits => STEP_KINDS[step.type].traits;
export const restsAt = (step: Step) => kindOf(step).rests(step);
export const checkStep = (step: Step, against: CheckedAgainst): void => kindOf(step).check(step, against);

/** The lists and campaigns that a step names. */
export function stepReferences(step: Step): StepReferences {
  const { lists, campaigns } = kindOf(step).references(step);
  return { lists: lists.filter((id) => id > 0), campaigns: campaigns.filter((id) => id > 0) };
}

/** The step with each of its jumps leading to another id: default next, loop limit, rules and answers. */
export function redirectStep(step: Step, to: (id: number) => number): Step {
  const own = kindOf(step).redirect(step, to);
  return { ...step, ...own, next: to(step.next), loop: { ...step.loop, step: to(step.loop.step) } } as Step;
}

/**
 * The record is total and each kind takes its own type's step; the compiler cannot see that through a union.
 */
const kindOf = (step: Step) => STEP_KINDS[step.type] as unknown as StepKind<StepType>;
