/** What is charged at once, and what of it comes back; the table of kinds is in balance.ts. */
import type { RawBuilder } from 'kysely';
import { changed, type Db, sql } from '../platform/db/database.ts';

type Charge = { credits: number; messages: number; note: string; blastId?: number };

/** Spends from the balance at once; false when it is lower, and then nothing changed. */
export async function chargeCredits(
  trx: Db,
  accountId: number,
  { credits, messages, note, blastId }: Charge,
  now: Date,
): Promise<boolean> {
  if (credits === 0) return true;
  const taken = await changed(
    trx,
    sql`
      with balance as (
        update balances set balance = balance - ${credits}, spent = spent + ${credits}
        where account_id = ${accountId} and balance >= ${credits}
        returning 1
      )
      insert into ledger (account_id, kind, credits, blast_id, messages, note, at)
      select ${accountId}, 'spend', ${credits}, ${blastId ?? null}, ${messages}, ${note}, ${now} from balance`,
  );
  return taken === 1;
}

/**
 * For a statement with a CTE `cost` of one row (credits, messages): what it spends from the balance at once.
 * Two CTEs; the balance is held until the transaction ends. Where the balance is lower the statement fails.
 */
export const spending = (accountId: number, now: Date): RawBuilder<unknown> => sql`
  paid as (
    update balances set balance = balance - cost.credits, spent = spent + cost.credits
    from cost where balances.account_id = ${accountId} and cost.credits > 0
  ),
  booked as (
    insert into ledger (account_id, kind, credits, messages, at)
    select ${accountId}, 'spend', cost.credits, cost.messages, ${now}::timestamptz from cost where cost.credits > 0
  )`;

/**
 * For a statement with a CTE `bills` (blast_id, credits, messages): the credits come back to the balance, one
 * ledger row a bill. Two CTEs.
 */
export const refunding = (accountId: number, note: string, now: Date): RawBuilder<unknown> => sql`
  balance as (
    update balances b set spent = b.spent - total.credits, balance = b.balance + total.credits
    from (select sum(credits) as credits from bills) total where b.account_id = ${accountId} and total.credits > 0
  ),
  booked as (
    insert into ledger (account_id, kind, credits, blast_id, messages, note, at)
    select ${accountId}, 'refund', credits, blast_id, messages, ${note}, ${now}::timestamptz from bills
  )`;
