/** What one row of a file means under a mapping: a number with tag values, or why it is not imported. */
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { toE164 } from '@parley/rules/phone.ts';
import { type Row, readRows } from './read.ts';

/** What a column becomes; columns that are left out are not imported. `tag` is the tag's id as text, or a name that is yet to be added. */
export type Mapping = { phone: number; tags: { index: number; tag: string; name: string }[] };

export type Person = { row: number; phone: string; tags: Record<string, string> };
export type Problem = { row: number; value: string; reason: string };
export type Reading =
  | { kind: 'person'; person: Person }
  | { kind: 'invalid'; problem: Problem }
  | { kind: 'duplicate'; problem: Problem };

export type ImportFile = { path: string; delimiter: string; hasHeader: boolean; mapping: Mapping };

/** Reads every row of a file in order. Reading it again gives the same. */
export async function* readFile(file: ImportFile): AsyncGenerator<Reading & { cells: string[] }> {
  const seen = new Map<number, number>();
  let columns = 0;
  for await (const row of readRows(file.path, file.delimiter)) {
    if (columns === 0) {
      columns = row.cells.length;
      if (file.hasHeader) continue;
    }
    yield { ...readRow(row, columns, file.mapping, seen), cells: row.cells };
  }
}

/** `seen` holds the row of each number that was met, by its digits: a million of them stay small. */
function readRow({ row, cells }: Row, columns: number, mapping: Mapping, seen: Map<number, number>): Reading {
  const value = (cells[mapping.phone] ?? '').trim();
  const invalid = (reason: string): Reading => ({ kind: 'invalid', problem: { row, value, reason } });
  if (cells.length > columns && cells.slice(columns).some((cell) => cell.trim() !== ''))
    return invalid(`This row has ${cells.length} cells, the first row has ${columns}.`);
  if (value === '') return invalid('The phone number is missing.');
  const phone = toE164(value);
  if (phone === null)
    return invalid(
      /^\d+([.,]\d+)?E\+?\d+$/i.test(value)
        ? 'A spreadsheet has shortened this number: format the column as text and save it again.'
        : 'This is not a phone number.',
    );
  const tags: Record<string, string> = {};
  for (const { index, tag, name } of mapping.tags) {
    const text = (cells[index] ?? '').trim();
    if (text.length > TEXT_LIMITS.tagValue)
      return invalid(`${name} is longer than ${TEXT_LIMITS.tagValue} characters.`);
    // An empty cell says nothing: the contact keeps what it has.
    if (text !== '') tags[tag] = text;
  }
  const digits = Number(phone.slice(1));
  const before = seen.get(digits);
  if (before !== undefined)
    return {
      kind: 'duplicate',
      problem: { row, value, reason: `The same number is in row ${before} already.` },
    };
  seen.set(digits, row);
  return { kind: 'person', person: { row, phone, tags } };
}
