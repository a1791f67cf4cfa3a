/** Reads a stored CSV file row by row, in constant memory and in slices of time. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type CsvRecord, createCsvSplitter } from './csv-records.ts';
import { createSlices } from './slices.ts';

/**
 * One row that is not blank; `row` counts from 1 as a spreadsheet does, the header and blank rows included.
 */
export type Row = CsvRecord & { row: number };

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** How spreadsheets name the delimiter in a line before the header, which they show to nobody. */
const NAMED_DELIMITER = /^\uFEFF?sep=([,;\t|])(?:\r\n|\n|\r)/i;
const SNIFF_BYTES = 64 * 1024;
const SNIFF_LINES = 10;
const READ_BYTES = 64 * 1024;

/** The rows of a UTF-8 file in order. What its reader does with a row counts as part of a slice. */
export async function* readRows(path: string, delimiter: string): AsyncGenerator<Row> {
  const input = createReadStream(path, { highWaterMark: READ_BYTES, encoding: 'utf8' });
  const splitter = createCsvSplitter(delimiter);
  const slices = createSlices();
  let row = 0;
  async function* rowsOf(chunk: string, isLast: boolean): AsyncGenerator<Row> {
    for (const record of splitter.push(chunk, isLast)) {
      if (row === 0 && namesDelimiter(record)) continue;
      row += 1;
      if (record.cells.some((cell) => cell.trim() !== '')) yield { ...record, row };
      await slices();
    }
  }
  try {
    let isFirst = true;
    for await (const chunk of input as AsyncIterable<string>) {
      yield* rowsOf(isFirst ? chunk.replace(/^\uFEFF/, '') : chunk, false);
      isFirst = false;
    }
    yield* rowsOf('', true);
  } finally {
    input.destroy();
  }
}

/** `sep=;` split at the delimiter that it names. */
const namesDelimiter = ({ cells }: CsvRecord) =>
  cells.length === 2 && cells[0]?.toLowerCase() === 'sep=' && cells[1] === '';

/** The delimiter that the file names, or that its first lines have most alike; quoted text is left out. */
export async function sniffDelimiter(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    const top = buffer.subarray(0, bytesRead).toString('utf8');
    const named = NAMED_DELIMITER.exec(top)?.[1];
    if (named) return named;
    const lines = top
      .replace(/"[^"]*"/g, '')
      .split(/\r\n|\n|\r/)
      .filter((line) => line.trim() !== '')
      .slice(0, SNIFF_LINES);
    const least = (delimiter: string) => Math.min(...lines.map((line) => line.split(delimiter).length));
    return DELIMITERS.toSorted((one, other) => least(other) - least(one))[0] ?? ',';
  } finally {
    await file.close();
  }
}
