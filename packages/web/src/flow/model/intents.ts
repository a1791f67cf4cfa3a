/**
 * An answer intent's action is exclusive: a next step, a simple response or another campaign (specification,
 * section 4).
 */
import type { Intent, Phrase, Question } from '@parley/engine/flow.ts';
import { ANSWER_THRESHOLDS } from '@parley/rules/answer-limits.ts';
import { wordings } from './wordings.ts';

export const INTENT_ACTIONS = ['next', 'response', 'switch'] as const;
export type IntentAction = (typeof INTENT_ACTIONS)[number];

/** The panel's tab: the response when there is one, the campaign when there is one, else the next step. */
export function actionOf(intent: Intent): IntentAction {
  if (intent.response !== '') return 'response';
  return intent.switchTo > 0 ? 'switch' : 'next';
}

/** `next` 0: the question's default next. */
export function chooseNext(intent: Intent, next: number): Intent {
  return { ...intent, next, response: '', switchTo: 0 };
}

export function enterResponse(intent: Intent, response: string): Intent {
  return { ...intent, next: 0, response, switchTo: 0 };
}

/** `campaign` 0: none. */
export function chooseSwitch(intent: Intent, campaign: number): Intent {
  return { ...intent, next: 0, response: '', switchTo: campaign };
}

/** The next free id of intents, alternatives or conditions. */
export function freeId(items: readonly { id: number }[]): number {
  return Math.max(0, ...items.map((item) => item.id)) + 1;
}

export function replaceById<T extends { id: number }>(items: readonly T[], changed: T): T[] {
  return items.map((item) => (item.id === changed.id ? changed : item));
}

/** How like a phrase a reply to a question must be, in percent. */
export const thresholdOf = ({ threshold }: Pick<Question, 'threshold'>): number =>
  threshold ?? ANSWER_THRESHOLDS.close;

/** 'Close', or '55% alike' for a number that other clients chose. */
export function thresholdName(threshold: number): string {
  const named = Object.entries(ANSWER_THRESHOLDS).find(([, value]) => value === threshold);
  const names: Record<string, string> = wordings.thresholds.names;
  return names[named?.[0] ?? ''] ?? wordings.thresholds.alike(threshold);
}

/** One more training phrase for an answer, unless it has it. */
export const addPhrase = (intents: readonly Intent[], id: number, text: string): Intent[] =>
  intents.map((intent) =>
    intent.id === id && !intent.phrases.some((phrase) => phrase.text === text)
      ? { ...intent, phrases: [...intent.phrases, { id: freeId(intent.phrases), text }] }
      : intent,
  );

export const dropPhrase = (intents: readonly Intent[], id: number, text: string): Intent[] =>
  intents.map((intent) =>
    intent.id === id
      ? { ...intent, phrases: intent.phrases.filter((phrase) => phrase.text !== text) }
      : intent,
  );

/** Texts as phrases: a text that was there keeps its id. */
export function phrasesOf(texts: readonly string[], before: readonly Phrase[]): Phrase[] {
  let last = freeId(before) - 1;
  return texts.map((text) => {
    const known = before.find((phrase) => phrase.text === text);
    if (known) return known;
    last += 1;
    return { id: last, text };
  });
}
