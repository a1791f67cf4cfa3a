import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFix, isStepFix } from './apply-fix.ts';
import { checkFlow } from './check.ts';
import { compareFlows } from './compare-flows.ts';
import type { StepShorthand } from './flow-shorthand.ts';
import { createMemoryHost, flowOf, openingCredits, openingTagNames, remapSteps } from './index.ts';
import {
  inLanguage,
  languagesOf,
  missingTexts,
  originalMark,
  outdatedTexts,
  sourceTexts,
  stillFitting,
  tidyTranslations,
  withTranslation,
} from './translations.ts';

const account = { tags: ['Name', 'Language', 'City'], lists: [], campaigns: [] };
const SURVEY: StepShorthand[] = [
  {
    type: 'message',
    text: 'Hi {%Name|there%}',
    alternatives: ['Hello'],
    translations: { es: { text: 'Hola {%Name%}', 'alternative:1': 'Buenas' }, ar: { text: 'مرحبا' } },
  },
  {
    type: 'choice-question',
    text: 'Did you like it?',
    intents: [
      { text: 'Yes', phrases: ['sure'], response: 'Great!' },
      { text: 'No', score: '0', next: 4 },
    ],
    required: true,
    validate: true,
    retries: 1,
    errorText: 'Yes or no?',
    translations: {
      es: {
        text: '¿Te gustó?',
        'answer:1': 'Sí',
        'phrases:1': 'claro que sí\nme encantó',
        'answer:2': 'Para nada',
        'response:1': '¡Genial!',
        error: '¿Sí o no?',
      },
    },
  },
  { type: 'final-message', text: 'Thanks', translations: { es: { text: 'Gracias' } } },
  { type: 'final-message', text: 'Sorry: {%intent:2%}' },
];

function talk(language: string, said: string[] = [], seed = 1, steps = SURVEY) {
  const host = createMemoryHost({
    campaigns: { 1: flowOf(1, steps) },
    contact: { phone: '+12125550100', timeZone: 'UTC', tags: language === '' ? {} : { Language: language } },
    now: '2026-03-02T15:00:00Z',
    seed,
  });
  host.start(1);
  for (const text of said) host.say(text);
  const heard = host.transcript().filter(({ from }) => from === 'us');
  return { texts: heard.map(({ text }) => text), ...host.variables() };
}

describe('a conversation', () => {
  it('is held in the contact’s language, and in the original where nothing is translated', () => {
    expect(talk('Español', ['sí']).texts.slice(1)).toEqual(['¿Te gustó?', '¡Genial!', 'Gracias']);
    expect(talk('es-MX', ['nope', 'para nada']).texts.slice(1)).toEqual([
      '¿Te gustó?',
      '¿Sí o no?',
      '¿Te gustó?',
      'Sorry: No',
    ]);
    expect(talk('', ['yes']).texts.slice(1)).toEqual(['Did you like it?', 'Great!', 'Thanks']);
    expect(talk('ar', ['yes']).texts).toEqual(['مرحبا', 'Did you like it?', 'Great!', 'Thanks']);
  });

  it.each(['sí', 'SI', 'claro que sí', 'me encantó', 'yes', 'sure', '1', 'a'])(
    'understands %j of somebody who speaks Spanish as the first answer, and keeps it by its own name',
    (reply) => {
      expect(talk('es', [reply]).answers[2]).toMatchObject({ intent: 'Yes' });
    },
  );

  it('does not understand the words of a language that the contact does not speak', () => {
    expect(talk('', ['para nada']).texts.at(-1)).toBe('Did you like it?');
  });

  it('chooses among the wordings that the language has', () => {
    const first = (language: string) =>
      new Set(Array.from({ length: 40 }, (_, seed) => talk(language, [], seed + 1).texts[0]));
    expect(first('es')).toEqual(new Set(['Hola ', 'Buenas']));
    expect(first('ar')).toEqual(new Set(['مرحبا']));
    expect(first('')).toEqual(new Set(['Hi there', 'Hello']));
  });

  it('goes on in the language that its contact has just chosen', () => {
    const steps: StepShorthand[] = [
      { type: 'open-question', text: 'Your language?' },
      { type: 'tag', tag: 'language' },
      {
        type: 'final-message',
        text: 'Thanks',
        translations: { es: { text: 'Gracias' }, fr: { text: 'Merci' } },
      },
    ];
    expect(talk('es', ['Français'], 1, steps).texts.at(-1)).toBe('Merci');
    expect(talk('fr', ['the usual one'], 1, steps).texts.at(-1)).toBe('Thanks');
  });
});

