import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTexts, FILTER_OPERATORS, matchesFilters } from './filter.ts';

/** Of the processor's time, which others on the machine do not use up, in microseconds. */
const SECOND = 1_000_000;

describe('one comparison', () => {
  it.each([
    ['5', '=', '5.0', true],
    ['10', '>', '9', true],
    ['a10', '>', 'a9', false],
    ['-1', '<', '0', true],
    ['+1', '=', '1', true],
    ['.5', '=', '0.50', true],
    ['12345678901234567890', '<', '12345678901234567891', true],
    ['1e3', '=', '1000', false],
    ['abc', '=', 'ABC', false],
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
        if (/[^ \t\n\r]/.test(one) && /[^ \t\n\r]/.test(other)) {
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
        expect(compareTexts(left, '<', right)).toBe(
          Buffer.compare(Buffer.from(left), Buffer.from(right)) < 0,
        );
      }),
    );
  });

  it('a pattern of many wildcards stays quick', () => {
    const before = process.cpuUsage();
    compareTexts('a'.repeat(640), 'LIKE', `${'%a'.repeat(200)}b`);
    expect(process.cpuUsage(before).user).toBeLessThan(SECOND);
  });
});

it('all filters must hold; a missing tag meets != and NOT LIKE only', () => {
  const tags = { Town: 'Oslo', Age: '30' };
  const age = { tag: 'Age', operator: '>=', value: '18' } as const;
  expect(matchesFilters([], tags)).toBe(true);
  expect(matchesFilters([age, { tag: 'Town', operator: 'LIKE', value: 'OS%' }], tags)).toBe(true);
  expect(matchesFilters([age, { tag: 'Town', operator: '=', value: 'Rome' }], tags)).toBe(false);
  const met = FILTER_OPERATORS.filter((operator) =>
    matchesFilters([{ tag: 'toString', operator, value: 'x' }], tags),
  );
  expect(met).toEqual(['!=', 'NOT LIKE']);
});
