/**
 * What one row of a file means under a mapping: a number with tag values, an opt-out, or why it is not
 * imported.
 */
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { readListedPhone } from '@parley/rules/listed-phone.ts';
import type { CountryCode } from '@parley/rules/phone.ts';
import { plainCell } from '../platform/csv.ts';
import { type Row, readRows } from '../platform/csv-file.ts';

/**
 * What a column becomes; columns that are left out are not imported. `tag` is the tag's id as text, or a name
 * that is yet to be added.
 */
export type Mapping = {
  phone: number;
  /** The column that says who opted out; -1: none does. */
  optOut: number;
  tags: { index: number; tag: string; name: string }[];
};

export type ImportedContact = { row: number; phone: string; tags: Record<string, string> };
export type Problem = { row: number; value: string; reason: string };
/** `optOut`: the number that the row says opted out. That counts in a row that is left out, too. */
export type Reading = { optOut: string | null } & (
  | { kind: 'person'; person: ImportedContact }
  | { kind: 'invalid'; problem: Problem }
  | { kind: 'duplicate'; problem: Problem }
);

export type ImportFile = {
  path: string;
  delimiter: string;
  hasHeader: boolean;
  country: CountryCode;
  mapping: Mapping;
};

/**
 * What an empty cell and these words say of an opt-out: none. Whatever else stands there, a day for example,
 * says that there was one.
 */
const NO_OPT_OUT =
  /^(?:|0|no|n|false|f|none|null|n\/?a|never|-|–|—|nein|non|opted[ -]?in|subscribed|active)$/i;

/** Reads every row of a file in order. Reading it again gives the same. */
export async function* readFile(file: ImportFile): AsyncGenerator<Reading & { cells: string[] }> {
  const seen = new Map<number, number>();
  let columns = 0;
  for await (const row of readRows(file.path, file.delimiter)) {
    if (columns === 0 && row.fault === undefined) {
      columns = row.cells.length;
      if (file.hasHeader) continue;
    }
    yield { ...readRow(row, columns, file, seen), cells: row.cells };
  }
}

/** `seen` holds the row of each number that was met, by its digits: a million of them stay small. */
function readRow(
  { row, cells, fault }: Row,
  columns: number,
  { mapping, country }: ImportFile,
  seen: Map<number, number>,
): Reading {
  const value = (cells[fault === undefined ? mapping.phone : 0] ?? '').trim();
  const phone = fault === undefined ? readListedPhone(value, country) : null;
  const optOut = phone !== null && saysOptedOut(cells, mapping) ? phone : null;
  const invalid = (reason: string): Reading => ({ kind: 'invalid', optOut, problem: { row, value, reason } });
  if (fault !== undefined) return invalid(fault);
  if (cells.length > columns && cells.slice(columns).some((cell) => cell.trim() !== ''))
    return invalid(`This row has ${cells.length} cells, the first row has ${columns}.`);
  if (phone === null) return invalid(whyNoPhone(value));
  const tags: Record<string, string> = {};
  for (const { index, tag, name } of mapping.tags) {
    const text = plainCell(cells[index] ?? '');
    if (text.length > TEXT_LIMITS.tagValue)
      return invalid(`${name} is longer than ${TEXT_LIMITS.tagValue} characters.`);
    // An empty cell says nothing: the contact keeps what it has.
    if (text !== '') tags[tag] = text;
  }
  const digits = Number(phone.slice(1));
  const before = seen.get(digits);
  if (before !== undefined) {
    const problem = { row, value, reason: `The same number is in row ${before} already.` };
    return { kind: 'duplicate', optOut, problem };
  }
  seen.set(digits, row);
  return { kind: 'person', optOut, person: { row, phone, tags } };
}

function saysOptedOut(cells: readonly string[], { optOut }: Mapping): boolean {
  return optOut >= 0 && !NO_OPT_OUT.test(plainCell(cells[optOut] ?? '').trim());
}

function whyNoPhone(value: string): string {
  if (value === '') return 'The phone number is missing.';
  return /^\d+([.,]\d+)?E\+?\d+$/i.test(value)
    ? 'A spreadsheet shortened this number. Format the column as text and save the file again.'
    : 'That’s not a phone number.';
}