it('without translations, every language is told and asked the same, to the last effect', () => {
  const bare = SURVEY.map(({ translations: _, ...step }) => step);
  const replies = fc.array(fc.constantFrom('yes', 'no', 'sí', 'para nada', '1', 'b', 'what?', ''), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(
      fc.constantFrom('es', 'ar', 'English', 'xx'),
      replies,
      fc.nat(1000),
      (language, said, seed) => {
        const { tags: _, ...spoken } = talk(language, said, seed, bare);
        const { tags: __, ...original } = talk('', said, seed, bare);
        expect(spoken).toEqual(original);
      },
    ),
  );
});

it('with translations, whoever speaks none of those languages hears what they would without them', () => {
  const bare = SURVEY.map(({ translations: _, ...step }) => step);
  const replies = fc.array(fc.constantFrom('yes', 'no', 'sí', '1', 'b', 'what?'), { maxLength: 5 });
  fc.assert(
    fc.property(fc.constantFrom('', 'en', 'de', 'Klingon'), replies, fc.nat(1000), (language, said, seed) => {
      expect(talk(language, said, seed)).toEqual(talk(language, said, seed, bare));
    }),
  );
});

describe('translations of a step', () => {
  const [message, question] = flowOf(1, SURVEY).steps;
  if (!message || !question) throw new Error('The survey has steps.');

  it('go with the text that they belong to, and a new one begins without', () => {
    if (message.type !== 'message') throw new Error('not the message');
    const without = tidyTranslations({ ...message, alternatives: [] });
    expect(without.translations).toEqual({ es: { text: 'Hola {%Name%}' }, ar: { text: 'مرحبا' } });
    expect(
      tidyTranslations({ ...without, alternatives: [{ id: 1, text: 'Other' }] } as never).translations?.es,
    ).toEqual({
      text: 'Hola {%Name%}',
    });
    expect(tidyTranslations(message)).toBe(message);
  });

  it('are gone when the last one is emptied, as if there had been none', () => {
    const bare = flowOf(1, [{ type: 'message', text: 'Hi' }]).steps[0];
    if (!bare) throw new Error('no step');
    const said = withTranslation(bare, 'fr', 'text', 'Salut');
    expect(inLanguage(said, 'fr')).toMatchObject({ text: 'Salut' });
    expect(languagesOf([said])).toEqual(['fr']);
    expect(withTranslation(said, 'fr', 'text', ' ')).toEqual(bare);
  });

  it('name each text of a step once, and those that nobody says or reads not at all', () => {
    expect(sourceTexts(question).map(({ key }) => key)).toEqual([
      'text',
      'answer:1',
      'phrases:1',
      'response:1',
      'answer:2',
      'phrases:2',
      'error',
    ]);
    const notice = flowOf(1, [{ type: 'notification', text: 'A new order', list: 1 }]).steps[0];
    expect(notice && sourceTexts(notice)).toEqual([]);
    expect(missingTexts(question, 'es')).toEqual([]);
    expect(missingTexts(question, 'ar')).toHaveLength(5);
    const scale = flowOf(1, [{ type: 'choice-question', text: '{%Name%}', intents: ['1', '👍'] }]).steps[0];
    expect(scale && missingTexts(scale, 'es')).toEqual([]);
  });

  it('follow their tokens to a copy, and differ between versions', () => {
    const steps = flowOf(1, [
      { type: 'open-question', text: 'Name?' },
      { type: 'message', text: 'Hi', translations: { es: { text: 'Hola {%answer:1%}' } } },
    ]).steps;
    const [, copy] = remapSteps(
      steps,
      new Map([
        [1, 71],
        [2, 72],
      ]),
    );
    expect(copy?.translations?.es?.text).toBe('Hola {%answer:71%}');
    const before = steps.map(({ translations: _, ...step }) => step as never);
    expect(compareFlows(before, steps)).toMatchObject([
      { kind: 'changed', parts: [{ field: 'translations' }] },
    ]);
  });
});

