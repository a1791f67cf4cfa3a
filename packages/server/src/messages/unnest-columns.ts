import type { RawBuilder } from 'kysely';
import { numberArray, textArray } from '../platform/db/arrays.ts';
import { sql } from '../platform/db/database.ts';

/**
 * A column of texts for `unnest`. One value for all rows, as most have, travels once: quoting a thousand
 * texts costs more than sending the messages they belong to.
 */
export function textColumn(values: readonly (string | null)[]): RawBuilder<unknown> {
  const [first = null] = values;
  if (values.every((value) => value === first))
    return sql`array_fill(${first}::text, array[${values.length}::int])`;
  return sql`${textArray(values)}::text[]`;
}

/** A column of numbers for `unnest`. */
export function numberColumn(values: readonly (number | null)[]): RawBuilder<unknown> {
  return sql`${numberArray(values)}::bigint[]`;
}

/** A column of moments for `unnest`. */
export function timeColumn(values: readonly (Date | null)[]): RawBuilder<unknown> {
  return sql`${textColumn(values.map((value) => value?.toISOString() ?? null))}::timestamptz[]`;
}
