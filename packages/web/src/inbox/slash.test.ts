import { expect, test } from 'vitest';
import { answersFor, slashAt } from './slash.ts';

test.each([
  ['/', { from: 0, query: '' }],
  ['/ho', { from: 0, query: 'ho' }],
  ['Hello\n/opening ho', { from: 6, query: 'opening ho' }],
  ['Hi /x', { from: 3, query: 'x' }],
  ['https://example.com', null],
  ['and/or', null],
  ['a / b', null],
  ['9/12', null],
  ['//', null],
  ['', null],
])('what is typed as %j looks for %j', (text, found) => {
  expect(slashAt(text, text.length)).toEqual(found);
});

test('only what stands before the caret counts', () => {
  expect(slashAt('/hours later', 3)).toEqual({ from: 0, query: 'ho' });
  expect(slashAt('Hello /x', 2)).toBe(null);
});

test('names that begin with it come first, then names that have it, then texts', () => {
  const answers = [
    { id: 1, name: 'late', text: 'After hours' },
    { id: 2, name: 'Hours', text: '9 to 5' },
    { id: 3, name: 'opening hours', text: '9 to 6' },
    { id: 4, name: 'address', text: '1 Main St' },
  ];
  expect(answersFor(answers, 'hour').map(({ id }) => id)).toEqual([2, 3, 1]);
  expect(answersFor(answers, '').map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  expect(answersFor(answers, 'zebra')).toEqual([]);
});

test('an answer is found without the accents of its name and text', () => {
  const answers = [
    { id: 1, name: 'fermé', text: 'À demain' },
    { id: 2, name: 'Été', text: 'Fermé le lundi' },
  ];
  expect(answersFor(answers, 'ferme').map(({ id }) => id)).toEqual([1, 2]);
  expect(answersFor(answers, 'ete').map(({ id }) => id)).toEqual([2]);
});
