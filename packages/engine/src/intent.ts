/**
 * Which intent a reply means: its number or letter, its text, its pattern, then similarity to a training
 * phrase. Each way is tried over all intents in their order before the next way. An intent whose own text is
 * the reply wins over a number or letter, so that "5" answers "5" in a list from 5 down to 1. On a scale,
 * where every answer is a number, a number that is none of them means nothing: an "11" to a score from 10
 * down to 0 is no 0, although that is the eleventh.
 */
import type { Intent, Phrase } from './flow.ts';
import { type CompiledPattern, compilePatterns, patternInput } from './pattern.ts';
import { compileSimilarity, mostSimilar, type Similarity } from './text-similarity.ts';

/** What answers are known by word for word. */
export type LiteralMatcher = {
  intents: readonly Intent[];
  byText: Map<string, Intent>;
  patterns: (CompiledPattern & { intent: Intent })[];
};
export type IntentMatcher = LiteralMatcher & {
  /** Patterns that cannot be used, as messages. */
  faults: string[];
  similarity: Similarity<Intent>;
};

export type IntentMatch = { intent: Intent | null; faults: readonly string[] };

/**
 * Makes a question's intents ready to match. `shared`: further training phrases, each with the id of the
 * intent it trains.
 */
export function compileIntents(intents: readonly Intent[], shared: readonly Phrase[] = []): IntentMatcher {
  const { usable, faults } = compilePatterns(intents);
  return {
    ...literal(intents, shared, usable),
    faults: faults.map(({ message }) => `${message} It was left out.`),
    similarity: compileSimilarity(
      intents.flatMap((intent) => trainingTexts(intent, shared).map((text) => ({ text, value: intent }))),
    ),
  };
}

/** As {@link compileIntents}, without likeness: a fraction of its work. */
export const compileLiterals = (intents: readonly Intent[], shared: readonly Phrase[] = []): LiteralMatcher =>
  literal(intents, shared, compilePatterns(intents).usable);

function literal(
  intents: readonly Intent[],
  shared: readonly Phrase[],
  patterns: LiteralMatcher['patterns'],
): LiteralMatcher {
  const byText = new Map<string, Intent>();
  for (const intent of intents) {
    const text = plain(intent.text);
    if (text !== '' && !byText.has(text)) byText.set(text, intent);
    // Similarity knows words alone.
    for (const sign of trainingTexts(intent, shared).filter(isSign).map(plain))
      if (!byText.has(sign)) byText.set(sign, intent);
  }
  return { intents, byText, patterns };
}

function trainingTexts(intent: Intent, shared: readonly Phrase[]): string[] {
  const phrases = [...intent.phrases, ...shared.filter((phrase) => phrase.id === intent.id)];
  return [intent.text, ...phrases.map((phrase) => phrase.text)];
}

/** The intent of a reply, null when none matches. */
export function matchIntent(matcher: IntentMatcher, reply: string): IntentMatch {
  const { faults } = matcher;
  const said = plain(reply);
  if (said === '' || matcher.intents.length === 0) return { intent: null, faults };
  const { intent } = literalMatch(matcher, reply) ?? { intent: mostSimilar(matcher.similarity, reply) };
  return { intent, faults };
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
