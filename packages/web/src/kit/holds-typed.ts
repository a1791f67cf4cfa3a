import { folded } from '@parley/rules/filter.ts';

/**
 * Whether a text has in it what somebody typed to find it: case, accents and width make no difference, as in
 * the search of contacts.
 */
export const holdsTyped = (text: string, typed: string): boolean => folded(text).includes(folded(typed));
