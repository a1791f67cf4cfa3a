import { expect, test } from 'vitest';
import { classifyInbound } from './classify-inbound.ts';
import {
  confirmationText,
  confirmedText,
  QUESTION_PATTERNS,
  questionLanguage,
  saysYes,
  saysYesIn,
} from './confirmation-text.ts';
import { countSms } from './sms.ts';

const LANGUAGES = ['en', 'es', 'fr', 'de', 'ar', 'he'] as const;
const ANSWERS = { en: 'Yes', es: 'Sí, por favor.', fr: 'oui merci', de: 'JA!', ar: 'نَعَم', he: 'כן תודה' };

test.each(LANGUAGES)('%s: question and thanks name STOP and HELP, in few parts', (language) => {
  const parts = language === 'ar' || language === 'he' ? 2 : 1;
  for (const text of [
    confirmationText('Acme', 'News', language),
    confirmedText('Acme', ['News'], language),
  ]) {
    expect(text).toMatch(/^Acme: .*\(News\)/);
    expect([text.includes('STOP'), text.includes('HELP')]).toEqual([true, true]);
    expect(countSms(text).segments).toBe(parts);
  }
});

test.each(LANGUAGES)('%s: its question is found by one pattern, its thanks by none', (language) => {
  const fits = (text: string) =>
    QUESTION_PATTERNS.filter((pattern) => new RegExp(`^${pattern.replaceAll('%', '.*')}$`).test(text));
  expect(fits(confirmationText('Acme', 'News', language))).toHaveLength(1);
  expect(fits(confirmedText('Acme', ['News'], language))).toEqual([]);
});

test.each(LANGUAGES)('%s: the word that the question names is a YES to it, and so is YES', (language) => {
  expect(saysYesIn(language, ANSWERS[language])).toBe(true);
  expect(saysYesIn(language, 'yes please')).toBe(true);
  const others = LANGUAGES.filter((each) => each !== language && each !== 'en');
  for (const other of others) expect([other, saysYesIn(language, ANSWERS[other])]).toEqual([other, false]);
  expect(saysYes(ANSWERS[language])).toBe(true);
});

test('what is more than a YES is none, and no other language’s YES opts anybody in again', () => {
  expect(['Sí, pero no más', 'si quieres', 'janein', '', 'לא כן'].filter(saysYes)).toEqual([]);
  for (const language of LANGUAGES.slice(1)) expect(classifyInbound(ANSWERS[language]).kind).toBe('none');
});

test('who speaks a language that the question is not known in is asked in English', () => {
  expect([questionLanguage('ht'), questionLanguage(null), questionLanguage('he')]).toEqual([
    'en',
    'en',
    'he',
  ]);
});
