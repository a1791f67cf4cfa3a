import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyCharacters, countSms, encodingOf, splitSegments, toGsm } from './sms.ts';

describe('credits and segments', () => {
  it.each([
    // text, encoding, units, credits, segments
    ['', 'GSM', 0, 0, 0],
    ['a'.repeat(160), 'GSM', 160, 1, 1],
    ['a'.repeat(161), 'GSM', 161, 2, 2],
    ['a'.repeat(306), 'GSM', 306, 2, 2],
    ['a'.repeat(307), 'GSM', 307, 3, 3],
    ['€'.repeat(80), 'GSM', 160, 1, 1],
    ['€'.repeat(81), 'GSM', 162, 2, 2],
    ['^{}[]|~€\\', 'GSM', 18, 1, 1],
    ['я'.repeat(70), 'UNICODE', 70, 1, 1],
    ['я'.repeat(71), 'UNICODE', 71, 2, 2],
    // Unicode parts: 63 price, 67 carry
    ['я'.repeat(126), 'UNICODE', 126, 2, 2],
    ['я'.repeat(127), 'UNICODE', 127, 3, 2],
    ['я'.repeat(134), 'UNICODE', 134, 3, 2],
    ['я'.repeat(135), 'UNICODE', 135, 3, 3],
    ['😀'.repeat(35), 'UNICODE', 70, 1, 1],
    ['😀'.repeat(36), 'UNICODE', 72, 2, 2],
    // in Unicode an extension character counts one
    ['я€[]', 'UNICODE', 4, 1, 1],
    // a new line counts two credits' units and one septet, the pair once
    ['a\nb', 'GSM', 4, 1, 1],
    ['a\r\nb', 'GSM', 4, 1, 1],
    ['a\rb', 'GSM', 4, 1, 1],
    ['я\nя', 'UNICODE', 4, 1, 1],
    [`${'a'.repeat(158)}\n\n`, 'GSM', 162, 2, 1],
    ['`', 'UNICODE', 1, 1, 1],
    ['ç', 'UNICODE', 1, 1, 1],
    ['Ç', 'GSM', 1, 1, 1],
  ])('%j', (text, encoding, units, credits, segments) => {
    expect(countSms(text)).toMatchObject({ encoding, units, credits, segments });
  });

  it('counts down to the end of the last credit', () => {
    const left = (text: string) => countSms(text).charsLeftInPart;
    expect(['', 'a', 'a'.repeat(160), 'a'.repeat(161), 'я', 'я'.repeat(71)].map(left)).toEqual([
      160, 159, 0, 145, 69, 55,
    ]);
  });
});

const texts = fc.string({
  unit: fc.constantFrom('a', '€', 'я', '😀', '\n', '\ud83d', 'é', '[', ' '),
  maxLength: 500,
});

describe('splitting', () => {
  it('keeps every character, fits every part, splits no pair and needs as many parts as counted', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const parts = splitSegments(text);
        expect(parts.join('')).toBe(text);
        expect(parts.length).toBe(countSms(text).segments);
        if (parts.length < 2) return;
        const gsm = encodingOf(text) === 'GSM';
        for (const part of parts) {
          const size = gsm
            ? [...part].reduce((sum, each) => sum + ('€['.includes(each) ? 2 : 1), 0)
            : part.length;
          expect(size).toBeLessThanOrEqual(gsm ? 153 : 67);
        }
        if (!gsm)
          parts.slice(1).forEach((part, i) => {
            const before = parts[i]?.charCodeAt((parts[i]?.length ?? 0) - 1) ?? 0;
            const after = part.charCodeAt(0);
            expect(before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000).toBe(false);
          });
      }),
    );
  });

  it('moves an escape pair whole into the next part', () => {
    const parts = splitSegments(`${'a'.repeat(152)}€${'a'.repeat(10)}`);
    expect(parts.map((part) => part.length)).toEqual([152, 11]);
  });
});

describe('characters of the message box', () => {
  it('marks double and Unicode runs, never cutting a pair', () => {
    expect(
      ['\r', '\n', '\f', '[', 'a', 'я'].map((character) => classifyCharacters(character)[0]?.kind),
    ).toEqual(['double', 'double', 'double', 'double', 'regular', 'unicode']);
    expect(classifyCharacters('ab[€]\nc😀я!')).toEqual([
      { kind: 'regular', text: 'ab', start: 0, end: 2 },
      { kind: 'double', text: '[€]\n', start: 2, end: 6 },
      { kind: 'regular', text: 'c', start: 6, end: 7 },
      { kind: 'unicode', text: '😀я', start: 7, end: 10 },
      { kind: 'regular', text: '!', start: 10, end: 11 },
    ]);
  });

  it('covers the text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(
          classifyCharacters(text)
            .map((span) => span.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});

describe('make it GSM', () => {
  it.each([
    ['“It’s” – here… • 1\u00a0000', '"It\'s" - here... * 1 000'],
    ['zero\u200bwidth\ufeff', 'zerowidth'],
    ['Łódź, naïve, ２０', 'Lodz, naive, 20'],
    ['é à ñ ü € [ok]', 'é à ñ ü € [ok]'],
    ['e\u0301', 'é'],
  ])('%s', (text, gsm) => {
    expect(toGsm(text)).toBe(gsm);
    expect(encodingOf(gsm)).toBe('GSM');
  });

  it('keeps what has no look-alike, emoji sequences whole', () => {
    expect(toGsm('Hi “you” 👨‍👩‍👧 Привет')).toBe('Hi "you" 👨‍👩‍👧 Привет');
    // A letter of another script does not lose what makes it another letter, nor the accent that says how it
    // is read.
    for (const text of ['Мой йод', 'за\u0301мок', 'ﷲ']) expect(toGsm(text)).toBe(text);
  });
});
