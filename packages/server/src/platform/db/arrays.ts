/**
 * Lists as PostgreSQL writes them, for hot paths: the driver quotes a list's elements one by one, with
 * regular expressions.
 */

/** For a parameter that is cast to `text[]`, or to an array of a type that is written as text. */
export function textArray(values: readonly (string | null)[]): string {
  let list = '{';
  for (const value of values) {
    if (list.length > 1) list += ',';
    list += value === null ? 'NULL' : `"${isPlain(value) ? value : value.replace(/["\\]/g, '\\$&')}"`;
  }
  return `${list}}`;
}

const isPlain = (value: string) => !value.includes('"') && !value.includes('\\');

/** For a parameter that is cast to an array of numbers. */
export function numberArray(values: readonly (number | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** For a parameter that is cast to `boolean[]`. */
export function booleanArray(values: readonly boolean[]): string {
  return `{${values.join(',')}}`;
}
