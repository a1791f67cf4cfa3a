import { type Db, sql } from '../platform/db/database.ts';

/** Counts first replies to the conversations of blasts: one entry of `blastIds` for each person. */
export async function countReplies(trx: Db, accountId: number, blastIds: readonly number[]): Promise<void> {
  if (blastIds.length === 0) return;
  await sql`
    update blasts b set replied = b.replied + given.people
    from (
      select id, count(*) as people from unnest(${blastIds}::bigint[]) as each (id) group by id
    ) as given
    where b.account_id = ${accountId} and b.id = given.id`.execute(trx);
}
