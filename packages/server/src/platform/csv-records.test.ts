import { CSV_LIMITS } from '@parley/rules/limits.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCsvSplitter } from './csv-records.ts';

/** Reads a text in chunks of a size. */
function read(text: string, size = text.length || 1, delimiter = ',') {
  const splitter = createCsvSplitter(delimiter);
  const records = [];
  for (let at = 0; at < text.length; at += size)
    records.push(...splitter.push(text.slice(at, at + size), false));
  return [...records, ...splitter.push('', true)];
}

const cellsOf = (text: string, delimiter = ',') => read(text, undefined, delimiter).map(({ cells }) => cells);

test.each([
  [
    'a,b\nc,d\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a,b\r\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a\rb\r', [['a'], ['b']]],
  [
    'a,\n,b\n',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['"a,b","c""d"\n', [['a,b', 'c"d']]],
  [
    '"a\nb",c\nd,e\n',
    [
      ['a\nb', 'c'],
      ['d', 'e'],
    ],
  ],
  ['5" pipe,"6" pipe",x\n', [['5" pipe', '6" pipe', 'x']]],
  ['"",""\n', [['', '']]],
  ['a\n\nb', [['a'], [''], ['b']]],
])('%j', (text, records) => expect(cellsOf(text)).toEqual(records));

test.each([
  ['at the end of the file', 'a,"b\nc,d\n'],
  ['before a line that closes one of its own', 'a,"b\nc,"d"\n'],
  ['in a file where every cell stands in marks', '"a","b\n"c","d"\n'],
  ['with a doubled mark', 'a,"b ""c""\nc,"d",e\n'],
])('a quotation mark that is never closed refuses its line alone: %s', (_, text) => {
  const [broken, whole] = read(text);
  expect(broken).toEqual({
    cells: [text.split('\n')[0]],
    fault: 'A quotation mark is never closed.',
  });
  expect(whole).toEqual({ cells: expect.arrayContaining(['c', 'd']) });
});

test('a row that is too long or has too many columns is refused alone, and its beginning is shown', () => {
  const long = 'x'.repeat(3 * CSV_LIMITS.recordLength);
  for (const row of [long, `"${long}"`, `"${long}`, '1,'.repeat(1_000_000)]) {
    const [before, broken, after, ...none] = read(`a,b\n${row}\nc,d\n`, 65_536);
    expect([before?.cells, after?.cells, none]).toEqual([['a', 'b'], ['c', 'd'], []]);
    expect(broken?.fault).toMatch(/never closed|longer than 128,600 characters/);
    expect(broken?.cells).toEqual([row.slice(0, CSV_LIMITS.shown)]);
  }
  const [wide, next] = read(`${'1,'.repeat(CSV_LIMITS.columns)}1\na\n`);
  expect(wide?.fault).toBe('The row has more than 200 columns.');
  expect(next?.cells).toEqual(['a']);
  expect(cellsOf(`${'1,'.repeat(CSV_LIMITS.columns - 1)}1\n`)[0]).toHaveLength(CSV_LIMITS.columns);
});

test('the cells of any record come back as they were, and the size of the chunks changes nothing', () => {
  const cell = fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', 'a', ' ', "'", '=') });
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1 }),
      fc.integer({ min: 1, max: 9 }),
      (rows, size) => {
        const text = rows
          .map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(','))
          .join('\r\n');
        expect(read(text, size)).toEqual(rows.map((cells) => ({ cells })));
      },
    ),
  );
  const noise = fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a'), maxLength: 60 });
  fc.assert(
    fc.property(noise, fc.integer({ min: 1, max: 9 }), (text, size) => {
      expect(read(text, size)).toEqual(read(text));
    }),
  );
});

test('every line of a file of quotation marks is read once or refused once', () => {
  const noise = fc.array(fc.constantFrom('a', '"a', '""a', 'a"', '"a"', '"""', '""x"""', ',"', '"a""'), {
    minLength: 1,
  });
  fc.assert(
    fc.property(noise, (lines) => {
      const records = read(lines.join('\n'));
      const spanned = records.reduce(
        (sum, { cells, fault }) => sum + 1 + (fault ? 0 : cells.join('').split('\n').length - 1),
        0,
      );
      expect(spanned).toBe(lines.length);
    }),
  );
});
