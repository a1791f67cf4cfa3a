/** How answers are understood, and what is shown of those that were not; as `limits.ts`. */

/**
 * D: how like an answer must be to a training phrase, in percent. At 100 it must be one of them, but for
 * case, accents and outer signs.
 */
export const ANSWER_THRESHOLDS = { exact: 100, close: 42, loose: 30 } as const;

/** D: what people said that a question did not understand. */
export const UNMATCHED_LIMITS = {
  /** answers of the campaign that are looked through, the latest */
  reach: 5_000,
  /** different answers of one question that are shown, and characters of one */
  shown: 50,
  text: 160,
  /** answers of one question that somebody has put away, the latest */
  dismissed: 500,
} as const;
