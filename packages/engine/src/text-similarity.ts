/**
 * How similar short texts are: words and runs of 3 and 4 characters, weighted by how rare they are among the
 * phrases (TF-IDF), compared by cosine with the nearest phrase. Tolerates typing errors and unknown words
 * around the known ones.
 */
import { contradicts, endsInDenial, negates, withNegations } from './negation.ts';
import { compileVocabulary, respell, type Vocabulary } from './spelling.ts';

/** Words against character runs in the whole. */
const WORD_SHARE = 0.55;
/** Words that carry no intent count this much. */
const FILLER_WEIGHT = 0.3;
const FILLERS = new Set(
  `a an and are be been but can could do does for from go going had have hello hey hi i i'd i'll i'm id ill im in is it just kindly
  know let like love me my of oh ok okay on or our please pls plz really so some sure thank thanks that the their there this to too um
  us very want was we well were will with would yeah you your
  al de del el en es eso la las lo los me mi para pero por favor que quiero se si su un una y yo
  au aux ce de des du en est et je la le les ma me mon pour que se un une vous voudrais`.split(/\s+/),
);

type Features = Map<string, number>;
type Vector = { words: Features; runs: Features };
export type Similarity<T> = {
  /** Phrases of one word, for replies that begin with it. */
  firstWords: Map<string, T>;
  phrases: { vector: Vector; value: T }[];
  wordRarity: Map<string, number>;
  runRarity: Map<string, number>;
  unknownRarity: number;
  vocabulary: Vocabulary;
};

/** Makes phrases ready to compare with. */
export function compileSimilarity<T>(phrases: readonly { text: string; value: T }[]): Similarity<T> {
  const counted = phrases
    .map(({ text, value }) => ({ vector: features(wordsOf(text)), value }))
    .filter(({ vector }) => vector.words.size > 0);
  const wordRarity = rarity(counted.map(({ vector }) => vector.words));
  const runRarity = rarity(counted.map(({ vector }) => vector.runs));
  const unknownRarity = Math.log(counted.length + 1) + 1;
  for (const { vector } of counted) weigh(vector, wordRarity, runRarity, unknownRarity);
  const firstWords = firstWordsOf(phrases);
  const vocabulary = compileVocabulary(wordRarity.keys());
  return { firstWords, phrases: counted, wordRarity, runRarity, unknownRarity, vocabulary };
}

/** What a text is like. */
export type Likeness<T> = {
  /** The value of the phrase that it is most like, the first of equals; null: they have nothing in common. */
  nearest: T | null;
  /** How like it is to that one, from 0 to 1. */
  degree: number;
  /** The value of a one-word phrase that a short text begins with ("sure thing"). */
  begun: T | null;
};

/** What a text is like among the phrases, however little. */
export function likenessOf<T>(similarity: Similarity<T>, text: string): Likeness<T> {
  if (similarity.phrases.length === 0) return { nearest: null, degree: 0, begun: null };
  const words = wordsOf(text).map((word) =>
    FILLERS.has(word) ? word : respell(similarity.vocabulary, word),
  );
  const vector = features(words);
  weigh(vector, similarity.wordRarity, similarity.runRarity, similarity.unknownRarity);
  let nearest: T | null = null;
  let degree = 0;
  for (const phrase of similarity.phrases) {
    if (contradicts(words, phrase.vector.words)) continue;
    const score =
      WORD_SHARE * cosine(vector.words, phrase.vector.words) +
      (1 - WORD_SHARE) * cosine(vector.runs, phrase.vector.runs);
    if (score <= degree) continue;
    nearest = phrase.value;
    degree = score;
  }
  return { nearest, degree, begun: byFirstWord(similarity, words) };
}

/** A reply of more words than this says more than its first one. */
const SHORT_REPLY = 6;

function byFirstWord<T>(similarity: Similarity<T>, words: string[]): T | null {
  const first = words.find((word) => similarity.firstWords.has(word) || !FILLERS.has(word));
  return first === undefined || words.length > SHORT_REPLY || endsInDenial(words)
    ? null
    : (similarity.firstWords.get(first) ?? null);
}

function firstWordsOf<T>(phrases: readonly { text: string; value: T }[]): Map<string, T> {
  const firstWords = new Map<string, T>();
  for (const { text, value } of phrases) {
    const [word = '', ...more] = wordsOf(text);
    if (word.length > 1 && more.length === 0 && !firstWords.has(word)) firstWords.set(word, value);
  }
  return firstWords;
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/[\p{M}'’]/gu, '');
  return withNegations(plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

function features(said: readonly string[]): Vector {
  const words: Features = new Map();
  const runs: Features = new Map();
  for (const word of said) {
    const weight = FILLERS.has(word) || negates(word) ? FILLER_WEIGHT : 1;
    add(words, word, weight);
    const padded = ` ${word} `;
    for (const size of [3, 4])
      for (let at = 0; at + size <= padded.length; at++) add(runs, padded.slice(at, at + size), weight);
  }
  return { words, runs };
}

function add(features: Features, feature: string, weight: number): void {
  features.set(feature, (features.get(feature) ?? 0) + weight);
}

function rarity(all: Features[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const features of all) for (const feature of features.keys()) add(counts, feature, 1);
  for (const [feature, count] of counts) counts.set(feature, Math.log((all.length + 1) / (count + 1)) + 1);
  return counts;
}

/** Weighs by rarity and brings each half to length 1. */
function weigh(vector: Vector, words: Map<string, number>, runs: Map<string, number>, unknown: number): void {
  scale(vector.words, words, unknown);
  scale(vector.runs, runs, unknown);
}

function scale(features: Features, rarities: Map<string, number>, unknown: number): void {
  let square = 0;
  for (const [feature, count] of features) {
    const weight = count * (rarities.get(feature) ?? unknown);
    features.set(feature, weight);
    square += weight * weight;
  }
  const length = Math.sqrt(square);
  for (const [feature, weight] of features) features.set(feature, weight / length);
}

function cosine(one: Features, other: Features): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  let sum = 0;
  for (const [feature, weight] of small) sum += weight * (large.get(feature) ?? 0);
  return sum;
}
