import { expect, test } from 'vitest';
import { versionChoices } from './version-choices.ts';

test('every version can be counted, however many there are', () => {
  const choices = versionChoices(120, 7);
  expect(choices).toHaveLength(122);
  expect(choices.slice(0, 3).map(({ label }) => label)).toEqual([
    'All versions',
    'Before the first version',
    'Version 120',
  ]);
  expect(choices.at(-1)).toEqual({ value: '1', label: 'Version 1' });
});

test('a number that is no version is among them while it is chosen', () => {
  expect(versionChoices(2, 999_999_999).map(({ value }) => value)).toEqual([
    'all',
    '0',
    '999999999',
    '2',
    '1',
  ]);
});
