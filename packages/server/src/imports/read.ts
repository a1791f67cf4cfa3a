/** Reads a stored file row by row, in constant memory. */
import { createReadStream } from 'node:fs';
import { CsvError, parse } from 'csv-parse';
import { Malformed } from '../platform/errors.ts';

/** One row that is not blank; `row` counts from 1 as a spreadsheet does, the header and blank rows included. */
export type Row = { row: number; cells: string[] };

const READ_BYTES = 256 * 1024;
/** A longer row is a quotation mark that was never closed. */
const LONGEST_ROW_BYTES = 256 * 1024;

/** The rows of a file in order. Throws {@link Malformed} with the row where the file cannot be read as CSV. */
export async function* readRows(path: string, delimiter: string): AsyncGenerator<Row> {
  const input = createReadStream(path, { highWaterMark: READ_BYTES });
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LONGEST_ROW_BYTES,
  });
  input.on('error', (error) => parser.destroy(error));
  input.pipe(parser);
  let row = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      if (cells.some((cell) => cell.trim() !== '')) yield { row, cells };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new Malformed('file', explain(error));
    throw error;
  } finally {
    input.destroy();
    parser.destroy();
  }
}

function explain(error: CsvError): string {
  const row = Number(error.records ?? 0) + 1;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE')
    return `Row ${row}: a quotation mark is opened and never closed, or the row is much too long.`;
  return `Row ${row} cannot be read as CSV.`;
}
