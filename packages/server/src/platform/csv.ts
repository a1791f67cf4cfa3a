/** CSV files for spreadsheets: what is written is run by none of them, and is read back as it was. */
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

/**
 * The signs that begin a formula, as they are typed and in the wide, small, raised and lowered forms that
 * mean the same.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−]/u;
/** An amount, or a phone number as it is stored: a spreadsheet makes nothing of it but a number. */
const NUMBER = /^[+-]?\d[\d.,]*$/;

/**
 * An apostrophe before what a spreadsheet would run (OWASP, CSV injection) or lose, such as a blank at an
 * end. {@link plainCell} takes it off again; so what stands behind apostrophes of its own is guarded, too.
 */
export function guardedCell(value: string): string {
  return needsGuard(value) ? `'${value}` : value;
}

/**
 * A cell of a file as it was meant: without the apostrophe of {@link guardedCell}, or without the blanks
 * around it.
 */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && needsGuard(cell.slice(1)) ? cell.slice(1) : cell.trim();
}

function needsGuard(value: string): boolean {
  const bare = value.replace(/^'+/, '');
  return bare !== bare.trim() || (FORMULA.test(bare) && !NUMBER.test(bare));
}

/**
 * A file of a header and rows, read as it is sent: a slow reader holds the rows back. Every cell stands in
 * quotation marks: a spreadsheet that takes semicolons for the ends of cells finds none.
 */
export function csvFile(header: readonly string[], batches: AsyncIterable<readonly unknown[][]>): Readable {
  const output = stringify({
    delimiter: ',',
    bom: true,
    record_delimiter: '\r\n',
    quoted: true,
    quoted_empty: true,
  });
  return Readable.from(linesOf(header, batches), { objectMode: true }).compose(output) as Readable;
}

async function* linesOf(
  header: readonly string[],
  batches: AsyncIterable<readonly unknown[][]>,
): AsyncGenerator<string[]> {
  yield header.map(guardedCell);
  for await (const batch of batches)
    for (const row of batch) yield row.map((cell) => guardedCell(String(cell)));
}
