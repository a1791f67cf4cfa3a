import type { Flow, Question, Step } from './flow.ts';
import { compileIntents, type IntentMatcher } from './intent.ts';
import { parseTokens, type TextPart } from './tokens.ts';
import { inLanguage } from './translations.ts';

/**
 * A flow made ready to run: looked up by id, its texts and intents taken apart at first use. Made once per
 * Flow object.
 */
export type CompiledFlow = {
  /** In order of position. */
  steps: Step[];
  byId: Map<number, Step>;
  /** Where each step stands in `steps`. */
  indexes: Map<number, number>;
  texts: Map<string, TextPart[]>;
  matchers: Map<Question, IntentMatcher>;
  /** The first step of each description, in small letters; made at first use. */
  byDescription: Map<string, Step> | null;
  /** Translated steps as speakers of each language hear them. */
  spoken: Map<string, Step>;
};

const compiled = new WeakMap<Flow, CompiledFlow>();

/**
 * The flow ready to run. A Flow object is never changed after it was given to the engine: an edit makes a new
 * one.
 */
export function compile(flow: Flow): CompiledFlow {
  const known = compiled.get(flow);
  if (known) return known;
  const steps = flow.steps.toSorted((one, other) => one.position - other.position);
  const made: CompiledFlow = {
    steps,
    byId: new Map(steps.map((step) => [step.id, step])),
    indexes: new Map(steps.map((step, index) => [step.id, index])),
    texts: new Map(),
    matchers: new Map(),
    byDescription: null,
    spoken: new Map(),
  };
  compiled.set(flow, made);
  return made;
}

export function textParts(flow: CompiledFlow, text: string): TextPart[] {
  let parts = flow.texts.get(text);
  if (!parts) {
    parts = parseTokens(text);
    flow.texts.set(text, parts);
  }
  return parts;
}

export function matcherOf(flow: CompiledFlow, step: Question): IntentMatcher {
  let matcher = flow.matchers.get(step);
  if (!matcher) {
    matcher = compileIntents(step.intents, step.sharedPhrases, step.threshold);
    flow.matchers.set(step, matcher);
  }
  return matcher;
}

/** {@link inLanguage}, the same object each time. */
export function spokenStep(flow: CompiledFlow, step: Step, language: string): Step {
  if (!step.translations?.[language]) return step;
  const key = `${step.id} ${language}`;
  let spoken = flow.spoken.get(key);
  if (!spoken) {
    spoken = inLanguage(step, language);
    flow.spoken.set(key, spoken);
  }
  return spoken;
}

/** The step after this one in order, null at the end. */
export function following(flow: CompiledFlow, step: Step): Step | null {
  return flow.steps[(flow.indexes.get(step.id) ?? flow.steps.length) + 1] ?? null;
}

/** A step by the reference of a token: its id, else its description in any case. */
export function stepByReference(flow: CompiledFlow, reference: string): Step | null {
  const byId = /^\d+$/.test(reference) ? flow.byId.get(Number(reference)) : undefined;
  if (byId) return byId;
  flow.byDescription ??= new Map(
    flow.steps.toReversed().map((step) => [step.description.trim().toLowerCase(), step]),
  );
  return flow.byDescription.get(reference.trim().toLowerCase()) ?? null;
}
