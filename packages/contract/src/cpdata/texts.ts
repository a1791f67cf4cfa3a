/** What several step types hold on the wire: texts, their alternatives and training phrases, a list. */
import type { Phrase } from '@parley/engine/flow.ts';
import { COUNT_LIMITS } from '@parley/rules/limits.ts';
import { type Part, part, toggle } from './part.ts';
import { count, numbered, read, readList, readText, rest, type Wire } from './read.ts';

export const TEXT: Part<string> = {
  takes: ['TEXT', 'T64'],
  read: readText,
  write: (text) => ({ TEXT: text, T64: 0 }),
};

export const ALTERNATIVES: Part<Phrase[]> = {
  takes: ['RTEXT'],
  read: (data) => readPhrases(data, 'RTEXT'),
  write: (phrases) => ({ RTEXT: writePhrases(phrases) }),
};

export const SHORT_LINKS = toggle('SHORTLINKS');
export const LIST = part('OIG', count());

const PHRASE_WIRE = ['ID', 'TID', 'TEXT', 'T64'];

export const readPhrase = (item: Wire): Phrase => ({
  id: read(item, 'TID' in item ? 'TID' : 'ID', count()),
  text: readText(item),
  ...rest(item, PHRASE_WIRE),
});

export const readPhrases = (data: Wire, field: string): Phrase[] =>
  numbered(readList(data, field, COUNT_LIMITS.alternatives).map(readPhrase), field);

export const writePhrases = (phrases: Phrase[], idField = 'TID') =>
  phrases.map(({ id, text, extra }) => ({ ...extra, [idField]: id, TEXT: text, T64: 0 }));
