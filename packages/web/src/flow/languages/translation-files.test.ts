import { flowOf } from '@parley/engine/flow-shorthand.ts';
import { outdatedTexts, withTranslation } from '@parley/engine/translations.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsv, writeCsv } from './csv-file.ts';
import { readTranslationFile } from './read-file.ts';
import { type FileRow, normalised, planRows, UnreadableFile, withRows } from './translation-units.ts';
import { readXliff, writeXliff } from './xliff-file.ts';

const steps = flowOf(1, [
  {
    id: 11,
    type: 'choice-question',
    text: 'Hi {%Name|there%}, "well"; yes, no?\nTell us <b>& more</b>. {%Name|there%}',
    alternatives: ['=SUM(A1) and @home'],
    intents: [{ text: 'Yes', phrases: ['sure', 'of course'], response: '-1 to that' }, 'No'],
    translations: { es: { text: 'Hola {%Name%}\n\n¿"sí"; o no?', 'answer:1': "'sí" } },
  },
  { id: 12, type: 'final-message', text: '\u0007Bye 👋' },
]).steps;
const head = { campaign: 1, original: 'en', language: 'es' };
const saidIn = (rows: FileRow[], language = 'es') =>
  Object.fromEntries(rows.filter((row) => row.language === language).map(({ id, said }) => [id, said]));

describe.each([
  ['CSV', (all: typeof steps) => readCsv(writeCsv(all, 'en', ['es']))],
  ['XLIFF', (all: typeof steps) => readXliff(writeXliff(all, head))],
])('%s', (_form, roundTrip) => {
  test('comes back as it went out: nothing new, nothing stale', () => {
    const rows = roundTrip(steps);
    expect(saidIn(rows)).toMatchObject({
      '11:text': 'Hola {%Name%}\n\n¿"sí"; o no?',
      '11:answer:1': "'sí",
      '12:text': '',
    });
    expect(planRows(rows, steps).map(({ state }) => state)).toEqual(['same', 'same']);
    const filled = rows.map((row) => ({ ...row, said: row.said || 'x' }));
    expect(new Set(planRows(filled, steps).map(({ state }) => state))).toEqual(new Set(['same', 'new']));
  });

  test('says what is outdated, which comes back as it was, or said to fit', () => {
    const [, last] = steps;
    if (last?.type !== 'final-message') throw new Error('not the last step');
    const outdated = { ...withTranslation(last, 'es', 'text', 'Adiós'), text: 'Goodbye' } as typeof last;
    expect(planRows(roundTrip([outdated]), [outdated]).map(({ state }) => state)).toEqual(['same']);
    const done = roundTrip([outdated]).map((row) => ({ ...row, isDone: true }));
    const planned = planRows(done, [outdated]);
    expect(planned.map(({ state }) => state)).toEqual(['confirmed']);
    expect(outdatedTexts(withRows(outdated, planned), 'es')).toEqual([]);
    const later = { ...outdated, text: 'So long' } as typeof outdated;
    expect(planRows(done, [later]).map(({ state }) => state)).toEqual(['same']);
    const fresh = withRows(outdated, planned);
    expect(roundTrip([fresh]).map(({ isDone }) => isDone)).toEqual([true]);
  });

  test('keeps whatever people write', () => {
    const texts = fc.string({
      unit: fc.constantFrom(
        'a',
        'é',
        ',',
        ';',
        '"',
        "'",
        '=',
        '\n',
        '\t',
        '<',
        '&',
        ']]>',
        '{%Name%}',
        '{%',
        ' ',
        'ع',
        '👋',
      ),
    });
    fc.assert(
      fc.property(texts, texts, (text, said) => {
        const [step] = flowOf(1, [{ type: 'message', text, translations: { es: { text: said } } }]).steps;
        if (!step || text.trim() === '') return;
        const [row] = roundTrip([step]);
        expect([normalised(row?.original ?? ''), normalised(row?.said ?? '')]).toEqual([
          normalised(text),
          normalised(said),
        ]);
      }),
    );
  });
});

describe('what comes back', () => {
  const row = (id: string, original: string, said: string): FileRow => ({
    id,
    language: 'es',
    original,
    said,
  });

  test('is new, changed, as it was, of an original that changed, unknown, or too long', () => {
    const planned = planRows(
      [
        row('12:text', '\u0007Bye 👋', 'Adiós'),
        row('11:answer:1', 'Yes', 'Claro'),
        row(
          '11:text',
          steps[0] && 'text' in steps[0] ? steps[0].text : '',
          'Hola {%Name%}\r\n\r\n¿"sí"; o no? ',
        ),
        row('11:answer:2', 'Nope', 'Nada'),
        row('99:text', 'Hi', 'Hola'),
        row('11:response:1', '-1 to that', 'x'.repeat(1601)),
        row('11:alternative:1', '', ' '),
      ],
      steps,
    );
    expect(planned.map(({ state }) => state)).toEqual(['new', 'changed', 'same', 'stale', 'unknown', 'long']);
    const taken = planned.filter(({ state }) => state === 'new' || state === 'changed');
    const stale = planned.filter(({ state }) => state === 'stale');
    const [question] = steps.map((step) => withRows(step, stale));
    expect(question && outdatedTexts(question, 'es').map(({ key }) => key)).toEqual(['answer:2']);
    expect(steps.map((step) => withRows(step, taken).translations?.es)).toEqual([
      { text: 'Hola {%Name%}\n\n¿"sí"; o no?', 'answer:1': 'Claro' },
      { text: 'Adiós' },
    ]);
  });

  test('of a text that stands twice counts as it stands last', () => {
    expect(
      planRows([row('12:text', '\u0007Bye 👋', 'a'), row('12:text', '\u0007Bye 👋', 'b')], steps),
    ).toMatchObject([{ said: 'b' }]);
  });
});

