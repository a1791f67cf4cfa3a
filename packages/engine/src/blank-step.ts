import type { Intent, Step, StepOf, StepType } from './flow.ts';
import { STEP_KINDS } from './steps/index.ts';

const common = {
  id: 0,
  position: 0,
  inGuide: true,
  description: '',
  guide: '',
  next: 0,
  loop: { max: 0, step: 0, message: '' },
  extra: {},
};

/** A new step of a type, with the specification's defaults; shares nothing with any other. */
export function blankStep<T extends StepType>(type: T): StepOf<T> {
  return structuredCopy({ ...common, type, ...STEP_KINDS[type].blank }) as StepOf<T>;
}

/** A new, empty answer intent. */
export function blankIntent(id: number): Intent {
  return { id, text: '', score: '', next: 0, response: '', switchTo: 0, pattern: '', phrases: [] };
}

function structuredCopy(step: unknown): Step {
  return JSON.parse(JSON.stringify(step));
}
