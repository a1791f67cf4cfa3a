/**
 * Typing errors in single words: a letter doubled or forgotten ("yess", "cofee"), and in longer words one
 * letter left out, added, swapped with its neighbour or wrong ("absolutley"). The first letter is always
 * right: "interested" and "uninterested" are two words.
 */

/** Shorter words are too near to each other ("late", "date"). */
const LONG_WORD = 5;
/** A letter that is wrong makes another word more often ("court", "count"). */
const LONGER_WORD = 7;

/** The words that are known, by their first letter. */
export type Vocabulary = Map<string, { word: string; squeezed: string }[]>;

/**
 * Makes known words ready to look typing errors up in. What holds a digit is left out: one digit more is
 * another number.
 */
export function compileVocabulary(words: Iterable<string>): Vocabulary {
  const vocabulary: Vocabulary = new Map();
  for (const word of new Set(words)) {
    if (word.length < 2 || /\p{N}/u.test(word)) continue;
    const [first = ''] = word;
    const sisters = vocabulary.get(first) ?? [];
    vocabulary.set(first, [...sisters, { word, squeezed: squeeze(word) }]);
  }
  return vocabulary;
}

/** The known word that was meant, or the word as it was written. */
export function respell(vocabulary: Vocabulary, word: string): string {
  const [first = ''] = word;
  const sisters = vocabulary.get(first) ?? [];
  if (sisters.some((known) => known.word === word)) return word;
  const squeezed = squeeze(word);
  const meant =
    sisters.find((known) => known.squeezed === squeezed) ??
    sisters.find((known) => isOneSlip(known.word, word));
  return meant?.word ?? word;
}

/** Runs of one letter as one. */
const squeeze = (word: string) => word.replace(/(.)\1+/gu, '$1');

/** Whether one letter is wrong, missing, too many, or swapped with the next one. */
function isOneSlip(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < LONG_WORD || Math.abs(one.length - other.length) > 1) return false;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const rest = (word: string, from: number) => word.slice(at + from);
  if (one.length > other.length) return rest(one, 1) === rest(other, 0);
  if (one.length < other.length) return rest(one, 0) === rest(other, 1);
  const isSwapped = one[at] === other[at + 1] && one[at + 1] === other[at] && rest(one, 2) === rest(other, 2);
  return isSwapped || (one.length >= LONGER_WORD && rest(one, 1) === rest(other, 1));
}
