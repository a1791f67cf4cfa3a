/** How each step type looks. */
import type { Step, StepType } from '@parley/engine/flow.ts';
import { wordsOfStep } from '../model/one-line.ts';
import { apiCallLooks } from './api-call/api-call-looks.ts';
import { auxiliaryLooks } from './auxiliary/auxiliary-looks.ts';
import { branchLooks } from './branch/branch-looks.ts';
import { dripResetLooks } from './drip-reset/drip-reset-looks.ts';
import { finalMessageLooks } from './final-message/final-message-looks.ts';
import { messageLooks } from './message/message-looks.ts';
import { mmsLooks } from './mms/mms-looks.ts';
import { notificationLooks } from './notification/notification-looks.ts';
import { optInLooks } from './opt-in/opt-in-looks.ts';
import { choiceQuestionLooks, openQuestionLooks } from './question/question-looks.ts';
import type { Names, StepLooks, Way } from './step-looks.ts';
import { switchLooks } from './switch/switch-looks.ts';
import { tagLooks } from './tag/tag-looks.ts';
import { waitLooks } from './wait/wait-looks.ts';

export const STEP_LOOKS: { [T in StepType]: StepLooks<T> } = {
  message: messageLooks,
  'choice-question': choiceQuestionLooks,
  'open-question': openQuestionLooks,
  'final-message': finalMessageLooks,
  mms: mmsLooks,
  tag: tagLooks,
  'opt-in': optInLooks,
  notification: notificationLooks,
  branch: branchLooks,
  wait: waitLooks,
  switch: switchLooks,
  'drip-reset': dripResetLooks,
  'api-call': apiCallLooks,
  auxiliary: auxiliaryLooks,
};

/** What most campaigns are made of. */
export const COMMON_TYPES: readonly StepType[] = [
  'message',
  'choice-question',
  'tag',
  'opt-in',
  'final-message',
];
export const OTHER_TYPES = (Object.keys(STEP_LOOKS) as StepType[]).filter(
  (type) => !COMMON_TYPES.includes(type),
);

/**
 * The record is total and each entry takes its own type's step; the compiler cannot see that through a union.
 */
const looksOf = (step: Step) => STEP_LOOKS[step.type] as unknown as StepLooks<StepType>;

/** The step's description, else its first words, else its type's name. */
export const titleOf = (step: Step): string => wordsOfStep(step) || STEP_LOOKS[step.type].name;
/** What the step does, '' when nothing is set yet. */
export const summaryOf = (step: Step, names: Names): string => looksOf(step).summary(step, names);
/** Jumps of its type alone, with what leads there. */
export const jumpsOf = (step: Step): Way[] =>
  looksOf(step)
    .jumps(step)
    .filter(({ to }) => to !== 0);
/** The campaigns that it switches to, with what leads there. */
export const switchesOf = (step: Step): Way[] =>
  looksOf(step)
    .switches(step)
    .filter(({ to }) => to > 0);

/** Types whose content a question template can replace. */
export const isQuestionType = (type: StepType) => type === 'choice-question' || type === 'open-question';
