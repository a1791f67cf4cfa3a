/**
 * What steps say in further languages. A translation belongs to a text of its step, by the text's key; the
 * text itself stays where it is, in the campaign's base language, and stands in for what is not translated.
 */
import { LANGUAGES } from '@parley/rules/languages.ts';
import { type Intent, isQuestion, type Phrase, type Question, type Step } from './flow.ts';

export type SourceKind = 'text' | 'alternative' | 'answer' | 'phrases' | 'response' | 'error' | 'loop';

/** A text of a step that can be translated. */
export type SourceText = {
  /** Names it within its step: `text`, `alternative:3` (by the phrase's id), `answer:2` (by the intent's). */
  key: string;
  kind: SourceKind;
  /** Counted from 1 among the alternatives or answers; 0: it is the only one of its kind. */
  place: number;
  /** In the base language; '' where nothing is written yet. */
  text: string;
};

const WORDED: readonly Step['type'][] = [
  'message',
  'final-message',
  'choice-question',
  'open-question',
  'mms',
];

/**
 * The texts of a step that its contact reads, and the answers that they may say, in the order of its form.
 * What goes to other people (a notification) and to servers is said as it is written.
 */
export function sourceTexts(step: Step): SourceText[] {
  const texts: SourceText[] = [];
  const add = (kind: SourceKind, text: string, place = 0, key: string = kind) =>
    texts.push({ key, kind, place, text });
  if (WORDED.includes(step.type) && 'text' in step) add('text', step.text);
  if ('alternatives' in step)
    for (const [n, { id, text }] of step.alternatives.entries())
      add('alternative', text, n + 1, `alternative:${id}`);
  if (isQuestion(step)) {
    for (const [n, { id, text, phrases, response }] of step.intents.entries()) {
      add('answer', text, n + 1, `answer:${id}`);
      add('phrases', linesOf(phrases), n + 1, `phrases:${id}`);
      if (response !== '') add('response', response, n + 1, `response:${id}`);
    }
    if (step.errorText !== '') add('error', step.errorText);
  }
  if (step.loop.message !== '') add('loop', step.loop.message);
  return texts;
}

/** Training phrases as one text, one a line. */
const linesOf = (phrases: readonly Phrase[]) => phrases.map(({ text }) => text).join('\n');

/**
 * Whether somebody who speaks another language would miss its translation. What people say beside an answer's
 * own words need not be translated, nor what is a number or a sign.
 */
export const needsTranslation = ({ kind, text }: SourceText): boolean =>
  kind !== 'phrases' && /\p{L}/u.test(text.replace(/\{%[^{}]*%\}/g, ''));

/** What somebody who speaks a language would miss. */
export const missingTexts = (step: Step, language: string): SourceText[] =>
  sourceTexts(step).filter(
    (each) => needsTranslation(each) && translationOf(step, language, each.key).trim() === '',
  );

/** The keys of {@link sourceTexts}, also of texts that are empty now. */
function keysOf(step: Step): Set<string> {
  const keys = new Set(sourceTexts(step).map(({ key }) => key));
  for (const each of ['error', 'loop']) keys.add(each);
  if (isQuestion(step)) for (const { id } of step.intents) keys.add(`response:${id}`);
  return keys;
}

/** The text in a language; '' where it is not translated. */
export const translationOf = (step: Step, language: string, key: string): string =>
  step.translations?.[language]?.[key] ?? '';

/** The step with one of its texts in a language; '' takes the translation away. */
export function withTranslation(step: Step, language: string, key: string, text: string): Step {
  const said = { ...step.translations?.[language], [key]: text };
  return tidyTranslations({ ...step, translations: { ...step.translations, [language]: said } });
}

/** The step without what it says in a language. */
export function withoutLanguage(step: Step, language: string): Step {
  if (!step.translations?.[language]) return step;
  const { [language]: _, ...others } = step.translations;
  return tidyTranslations({ ...step, translations: others });
}

/**
 * The step without empty translations and those of texts that it does not have any more, so that a new
 * answer or alternative does not get those of a deleted one. The same step where all are in order.
 */
export function tidyTranslations(step: Step): Step {
  const { translations, ...bare } = step;
  if (translations === undefined) return step;
  const keys = keysOf(step);
  const kept = Object.entries(translations).flatMap(([language, said]) => {
    const own = Object.entries(said).filter(([key, text]) => keys.has(key) && text.trim() !== '');
    return own.length > 0 ? [[language, Object.fromEntries(own)] as const] : [];
  });
  if (kept.length === 0) return bare as Step;
  const count = (all: (readonly [string, object])[]) =>
    all.reduce((sum, [, said]) => sum + 1 + Object.keys(said).length, 0);
  if (count(kept) === count(Object.entries(translations))) return step;
  return { ...bare, translations: Object.fromEntries(kept) } as Step;
}

/** The further languages that steps say something in, in the order of their names. */
export function languagesOf(steps: readonly Step[]): string[] {
  const said = new Set(steps.flatMap((step) => Object.keys(step.translations ?? {})));
  return LANGUAGES.map(({ code }) => code).filter((code) => said.has(code));
}

/**
 * The step as somebody hears it who speaks a language: what is translated in its place, the rest as it is.
 * Of wordings to choose from only translated ones count, if there are any.
 */
export function inLanguage(step: Step, language: string): Step {
  const said = step.translations?.[language];
  if (!said) return step;
  const or = (key: string, text: string) => (text === '' ? '' : (said[key] ?? text));
  const loop = { ...step.loop, message: or('loop', step.loop.message) };
  const worded = { ...step, ...wordingsIn(step, said), loop } as Step;
  if (!isQuestion(worded)) return worded;
  const intents = worded.intents.map((intent) => intentIn(intent, said));
  return { ...worded, intents, errorText: or('error', worded.errorText) } satisfies Question;
}

type Said = Record<string, string>;

function wordingsIn(step: Step, said: Said): { text?: string; alternatives?: Phrase[] } {
  if (!WORDED.includes(step.type) || !('text' in step)) return {};
  if (!('alternatives' in step)) return { text: said.text ?? step.text };
  const alternatives = step.alternatives.flatMap((each) => {
    const text = said[`alternative:${each.id}`];
    return text === undefined ? [] : [{ ...each, text }];
  });
  return said.text === undefined && alternatives.length === 0 ? {} : { text: said.text ?? '', alternatives };
}

/** An intent as a contact says it: `spoken` is its text in their language, by which it is known as well. */
export type SpokenIntent = Intent & { spoken?: string };

/** Its own text stays what reports and rules know it by. */
function intentIn(intent: Intent, said: Said): SpokenIntent {
  const { id, response, phrases } = intent;
  const spoken = said[`answer:${id}`];
  const lines = (said[`phrases:${id}`] ?? '').split('\n').filter((line) => line.trim() !== '');
  return {
    ...intent,
    ...(spoken !== undefined && { spoken }),
    response: response === '' ? '' : (said[`response:${id}`] ?? response),
    phrases: [...phrases, ...lines.map((text, n) => ({ id: -1 - n, text }))],
  };
}