describe('a translation of an original that changed since', () => {
  const written = (text: string) => ({ type: 'final-message', text }) satisfies StepShorthand;
  const stepWith = (short: StepShorthand) => {
    const [step] = flowOf(1, [short]).steps;
    if (!step) throw new Error('no step');
    return step;
  };
  const translated = withTranslation(stepWith(written('Hi {%answer:3%}')), 'es', 'text', 'Hola {%answer:3%}');
  const saying = (text: string) => ({ ...translated, text }) as typeof translated;
  const outdated = (step = translated) => outdatedTexts(step, 'es').map(({ key }) => key);

  it('is outdated until somebody translates it anew, says that it fits, or the original is as it was', () => {
    expect(outdated()).toEqual([]);
    const changed = saying('Hello {%answer:3%}');
    expect(outdated(changed)).toEqual(['text']);
    expect(outdated(saying(' Hi {%answer:3%}\r\n'))).toEqual([]);
    expect(outdated(withTranslation(changed, 'es', 'text', 'Hola'))).toEqual([]);
    const finding = checkFlow({ campaignId: 1, version: 1, steps: [changed] }, account).find(
      ({ code }) => code === 'outdated-translation',
    );
    expect(finding).toMatchObject({ severity: 'warning', language: 'es' });
    if (!finding?.fix || !isStepFix(finding.fix)) throw new Error('no fix');
    const fitting = applyFix(changed, finding.fix);
    expect([outdated(fitting), fitting.translations]).toEqual([[], changed.translations]);
    // Not of an original that nobody has looked at since.
    const later = saying('Good day {%answer:3%}');
    expect(applyFix(later, finding.fix)).toBe(later);
  });

  it('is not known to be outdated without its mark, nor where the original says nothing', () => {
    const { translatedFrom: _, ...unmarked } = saying('Hello');
    expect(outdated(unmarked as typeof translated)).toEqual([]);
    expect(outdated(saying(' '))).toEqual([]);
    expect(withTranslation(saying(''), 'es', 'text', 'Hola').translatedFrom).toBeUndefined();
    const question = stepWith({ type: 'open-question', text: 'Well?', intents: [{ phrases: ['yes'] }] });
    const phrased = withTranslation(question, 'es', 'phrases:1', 'sí');
    const more = { ...phrased, intents: [{ ...question, id: 1, text: 'A', response: '', phrases: [] }] };
    expect(outdated(more as unknown as typeof translated)).toEqual([]);
  });

  it('keeps its mark in a copy with other ids, and loses it with the translation', () => {
    const [copy] = remapSteps(
      [{ ...translated, id: 1 }],
      new Map([
        [1, 71],
        [3, 73],
      ]),
    );
    expect([copy && outdated(copy), copy?.translations?.es?.text]).toEqual([[], 'Hola {%answer:73%}']);
    const gone = withTranslation(translated, 'es', 'text', '');
    expect([gone.translations, gone.translatedFrom]).toEqual([undefined, undefined]);
    const marks = { es: { text: originalMark('Hi') } };
    expect(tidyTranslations({ ...gone, translatedFrom: marks }).translatedFrom).toBeUndefined();
    expect(stillFitting(translated, 'es', { text: 'x' })).toBe(translated);
  });

  it('makes no difference to contacts', () => {
    const changed = saying('Hello {%answer:3%}');
    const fitting = stillFitting(changed, 'es', { text: originalMark('Hello {%answer:3%}') });
    expect(fitting).not.toBe(changed);
    expect(compareFlows([changed], [fitting])).toEqual([]);
  });

  it('has a mark of its own for each original', () => {
    const text = fc.string({ minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        fc.pre(one.trim() !== other.trim());
        expect(originalMark(`a${one}z`)).not.toBe(originalMark(`a${other}z`));
        expect(originalMark(one)).toMatch(/^[0-9a-z]{0,7}$/);
      }),
    );
  });
});

