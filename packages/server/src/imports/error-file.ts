/** The rows that were not imported, as they were, with the reason behind them: to be put right and imported again. */
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { harmless } from '../platform/csv.ts';
import { readRows } from './read.ts';
import { type ImportFile, readFile } from './rows.ts';

export function errorFile(file: ImportFile): Readable {
  const output = stringify({ delimiter: ',', bom: true, record_delimiter: '\r\n' });
  return Readable.from(linesOf(file), { objectMode: true }).compose(output) as Readable;
}

async function* linesOf(file: ImportFile): AsyncGenerator<string[]> {
  const [first] = await firstRow(file);
  const columns = first?.length ?? 0;
  const header = file.hasHeader
    ? (first ?? [])
    : Array.from({ length: columns }, (_, n) => `Column ${n + 1}`);
  yield [...header.map(harmless), 'Row', 'Reason'];
  for await (const reading of readFile(file)) {
    if (reading.kind === 'person') continue;
    const { row, reason } = reading.problem;
    const cells = Array.from({ length: columns }, (_, n) => harmless(reading.cells[n] ?? ''));
    yield [...cells, String(row), reason];
  }
}

async function firstRow(file: ImportFile): Promise<string[][]> {
  for await (const { cells } of readRows(file.path, file.delimiter)) return [cells];
  return [];
}
