/** The tests of RapidPro’s routers as patterns of answers, and as conditions of a rules step. */
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import type { ConditionOperator } from '../flow.ts';
import type { RapidproCase } from './read-export.ts';

/** A pattern without the marks of the expression language, which knows no fields of contacts. */
const isLiteral = (text: string) => !/@[a-z(]/i.test(text);

/** No letter and no digit; of any script, as `\b` is not. */
const GAP = '[^\\p{L}\\p{N}]';
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const wordsIn = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
const alone = (inner: string) => `(?:^|${GAP})${inner}(?:${GAP}|$)`;

function allWords(words: readonly string[]): string | null {
  const [one, other] = words;
  if (one === undefined || words.length > 2) return null;
  if (other === undefined) return alone(one);
  const both = (first: string, second: string) => `${first}${GAP}(?:.*${GAP})?${second}`;
  return alone(`(?:${both(one, other)}|${both(other, one)})`);
}

const PATTERNS: Readonly<Record<string, (argument: string, words: string[]) => string | null>> = {
  has_any_word: (_, words) => (words.length === 0 ? null : alone(`(?:${words.join('|')})`)),
  has_all_words: (_, words) => allWords(words),
  has_phrase: (_, words) => (words.length === 0 ? null : alone(words.join(`${GAP}+`))),
  has_only_phrase: (_, words) => (words.length === 0 ? null : `^${GAP}*${words.join(`${GAP}+`)}${GAP}*$`),
  has_only_text: (argument) => `^${escaped(argument.trim())}$`,
  has_beginning: (argument) => `^${escaped(argument.trim())}`,
  has_pattern: (argument) => argument,
  has_text: () => '\\S',
  has_value: () => '\\S',
  has_number: () => '[0-9]',
  has_email: () => '[^\\s@]+@[^\\s@]+\\.[^\\s@]+',
  has_phone: () => '\\+?[0-9][0-9 ().-]{5,}[0-9]',
  has_date: () => '[0-9]{1,4}[-/. ][0-9]{1,2}[-/. ][0-9]{1,4}',
  has_time: () => '[0-9]{1,2}:[0-9]{2}',
};

/** The pattern of a reply that passes a test, unread; null: there is none. */
export function patternOf({ type, arguments: given }: RapidproCase): string | null {
  if (!Object.hasOwn(PATTERNS, type) || !given.every(isLiteral)) return null;
  const argument = given.join(' ');
  const pattern = PATTERNS[type]?.(argument, wordsIn(argument).map(escaped)) ?? null;
  return pattern === null || pattern === '' || pattern.length > TEXT_LIMITS.pattern ? null : pattern;
}

/** Tests that look for less than RapidPro does: it reads dates and times as people write them. */
export const isRough = ({ type }: RapidproCase) => type === 'has_date' || type === 'has_time';

/** One comparison of a rules step; several of a list must all hold. */
export type Comparison = { operator: ConditionOperator; value: string };

const NUMBERS: Readonly<Record<string, ConditionOperator>> = {
  has_number_eq: '=',
  has_number_lt: '<',
  has_number_lte: '<=',
  has_number_gt: '>',
  has_number_gte: '>=',
};
const isNumber = (text: string | undefined) => text !== undefined && /^-?\d+(\.\d+)?$/.test(text.trim());

/** Tests that compare a number, which no pattern can. */
export const comparesNumbers = ({ type }: RapidproCase) =>
  Object.hasOwn(NUMBERS, type) || type === 'has_number_between';

/** Contained in a text as it is: LIKE takes % and _ for more. */
const contained = (text: string): Comparison | null =>
  text === '' || /[%_]/.test(text) ? null : { operator: 'LIKE', value: text };

/**
 * Alternatives, of which one must hold; each is a list of comparisons that must all hold. Null: a rules step
 * has none for this test.
 */
export function comparisonsOf({ type, arguments: given }: RapidproCase): Comparison[][] | null {
  if (!given.every(isLiteral)) return null;
  const [first = '', second = ''] = given.map((each) => each.trim());
  if (type === 'has_number_between')
    return isNumber(first) && isNumber(second)
      ? [
          [
            { operator: '>=', value: first },
            { operator: '<=', value: second },
          ],
        ]
      : null;
  const operator = NUMBERS[type];
  if (operator) return isNumber(first) ? [[{ operator, value: first }]] : null;
  if (type === 'has_any_word') return oneEach(wordsIn(given.join(' ')));
  if (type === 'has_phrase') return oneEach([first]);
  if (type === 'has_only_text' || type === 'has_only_phrase')
    return first === '' ? null : [[{ operator: '=', value: first }]];
  if (type === 'has_category') return given.map((name) => [{ operator: '=', value: name }]);
  if (type === 'has_number') return [[{ operator: '>=', value: '-999999999999' }]];
  return null;
}

function oneEach(texts: readonly string[]): Comparison[][] | null {
  const found = texts.map(contained);
  return found.length === 0 || found.includes(null) ? null : found.map((each) => [each as Comparison]);
}
