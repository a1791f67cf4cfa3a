/**
 * What steps say in further languages. A translation belongs to a text of its step, by the text's key; the
 * text itself stays where it is, in the campaign's base language, and stands in for what is not translated.
 */
import { LANGUAGES } from '@parley/rules/languages.ts';
import { type Intent, isQuestion, type Phrase, type Question, type Step, type Translations } from './flow.ts';
import { parseTokens, writeToken } from './tokens.ts';

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

/**
 * The step with one of its texts in a language; '' takes the translation away. `original`: what it is a
 * translation of, where that is not what the step says now.
 */
export function withTranslation(
  step: Step,
  language: string,
  key: string,
  text: string,
  original = originalOf(step, key),
): Step {
  const said = { ...step.translations?.[language], [key]: text };
  const changed = { ...step, translations: { ...step.translations, [language]: said } };
  return tidyTranslations(withMark(changed, language, key, originalMark(original)));
}

const originalOf = (step: Step, key: string): string =>
  sourceTexts(step).find((each) => each.key === key)?.text ?? '';

const withMark = (step: Step, language: string, key: string, mark: string): Step => ({
  ...step,
  translatedFrom: { ...step.translatedFrom, [language]: { ...step.translatedFrom?.[language], [key]: mark } },
});

/**
 * What tells an original from others, in eight signs or fewer; '' of one that says nothing. Blanks at its
 * ends count for nothing, nor do the numbers of steps in its tokens, which a copy of the campaign changes.
 */
export function originalMark(text: string): string {
  const numberless = parseTokens(text.replace(/\r\n?/g, '\n').trim()).map((part) =>
    typeof part === 'string'
      ? part
      : writeToken(part.kind === 'tag' || part.kind === 'link' ? part : { ...part, name: 'step' }),
  );
  const plain = numberless.join('');
  if (plain === '') return '';
  // FNV-1a of 32 bits, over code units: one that differs always makes another mark.
  let hash = 0x811c9dc5;
  for (let at = 0; at < plain.length; at += 1)
    hash = Math.imul(hash ^ plain.charCodeAt(at), 0x01000193) >>> 0;
  return hash.toString(36);
}

/**
 * The texts whose original changed since they were translated, with the mark of what it is now. What people
 * say beside an answer's own words is nobody's translation, and one of which no mark is known never counts.
 */
export function outdatedTexts(step: Step, language: string): (SourceText & { mark: string })[] {
  const marks = step.translatedFrom?.[language];
  if (!marks) return [];
  return sourceTexts(step)
    .map((each) => ({ ...each, mark: originalMark(each.text) }))
    .filter(
      ({ key, kind, mark }) =>
        kind !== 'phrases' && mark !== '' && (marks[key] ?? '') !== '' && marks[key] !== mark,
    );
}

/** The step whose texts in a language still fit; `marks`: by key, of the originals that were looked at. */
export function stillFitting(step: Step, language: string, marks: Readonly<Record<string, string>>): Step {
  return outdatedTexts(step, language)
    .filter(({ key, mark }) => marks[key] === mark)
    .reduce((now, { key, mark }) => withMark(now, language, key, mark), step);
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
  const { translations, translatedFrom, ...bare } = step;
  if (translations === undefined && translatedFrom === undefined) return step;
  const keys = keysOf(step);
  const said = kept(translations, (_language, key, text) => keys.has(key) && text.trim() !== '');
  const marks = kept(
    translatedFrom,
    (language, key, mark) => mark !== '' && said?.[language]?.[key] !== undefined,
  );
  if (said === translations && marks === translatedFrom) return step;
  return { ...bare, ...(said && { translations: said }), ...(marks && { translatedFrom: marks }) } as Step;
}

/** The texts that are kept: the same object where all are, undefined where none is. */
function kept(
  texts: Translations | undefined,
  isKept: (language: string, key: string, text: string) => boolean,
): Translations | undefined {
  const languages = Object.entries(texts ?? {}).flatMap(([language, own]) => {
    const left = Object.entries(own).filter(([key, text]) => isKept(language, key, text));
    return left.length > 0 ? [[language, Object.fromEntries(left)] as const] : [];
  });
  if (languages.length === 0) return undefined;
  const count = (all: (readonly [string, object])[]) =>
    all.reduce((sum, [, own]) => sum + 1 + Object.keys(own).length, 0);
  return count(languages) === count(Object.entries(texts ?? {})) ? texts : Object.fromEntries(languages);
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
