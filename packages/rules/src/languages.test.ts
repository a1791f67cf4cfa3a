import { expect, test } from 'vitest';
import { directionOf, isLanguage, LANGUAGES, nativeName, parseLanguage } from './languages.ts';

test('each language is known by its code and its names, and none by those of another one', () => {
  for (const { code, name, native } of LANGUAGES)
    for (const word of [code, name, native, code.toUpperCase(), ` ${native} `])
      expect(parseLanguage(word), word).toBe(code);
  expect(new Set(LANGUAGES.map(({ code }) => code)).size).toBe(LANGUAGES.length);
  expect(LANGUAGES.every(({ code }) => Intl.getCanonicalLocales(code)[0] === code)).toBe(true);
});

test.each([
  ['espanol', 'es'],
  ['es-MX', 'es'],
  ['pt_BR', 'pt'],
  ['zh', 'zh-Hans'],
  ['zh-TW', 'zh-Hant'],
  ['zh-Hant-HK', 'zh-Hant'],
  ['iw', 'he'],
  ['Farsi', 'fa'],
  ['', null],
  ['-', null],
  ['Klingon', null],
  ['constructor', null],
])('%j is %j', (value, code) => {
  expect(parseLanguage(value)).toBe(code);
});

test('which way they are written', () => {
  expect(['ar', 'he', 'fa', 'ur'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl', 'rtl']);
  expect(['en', 'es', 'zh-Hans', 'xx'].map(directionOf)).toEqual(['ltr', 'ltr', 'ltr', 'ltr']);
  expect([nativeName('es'), nativeName('xx')]).toEqual(['Español', 'xx']);
  expect([isLanguage('es'), isLanguage('ES'), isLanguage('toString')]).toEqual([true, false, false]);
});
