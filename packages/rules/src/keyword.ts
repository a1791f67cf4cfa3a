/** Keywords of campaigns; the words that are handled before any flow are in classify-inbound.ts. */

/**
 * The form in which keywords are compared and kept unique: trimmed, without regard to case, width or the
 * count of inner spaces, nor to punctuation and emoji around it, for people text "JOIN!" and Join. A text of
 * signs alone stays as it is.
 */
export function normaliseKeyword(text: string): string {
  const folded = text
    .normalize('NFKC')
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/gu, '')
    .trim()
    .replace(/\s+/gu, ' ')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC');
  return INNER.exec(folded)?.[0] ?? folded;
}

/**
 * The first word of a text in the form of {@link normaliseKeyword}, to be looked for where a whole text is no
 * keyword ("JOIN please"); '' for a text of one word.
 */
export function firstWordOf(normalised: string): string {
  const end = normalised.indexOf(' ');
  return end < 0 ? '' : normaliseKeyword(normalised.slice(0, end));
}

/**
 * From the first letter or digit to the last one and its marks; in time that grows with the text alone,
 * whatever stands around them.
 */
const INNER = /[\p{L}\p{N}](?:.*[\p{L}\p{N}\p{M}]|\p{M}*)/su;
