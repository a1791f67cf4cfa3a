/** The words that are handled before any flow: opt out, opt in again, help. */

import { languageOfPattern, patternAt } from './opt-out-patterns.ts';
import {
  BANTER,
  DOUBTFUL_MESSAGES,
  DOUBTFUL_PHRASES,
  DOUBTFUL_WORDS,
  HARMLESS_PHRASES,
  OTHER_REQUESTS,
} from './opt-out-review-words.ts';
import {
  FILLERS,
  HELP_WORDS,
  languageOfEntry,
  NEGATIONS,
  START_WORDS,
  STOP_PHRASES,
  STOP_WORDS,
  type WordLanguage,
  YES_WORDS,
} from './opt-out-words.ts';

/**
 * Whether a campaign may not take this keyword, because the words handled before any flow would swallow it.
 */
export function isReservedKeyword(keyword: string, furtherStops: readonly string[] = []): boolean {
  const { kind } = classifyInbound(keyword, furtherStops);
  return kind !== 'none' && kind !== 'doubtful';
}

export type InboundKind = 'stop' | 'start' | 'help' | 'yes' | 'none' | 'doubtful';
/** `matched`: the table's entry that decided, '' for none; kept beside an opt-out as its reason. */
export type InboundClass = { kind: InboundKind; matched: string };

const NONE: InboundClass = { kind: 'none', matched: '' };
const fillers = new Set<string>(FILLERS);
const doubtfulWords = new Set<string>(DOUBTFUL_WORDS);
const wholeMessages = new Map<string, InboundKind>([
  ...STOP_WORDS.map((word) => [word, 'stop'] as const),
  ...START_WORDS.map((word) => [word, 'start'] as const),
  ...HELP_WORDS.map((word) => [word, 'help'] as const),
  ...YES_WORDS.map((word) => [word, 'yes'] as const),
  ...DOUBTFUL_MESSAGES.map((word) => [word, 'doubtful'] as const),
]);

/** Phrases by their first word, so that a message is read once. */
type PhraseIndex = Map<string, string[][]>;
const stopPhrases = indexOf(STOP_PHRASES);
const doubtfulPhrases = indexOf(DOUBTFUL_PHRASES);
const harmlessPhrases = indexOf(HARMLESS_PHRASES);
const otherRequests = indexOf(OTHER_REQUESTS);
const banter = new Set<string>(BANTER);
const negations = NEGATIONS.map((negation) => negation.split(' '));

/**
 * What an inbound text means before any flow sees it. Case, accents, punctuation, emoji and politeness around
 * the words do not count. `yes` opts in again only somebody who is opted out: the caller knows. `doubtful`
 * changes nothing by itself; a person should look at it. `furtherStops`: words of the account's own
 * ({@link optOutWordOf}) that opt out when they are the whole message, politeness aside.
 */
export function classifyInbound(text: string, furtherStops: readonly string[] = []): InboundClass {
  const words = wordsOf(text);
  if (words.length === 0) return STOP_SIGN.test(text) ? { kind: 'stop', matched: '🛑' } : NONE;
  const whole = wholeMessage(words, lookUp);
  if (whole && whole.kind !== 'doubtful') return whole;
  const further = furtherStops.length > 0 ? wholeMessage(words, lookUpIn(furtherStops)) : null;
  if (further) return further;
  if (whole) return whole;
  let negated = false;
  for (let at = 0; at < words.length; at++) {
    const other = phraseAt(otherRequests, words, at);
    if (other) return { kind: 'doubtful', matched: other.join(' ') };
    const phrase = phraseAt(stopPhrases, words, at) ?? patternAt(words, at);
    if (!phrase) continue;
    if (!isNegated(words, at)) return { kind: 'stop', matched: phrase.join(' ') };
    negated = true;
  }
  if (negated) return NONE;
  return endsWithStop(text, words) ?? doubt(words);
}

/** Whether a text is one of these entries as a whole, politeness aside. */
export const isWhole = (text: string, entries: readonly string[]): boolean =>
  wholeMessage(wordsOf(text), lookUpIn(entries)) !== null;

/** A word in the form in which texts are compared; '' when it has neither letters nor digits. */
export const optOutWordOf = (text: string): string => wordsOf(text).join(' ');

/** The language of what {@link classifyInbound} matched; English where it is of no other one. */
export const languageOf = (matched: string): WordLanguage =>
  languageOfEntry(matched) ?? languageOfPattern(matched.split(' ')[0] ?? '');

/** Nothing but stop signs. */
const STOP_SIGN = /^(?:\s|\p{P}|\uFE0F|🛑)*🛑(?:\s|\p{P}|\uFE0F)*$/u;

