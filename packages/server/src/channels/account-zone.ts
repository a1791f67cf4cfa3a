/** The account's time zone says where those people are of whom nothing else does. */
import { type Db, rows, sql } from '../platform/db/database.ts';
import { tell } from '../platform/hook.ts';
import { POLICY_KEPT_MS } from '../policy/index.ts';
import { hoursChanged } from './hooks.ts';

/** What the hours of the account's channels hold is judged by another zone of the account. */
export async function judgeByZone(trx: Db, accountId: number, _timeZone: string, now: Date): Promise<void> {
  const known = new Date(now.getTime() + POLICY_KEPT_MS);
  const channels = await rows(
    trx,
    sql<{ id: number }>`
      select id from channels where account_id = ${accountId} and deleted_at is null order by id`,
  );
  for (const { id } of channels) await tell(hoursChanged, trx, accountId, id, known);
}
