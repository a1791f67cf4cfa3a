import { expect, test } from 'vitest';
import { WireError } from '../kernel/codec.ts';
import { readStep, writeStep } from './step.ts';

const QUESTION = {
  ID: 7,
  TYPE: 'ONESELECTION',
  TEXT: 'Well?',
  OPTIONS: [{ ID: 2, TEXT: 'Yes', AVALRESP: 'Good' }],
  RTEXT: [{ TID: 3, TEXT: 'So?' }],
  ERRMSGTXT: 'Again',
  LMSG: 'Enough',
};
const TEXTS = {
  TEXT: '¿Y?',
  'RTEXT:3': '¿Y bien?',
  'OPTIONS:2': 'Sí',
  'TRN:2': 'claro\npues sí',
  'AVALRESP:2': 'Bien',
  ERRMSGTXT: 'Otra vez',
  LMSG: 'Basta',
};

test('stand in a control point by language and field, and come back as they were', () => {
  const { step } = readStep({ ...QUESTION, TRANSLATIONS: { es: TEXTS } });
  expect(step.translations?.es).toEqual({
    text: '¿Y?',
    'alternative:3': '¿Y bien?',
    'answer:2': 'Sí',
    'phrases:2': 'claro\npues sí',
    'response:2': 'Bien',
    error: 'Otra vez',
    loop: 'Basta',
  });
  expect(writeStep(step, 1)).toMatchObject({ TRANSLATIONS: { es: TEXTS } });
  expect(readStep(JSON.parse(JSON.stringify(writeStep(step, 1)))).step).toEqual(step);
});

test('say which original they were made from, which goes with them', () => {
  const TRANSLATEDFROM = { es: { TEXT: '1a2b3c', 'OPTIONS:2': 'zz9' }, fr: { TEXT: '1' } };
  const { step } = readStep({ ...QUESTION, TRANSLATIONS: { es: TEXTS }, TRANSLATEDFROM });
  expect(step.translatedFrom).toEqual({ es: { text: '1a2b3c', 'answer:2': 'zz9' } });
  expect(writeStep(step, 1)).toMatchObject({ TRANSLATEDFROM: { es: TRANSLATEDFROM.es } });
  expect(step.extra).toEqual({});
  for (const mark of ['', 'A b', 'x'.repeat(17), 7, null])
    expect(() => readStep({ ...QUESTION, TRANSLATEDFROM: { es: { TEXT: mark } } })).toThrow(WireError);
});

test('of a step that has none, the wire is as before', () => {
  for (const TRANSLATIONS of [undefined, null, '', {}, { es: {} }, { es: { TEXT: ' ' } }]) {
    const { step } = readStep({ ...QUESTION, TRANSLATIONS });
    expect(step).toEqual(readStep(QUESTION).step);
    expect(writeStep(step, 1)).toEqual(writeStep(readStep(QUESTION).step, 1));
  }
});

test('of texts that the step does not have are left out', () => {
  const { step } = readStep({
    TYPE: 'STATEMENT',
    TEXT: 'Hi',
    TRANSLATIONS: { es: { TEXT: 'Hola', 'RTEXT:9': 'x' } },
  });
  expect(step.translations).toEqual({ es: { text: 'Hola' } });
});

test.each([
  ['Spanish', 'es'],
  ['a language without a code', { Spanish: { TEXT: 'Hola' } }],
  ['__proto__', JSON.parse('{"__proto__": {"TEXT": "Hola"}}')],
  ['a list', ['es']],
  ['texts that are none', { es: 'Hola' }],
  ['a field that is not translated', { es: { TDESC: 'Hola' } }],
  ['an entry without a number', { es: { 'OPTIONS:two': 'Hola' } }],
  ['too long a text', { es: { TEXT: 'x'.repeat(1601) } }],
  ['a number for a text', { es: { TEXT: { a: 1 } } }],
])('%s is refused', (_what, TRANSLATIONS) => {
  expect(() => readStep({ ...QUESTION, TRANSLATIONS })).toThrow(WireError);
});