/**
 * The last sentence, or the first one before a full stop, that is an opt-out word by itself: "I never signed
 * up for this, stop".
 */
function endsWithStop(text: string, words: readonly string[]): InboundClass | null {
  if (!words.some((word) => LONE_WORDS.has(word)) || words.some((word) => banter.has(word))) return null;
  const sentences = text.split(/[.,;:!?\n\r…–—]+/u).map(wordsOf);
  const spoken = sentences.filter((sentence) => sentence.length > 0);
  const first = /^[^.,;:!?\n\r]*[.\n\r]/u.test(text) ? spoken.at(0) : undefined;
  for (const sentence of [spoken.at(-1), first]) {
    const found = sentence && wholeMessage(sentence, lookUp);
    if (found?.kind === 'stop' && LONE_WORDS.has(sentence?.find((word) => LONE_WORDS.has(word)) ?? ''))
      return found;
  }
  return null;
}

/** Opt-out words that mean nothing else in a sentence of their own. */
const LONE_WORDS = new Set(['stop', 'stopall', 'unsubscribe', 'optout', 'unsub']);

/** ASCII only: most messages, and much cheaper to take apart. */
const PLAIN = /^[\x20-\x7e\n\r\t]*$/;

/** Accents and points, apostrophes, and what nobody sees: marks of direction, fillers, Arabic's kashida. */
const UNSEEN = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u0640'’‘`´]/gu;

/**
 * Letters and digits in lower case without accents, as words; emoji and punctuation part them, apostrophes do
 * not.
 */
function wordsOf(text: string): string[] {
  const words = PLAIN.test(text)
    ? text
        .toLowerCase()
        .replace(/['`]/g, '')
        .match(/[a-z0-9]+/g)
    : text
        .normalize('NFKD')
        .replace(UNSEEN, '')
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu);
  if (!words) return [];
  return isSpelt(words) ? [words.join('')] : words;
}

/** "S T O P" */
const isSpelt = (words: readonly string[]) => words.length > 1 && words.every((word) => word.length === 1);

/**
 * The message is one entry of the tables, perhaps repeated ("STOP STOP"), with nothing but politeness around
 * it.
 */
function wholeMessage(words: string[], find: typeof lookUp): InboundClass | null {
  const exact = find(words);
  if (exact) return exact;
  let from = 0;
  let to = words.length;
  while (from < to && fillers.has(words[from] ?? '')) from++;
  while (to > from && fillers.has(words[to - 1] ?? '')) to--;
  if (from === to) return null;
  const between = words.slice(from, to);
  const core = isSpelt(between) ? [between.join('')] : between;
  const found = find(core) ?? find(core.map(withoutEchoes));
  if (found) return found;
  const [first] = core;
  return core.every((word) => word === first) ? find(core.slice(0, 1)) : null;
}

/** "STOOOP": a letter held down. */
const withoutEchoes = (word: string) => word.replace(/(\p{L})\1+/gu, '$1');

function lookUp(words: string[]): InboundClass | null {
  const entry = words.join(' ');
  const kind = wholeMessages.get(entry);
  return kind ? { kind, matched: entry } : null;
}

const lookUpIn = (stops: readonly string[]) => (words: string[]) => {
  const entry = words.join(' ');
  return stops.includes(entry) ? { kind: 'stop' as const, matched: entry } : null;
};

function doubt(words: string[]): InboundClass {
  let harmlessUntil = 0;
  for (let at = 0; at < words.length; at++) {
    const phrase = phraseAt(doubtfulPhrases, words, at);
    if (phrase) return { kind: 'doubtful', matched: phrase.join(' ') };
    const harmless = phraseAt(harmlessPhrases, words, at);
    if (harmless) harmlessUntil = Math.max(harmlessUntil, at + harmless.length);
    const word = words[at] ?? '';
    if (at >= harmlessUntil && doubtfulWords.has(word)) return { kind: 'doubtful', matched: word };
  }
  return NONE;
}

function indexOf(phrases: readonly string[]): PhraseIndex {
  const index: PhraseIndex = new Map();
  for (const phrase of phrases) {
    const words = phrase.split(' ');
    const first = words[0] ?? '';
    index.set(first, [...(index.get(first) ?? []), words]);
  }
  return index;
}

function phraseAt(index: PhraseIndex, words: string[], at: number): string[] | undefined {
  return index.get(words[at] ?? '')?.find((phrase) => phrase.every((word, i) => words[at + i] === word));
}

function isNegated(words: string[], at: number): boolean {
  return negations.some((negation) => negation.every((word, i) => words[at - negation.length + i] === word));
}
