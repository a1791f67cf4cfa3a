/** How many texts are stored and not played yet, over all accounts, for whoever runs the installation. */
import { type Db, first, sql } from '../platform/db/database.ts';

export type UnplayedFigures = {
  count: number;
  /** How long the oldest has waited; 0: none waits. */
  seconds: number;
  /** Those of them that could not be played and are tried again. */
  failed: number;
};

/** Since when the oldest waits. */
export const oldestUnplayed = sql`select min(at) from unplayed_texts`;

export async function unplayedFigures(db: Db, now: Date): Promise<UnplayedFigures> {
  const found = await first(
    db,
    sql<UnplayedFigures>`
      select count(*) as count, count(*) filter (where failures > 0) as failed,
        greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(at)), 0))::float8 as seconds
      from unplayed_texts`,
  );
  return found ?? { count: 0, seconds: 0, failed: 0 };
}
