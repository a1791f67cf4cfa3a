/** Public sets of what people say, sorted by what they mean, as their publishers lay them out. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What people say for one intent: to learn from, and to be asked about. */
export type Meaning = { name: string; phrases: string[]; tests: string[] };
export type IntentSet = { name: string; language: string; meanings: Meaning[] };

/**
 * "Corpus 50" of nlp.js (examples/13-languages/corpora): fifty things that are asked of a service, five
 * phrases and five tests each.
 */
const CORPUS_LANGUAGES = ['en', 'es', 'fr', 'it', 'id'];
/** xSID (data/xSID-0.5): what is asked of assistants; its `valid` is learnt from, its `test` asked. */
const XSID_LANGUAGES = ['en', 'de', 'it', 'nl', 'da'];
/** With fewer phrases nothing is learnt of an intent. */
const LEAST_PHRASES = 8;

/** The sets below a folder: `corpus-xx.json` of nlp.js, `xx.valid.conll` and `xx.test.conll` of xSID. */
export function readSets(folder: string): IntentSet[] {
  const corpora = CORPUS_LANGUAGES.flatMap((language) => {
    const path = join(folder, `corpus-${language}.json`);
    return existsSync(path) ? [readCorpus(path, language)] : [];
  });
  const talks = XSID_LANGUAGES.flatMap((language) => {
    const [learn, ask] = ['valid', 'test'].map((part) => join(folder, `${language}.${part}.conll`));
    return learn && ask && existsSync(learn) && existsSync(ask) ? [readXsid(learn, ask, language)] : [];
  });
  return [...corpora, ...talks];
}

type CorpusEntry = { intent: string; utterances: string[]; tests?: string[] };

function readCorpus(path: string, language: string): IntentSet {
  const { data } = JSON.parse(readFileSync(path, 'utf8')) as { data: CorpusEntry[] };
  const meanings = data
    .filter(({ tests = [], utterances }) => tests.length > 0 && utterances.length > 0)
    .map(({ intent, utterances, tests = [] }) => ({ name: intent, phrases: utterances, tests }));
  return { name: 'Corpus 50', language, meanings };
}

function readXsid(learn: string, ask: string, language: string): IntentSet {
  const phrases = byIntent(learn);
  const tests = byIntent(ask);
  const meanings = [...phrases]
    .filter(([, said]) => said.length >= LEAST_PHRASES)
    .map(([name, said]) => ({ name, phrases: said, tests: tests.get(name) ?? [] }))
    .filter((meaning) => meaning.tests.length > 0);
  return { name: 'xSID', language, meanings };
}

function byIntent(path: string): Map<string, string[]> {
  const said = new Map<string, string[]>();
  for (const block of readFileSync(path, 'utf8').split('\n\n')) {
    const text = /^# text = (.*)$/m.exec(block)?.[1];
    const intent = /^# intent = (.*)$/m.exec(block)?.[1];
    if (text && intent) said.set(intent, [...(said.get(intent) ?? []), text]);
  }
  return said;
}
