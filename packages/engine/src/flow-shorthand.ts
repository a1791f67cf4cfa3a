/** Flows in short form, for talks, cases, templates and tests: only what differs from a blank step is written. */
import { blankIntent, blankStep } from './blank-step.ts';
import {
  type Condition,
  type Flow,
  type Intent,
  type Phrase,
  STEP_TYPES,
  type Step,
  type StepType,
  type Wait,
} from './flow.ts';
import { NO_WAIT } from './wait-time.ts';

export type IntentShorthand = string | (Partial<Omit<Intent, 'phrases'>> & { phrases?: (string | Phrase)[] });
/** A step with any of its fields; ids default to the position, alternatives and intents may be bare texts. */
export type StepShorthand = {
  type: StepType;
  id?: number;
  alternatives?: (string | Phrase)[];
  intents?: IntentShorthand[];
  conditions?: Partial<Condition>[];
  wait?: Partial<Wait>;
  loop?: Partial<Step['loop']>;
  [field: string]: unknown;
};

/**
 * The flow that a sketch means; positions count from 1 in the order given.
 * @throws Error naming the step for an unknown type or field: a sketch is written by hand.
 */
export function flowOf(campaignId: number, sketches: readonly StepShorthand[], version = 1): Flow {
  return { campaignId, version, steps: sketches.map((sketch, index) => stepOf(sketch, index + 1)) };
}

function stepOf(sketch: StepShorthand, position: number): Step {
  const where = `Step ${position}`;
  if (!STEP_TYPES.includes(sketch.type)) throw new Error(`${where}: there is no step type "${sketch.type}".`);
  const blank = blankStep(sketch.type);
  for (const field of Object.keys(sketch))
    if (!(field in blank)) throw new Error(`${where}: ${sketch.type} has no field "${field}".`);
  const { alternatives, intents, conditions, wait, loop } = sketch;
  return {
    ...blank,
    ...sketch,
    id: sketch.id ?? position,
    position,
    ...(alternatives && { alternatives: phrasesOf(alternatives) }),
    ...(intents && { intents: intents.map(intentOf) }),
    ...(conditions && { conditions: conditions.map(conditionOf) }),
    ...(wait && { wait: { ...NO_WAIT, ...wait } }),
    loop: { ...blank.loop, ...loop },
  } as Step;
}

function intentOf(sketch: IntentShorthand, index: number): Intent {
  if (typeof sketch === 'string') return { ...blankIntent(index + 1), text: sketch };
  return { ...blankIntent(index + 1), ...sketch, phrases: phrasesOf(sketch.phrases ?? []) };
}

function conditionOf(sketch: Partial<Condition>, index: number): Condition {
  return {
    id: index + 1,
    operator: '=',
    data: '',
    value: '',
    next: 0,
    description: '',
    ...sketch,
  };
}

function phrasesOf(texts: (string | Phrase)[]): Phrase[] {
  return texts.map((text, index) => (typeof text === 'string' ? { id: index + 1, text } : text));
}
