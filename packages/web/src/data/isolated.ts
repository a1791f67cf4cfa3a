/** Hebrew, Arabic and their kin. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const QUOTED = /“(?!\u2068)([^”]*)”/g;
const ISOLATE = '\u2068';
const ENDED = '\u2069';

/**
 * A sentence with names in quotes: each in its own direction, so that what stands around a name does not mix
 * with its punctuation.
 */
export const isolated = (sentence: string): string =>
  RIGHT_TO_LEFT.test(sentence) ? sentence.replaceAll(QUOTED, `“${ISOLATE}$1${ENDED}”`) : sentence;

/** A name that other words follow in the same line: “name · number”, as it stands in a choice. */
export const isolatedName = (name: string): string =>
  RIGHT_TO_LEFT.test(name) ? `${ISOLATE}${name}${ENDED}` : name;

/** A name as a sentence has it: in quotes, and in its own direction. */
export const quoted = (name: string): string => `“${isolatedName(name)}”`;
