import { expect, test } from 'vitest';
import { EXPLAINED_CODES, explainCode } from './carrier-codes.ts';

test('every code has a sentence of its own kind, and says what to do', () => {
  expect(EXPLAINED_CODES.length).toBeGreaterThan(60);
  for (const code of EXPLAINED_CODES) {
    const { means = '', advice = '' } = explainCode(code) ?? {};
    expect(means, code).toMatch(/^\p{Lu}.*\.$/u);
    expect(advice, code).toMatch(/^\p{Lu}.*\.$/u);
  }
});

test('a code that nobody knows is left as it is', () => {
  expect(explainCode('99999')).toBeNull();
  expect(explainCode('constructor')).toBeNull();
});
