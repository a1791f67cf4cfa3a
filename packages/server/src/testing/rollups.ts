/**
 * What is counted while it is written, against the truth: looked at after every test file, so that no writer
 * forgets to count.
 */
import { MEMBER_BLOCK_BITS } from '../lists/member-counts.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';

/** Blocks of lists whose count is not what the list holds there, of every account. */
export const wrongBlocks = (db: Db) =>
  rows(
    db,
    sql`
      select account_id, list_id, block, real.members as real, kept.members as kept from (
        select account_id, list_id, contact_id >> ${sql.lit(MEMBER_BLOCK_BITS)} as block, count(*) as members
        from list_members group by 1, 2, 3
      ) real full join list_member_rollups kept using (account_id, list_id, block)
      where coalesce(real.members, 0) <> coalesce(kept.members, 0)`,
  );
