import { expect, test } from 'vitest';
import { cutName } from './names.ts';

test.each([
  ['Families', 20, 'Families'],
  ['Families', 3, 'Fam'],
  ['ab🎉', 3, 'ab'],
  ['ab🎉', 4, 'ab🎉'],
])('a name cut to some units, “%s” to %i, has no half of an emoji: “%s”', (name, most, cut) => {
  expect(cutName(name, most)).toBe(cut);
});
