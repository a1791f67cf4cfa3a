/**
 * Comparing tag values, for blast and automata filters and for the rules step. The same meaning must hold in
 * SQL; the rules:
 *
 * - A missing value counts as the empty text. Both sides are folded ({@link folded}): case, accents, width
 *   and outer blanks do not count.
 * - `=`: when both sides are numbers (`NUMBER`) they compare as exact decimals; when both are dates
 *   (`ISO_DATE`, `US_DATE`) in time, a date alone being its midnight; else as text.
 * - `<`, `<=`, `>`, `>=` compare numbers with numbers, dates with dates and texts with texts, those in code
 *   point order (`COLLATE "C"`). They never hold between different kinds, so that "yes" is not at least 18,
 *   nor when a side is empty.
 * - LIKE: with `%` (any run) or `_` (any one character) in it the value is a pattern for the whole text; with
 *   neither it is contained in it. No escape character (`LIKE … ESCAPE ''`).
 * - `!=` and `NOT LIKE` are the exact opposites of `=` and LIKE, so a missing value meets them.
 * - IS EMPTY holds for a missing value and for blanks alone, IS NOT EMPTY for every other; neither looks at a
 *   given value.
 */

export const EMPTY_OPERATORS = ['IS EMPTY', 'IS NOT EMPTY'] as const;
export const FILTER_OPERATORS = [
  '=',
  '!=',
  '<=',
  '<',
  '>=',
  '>',
  'LIKE',
  'NOT LIKE',
  ...EMPTY_OPERATORS,
] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** One condition: the named tag's value against a given one. */
export type Filter = { tag: string; operator: FilterOperator; value: string };

/** Whether an operator looks at a given value. */
export function takesValue(operator: FilterOperator): boolean {
  return !EMPTY_OPERATORS.some((each) => each === operator);
}

/**
 * A condition that somebody has begun: without a tag, or without the value that its operator asks for. It
 * says nothing.
 */
export function isUnfinished({ tag, operator, value }: Filter): boolean {
  return tag === '' || (takesValue(operator) && trimmed(value) === '');
}

/** A number as text, the same in PostgreSQL's `~` and here. */
export const NUMBER = /^[-+]?([0-9]+([.][0-9]*)?|[.][0-9]+)$/;
const TIME = '([ t][0-9]{2}:[0-9]{2}(:[0-9]{2})?)?';
/**
 * A folded date, perhaps with a time: `2026-01-31`, `2026-01-31 10:00`; the same in PostgreSQL's `~` and
 * here.
 */
export const ISO_DATE = new RegExp(`^[0-9]{4}-[0-9]{2}-[0-9]{2}${TIME}$`);
/**
 * As people in the United States write it, the month first: `1/31/2026`; the same in PostgreSQL's `~` and
 * here.
 */
export const US_DATE = new RegExp(`^(0?[1-9]|1[0-2])[/.-](0?[1-9]|[12][0-9]|3[01])[/.-]([0-9]{4})${TIME}$`);
/**
 * Accents of Latin, Greek and Cyrillic letters once they are taken apart from them; the same in PostgreSQL's
 * regular expressions and here. Vowel signs of other scripts are letters of a word and stay.
 */
export const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;

/** Whether every filter holds for a contact's tag values, by tag name. */
export function matchesFilters(filters: readonly Filter[], tags: Readonly<Record<string, string>>): boolean {
  return filters.every(({ tag, operator, value }) =>
    compareTexts(Object.hasOwn(tags, tag) ? (tags[tag] ?? '') : '', operator, value),
  );
}

/** Whether `left operator right` holds, by the rules at the top of this file. */
export function compareTexts(left: string, operator: FilterOperator, right: string): boolean {
  const one = folded(left);
  const other = folded(right);
  switch (operator) {
    case 'IS EMPTY':
      return one === '';
    case 'IS NOT EMPTY':
      return one !== '';
    case 'LIKE':
      return isLike(one, other);
    case 'NOT LIKE':
      return !isLike(one, other);
    case '=':
      return areEqual(one, other);
    case '!=':
      return !areEqual(one, other);
  }
  if (one === '' || other === '' || kindOf(one) !== kindOf(other)) return false;
  const order = compare(one, other);
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order >= 0;
}

