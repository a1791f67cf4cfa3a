/** What a file looks like: its delimiter, its columns, and what each of them probably is. */
import { COUNT_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { readListedPhone } from '@parley/rules/listed-phone.ts';
import type { CountryCode } from '@parley/rules/phone.ts';
import { plainCell } from '../platform/csv.ts';
import { readRows, sniffDelimiter } from '../platform/csv-file.ts';
import { Malformed } from '../platform/errors.ts';
import { nameKey } from '../platform/names.ts';

const SAMPLE_ROWS = 100;
const SAMPLES = 3;
const PHONE_NAME = /phone|mobile|cell|msisdn|contact|\btel|number|handy|telefon/i;
const OPT_OUT_NAME =
  /^(opt(ed)?[ _-]*out\b.*|unsubscribed?\b.*|do[ _-]not[ _-](text|contact|call).*|dnc|stop(ped)?)$/i;
/** The last column of the files of lists and segments: a moment that is not imported. */
const SINCE = new Set(['Joined', 'Added']);

export type FileColumn = { index: number; name: string; samples: string[]; suggestion: string };
export type Shape = { delimiter: string; hasHeader: boolean; columns: FileColumn[]; rows: number };

/** Reads the whole file once: it must hold at most {@link COUNT_LIMITS.importRows} rows. */
export async function describeFile(
  path: string,
  tags: ReadonlyMap<string, number>,
  country: CountryCode,
): Promise<Shape> {
  const delimiter = await sniffDelimiter(path);
  const start: string[][] = [];
  let rows = 0;
  let fault = '';
  let beginsBroken = false;
  const isPhone = (cell: string) =>
    cell.replace(/\D/g, '').length >= 10 && readListedPhone(cell, country) !== null;
  for await (const row of readRows(path, delimiter)) {
    rows += 1;
    if (rows === 1 && row.fault !== undefined) {
      // Without its header nobody knows what the columns mean; a row of a file without one is left out like
      // any other.
      if (!row.cells.join(delimiter).split(delimiter).some(isPhone)) throw brokenHeader(row.fault);
      beginsBroken = true;
    }
    fault ||= row.fault ?? '';
    if (start.length <= SAMPLE_ROWS && row.fault === undefined) start.push(row.cells);
    if (rows > COUNT_LIMITS.importRows + 1) throw tooLong();
  }
  const [top] = start;
  if (!top) throw new Malformed('file', fault === '' ? 'The file is empty.' : noRow(fault));
  const hasHeader = !beginsBroken && !top.some(isPhone);
  const data = hasHeader ? start.slice(1) : start;
  if (data.length === 0)
    throw new Malformed('file', fault === '' ? 'The file has a header but no rows.' : noRow(fault));
  if (hasHeader) rows -= 1;
  if (rows > COUNT_LIMITS.importRows) throw tooLong();
  return { delimiter, hasHeader, columns: describeColumns(top, hasHeader, data, tags, isPhone), rows };
}

function brokenHeader(fault: string): Malformed {
  return new Malformed(
    'file',
    `The first row, which should name the columns, can’t be read: ${lowered(fault)} Correct it and upload the file again.`,
  );
}

const noRow = (fault: string) => `No row of this file can be read: ${lowered(fault)}`;
const lowered = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

function tooLong(): Malformed {
  const limit = COUNT_LIMITS.importRows.toLocaleString('en-US');
  return new Malformed('file', `The file has more than ${limit} rows. Split it and import the parts.`);
}

function describeColumns(
  top: string[],
  hasHeader: boolean,
  data: string[][],
  tags: ReadonlyMap<string, number>,
  isPhone: (cell: string) => boolean,
): FileColumn[] {
  const phone = phoneColumn(top, hasHeader, data, isPhone);
  const headings = top.map((cell) => (hasHeader ? plainCell(cell).slice(0, TEXT_LIMITS.name) : ''));
  const valuesOf = (index: number) =>
    data.map((row) => plainCell(row[index] ?? '')).filter((value) => value !== '');
  const suggest = suggester(headings, phone, tags, (index) => valuesOf(index).length === 0);
  return headings.map((heading, index) => {
    const values = valuesOf(index);
    return {
      index,
      name: heading || `Column ${index + 1}`,
      samples: [...new Set(values)].slice(0, SAMPLES).map((value) => value.slice(0, TEXT_LIMITS.tagValue)),
      suggestion: suggest(index),
    };
  });
}

/**
 * What each column is taken for: the tag of its name, opt-outs, or a new tag. Of two columns of one name the
 * first one is meant: a tag takes one column. In a file of this product opt-outs are the column that it put
 * there, whatever tags are called. Columns without a name or values and those that this product adds to its
 * files are left out.
 */
function suggester(
  headings: string[],
  phone: number,
  tags: ReadonlyMap<string, number>,
  isEmpty: (index: number) => boolean,
): (index: number) => string {
  const keys = headings.map(nameKey);
  const { ends, ownOptOut } = ownColumns(headings);
  const isFirst = (index: number) =>
    keys.findIndex((key, other) => key === keys[index] && other !== phone) === index;
  const tagOf = (index: number) => (isFirst(index) ? tags.get(keys[index] ?? '') : undefined);
  const isOptOut = (heading: string, index: number) =>
    index !== phone && OPT_OUT_NAME.test(heading) && tagOf(index) === undefined && !isEmpty(index);
  const optOut = ownOptOut === -1 ? headings.findIndex(isOptOut) : ownOptOut;
  return (index) => {
    if (index === phone) return 'phone';
    if (isEmpty(index)) return '';
    if (index === optOut) return 'optout';
    const tag = index < ends ? tagOf(index) : undefined;
    if (tag !== undefined) return `tag:${tag}`;
    const heading = headings[index] ?? '';
    const isNew = index < ends && heading !== '' && heading.length <= TEXT_LIMITS.tagName && isFirst(index);
    return isNew ? `newtag:${heading}` : '';
  };
}

/**
 * Where the columns begin that this product has put behind those of people, and which one says who opted out:
 * -1, none that it put there.
 */
function ownColumns(headings: readonly string[]): { ends: number; ownOptOut: number } {
  let ends = headings.length;
  if (headings[ends - 2] === 'Row' && headings[ends - 1] === 'Reason') ends -= 2;
  const isList = SINCE.has(headings[ends - 1] ?? '') && headings[ends - 2] === 'Opted out';
  return isList ? { ends: ends - 1, ownOptOut: ends - 2 } : { ends, ownOptOut: -1 };
}

/** The column with most phone numbers; between equals the one whose name says so. -1: none. */
function phoneColumn(
  top: string[],
  hasHeader: boolean,
  data: string[][],
  isPhone: (cell: string) => boolean,
): number {
  const scores = top.map((name, index) => {
    const phones = data.filter((row) => isPhone(row[index] ?? '')).length;
    return phones === 0 ? 0 : phones / data.length + (hasHeader && PHONE_NAME.test(name) ? 0.5 : 0);
  });
  const best = Math.max(...scores);
  return best === 0 ? -1 : scores.indexOf(best);
}
