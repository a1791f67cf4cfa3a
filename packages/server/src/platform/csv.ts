/** CSV files for spreadsheets. */
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^\+?[\d\s().-]+$/;

/** A spreadsheet would run a cell like `=1+1` (OWASP, CSV injection); a phone number such as +1555… stays what it is. */
export function harmless(cell: string): string {
  return FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}

/** A file of a header and rows, read as it is sent: a slow reader holds the rows back. */
export function csvFile(header: readonly string[], batches: AsyncIterable<readonly unknown[][]>): Readable {
  const output = stringify({ delimiter: ',', bom: true, record_delimiter: '\r\n' });
  return Readable.from(linesOf(header, batches), { objectMode: true }).compose(output) as Readable;
}

async function* linesOf(
  header: readonly string[],
  batches: AsyncIterable<readonly unknown[][]>,
): AsyncGenerator<string[]> {
  yield [...header];
  for await (const batch of batches) for (const row of batch) yield row.map((cell) => harmless(String(cell)));
}
