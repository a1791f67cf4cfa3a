/** What may be a keyword. */
import { isReservedKeyword } from '@parley/rules/classify-inbound.ts';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';

/** Letters of any script with their marks, and digits, in words parted by one space, hyphen or underscore. */
const KEYWORD = /^[\p{L}\p{N}]\p{M}*(?:[ _-]?[\p{L}\p{N}]\p{M}*)*$/u;

export const asShown = (typed: string) => typed.normalize('NFKC').trim().replace(/ +/g, ' ');

/** Why a text, as it is shown, can be no keyword on a channel with these opt-out words; '': it can. */
export function keywordTrouble(text: string, optOutWords: readonly string[]): string {
  if (text.length > TEXT_LIMITS.keyword)
    return `A keyword can have ${TEXT_LIMITS.keyword} characters at most.`;
  if (!KEYWORD.test(text))
    return 'Use letters and numbers, with a single space, hyphen, or underscore between words.';
  if (isReservedKeyword(text, optOutWords))
    return `“${text}” is a word for opting in or out or for help, which always works. Please choose another keyword.`;
  return '';
}
