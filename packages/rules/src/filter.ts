/**
 * Comparing tag values, for blast and automata filters and for the rules step. The same meaning must hold in SQL; the rules:
 *
 * - A missing value counts as the empty text. Both sides are trimmed (`btrim(…, E' \t\n\r')`).
 * - When both sides are numbers (`NUMBER`) they compare as exact decimals; when both are dates (`DATE`: `YYYY-MM-DD`, perhaps with
 *   ` HH:mm` or ` HH:mm:ss`) they compare in time, a date alone being its midnight; else as text, exactly, in code point order
 *   (`COLLATE "C"`).
 * - `<`, `<=`, `>`, `>=` never hold when a side is empty.
 * - LIKE ignores case (`lower()` on both sides). With `%` (any run) or `_` (any one character) in it the value is a pattern for the
 *   whole text; with neither it is contained in it. No escape character (`LIKE … ESCAPE ''`).
 * - `!=` and `NOT LIKE` are the exact opposites of `=` and LIKE, so a missing value meets them.
 */

export const FILTER_OPERATORS = ['=', '!=', '<=', '<', '>=', '>', 'LIKE', 'NOT LIKE'] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** One condition: the named tag's value against a given one. */
export type Filter = { tag: string; operator: FilterOperator; value: string };

/** A number as text, the same in PostgreSQL's `~` and here. */
export const NUMBER = /^[-+]?([0-9]+([.][0-9]*)?|[.][0-9]+)$/;
/** A date or date-time as text, the same in PostgreSQL's `~` and here. */
export const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{2}:[0-9]{2}(:[0-9]{2})?)?$/;

/** Whether every filter holds for a contact's tag values, by tag name. */
export function matchesFilters(filters: readonly Filter[], tags: Readonly<Record<string, string>>): boolean {
  return filters.every(({ tag, operator, value }) =>
    compareTexts(Object.hasOwn(tags, tag) ? (tags[tag] ?? '') : '', operator, value),
  );
}

/** Whether `left operator right` holds, by the rules at the top of this file. */
export function compareTexts(left: string, operator: FilterOperator, right: string): boolean {
  const one = trimmed(left);
  const other = trimmed(right);
  switch (operator) {
    case 'LIKE':
      return isLike(one, other);
    case 'NOT LIKE':
      return !isLike(one, other);
    case '=':
      return compare(one, other) === 0;
    case '!=':
      return compare(one, other) !== 0;
  }
  if (one === '' || other === '') return false;
  const order = compare(one, other);
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order >= 0;
}

/** A tag value as it is compared. Not `trim()`: that takes more away than SQL's btrim with the same four. */
export function trimmed(text: string): string {
  return text.replace(/^[ \t\n\r]+|[ \t\n\r]+$/g, '');
}

/** Negative, zero or positive. */
function compare(one: string, other: string): number {
  if (NUMBER.test(one) && NUMBER.test(other)) return compareDecimals(one, other);
  if (DATE.test(one) && DATE.test(other)) return compareCodePoints(fullDate(one), fullDate(other));
  return compareCodePoints(one, other);
}

/** Exact whatever the count of digits, as SQL's numeric is. */
function compareDecimals(one: string, other: string): number {
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

function fullDate(date: string): string {
  return (date.replace('T', ' ') + ' 00:00:00'.slice(date.length - 10)).slice(0, 19);
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

function isLike(text: string, pattern: string): boolean {
  const subject = text.toLowerCase();
  const wanted = pattern.toLowerCase();
  if (!/[%_]/.test(wanted)) return subject.includes(wanted);
  return matchesPattern([...subject], [...wanted]);
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
