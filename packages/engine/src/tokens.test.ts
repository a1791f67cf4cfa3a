import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listTokens, parseTokens, renderTokens, writeToken } from './tokens.ts';

describe('tokens', () => {
  it.each([
    ['Hi {%First name%}', ['Hi ', { kind: 'tag', name: 'First name', fallback: '' }]],
    ['{% First name |there%}!', [{ kind: 'tag', name: 'First name', fallback: 'there' }, '!']],
    ['{%answer: 12 %}', [{ kind: 'answer', name: '12', fallback: '' }]],
    ['{%Intent:Favourite colour|red%}', [{ kind: 'intent', name: 'Favourite colour', fallback: 'red' }]],
    [
      '{%a%}{%b%}',
      [
        { kind: 'tag', name: 'a', fallback: '' },
        { kind: 'tag', name: 'b', fallback: '' },
      ],
    ],
    ['100% {%} {%%} {% %} {%answer:%} {%|x%}', ['100% {%} {%%} {% %} {%answer:%} {%|x%}']],
    ['{%50% off|10%%}', [{ kind: 'tag', name: '50% off', fallback: '10%' }]],
    ['{%a', ['{%a']],
    ['', []],
  ])('%s', (text, parts) => expect(parseTokens(text)).toEqual(parts));

  it('are expanded once, with a default for a missing or empty value, encoded where told', () => {
    const parts = parseTokens('{%a%}/{%b|x y%}/{%c|z%} &');
    const values: Record<string, string> = { a: '{%b%}', c: '' };
    expect(renderTokens(parts, ({ name }) => values[name] ?? null)).toBe('{%b%}/x y/z &');
    expect(renderTokens(parts, () => null, encodeURIComponent)).toBe('/x%20y/z &');
  });

  it('are written as they are read', () => {
    const name = fc
      .string({ unit: fc.constantFrom('a', 'Ö', ' ', ':', '-', '7'), minLength: 1 })
      .map((text) => `x${text}x`);
    fc.assert(
      fc.property(
        fc.constantFrom('tag' as const, 'answer' as const, 'intent' as const),
        name,
        fc.constantFrom('', 'you', ' a'),
        (kind, step, fallback) => {
          const token = { kind, name: step, fallback };
          expect(listTokens(`<${writeToken(token)}>`)).toEqual([token]);
        },
      ),
    );
  });

  it('whatever is written, nothing is lost', () => {
    const text = fc.string({ unit: fc.constantFrom('{', '%', '}', '|', 'a', ':', ' '), maxLength: 40 });
    fc.assert(
      fc.property(text, (written) => {
        for (const part of parseTokens(written))
          if (typeof part === 'string') expect(written).toContain(part);
        if (listTokens(written).length === 0)
          expect(renderTokens(parseTokens(written), () => 'X')).toBe(written);
      }),
    );
  });
});
