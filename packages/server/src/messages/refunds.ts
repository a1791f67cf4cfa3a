import { refunding } from '../credits/index.ts';
import { type Db, sql } from '../platform/db/database.ts';
import { blastCounters } from './hooks.ts';

/**
 * Takes back what messages cost that are in `status` now and were never submitted: one ledger row for each
 * blast (and one for all others), off the blast's bill, too. Their own price becomes 0, so that nothing is
 * returned twice.
 */
export async function refundMessages(
  trx: Db,
  accountId: number,
  messageIds: readonly number[],
  { status, note }: { status: string; note: string },
  now: Date,
): Promise<void> {
  if (messageIds.length === 0) return;
  await sql`
    with priced as (
      select m.id, m.blast_id, m.origin, m.credits from messages m
      where m.account_id = ${accountId} and m.id = any(${messageIds}::bigint[]) and m.status = ${status}::message_status
        and m.credits > 0
      order by m.id for update
    ),
    free as (
      update messages m set credits = 0 from priced where m.account_id = ${accountId} and m.id = priced.id
    ),
    bills as (
      select case when origin = 'blast' then blast_id end as blast_id, sum(credits) as credits, count(*)::int as messages
      from priced group by 1
    ),
    blast as (${blastCounters.one.unbilled(accountId)}),
    ${refunding(accountId, note, now)}
    select from bills`.execute(trx);
}
