import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvFile, guardedCell, plainCell } from './csv.ts';
import { createCsvSplitter } from './csv-records.ts';

test.each([
  '=1+1',
  '+1 555',
  '-1-1',
  '@acme',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '﹦1',
  '−1',
  ' =1',
  '\u00a0=1',
  "'=1",
])('a spreadsheet runs no %j', (value) => expect(guardedCell(value)).toBe(`'${value}`));

test.each(['+15551234567', '-5', '-5.50', '+49', 'a=b', "O'Hara", "'", "'quoted'", 'x@y', '', '007'])(
  '%j stays as it is',
  (value) => expect(guardedCell(value)).toBe(value),
);

test('the blanks that people leave around a cell are taken off, and those that were meant are kept', () => {
  expect(plainCell('  Boston ')).toBe('Boston');
  expect(plainCell(guardedCell('  Boston '))).toBe('  Boston ');
});

const SIGNS = [...'=+-@＝＋－＠﹢−"\',;|\t\r\n \u00a0\u3000\uFEFFa1.', '\r\n', "''"];
const nasty = fc.oneof(
  fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

test('whatever is written is read as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(nasty, nasty), { minLength: 1, maxLength: 8 }), async (rows) => {
      let text = '';
      for await (const chunk of csvFile(
        ['a', 'b'],
        (async function* () {
          yield rows;
        })(),
      ))
        text += chunk;
      const splitter = createCsvSplitter(',');
      const records = [...splitter.push(text.slice(1), false), ...splitter.push('', true)];
      expect(text[0]).toBe('\uFEFF');
      expect(records.slice(1).map(({ cells }) => cells.map(plainCell))).toEqual(rows);
      // No cell of the file begins a formula, wherever a spreadsheet takes its cells to end.
      for (const { cells } of records) for (const cell of cells) expect(cell).not.toMatch(/^\s*[=＝@＠]/);
    }),
  );
});
