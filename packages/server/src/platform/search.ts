import { likeAnywhere } from './db/database.ts';

/**
 * A LIKE pattern over an E.164 column for what a person typed: a text that looks like a number, or a part of one, is compared by
 * its digits, so that `(212) 555` finds +12125550100; any other text means itself.
 */
export function phonePattern(search: string): string {
  const text = search.trim();
  if (!/^\+?[\d\s().-]*\d[\d\s().-]*$/.test(text)) return likeAnywhere(text);
  const digits = text.replace(/\D/g, '');
  return text.startsWith('+') ? `+${digits}%` : `%${digits}%`;
}
