import type { Intent, Phrase } from '@parley/engine/flow.ts';
import { ANSWER_THRESHOLDS } from '@parley/rules/answer-limits.ts';
import { COUNT_LIMITS, ENGINE_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { orElse, renamed, WireError } from '../kernel/codec.ts';
import { further, type Part, part, type StepWire, toggle } from './part.ts';
import { count, numbered, read, readList, readText, rest, type Wire, words } from './read.ts';
import { ALTERNATIVES, readPhrase, readPhrases, SHORT_LINKS, TEXT, writePhrases } from './texts.ts';
import { WAIT } from './wait.ts';

const INTENT_WIRE = ['ID', 'TEXT', 'T64', 'AVAL', 'AVALNEXT', 'AVALRESP', 'AVALREDIR', 'AVALREG', 'TRN'];

function readIntent(item: Wire): Intent {
  const intent: Intent = {
    id: read(item, 'ID', count()),
    text: readText(item),
    score: read(item, 'AVAL', words(TEXT_LIMITS.tagValue)),
    next: read(item, 'AVALNEXT', count()),
    response: read(item, 'AVALRESP', words(TEXT_LIMITS.message)),
    switchTo: read(item, 'AVALREDIR', count()),
    pattern: read(item, 'AVALREG', words(TEXT_LIMITS.pattern)),
    phrases: readPhrases(item, 'TRN'),
    ...rest(item, INTENT_WIRE),
  };
  const actions = [intent.next > 0, intent.response !== '', intent.switchTo > 0].filter(Boolean).length;
  if (actions > 1)
    throw new WireError('refused', 'An answer has one action: a next step, a response or another campaign.');
  return intent;
}

const writeIntent = (intent: Intent): Wire => ({
  ...intent.extra,
  ID: intent.id,
  TEXT: intent.text,
  T64: 0,
  AVAL: intent.score,
  AVALNEXT: intent.next,
  AVALRESP: intent.response,
  AVALREDIR: intent.switchTo,
  AVALREG: intent.pattern,
  TRN: writePhrases(intent.phrases),
});

const INTENTS: Part<Intent[]> = {
  takes: ['OPTIONS'],
  read: (data) => numbered(readList(data, 'OPTIONS', COUNT_LIMITS.intents).map(readIntent), 'OPTIONS'),
  write: (intents) => ({ OPTIONS: intents.map(writeIntent) }),
};

const SHARED_PHRASES: Part<Phrase[]> = {
  takes: ['ESOPTIONS'],
  read: (data) => readList(data, 'ESOPTIONS', COUNT_LIMITS.intents * 10).map(readPhrase),
  write: (phrases) => ({ ESOPTIONS: writePhrases(phrases, 'ID') }),
};

/** What is left out means the usual one. */
const isUsual = (threshold: number) => threshold === 0 || threshold === ANSWER_THRESHOLDS.close;

const parts: StepWire<'choice-question' | 'open-question'>['parts'] = {
  text: TEXT,
  alternatives: ALTERNATIVES,
  shortLinks: SHORT_LINKS,
  intents: INTENTS,
  sharedPhrases: SHARED_PHRASES,
  threshold: further('ANSMATCH', count(ANSWER_THRESHOLDS.exact), isUsual),
  wait: WAIT,
  retries: part('IMRNR', count(ENGINE_LIMITS.retries)),
  onExpiry: part('INRMO', orElse(renamed({ next: 'NEXT', end: 'END' }), 'next')),
  required: toggle('REQANS'),
  validate: toggle('VALIDATESMSRESPONSE'),
  errorText: part('ERRMSGTXT', words(TEXT_LIMITS.message)),
};

export const choiceQuestion: StepWire<'choice-question'> = { word: 'ONESELECTION', parts };
export const openQuestion: StepWire<'open-question'> = { word: 'SHORTANSWER', parts };