describe('a table', () => {
  test.each([';', '\t'])(
    'may be parted by %j, in another order, with columns of the translator’s own',
    (comma) => {
      const table = [
        ['Notes', 'French (fr)', 'Key', 'Original (en)', 'Spanish (es)', 'Mine (xx)'],
        ['hm', 'Salut', '12:text', '\u0007Bye 👋', 'Adiós', '?'],
      ];
      const rows = readCsv(table.map((cells) => cells.join(comma)).join('\n'));
      expect([saidIn(rows, 'fr'), saidIn(rows)]).toEqual([{ '12:text': 'Salut' }, { '12:text': 'Adiós' }]);
    },
  );

  test.each([
    ['', /columns “Key”/],
    ['Name,Phone\nAnn,1', /columns “Key”/],
    ['Key,Original (en),Klingon (tlh)\n1:text,Hi,x', /column of a language/],
    ['Key,Original (en),Spanish (es)\n1:text,Hi,"open', /quotation mark/],
    ['Key,Original (en),Spanish (es)\n1:text,Hi,"a" b', /quotation mark/],
  ])('%j is no table of translations, and says why', (text, why) => {
    expect(() => readCsv(text)).toThrow(why);
  });
});

describe('XLIFF', () => {
  const xliff = (inner: string, attributes = 'version="2.0" srcLang="en" trgLang="es"') =>
    `<?xml version="1.0"?><xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" ${attributes}><file id="f">${inner}</file></xliff>`;

  test('may come back with its texts cut into segments, in groups, with marks', () => {
    const unit =
      '<group id="g"><unit id="s12-text"><segment><source>Bye.</source><target>Adiós<mrk id="m">.</mrk></target></segment>' +
      '<ignorable><source> </source></ignorable><segment><source>Now.</source><target><pc id="1">Ya.</pc></target></segment></unit></group>';
    expect(readXliff(xliff(unit))).toEqual([
      { id: '12:text', language: 'es', original: 'Bye. Now.', said: 'Adiós. Ya.', isDone: false },
    ]);
  });

  test('gives each of two equal tokens a place of its own, and a token of the translation that of the source', () => {
    const text = writeXliff(steps, head);
    expect(text.match(/<source>.*?<\/source>/s)?.[0].match(/<ph id="\d"/g)).toEqual([
      '<ph id="1"',
      '<ph id="2"',
    ]);
    expect(text).toContain('<data id="d1">{%Name|there%}</data>');
  });

  test.each([
    [`<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${xliff('')}`, /entities/],
    [xliff('<unit id="s1-text">'), /well-formed/],
    ['<html><body/></html>', /isn’t XLIFF/],
    [xliff('', 'version="1.2" source-language="en"'), /XLIFF 1.2/],
    [xliff('', 'version="2.0" srcLang="en"'), /trgLang/],
    [xliff('', 'version="2.0" srcLang="en" trgLang="tlh"'), /trgLang/],
  ])('%s is refused, and says why', (text, why) => {
    expect(() => readXliff(text)).toThrow(why);
  });
});

describe('a file', () => {
  const read = (parts: BlobPart[], original = 'en') => readTranslationFile(new Blob(parts), original);

  test('is read as what it holds, whatever it is called, also as spreadsheets write it', async () => {
    expect(saidIn(await read([writeXliff(steps, head)]))).toHaveProperty('12:text', '');
    expect(saidIn(await read([writeCsv(steps, 'en', ['es'])]))).toHaveProperty('12:text', '');
    const table = '\uFEFFKey\tOriginal (en)\tSpanish (es)\r\n12:text\tBye\tAdiós\r\n';
    expect(saidIn(await read([new Uint16Array([...table].map((sign) => sign.charCodeAt(0)))]))).toEqual({
      '12:text': 'Adiós',
    });
  });

  test('that is no text, too large, or of the original itself is refused', async () => {
    await expect(read([new Uint8Array([0xff, 0xd8, 0xff])])).rejects.toThrow(/UTF-8/);
    await expect(read([new Uint8Array(5_000_001)])).rejects.toThrow(/5 MB/);
    await expect(read([writeCsv(steps, 'en', ['es'])], 'es')).rejects.toThrow(UnreadableFile);
  });
});
