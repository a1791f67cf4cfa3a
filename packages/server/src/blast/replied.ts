import { type Db, sql } from '../platform/db/database.ts';
import { type Statement, writing } from '../platform/db/statement.ts';

/** Counts first replies to the conversations of blasts: one entry of `blastIds` for each person. */
export function replyCounting(
  db: Db,
  accountId: number,
  blastIds: readonly number[],
): Statement<void> | null {
  if (blastIds.length === 0) return null;
  return writing(
    db,
    sql`
    update blasts b set replied = b.replied + given.people
    from (
      select id, count(*) as people from unnest(${blastIds}::bigint[]) as each (id) group by id
    ) as given
    where b.account_id = ${accountId} and b.id = given.id`,
  );
}
