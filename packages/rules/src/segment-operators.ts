/**
 * The operators of segments: a row each, by the type of value that they compare. `takes` says what is
 * compared with, `means` what that comes to: a test that both evaluators know. So an operator is added here
 * and nowhere else.
 */
import { compareDecimals, type FilterOperator, folded } from './filter.ts';
import { addDays } from './time-zone.ts';

/** What a value is asked. Texts are folded (`folded`), numbers exact decimals, days `YYYY-MM-DD`. */
export type ValueTest =
  /** There is something in it besides blanks. */
  | { is: 'there' }
  | { is: 'text'; how: 'equals' | 'contains' | 'begins'; texts: readonly string[] }
  /** It is a number, from `low` to `high`; `open`: those two themselves are not in it. */
  | { is: 'number'; low: string | null; high: string | null; open: boolean }
  /** It is a date on one of these days; null: however early, however late. */
  | { is: 'days'; from: string | null; to: string | null }
  /** On one of these days of any year, see `anniversaries`. */
  | { is: 'anniversary'; days: readonly string[] }
  | { is: 'id'; ids: readonly number[] }
  | { is: 'filter'; operator: FilterOperator; value: string }
  | { is: 'not'; test: ValueTest }
  | { is: 'all'; tests: readonly ValueTest[] };

type Operands = {
  nothing: undefined;
  text: string;
  texts: readonly string[];
  /** Decimal digits, a point, a sign. */
  number: string;
  numbers: readonly [string, string];
  day: string;
  days: readonly [string, string];
  /** Of days. */
  count: number;
  ids: readonly number[];
};
export type OperandType = keyof Operands;
export type Operand = Operands[OperandType];
export type SegmentOperator = {
  takes: OperandType;
  words: string;
  /** `today`: of the account. */
  means: (operand: Operand, today: string) => ValueTest;
};

const op = <T extends OperandType>(
  takes: T,
  words: string,
  means: (operand: Operands[T], today: string) => ValueTest,
): SegmentOperator => ({ takes, words, means: means as SegmentOperator['means'] });

const not = (test: ValueTest): ValueTest => ({ is: 'not', test });
const text = (how: 'equals' | 'contains' | 'begins', texts: readonly string[]): ValueTest => ({
  is: 'text',
  how,
  texts: texts.map(folded),
});
const number = (low: string | null, high: string | null, open = false): ValueTest => ({
  is: 'number',
  low,
  high,
  open,
});
const days = (from: string | null, to: string | null): ValueTest => ({ is: 'days', from, to });
const each = (from: string, count: number) => Array.from({ length: count }, (_, n) => addDays(from, n));
const THERE: ValueTest = { is: 'there' };

const PRESENCE = {
  set: op('nothing', 'is set', () => THERE),
  'not-set': op('nothing', 'isn’t set', () => not(THERE)),
};

const YES = ['yes', 'y', 'true', 't', 'on', '1'];
const NO = ['no', 'n', 'false', 'f', 'off', '0'];

/**
 * By type. A missing value is the empty text; one that is not of the type (a word where a number is asked
 * for) meets no operator of it, a "not" neither, but for "isn’t set".
 */
export const SEGMENT_OPERATORS = {
  text: {
    is: op('text', 'is', (value) => text('equals', [value])),
    'is-not': op('text', 'isn’t', (value) => not(text('equals', [value]))),
    contains: op('text', 'contains', (value) => text('contains', [value])),
    'not-contains': op('text', 'doesn’t contain', (value) => not(text('contains', [value]))),
    begins: op('text', 'begins with', (value) => text('begins', [value])),
    'one-of': op('texts', 'is one of', (values) => text('equals', values)),
    'none-of': op('texts', 'is none of', (values) => not(text('equals', values))),
    ...PRESENCE,
  },
  number: {
    is: op('number', 'is', (value) => number(value, value)),
    'is-not': op('number', 'isn’t', (value) => ({
      is: 'all',
      tests: [number(null, null), not(number(value, value))],
    })),
    less: op('number', 'is less than', (value) => number(null, value, true)),
    'at-most': op('number', 'is at most', (value) => number(null, value)),
    more: op('number', 'is more than', (value) => number(value, null, true)),
    'at-least': op('number', 'is at least', (value) => number(value, null)),
    between: op('numbers', 'is between', ([low, high]) => number(low, high)),
    ...PRESENCE,
  },
  date: {
    on: op('day', 'is on', (day) => days(day, day)),
    before: op('day', 'is before', (day) => days(null, addDays(day, -1))),
    after: op('day', 'is after', (day) => days(addDays(day, 1), null)),
    between: op('days', 'is between', ([from, to]) => days(from, to)),
    'in-last': op('count', 'is in the last … days', (n, today) => days(addDays(today, -n), today)),
    'in-next': op('count', 'is in the next … days', (n, today) => days(today, addDays(today, n))),
    'before-last': op('count', 'is more than … days ago', (n, today) => days(null, addDays(today, -n - 1))),
    'after-next': op('count', 'is more than … days ahead', (n, today) => days(addDays(today, n + 1), null)),
    'anniversary-in': op('count', 'has its day of the year in … days', (n, today) => ({
      is: 'anniversary',
      days: [addDays(today, n)],
    })),
    'anniversary-within': op('count', 'has its day of the year in the next … days', (n, today) => ({
      is: 'anniversary',
      days: each(today, Math.min(n, 365) + 1),
    })),
    ...PRESENCE,
  },
  'yes-no': {
    yes: op('nothing', 'is yes', () => text('equals', YES)),
    no: op('nothing', 'is no', () => text('equals', NO)),
    ...PRESENCE,
  },
  id: {
    in: op('ids', 'is', (ids) => ({ is: 'id', ids })),
    'not-in': op('ids', 'isn’t', (ids) => not({ is: 'id', ids })),
  },
} as const satisfies Record<string, Readonly<Record<string, SegmentOperator>>>;

export type SegmentValueType = keyof typeof SEGMENT_OPERATORS;

/** The operators of a type by their names. */
export function operatorsOf(type: SegmentValueType): Readonly<Record<string, SegmentOperator>> {
  return SEGMENT_OPERATORS[type];
}

export function operatorOf(type: SegmentValueType, name: string): SegmentOperator | undefined {
  const operators = operatorsOf(type);
  return Object.hasOwn(operators, name) ? operators[name] : undefined;
}

/** What is wrong with an operand of the right shape; null: nothing. */
export function operandProblem(takes: OperandType, operand: Operand): string | null {
  const texts = takes === 'text' ? [operand as string] : takes === 'texts' ? (operand as string[]) : [];
  if (texts.some((one) => folded(one) === '')) return 'Enter a value.';
  if (takes === 'days') {
    const [from, to] = operand as Operands['days'];
    if (from > to) return 'The first day is after the last one.';
  }
  if (takes === 'numbers') {
    const [low, high] = operand as Operands['numbers'];
    if (compareDecimals(low, high) > 0) return 'The first number is larger than the second one.';
  }
  return null;
}
