import { COUNTED } from '@parley/contract';
import { type Db, first, sql } from '../platform/db/database.ts';

/** `pending` is counted up to {@link COUNTED}. */
export type ListRules = { kind: string; doubleOptIn: boolean; pending: number };

export async function readListRules(
  db: Db,
  accountId: number,
  listId: number,
): Promise<ListRules | undefined> {
  return first(
    db,
    sql<ListRules>`
      select kind, double_opt_in as "doubleOptIn", (
          select count(*) from (
            select from pending_members p where p.account_id = ${accountId} and p.list_id = ${listId} limit ${COUNTED + 1}
          ) few
        ) as pending
      from lists where account_id = ${accountId} and id = ${listId}`,
  );
}
