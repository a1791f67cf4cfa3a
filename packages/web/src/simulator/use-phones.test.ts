import { expect, test } from 'vitest';
import { randomPhone } from './use-phones.ts';

test('random phones are of the range that nobody has, and new ones', () => {
  expect(randomPhone([], () => 0)).toBe('+12065550100');
  const rolls = [0, 0, 0, 0.5];
  expect(randomPhone(['+12065550100'], () => rolls.shift() ?? 0)).toBe('+12065550150');
  for (let i = 0; i < 50; i++) expect(randomPhone([])).toMatch(/^\+1\d{3}55501\d\d$/);
});
