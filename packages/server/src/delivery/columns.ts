import type { RawBuilder } from 'kysely';
import { sql } from '../platform/db/database.ts';

/**
 * A column of texts for `unnest`. One value for all rows, as most have, travels once: quoting a thousand texts costs more than sending
 * the messages they belong to.
 */
export function textColumn(values: readonly (string | null)[]): RawBuilder<unknown> {
  const [first = null] = values;
  if (values.every((value) => value === first))
    return sql`array_fill(${first}::text, array[${values.length}::int])`;
  return sql`${values}::text[]`;
}
