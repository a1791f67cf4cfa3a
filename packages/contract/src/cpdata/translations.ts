/**
 * What a step says in further languages: TRANSLATIONS, an object by language and by the field of CPData that
 * holds the text, with the entry's ID where that field is a list: `{"es": {"TEXT": "…", "OPTIONS:2": "…"}}`.
 * TRANSLATEDFROM, of the same form, has the mark of the original that each was made from.
 */
import type { Step, Translations } from '@parley/engine/flow.ts';
import { isLanguage } from '@parley/rules/languages.ts';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { malformed } from '../kernel/codec.ts';
import { read, type Wire, words } from './read.ts';

/** The wire's name of each kind of text; those of lists are followed by the ID of an entry. */
const SINGLE: Readonly<Record<string, string>> = { text: 'TEXT', error: 'ERRMSGTXT', loop: 'LMSG' };
const LISTED: Readonly<Record<string, string>> = {
  alternative: 'RTEXT',
  answer: 'OPTIONS',
  phrases: 'TRN',
  response: 'AVALRESP',
};

const reversed = (names: Readonly<Record<string, string>>) =>
  new Map(Object.entries(names).map(([own, wire]) => [wire, own]));
const [singles, lists] = [reversed(SINGLE), reversed(LISTED)];

function writeKey(key: string): string {
  const [kind = '', id] = key.split(':');
  return id === undefined ? (SINGLE[kind] ?? kind) : `${LISTED[kind] ?? kind}:${id}`;
}

function readKey(name: string, of: string): string {
  const single = singles.get(name);
  if (single !== undefined) return single;
  const [, field = '', id = ''] = /^([A-Z]+):(\d{1,15})$/.exec(name) ?? [];
  const list = lists.get(field);
  if (list === undefined) throw malformed(`${of} has no text ${name.slice(0, 40)}`);
  return `${list}:${Number(id)}`;
}

const isObject = (value: unknown): value is Wire =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** What a mark of an original may be (`originalMark`). */
export const ORIGINAL_MARK = /^[0-9a-z]{1,16}$/;

type ReadText = (texts: Wire, name: string, key: string) => string;

const readText: ReadText = (texts, name, key) =>
  read(texts, name, words(key.startsWith('phrases:') ? TEXT_LIMITS.phrases : TEXT_LIMITS.message));

const readMark: ReadText = (texts, name) => {
  const mark = texts[name];
  if (typeof mark !== 'string' || !ORIGINAL_MARK.test(mark))
    throw malformed(`TRANSLATEDFROM.${name} must be the mark of a text`);
  return mark;
};

/** Absent where the step says nothing in another language. */
export function readTranslations(data: Wire): { translations?: Translations; translatedFrom?: Translations } {
  const translations = readLanguages(data, 'TRANSLATIONS', readText);
  const translatedFrom = readLanguages(data, 'TRANSLATEDFROM', readMark);
  return { ...(translations && { translations }), ...(translatedFrom && { translatedFrom }) };
}

function readLanguages(data: Wire, field: string, readOne: ReadText): Translations | undefined {
  const given = data[field];
  if (given === undefined || given === null || given === '') return undefined;
  if (!isObject(given)) throw malformed(`${field} must be an object by language`);
  const languages = Object.entries(given).map(([language, texts]) => {
    if (!isLanguage(language)) throw malformed(`${field} has no language ${language.slice(0, 40)}`);
    if (!isObject(texts)) throw malformed(`${field}.${language} must be an object of texts`);
    const own = Object.keys(texts).map((name) => {
      const key = readKey(name, field);
      return [key, readOne(texts, name, key)] as const;
    });
    return [language, Object.fromEntries(own)] as const;
  });
  return Object.fromEntries(languages);
}

export function writeTranslations({ translations, translatedFrom }: Step): Wire {
  return {
    ...(translations && { TRANSLATIONS: writeLanguages(translations) }),
    ...(translatedFrom && { TRANSLATEDFROM: writeLanguages(translatedFrom) }),
  };
}

function writeLanguages(translations: Translations): Wire {
  const languages = Object.entries(translations).map(([language, texts]) => [
    language,
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [writeKey(key), text])),
  ]);
  return Object.fromEntries(languages);
}
