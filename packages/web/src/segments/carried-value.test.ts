import { expect, test } from 'vitest';
import { carriedValue } from './carried-value.ts';

test.each([
  ['the same', 'Boston', 'text', 'text', 'Boston'],
  ['one of several texts', ['Boston', 'Salem'], 'texts', 'text', 'Boston'],
  ['a text as the first of several', 'Boston', 'text', 'texts', ['Boston']],
  ['a number that was typed as a text', ' 12.5 ', 'text', 'number', '12.5'],
  ['a number as a text', '12', 'number', 'text', '12'],
  ['a number as the low end of a range', '12', 'number', 'numbers', ['12', '']],
  ['the low end of a range', ['12', '20'], 'numbers', 'number', '12'],
  ['a day as the first of two', '2026-03-01', 'day', 'days', ['2026-03-01', '']],
  ['the first of two days', ['2026-03-01', '2026-03-09'], 'days', 'day', '2026-03-01'],
  ['no number: nothing', 'Boston', 'text', 'number', undefined],
  ['a day is no text', '2026-03-01', 'day', 'text', undefined],
  ['a text is no day', 'Boston', 'text', 'day', undefined],
  ['so many days are no number of theirs', 7, 'count', 'number', undefined],
  ['a number is not so many days', '7', 'number', 'count', undefined],
  ['nothing was typed', ['', ''], 'numbers', 'number', undefined],
  ['an operator without a value', 'Boston', 'text', 'nothing', undefined],
] as const)('what was typed is kept for another operator: %s', (_, value, from, to, kept) => {
  expect(carriedValue(value, from, to)).toEqual(kept);
});