it('the opening of a blast depends on the language, in its words and its price', () => {
  const long = 'ñandú '.repeat(30);
  const flow = flowOf(1, [
    { type: 'final-message', text: 'Hi', translations: { es: { text: `${long}{%City%}` } } },
  ]);
  const contact = { phone: '', timeZone: 'UTC', tags: {} };
  const at = '2026-03-02T15:00:00Z';
  expect(openingTagNames(flow)).toEqual(['City', 'Language']);
  expect(openingCredits(flow, contact, at)).toBe(1);
  expect(openingCredits(flow, { ...contact, tags: { Language: 'es' } }, at)).toBeGreaterThan(1);
  expect(openingTagNames(flowOf(1, [{ type: 'final-message', text: 'Hi' }]))).toEqual([]);
});

describe('the check', () => {
  const codes = (steps: StepShorthand[], tags = account.tags) =>
    checkFlow(flowOf(1, steps), { ...account, tags })
      .filter(({ language, code }) => language !== undefined || code === 'no-language-tag')
      .map(({ step, code, language, severity }) => `${severity} ${step} ${code} ${language ?? ''}`.trim());
  const says = (text: string, es: string): StepShorthand[] => [
    { type: 'final-message', text, translations: { es: { text: es } } },
  ];

  it('tells what is not translated, for each language of the campaign, and keeps nobody from publishing', () => {
    expect(codes(SURVEY)).toEqual([
      'warning 1 untranslated ar',
      'warning 1 other-tokens ar',
      'warning 2 untranslated ar',
      'warning 3 untranslated ar',
      'warning 4 untranslated ar',
      'warning 4 untranslated es',
    ]);
  });

  it('finds tokens that a translation lost or made up, whatever their defaults and letters', () => {
    expect(codes(says('Hi {%Name|there%}', 'Hola {%name|amigo%}'))).toEqual([]);
    expect(codes(says('Hi {%Name%}', 'Hola'))).toEqual(['warning 1 other-tokens es']);
    expect(codes(says('Hi', 'Hola {%City%}'))).toEqual(['warning 1 other-tokens es']);
    const unknown = checkFlow(flowOf(1, says('Hi', 'Hola {%Nombre%}')), account);
    expect(unknown).toContainEqual(expect.objectContaining({ severity: 'error', code: 'unknown-token' }));
  });

  it('tells when a translation costs more', () => {
    expect(codes(says('a'.repeat(150), 'á'.repeat(60)))).toEqual([]);
    expect(codes(says('a'.repeat(150), 'á'.repeat(150)))).toEqual(['warning 1 dear-translation es']);
  });

  it('finds answers that opt people out or mean two things in a language', () => {
    const [question] = SURVEY.slice(1);
    const spoken = (es: Record<string, string>) => [
      { ...question, id: 1, intents: ['Yes', 'No'], translations: { es } },
    ];
    const full = { text: '¿?', error: '¿?', 'answer:1': 'Sí' };
    expect(codes(spoken({ ...full, 'answer:2': 'STOP' }) as StepShorthand[])).toEqual([
      'warning 1 reserved-answer es',
    ]);
    expect(codes(spoken({ ...full, 'answer:2': 'No', 'phrases:2': 'nada\nsí' }) as StepShorthand[])).toEqual([
      'warning 1 same-answer es',
    ]);
  });

  it('asks for the tag that says who speaks what', () => {
    expect(codes(says('Hi', 'Hola'), [])).toEqual(['warning 1 no-language-tag']);
  });
});
