/** What a file looks like: its delimiter, its columns, and what each of them probably is. */
import { open } from 'node:fs/promises';
import { COUNT_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { toE164 } from '@parley/rules/phone.ts';
import { Malformed } from '../platform/errors.ts';
import { nameKey } from '../platform/names.ts';
import { readRows } from './read.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
const SNIFF_BYTES = 64 * 1024;
const SNIFF_LINES = 10;
const SAMPLE_ROWS = 100;
const MOST_COLUMNS = 200;
const PHONE_NAME = /phone|mobile|cell|msisdn|contact|\btel|number|handy|telefon/i;

export type Column = { index: number; name: string; sample: string; suggestion: string };
export type Shape = { delimiter: string; hasHeader: boolean; columns: Column[]; rows: number };

/** Reads the whole file once: it must be readable to its end and hold at most {@link COUNT_LIMITS.importRows} rows. */
export async function describeFile(path: string, tags: ReadonlyMap<string, number>): Promise<Shape> {
  const delimiter = await sniffDelimiter(path);
  const start: string[][] = [];
  let rows = 0;
  for await (const { cells } of readRows(path, delimiter)) {
    rows += 1;
    if (start.length <= SAMPLE_ROWS) start.push(cells);
    if (rows > COUNT_LIMITS.importRows + 1) throw tooLong();
  }
  const [top] = start;
  if (!top) throw new Malformed('file', 'The file is empty.');
  if (top.length > MOST_COLUMNS)
    throw new Malformed('file', `The file has ${top.length} columns: at most ${MOST_COLUMNS} can be read.`);
  const hasHeader = !top.some(isPhone);
  const data = hasHeader ? start.slice(1) : start;
  if (data.length === 0) throw new Malformed('file', 'The file has a header and no rows below it.');
  if (hasHeader) rows -= 1;
  if (rows > COUNT_LIMITS.importRows) throw tooLong();
  return { delimiter, hasHeader, columns: describeColumns(top, hasHeader, data, tags), rows };
}

function tooLong(): Malformed {
  const limit = COUNT_LIMITS.importRows.toLocaleString('en-US');
  return new Malformed('file', `The file has more than ${limit} rows. Split it and import the parts.`);
}

/** The delimiter that the first lines have most alike; quoted text is left out. */
async function sniffDelimiter(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    const text = buffer
      .subarray(0, bytesRead)
      .toString('utf8')
      .replace(/"[^"]*"/g, '');
    const lines = text
      .split(/\r\n|\n|\r/)
      .filter((line) => line.trim() !== '')
      .slice(0, SNIFF_LINES);
    const least = (delimiter: string) => Math.min(...lines.map((line) => line.split(delimiter).length));
    return DELIMITERS.toSorted((one, other) => least(other) - least(one))[0] ?? ',';
  } finally {
    await file.close();
  }
}

function describeColumns(
  top: string[],
  hasHeader: boolean,
  data: string[][],
  tags: ReadonlyMap<string, number>,
): Column[] {
  const phone = phoneColumn(top, hasHeader, data);
  const names = top.map(
    (cell, index) => (hasHeader && cell.trim().slice(0, TEXT_LIMITS.name)) || `Column ${index + 1}`,
  );
  const keys = names.map(nameKey);
  return names.map((name, index) => {
    // Of two columns of one name the first one is meant for the tag: a tag takes one column.
    const isFirst = keys.findIndex((key, other) => key === keys[index] && other !== phone) === index;
    const tag = isFirst ? tags.get(keys[index] ?? '') : undefined;
    const values = data.map((row) => row[index]?.trim() ?? '');
    return {
      index,
      name,
      sample: (values.find((value) => value !== '') ?? '').slice(0, TEXT_LIMITS.tagValue),
      suggestion: index === phone ? 'phone' : tag === undefined ? '' : `tag:${tag}`,
    };
  });
}

/** The column with most phone numbers; between equals the one whose name says so. -1: none. */
function phoneColumn(top: string[], hasHeader: boolean, data: string[][]): number {
  const scores = top.map((name, index) => {
    const phones = data.filter((row) => isPhone(row[index] ?? '')).length;
    return phones === 0 ? 0 : phones / data.length + (hasHeader && PHONE_NAME.test(name) ? 0.5 : 0);
  });
  const best = Math.max(...scores);
  return best === 0 ? -1 : scores.indexOf(best);
}

/** A number of at least ten digits: shorter ones are ids, dates or amounts. */
function isPhone(cell: string): boolean {
  return cell.replace(/\D/g, '').length >= 10 && toE164(cell) !== null;
}
