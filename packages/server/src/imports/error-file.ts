/**
 * The rows that were not imported, as they were, with the reason behind them: to be put right and imported
 * again.
 */
import type { Readable } from 'node:stream';
import { csvFile, plainCell } from '../platform/csv.ts';
import { readRows } from '../platform/csv-file.ts';
import { type ImportFile, readFile } from './rows.ts';

export async function errorFile(file: ImportFile): Promise<Readable> {
  const first = await firstRow(file);
  const names = first.map((cell, index) => (file.hasHeader ? plainCell(cell) : `Column ${index + 1}`));
  return csvFile([...names, 'Row', 'Reason'], refusedRows(file, first.length));
}

async function* refusedRows(file: ImportFile, columns: number): AsyncGenerator<string[][]> {
  for await (const reading of readFile(file)) {
    if (reading.kind === 'person') continue;
    const { row, reason } = reading.problem;
    const cells = Array.from({ length: columns }, (_, index) => plainCell(reading.cells[index] ?? ''));
    yield [[...cells, String(row), reason]];
  }
}

async function firstRow(file: ImportFile): Promise<string[]> {
  for await (const { cells, fault } of readRows(file.path, file.delimiter))
    if (fault === undefined) return cells;
  return [];
}
