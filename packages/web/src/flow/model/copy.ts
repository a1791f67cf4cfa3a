import { blankIntent, blankStep } from '@parley/engine/blank-step.ts';
import { STEP_TYPES, type Step, type StepType } from '@parley/engine/flow.ts';
import { wordings } from './wordings.ts';

/** A copy of a step, to be stored as a new one: a fresh id, everything else alike. */
export function copyOf(step: Step): Step {
  const description = step.description === '' ? '' : `${step.description} (copy)`;
  return { ...structuredClone(step), id: 0, description } as Step;
}

/** How often a new question asks again. */
const RETRIES = 2;

/**
 * A step for the palette's type; its description stays empty until the author names it. A question to choose
 * from has two answers to fill in, and takes no other.
 */
export function newStep(type: StepType): Step {
  if (type !== 'choice-question') return blankStep(type) as Step;
  return {
    ...blankStep(type),
    intents: [blankIntent(1), blankIntent(2)],
    required: true,
    validate: true,
    retries: RETRIES,
    errorText: wordings.copy.sorryWeDidNotUnderstand,
  };
}

/**
 * The content of a question template in a step's place: ID, RQ and TYPE are the step's own (specification,
 * section 4).
 */
export function applyTemplate(step: Step, template: Step): Step {
  return { ...structuredClone(template), id: step.id, position: step.position, type: step.type } as Step;
}

/**
 * Whether a step that the browser kept is one of this release: an older page may have written it with other
 * words.
 */
export function isOfThisRelease(step: Step): boolean {
  return STEP_TYPES.includes(step.type);
}

/** Whether two steps say the same, wherever they stand. */
export function sameContent(one: Step, other: Step): boolean {
  return canonical({ ...one, position: 0 }) === canonical({ ...other, position: 0 });
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
