/** Translations as a table: a row for each text, for each language a column and one of how it stands. */
import type { Step } from '@parley/engine/flow.ts';
import { translationOf } from '@parley/engine/translations.ts';
import { isLanguage, languageName } from '@parley/rules/languages.ts';
import { type FileRow, isOutdated, type Unit, UnreadableFile, unitsOf } from './translation-units.ts';
import { wordings } from './wordings.ts';

const words = wordings.translationFiles;
const [KEY, STEP, FIELD, ORIGINAL] = ['Key', 'Step', 'Field', 'Original'];

/** Of spreadsheets: a cell that begins so is a formula, unless an apostrophe stands before it. */
const FORMULA = /^['=+\-@\t＝＋－＠]/;
const shielded = (text: string) => (FORMULA.test(text) ? `'${text}` : text);
const unshielded = (text: string) => (/^'['=+\-@\t＝＋－＠]/.test(text) ? text.slice(1) : text);

const cell = (text: string) => `"${shielded(text).replaceAll('"', '""')}"`;

/** Begins with a byte order mark, so that spreadsheets know that it is UTF-8. */
export function writeCsv(steps: readonly Step[], original: string, languages: readonly string[]): string {
  const named = (name: string, code: string) => `${name} (${code})`;
  const head = [
    KEY,
    STEP,
    FIELD,
    named(ORIGINAL, original),
    ...languages.map((code) => named(languageName(code), code)),
    ...languages.map(words.state),
  ];
  const rows = unitsOf(steps).map((unit) => [
    unit.id,
    unit.place,
    unit.field,
    unit.original,
    ...languages.map((language) => translationOf(unit.step, language, unit.key)),
    ...languages.map((language) => stateIn(unit, language)),
  ]);
  return `\uFEFF${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

function stateIn(unit: Unit, language: string): string {
  if (isOutdated(unit, language)) return words.outdated;
  return translationOf(unit.step, language, unit.key) === '' ? '' : words.translated;
}

/** @throws UnreadableFile saying what is missing. */
export function readCsv(text: string): FileRow[] {
  const [head = [], ...rows] = parseTable(text.replace(/^\uFEFF/, ''));
  const key = head.findIndex((name) => name.trim() === KEY);
  const original = head.findIndex((name) => name.trim().startsWith(ORIGINAL));
  if (key < 0 || original < 0) throw new UnreadableFile(words.noColumns);
  const columns = head.flatMap((name, index) => {
    const code = /\(([A-Za-z-]+)\)\s*$/.exec(name)?.[1] ?? '';
    const state = head.findIndex((each) => each.trim() === words.state(code));
    return index !== original && isLanguage(code) ? [{ index, code, state }] : [];
  });
  if (columns.length === 0) throw new UnreadableFile(words.noLanguage);
  return rows.flatMap((row) =>
    columns.map(({ index, code, state }) => ({
      id: (row[key] ?? '').trim(),
      language: code,
      original: row[original] ?? '',
      said: row[index] ?? '',
      isDone: (row[state] ?? '').trim().toLowerCase() === words.translated.toLowerCase(),
    })),
  );
}

/** Records of RFC 4180, parted by commas, semicolons or tabs, whichever the first line has most of. */
function parseTable(text: string): string[][] {
  const line = text.slice(0, Math.max(0, text.search(/[\r\n]/)));
  const count = (sign: string) => line.split(sign).length;
  const comma = [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ',';
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { value, end } = readCell(text, at, comma);
    row.push(unshielded(value));
    at = end;
    if (text[at] === comma) {
      at += 1;
      if (at < text.length) continue;
      row.push('');
    }
    rows.push(row);
    row = [];
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return rows.filter((each) => each.some((value) => value !== ''));
}

function readCell(text: string, from: number, comma: string): { value: string; end: number } {
  if (text[from] !== '"') {
    let end = from;
    while (end < text.length && text[end] !== comma && text[end] !== '\n' && text[end] !== '\r') end += 1;
    return { value: text.slice(from, end), end };
  }
  let value = '';
  for (let at = from + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote < 0) throw new UnreadableFile(words.openQuote);
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { value, end: endOfCell(text, quote + 1, comma) };
    value += '"';
    at = quote + 2;
  }
}

/** What stands between a quotation mark and the end of its cell is nothing that a table has. */
function endOfCell(text: string, from: number, comma: string): number {
  let end = from;
  while (text[end] === ' ') end += 1;
  const isEnd = end >= text.length || text[end] === comma || text[end] === '\n' || text[end] === '\r';
  if (!isEnd) throw new UnreadableFile(words.openQuote);
  return end;
}
