import { likeAnywhere } from './db/database.ts';

/** Whether a text looks like a telephone number, or a part of one. */
export const isNumber = (text: string): boolean => /^\+?[\d\s().-]*\d[\d\s().-]*$/.test(text.trim());

/**
 * A LIKE pattern over an E.164 column for what a person typed: a text that looks like a number, or a part of
 * one, is compared by its digits, so that `(212) 555` finds +12125550100; any other text means itself.
 */
export function phonePattern(search: string): string {
  const text = search.trim();
  if (!isNumber(text)) return likeAnywhere(text);
  const digits = text.replace(/\D/g, '');
  return text.startsWith('+') ? `+${digits}%` : `%${digits}%`;
}

/**
 * Whether an index of three characters in a row (pg_trgm) can find a text by this part of it: else it has to
 * be looked at.
 */
export const hasTrigram = (search: string): boolean => /[\p{L}\p{N}]{3}/u.test(search);
