import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareTexts,
  containsText,
  FILTER_OPERATORS,
  folded,
  isUnfinished,
  kindOf,
  matchesFilters,
} from './filter.ts';

/** Of the processor's time, which others on the machine do not use up, in microseconds. */
const SECOND = 1_000_000;

describe('one comparison', () => {
  it.each([
    ['5', '=', '5.0', true],
    ['10', '>', '9', true],
    ['a10', '>', 'a9', false],
    ['YES', '>=', '18', false],
    ['YES', '<', '18', false],
    ['18', '<', 'YES', false],
    ['18 years', '>=', '18', false],
    ['17', '>=', '18', false],
    ['18', '>=', '18', true],
    ['18.0', '<=', '18', true],
    ['１８', '>=', '18', true],
    ['YES', '!=', '18', true],
    ['2026-01-02', '>', '18', false],
    ['yesterday', '>', '2026-01-01', false],
    ['3/9/2026', '<', '2026-03-10', true],
    ['12/31/2025', '<', '1/1/2026', true],
    ['03/14/1990', '=', '1990-03-14', true],
    ['3-14-1990', '=', '3.14.1990', true],
    ['3/14/2026 09:30', '>', '2026-03-14', true],
    ['31/12/2025', '<', '2026-01-01', false],
    ['3/14/90', '<', '2026-01-01', false],
    ['Montréal', '=', 'MONTREAL', true],
    ['xy', 'LIKE', 'x%y', true],
    ['xyxy', 'LIKE', '%xy', true],
    ['xyxz', 'LIKE', '%xy', false],
    ['ΟΔΟΣ', '=', 'οδός', true],
    ['İstanbul', '=', 'istanbul', true],
    ['café', 'LIKE', 'CAFE', true],
    ['naïve', 'LIKE', 'n_ive', true],
    ['か', '=', 'が', false],
    ['-1', '<', '0', true],
    ['+1', '=', '1', true],
    ['.5', '=', '0.50', true],
    ['12345678901234567890', '<', '12345678901234567891', true],
    ['1e3', '=', '1000', false],
    ['abc', '=', 'ABC', true],
    [' abc ', '=', 'abc', true],
    ['2026-01-02', '<', '2026-01-10', true],
    ['2026-01-02', '=', '2026-01-02 00:00', true],
    ['2026-01-02T10:00:00', '<=', '2026-01-02 10:00', true],
    ['2026-01-02 10:00:01', '>', '2026-01-02 10:00', true],
    ['', '=', '', true],
    ['', '!=', 'x', true],
    ['', '<', 'x', false],
    ['', '>=', '', false],
    ['x', '>', '', false],
    ['New York', 'LIKE', 'york', true],
    ['New York', 'LIKE', 'n%k', true],
    ['New York', 'LIKE', 'york%', false],
    ['New York', 'LIKE', 'new_york', true],
    ['New York', 'LIKE', '_', false],
    ['😀', 'LIKE', '_', true],
    ['a\\b', 'LIKE', '%\\b', true],
    ['abc', 'LIKE', '%', true],
    ['', 'LIKE', '%', true],
    ['', 'LIKE', 'a', false],
    ['', 'NOT LIKE', 'a', true],
    ['', 'IS EMPTY', '', true],
    [' \n', 'IS EMPTY', 'x', true],
    ['x', 'IS EMPTY', '', false],
    ['', 'IS NOT EMPTY', '', false],
    ['0', 'IS NOT EMPTY', '0', true],
    ['abc', 'NOT LIKE', 'B', false],
  ] as const)('“%s” %s “%s” is %s', (left, operator, right, holds) => {
    expect(compareTexts(left, operator, right)).toBe(holds);
  });

  it('opposites are opposites', () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer().map(String),
      fc.constantFrom('', '%', 'a_b', '2026-01-01'),
    );
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(compareTexts(one, '!=', other)).toBe(!compareTexts(one, '=', other));
        expect(compareTexts(one, 'NOT LIKE', other)).toBe(!compareTexts(one, 'LIKE', other));
        if (folded(one) !== '' && folded(other) !== '' && kindOf(folded(one)) === kindOf(folded(other))) {
          expect(compareTexts(one, '>=', other)).toBe(!compareTexts(one, '<', other));
          expect(compareTexts(one, '<', other)).toBe(compareTexts(other, '>', one));
        }
      }),
    );
  });

  it('orders as UTF-8 bytes do', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        const left = `x${one}x`;
        const right = `x${other}x`;
        const bytes = (text: string) => Buffer.from(folded(text));
        expect(compareTexts(left, '<', right)).toBe(Buffer.compare(bytes(left), bytes(right)) < 0);
      }),
    );
  });

  it('a pattern of many wildcards stays quick', () => {
    const before = process.cpuUsage();
    compareTexts('a'.repeat(640), 'LIKE', `${'%a'.repeat(200)}b`);
    expect(process.cpuUsage(before).user).toBeLessThan(SECOND);
  });
});

it('the rules step contains without wildcards, and nothing contains the empty text', () => {
  expect(containsText('New York', 'yórk')).toBe(true);
  expect(containsText('New York', 'n%k')).toBe(false);
  expect(containsText('New York', ' ')).toBe(false);
});

it('blanks inside a value cost no more than letters', () => {
  const before = process.cpuUsage();
  expect(compareTexts(`a${' '.repeat(400_000)}b`, '=', 'a')).toBe(false);
  expect(process.cpuUsage(before).user).toBeLessThan(5 * SECOND);
});

it('all filters must hold; a missing tag meets !=, NOT LIKE and IS EMPTY only', () => {
  const tags = { Town: 'Oslo', Age: '30' };
  const age = { tag: 'Age', operator: '>=', value: '18' } as const;
  expect(matchesFilters([], tags)).toBe(true);
  expect(matchesFilters([age, { tag: 'Town', operator: 'LIKE', value: 'OS%' }], tags)).toBe(true);
  expect(matchesFilters([age, { tag: 'Town', operator: '=', value: 'Rome' }], tags)).toBe(false);
  const met = FILTER_OPERATORS.filter((operator) =>
    matchesFilters([{ tag: 'toString', operator, value: 'x' }], tags),
  );
  expect(met).toEqual(['!=', 'NOT LIKE', 'IS EMPTY']);
});

it.each([
  ['', '=', 'x', true],
  ['City', '=', ' ', true],
  ['City', 'NOT LIKE', '', true],
  ['City', '=', '0', false],
  ['City', 'IS EMPTY', '', false],
  ['', 'IS NOT EMPTY', '', true],
] as const)('“%s %s %s” is unfinished: %s', (tag, operator, value, unfinished) => {
  expect(isUnfinished({ tag, operator, value })).toBe(unfinished);
});
