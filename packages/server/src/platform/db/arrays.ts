/**
 * Lists as PostgreSQL writes them, for hot paths: the driver quotes a list's elements one by one, with
 * regular expressions.
 */
import { type RawBuilder, sql } from 'kysely';

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

/**
 * Behind a column: it is among these. For a column that an index of parts of words (pg_trgm) has, too: of
 * thousands that are given by `= any` the planner looks for each in that one, for milliseconds each, where
 * `random_page_cost` is 4 as PostgreSQL comes.
 */
export const amongTexts = (values: string | readonly string[]): RawBuilder<boolean> =>
  sql`in (select unnest(${values}::text[]))`;
