/** People by a part of their number, where an index finds few of them. */
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { hasTrigram, phonePattern } from '../platform/search-patterns.ts';

/** So many are looked up one by one. */
const FEW = 8_000;

/**
 * An index would gather what most numbers have; some of them tell: so many of the oldest contacts, of those
 * in the middle and the newest.
 */
const SAMPLE = 400;
const MOST_HAVE = Math.floor(SAMPLE / 6);

/** Ids of all contacts whose number has what was typed; null: more than {@link FEW}, or no index knows. */
export async function fewByNumber(db: Db, accountId: number, search: string): Promise<number[] | null> {
  if (!hasTrigram(search) || (await mostHave(db, accountId, phonePattern(search)))) return null;
  const found = await rows(
    db,
    sql<{ id: number }>`
      select id from contacts_like(${accountId}::bigint, ${phonePattern(search)}::text, null::tsquery, ${FEW + 1}::int)`,
  );
  return found.length > FEW ? null : found.map(({ id }) => id);
}

/** Two of the three samples are full of it: more numbers have it than are looked up one by one. */
async function mostHave(db: Db, accountId: number, pattern: string): Promise<boolean> {
  const row = await first(
    db,
    sql<{ full: number }>`
      with ends as (
        select min(id) as oldest, max(id) as newest from contacts where account_id = ${accountId}
      )
      select count(*) as full
      from ends
        cross join lateral unnest(array[oldest, (oldest + newest) / 2, newest - ${SAMPLE}]) as sample (id)
        cross join lateral (
          select count(*) filter (where phone like ${pattern}) as met from (
            select phone from contacts where account_id = ${accountId} and contacts.id >= sample.id order by contacts.id limit ${SAMPLE}
          ) few
        ) counted
      where newest - oldest > ${FEW} and met > ${MOST_HAVE}`,
  );
  return (row?.full ?? 0) >= 2;
}
