import { expect, test } from 'vitest';
import { EXPLAINED_CODES, explainCode } from './carrier-error-codes.ts';

test('every code has a sentence of its own kind, and says what to do', () => {
  expect(EXPLAINED_CODES.length).toBeGreaterThan(130);
  for (const code of EXPLAINED_CODES) {
    const { means = '', advice = '' } = explainCode(code) ?? {};
    expect(means, code).toMatch(/^\p{Lu}.*\.$/u);
    expect(advice, code).toMatch(/^\p{Lu}.*\.$/u);
  }
});

test.each([
  ['a redirect', '308', /leads elsewhere/],
  ['a code of an SMPP carrier’s own', '0x4FE', /carrier’s own/],
  ['what is no HTTP', 'HPE_INVALID_CONSTANT', /does not speak HTTP/],
  ['a network’s code in a receipt', '027', /off or out of range/],
  ['a picture too large', '30019', /larger than/],
  ['a picture that is none', '12300', /no picture/],
  ['a toll-free number without verification', '30032', /not verified/],
])('explains %s', (_name, code, means) => {
  expect(explainCode(code)?.means).toMatch(means);
});

test('a code that nobody knows is left as it is', () => {
  expect(explainCode('99999')).toBeNull();
  expect(explainCode('constructor')).toBeNull();
  expect(explainCode('0x5FF')).toBeNull();
});