/** Whether a text has another one in it that is not empty, without wildcards: LIKE of the rules step. */
export function containsText(text: string, part: string): boolean {
  const wanted = folded(part);
  return wanted !== '' && folded(text).includes(wanted);
}

/** A value as it is compared: lower case, of usual width, without accents and outer blanks. */
export function folded(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFKC');
  return trimmed(plain);
}

/** Not `trim()`: that takes more away than SQL's btrim with the same four. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANKS.includes(text.charAt(start))) start += 1;
  while (end > start && BLANKS.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
const BLANKS = ' \t\n\r';

export type ValueKind = 'number' | 'date' | 'text';

/** What a folded value is compared as. */
export function kindOf(value: string): ValueKind {
  if (NUMBER.test(value)) return 'number';
  return ISO_DATE.test(value) || US_DATE.test(value) ? 'date' : 'text';
}

const areEqual = (one: string, other: string) =>
  kindOf(one) === kindOf(other) ? compare(one, other) === 0 : one === other;

/** Two values of one kind: negative, zero or positive. */
function compare(one: string, other: string): number {
  const kind = kindOf(one);
  if (kind === 'number') return compareDecimals(one, other);
  return kind === 'date' ? compareCodePoints(fullDate(one), fullDate(other)) : compareCodePoints(one, other);
}

/** Exact whatever the count of digits, as SQL's numeric is. */
export function compareDecimals(one: string, other: string): number {
  const places = Math.max(decimals(one), decimals(other));
  const difference = scaled(one, places) - scaled(other, places);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function decimals(number: string): number {
  const point = number.indexOf('.');
  return point < 0 ? 0 : number.length - point - 1;
}

function scaled(number: string, places: number): bigint {
  const digits = number.replace(/[-+.]/g, '') + '0'.repeat(places - decimals(number));
  return number.startsWith('-') ? -BigInt(digits) : BigInt(digits);
}

/** `YYYY-MM-DD HH:mm:ss` of a folded date. */
export function fullDate(date: string): string {
  const iso = date
    .replace(US_DATE, '$3-0$1-0$2$4')
    .replace(/-0([0-9]{2})/g, '-$1')
    .replace('t', ' ');
  return (iso + ' 00:00:00'.slice(iso.length - 10)).slice(0, 19);
}

/**
 * The day of a value that is compared as a date, `YYYY-MM-DD`; null: it is none. Not every one is in the
 * calendar: `2026-02-30`.
 */
export function dayIn(value: string): string | null {
  const own = folded(value);
  return kindOf(own) === 'date' ? fullDate(own).slice(0, 10) : null;
}

/** UTF-16 order differs from code point order only where a surrogate meets U+E000 and above. */
function compareCodePoints(one: string, other: string): number {
  if (one === other) return 0;
  let at = 0;
  while (one.charCodeAt(at) === other.charCodeAt(at)) at++;
  const left = one.charCodeAt(at);
  const right = other.charCodeAt(at);
  if (Number.isNaN(left)) return -1;
  if (Number.isNaN(right)) return 1;
  return fixedUp(left) - fixedUp(right);
}

/** Moves surrogates above the rest of the plane, so that units order as code points do. */
function fixedUp(unit: number): number {
  return unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

function isLike(text: string, wanted: string): boolean {
  return /[%_]/.test(wanted) ? matchesPattern([...text], [...wanted]) : text.includes(wanted);
}

/** `%` and `_` in time proportional to text × pattern at worst: on a miss only the last `%` is stretched. */
function matchesPattern(text: string[], pattern: string[]): boolean {
  let t = 0;
  let p = 0;
  let star = -1;
  let starText = 0;
  while (t < text.length) {
    if (pattern[p] === '%') {
      star = p++;
      starText = t;
    } else if (pattern[p] === '_' || pattern[p] === text[t]) {
      t++;
      p++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++starText;
    } else return false;
  }
  while (pattern[p] === '%') p++;
  return p === pattern.length;
}
