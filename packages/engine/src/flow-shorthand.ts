/**
 * Flows in short form, for talks, cases, templates and tests: only what differs from a blank step is written.
 */
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
import { STEP_KINDS } from './steps/index.ts';
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
 * The flow that steps in short form mean; positions count from 1 in the order given.
 * @throws Error naming the step for an unknown type or field: the short form is written by hand.
 */
export function flowOf(campaignId: number, short: readonly StepShorthand[], version = 1): Flow {
  return { campaignId, version, steps: short.map((step, index) => stepOf(step, index + 1)) };
}

/** A step in short form: without what a blank one has, and without the id that its place gives it. */
export function shorthandOf(step: Step): StepShorthand {
  const blank = blankStep(step.type) as Record<string, unknown>;
  const fields = Object.entries(step).filter(
    ([field, value]) => field !== 'position' && JSON.stringify(value) !== JSON.stringify(blank[field]),
  );
  const own = fields.filter(([field, value]) => field !== 'id' || value !== step.position);
  return { ...Object.fromEntries(own), type: step.type };
}

/** What a blank step has nothing of: what steps say in further languages. */
export const LANGUAGE_FIELDS: readonly string[] = ['translations', 'translatedFrom'];

function stepOf(short: StepShorthand, position: number): Step {
  const where = `Step ${position}`;
  if (!STEP_TYPES.includes(short.type)) throw new Error(`${where}: there is no step type "${short.type}".`);
  const blank = blankStep(short.type);
  for (const field of Object.keys(short))
    if (!(field in blank || field in STEP_KINDS[short.type].blank || LANGUAGE_FIELDS.includes(field)))
      throw new Error(`${where}: ${short.type} has no field "${field}".`);
  const { alternatives, intents, conditions, wait, loop } = short;
  return {
    ...blank,
    ...short,
    id: short.id ?? position,
    position,
    ...(alternatives && { alternatives: phrasesOf(alternatives) }),
    ...(intents && { intents: intents.map(intentOf) }),
    ...(conditions && { conditions: conditions.map(conditionOf) }),
    ...(wait && { wait: { ...NO_WAIT, ...wait } }),
    loop: { ...blank.loop, ...loop },
  } as Step;
}

function intentOf(short: IntentShorthand, index: number): Intent {
  if (typeof short === 'string') return { ...blankIntent(index + 1), text: short };
  return { ...blankIntent(index + 1), ...short, phrases: phrasesOf(short.phrases ?? []) };
}

function conditionOf(short: Partial<Condition>, index: number): Condition {
  return {
    id: index + 1,
    operator: '=',
    data: '',
    value: '',
    next: 0,
    description: '',
    ...short,
  };
}

function phrasesOf(texts: (string | Phrase)[]): Phrase[] {
  return texts.map((text, index) => (typeof text === 'string' ? { id: index + 1, text } : text));
}
