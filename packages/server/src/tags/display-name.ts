import { KNOWN_BY_TAGS } from '@parley/rules/limits.ts';
import type { RawBuilder } from 'kysely';
import { sql } from '../platform/db/database.ts';

/**
 * What people call the contact `c` of a query: its values of the account's first tags, in the order of the
 * Tag Manager ('Ada · Boston'); empty when it has none. Which tags these are is looked up once for all rows.
 */
export const displayName = (accountId: number): RawBuilder<string> => sql<string>`
  concat_ws(' · ', variadic array(
    select c.tags ->> first.id
    from unnest((
      select array_agg(t.id::text order by t.position, t.id) from (
        select id, position from tags where account_id = ${accountId} order by position, id limit ${KNOWN_BY_TAGS}) t
    )) with ordinality as first (id, place)
    order by first.place))`;
