/** People by a part of their number, where an index finds few of them. */
import { type Db, rows, sql } from '../platform/db/database.ts';
import { hasTrigram, phonePattern } from '../platform/search.ts';

/** So many are looked up one by one. */
const FEW = 8_000;

/** Ids of all contacts whose number has what was typed; null: more than {@link FEW}, or no index knows. */
export async function fewByNumber(db: Db, accountId: number, search: string): Promise<number[] | null> {
  if (!hasTrigram(search)) return null;
  const found = await rows(
    db,
    sql<{ id: number }>`
      select id from people_like(${accountId}::bigint, ${phonePattern(search)}::text, null::tsquery, ${FEW + 1}::int)`,
  );
  return found.length > FEW ? null : found.map(({ id }) => id);
}
