/**
 * Which intent a reply means: its number or letter, its text, its pattern, then similarity to a training
 * phrase. Each way is tried over all intents in their order before the next way. An intent whose own text is
 * the reply wins over a number or letter, so that "5" answers "5" in a list from 5 down to 1. On a scale,
 * where every answer is a number, a number that is none of them means nothing: an "11" to a score from 10
 * down to 0 is no 0, although that is the eleventh.
 */
import { ANSWER_THRESHOLDS } from '@parley/rules/answer-limits.ts';
import type { Intent, Phrase } from './flow.ts';
import { type CompiledPattern, compilePatterns, patternInput } from './pattern.ts';
import { compileSimilarity, likenessOf, type Similarity } from './text-similarity.ts';
import type { SpokenIntent } from './translations.ts';

/** What answers are known by word for word. */
export type LiteralMatcher = {
  intents: readonly Intent[];
  byText: Map<string, Intent>;
  patterns: (CompiledPattern & { intent: Intent })[];
};
export type IntentMatcher = LiteralMatcher & {
  /** Patterns that cannot be used, as messages. */
  faults: string[];
  /** Empty where only exact answers count. */
  similarity: Similarity<Intent>;
  /** How like a reply must be to a phrase, in percent. */
  threshold: number;
};

/** What an answer was known by: likeness to a phrase, or its first word, come after the literal ways. */
export type KnownBy = 'text' | 'place' | 'pattern' | 'likeness' | 'beginning';
export type IntentMatch = {
  intent: Intent | null;
  faults: readonly string[];
  by: KnownBy | null;
  /** The intent that it is most like, be it too little; null where likeness was not looked at. */
  nearest: Intent | null;
  /** How like it is to that one, from 0 to 1. */
  degree: number;
};

/**
 * Makes a question's intents ready to match. `shared`: further training phrases, each with the id of the
 * intent it trains. `threshold`: in percent.
 */
export function compileIntents(
  intents: readonly SpokenIntent[],
  shared: readonly Phrase[] = [],
  threshold: number = ANSWER_THRESHOLDS.close,
): IntentMatcher {
  const { usable, faults } = compilePatterns(intents);
  const examples = isExact(threshold)
    ? []
    : intents.flatMap((intent) => trainingTexts(intent, shared).map((text) => ({ text, value: intent })));
  return {
    ...literal(intents, wordForWord(shared, threshold), usable),
    faults: faults.map(({ message }) => `${message} It was left out.`),
    similarity: compileSimilarity(examples),
    threshold,
  };
}

/** As {@link compileIntents}, without likeness: a fraction of its work. */
export const compileLiterals = (
  intents: readonly Intent[],
  shared: readonly Phrase[] = [],
  threshold: number = ANSWER_THRESHOLDS.close,
): LiteralMatcher => literal(intents, wordForWord(shared, threshold), compilePatterns(intents).usable);

const isExact = (threshold: number) => threshold >= ANSWER_THRESHOLDS.exact;

/** The training phrases of an intent that a reply must be, word for word. */
type WordForWord = (intent: SpokenIntent) => string[];

/** All of them where nothing else counts, else those that have no words: similarity knows words alone. */
const wordForWord =
  (shared: readonly Phrase[], threshold: number): WordForWord =>
  (intent) =>
    trainingTexts(intent, shared).filter(isExact(threshold) ? () => true : isSign);

function literal(
  intents: readonly SpokenIntent[],
  phrasesOf: WordForWord,
  patterns: LiteralMatcher['patterns'],
): LiteralMatcher {
  const byText = new Map<string, Intent>();
  const know = (text: string, intent: Intent) => {
    if (text !== '' && !byText.has(text)) byText.set(text, intent);
  };
  // What an answer is called in the contact's own language comes first.
  for (const intent of intents) know(plain(intent.spoken ?? ''), intent);
  for (const intent of intents) {
    know(plain(intent.text), intent);
    for (const phrase of phrasesOf(intent)) know(plain(phrase), intent);
  }
  return { intents, byText, patterns };
}

function trainingTexts(intent: SpokenIntent, shared: readonly Phrase[]): string[] {
  const phrases = [...intent.phrases, ...shared.filter((phrase) => phrase.id === intent.id)];
  const spoken = intent.spoken === undefined ? [] : [intent.spoken];
  return [intent.text, ...spoken, ...phrases.map((phrase) => phrase.text)];
}

/** The intent of a reply, null when none matches. */
export function matchIntent(matcher: IntentMatcher, reply: string): IntentMatch {
  const { faults } = matcher;
  const literally = matcher.intents.length === 0 ? null : literalMatch(matcher, reply);
  if (literally) return { ...literally, faults, nearest: literally.intent, degree: 1 };
  return { ...alikeIntent(matcher, reply), faults };
}

/** The intent of a reply that is none of its literal answers. */
export function alikeIntent(matcher: IntentMatcher, reply: string): Omit<IntentMatch, 'faults'> {
  const { nearest, degree, begun } = likenessOf(matcher.similarity, reply);
  if (degree > matcher.threshold / 100) return { intent: nearest, by: 'likeness', nearest, degree };
  // Who wants more likeness than usual wants no guess from a first word.
  const intent = matcher.threshold > ANSWER_THRESHOLDS.close ? null : begun;
  return { intent, by: intent && 'beginning', nearest, degree };
}

/** What an answer was known by, before any likeness is looked at. */
type Literally = { intent: Intent; by: 'text' | 'place' | 'pattern' };

export function literalMatch(matcher: LiteralMatcher, reply: string): Literally | null {
  const said = plain(reply);
  if (said === '') return null;
  const byText = matcher.byText.get(said);
  if (byText) return { intent: byText, by: 'text' };
  const byPlace = byNumberOrLetter(matcher.intents, said);
  if (byPlace) return { intent: byPlace, by: 'place' };
  const fits = byPattern(matcher, reply);
  return fits ? { intent: fits, by: 'pattern' } : null;
}

function byNumberOrLetter(intents: readonly Intent[], said: string): Intent | undefined {
  if (/^\d{1,3}$/.test(said)) return isScale(intents, said.length) ? undefined : intents[Number(said) - 1];
  return /^[a-z]$/.test(said) ? intents[said.charCodeAt(0) - 97] : undefined;
}

/**
 * Whether the answers are numbers, as short as the one that was said: years are still picked by their place.
 */
function isScale(intents: readonly Intent[], digits: number): boolean {
  const texts = intents.map((intent) => plain(intent.text));
  return texts.every((text) => /^\d+$/.test(text)) && texts.some((text) => text.length <= digits);
}

function byPattern(matcher: LiteralMatcher, reply: string): Intent | undefined {
  const size = matcher.patterns.reduce((sum, each) => sum + each.size, 0);
  const input = patternInput(reply, size);
  return matcher.patterns.find(({ pattern }) => pattern.matcher(input).find())?.intent;
}

/** An emoji, a tick: neither letter nor digit. */
const isSign = (text: string) => text.trim() !== '' && !/[\p{L}\p{N}]/u.test(text);

/**
 * From the first letter or digit to the last one; in time that grows with the text alone, whatever stands
 * around them.
 */
const OUTER_WORDS = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su;

/**
 * Lower case without accents and outer punctuation, blanks as one; a text of signs alone stays as it is, but
 * for the tone of a skin.
 */
export function plain(text: string): string {
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
  return OUTER_WORDS.exec(folded)?.[0] ?? folded.replace(/\p{Emoji_Modifier}/gu, '');
}
