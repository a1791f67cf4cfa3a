/**
 * Splits CSV (RFC 4180, and what spreadsheets make of it) into records. Of libraries none gives up one line
 * instead of the whole file where a quotation mark is never closed: the next line is read as if nothing had
 * been.
 */
import { CSV_LIMITS } from '@parley/rules/limits.ts';

/** `fault`: the record can't be read; `cells` then holds the beginning of its line. */
export type CsvRecord = { cells: string[]; fault?: string };

const OPEN_QUOTE = 'A quotation mark is never closed.';
const TOO_LONG = `The row is longer than ${CSV_LIMITS.recordLength.toLocaleString('en-US')} characters.`;
const TOO_WIDE = `The row has more than ${CSV_LIMITS.columns} columns.`;

/** A record that ends before `next`; null: more of the file is needed to say. */
type Step = { record: CsvRecord; next: number } | null;

/**
 * Reads a text chunk by chunk; `push` with `isLast` reads what is left. The text it keeps is never longer
 * than a record and a chunk.
 */
export function createCsvSplitter(delimiter: string): {
  push: (chunk: string, isLast: boolean) => Generator<CsvRecord>;
} {
  let text = '';
  /** Within a line that is too long: nothing of it is kept. */
  let isSkipping = false;
  return {
    *push(chunk, isLast) {
      text += chunk;
      // A line feed may follow a carriage return in the next chunk.
      const held = !isLast && text.endsWith('\r') ? '\r' : '';
      if (held) text = text.slice(0, -1);
      let at = 0;
      for (;;) {
        if (isSkipping) {
          const end = lineEnd(text, at);
          at = end < 0 ? text.length : afterBreak(text, end);
          if (end >= 0) isSkipping = false;
        }
        if (at === text.length) break;
        const step = nextRecord(text, at, delimiter, isLast);
        if (!step) {
          if (text.length - at <= CSV_LIMITS.recordLength) break;
          yield { cells: [beginning(text, at)], fault: TOO_LONG };
          isSkipping = true;
          continue;
        }
        yield step.record;
        at = step.next;
      }
      text = text.slice(at) + held;
    },
  };
}

function nextRecord(text: string, start: number, delimiter: string, isLast: boolean): Step {
  const cells: string[] = [];
  let width = 0;
  let at = start;
  for (;;) {
    const cell =
      text[at] === '"' ? quotedCell(text, start, at, delimiter, isLast) : bareCell(text, at, delimiter);
    if (cell === 'open') return brokenLine(text, start, isLast);
    if (cell === null || (cell.end === text.length && !isLast)) return null;
    if (cell.end - start > CSV_LIMITS.recordLength) return brokenLine(text, start, isLast, TOO_LONG);
    width += 1;
    if (width <= CSV_LIMITS.columns) cells.push(cell.value);
    at = cell.end;
    if (text[at] === delimiter) {
      at += 1;
      continue;
    }
    const record =
      width > CSV_LIMITS.columns ? { cells: [beginning(text, start)], fault: TOO_WIDE } : { cells };
    return { record, next: afterBreak(text, at) };
  }
}

type Cell = { value: string; end: number };

function bareCell(text: string, start: number, delimiter: string): Cell {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { value: text.slice(start, end), end };
}

/**
 * A cell in quotation marks. One within the cell that nobody doubled is taken as it is, as long as the cell
 * ends on its line: past that it is rather the beginning of another cell, and the first one was never closed
 * ('open'). Null: more is needed.
 */
function quotedCell(
  text: string,
  record: number,
  start: number,
  delimiter: string,
  isLast: boolean,
): Cell | 'open' | null {
  const most = record + CSV_LIMITS.recordLength;
  let isLoose = false;
  let crossed = false;
  for (let at = start + 1; at < text.length && at <= most; at += 1) {
    const sign = text[at];
    if (sign === '\n' || sign === '\r') {
      if (isLoose) return 'open';
      crossed = true;
    }
    if (sign !== '"') continue;
    const next = text[at + 1];
    if (next === undefined && !isLast) return null;
    if (next === '"') at += 1;
    else if (next === undefined || next === delimiter || next === '\n' || next === '\r')
      return { value: text.slice(start + 1, at).replaceAll('""', '"'), end: at + 1 };
    else if (crossed) return 'open';
    else isLoose = true;
  }
  return isLast || text.length > most ? 'open' : null;
}

/** The line that a record begins on, which is given up. */
function brokenLine(text: string, start: number, isLast: boolean, fault = OPEN_QUOTE): Step {
  const end = lineEnd(text, start);
  if (end < 0 && !isLast) return null;
  return {
    record: { cells: [beginning(text, start)], fault },
    next: end < 0 ? text.length : afterBreak(text, end),
  };
}

function beginning(text: string, start: number): string {
  const line = text.slice(start, start + CSV_LIMITS.shown);
  const end = lineEnd(line, 0);
  return end < 0 ? line : line.slice(0, end);
}

const BREAK = /[\r\n]/g;

function lineEnd(text: string, from: number): number {
  BREAK.lastIndex = from;
  return BREAK.exec(text)?.index ?? -1;
}

function afterBreak(text: string, end: number): number {
  if (end >= text.length) return text.length;
  return text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1;
}
