/**
 * Credits of an account. Every change is one ledger row and the balance row in the same transaction, so that
 * balance + reserved + spent = granted holds at every moment:
 *
 * | kind | balance | reserved | spent |
 * |---|---|---|---|
 * | grant | + | | |
 * | reserve | − | + | |
 * | spend | − | | + |
 * | spend-reserved | | − | + |
 * | return (of what was reserved) | + | − | |
 * | refund (of what was spent on a message that was never handed over) | + | | − |
 *
 * A message that the carrier took or refused stays paid: we were charged for the try.
 */
import type { RawBuilder } from 'kysely';
import { changed, type Db, first, sql } from '../platform/db/database.ts';

/** Gives credits to an account, creating its balance when it has none. */
export async function grantCredits(
  trx: Db,
  accountId: number,
  credits: number,
  note: string,
  now: Date,
): Promise<void> {
  await sql`
    with balance as (
      insert into balances (account_id, balance, granted) values (${accountId}, ${credits}, ${credits})
      on conflict (account_id) do update
        set balance = balances.balance + excluded.balance, granted = balances.granted + excluded.granted
    )
    insert into ledger (account_id, kind, credits, note, at) values (${accountId}, 'grant', ${credits}, ${note}, ${now})
  `.execute(trx);
}

/**
 * Sets credits of the balance aside for a blast; false when the balance is lower, and then nothing changed.
 */
export async function reserveCredits(
  trx: Db,
  accountId: number,
  blastId: number,
  credits: number,
  now: Date,
): Promise<boolean> {
  if (credits === 0) return true;
  const taken = await changed(
    trx,
    sql`
      with balance as (
        update balances set balance = balance - ${credits}, reserved = reserved + ${credits}
        where account_id = ${accountId} and balance >= ${credits}
        returning 1
      )
      insert into ledger (account_id, kind, credits, blast_id, at)
      select ${accountId}, 'reserve', ${credits}, ${blastId}, ${now} from balance`,
  );
  return taken === 1;
}

/**
 * Credits that a blast set aside become spent. The caller knows that so many are reserved
 * (blasts.credits_reserved).
 */
export async function spendReserved(
  trx: Db,
  accountId: number,
  blastId: number,
  credits: number,
  messages: number,
  now: Date,
): Promise<void> {
  if (credits === 0) return;
  await sql`
    with balance as (
      update balances set reserved = reserved - ${credits}, spent = spent + ${credits}
      where account_id = ${accountId}
    )
    insert into ledger (account_id, kind, credits, blast_id, messages, at)
    values (${accountId}, 'spend-reserved', ${credits}, ${blastId}, ${messages}, ${now})
  `.execute(trx);
}

/** Gives back what a blast reserved and did not need. */
export async function releaseReserved(
  trx: Db,
  accountId: number,
  blastId: number,
  credits: number,
  now: Date,
): Promise<void> {
  if (credits === 0) return;
  await sql`
    with balance as (
      update balances set reserved = reserved - ${credits}, balance = balance + ${credits}
      where account_id = ${accountId}
    )
    insert into ledger (account_id, kind, credits, blast_id, at)
    values (${accountId}, 'return', ${credits}, ${blastId}, ${now})
  `.execute(trx);
}

/** Spends from the balance at once; false when it is lower, and then nothing changed. */
export async function chargeCredits(
  trx: Db,
  accountId: number,
  credits: number,
  messages: number,
  note: string,
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
      insert into ledger (account_id, kind, credits, messages, note, at)
      select ${accountId}, 'spend', ${credits}, ${messages}, ${note}, ${now} from balance`,
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

/** What an account may spend; 0 when it has no balance. */
export async function balanceOf(db: Db, accountId: number): Promise<number> {
  const row = await first(
    db,
    sql<{ balance: number }>`select balance from balances where account_id = ${accountId}`,
  );
  return row?.balance ?? 0;
}

/** How a balance reads: `1,000 credits`. */
export function creditsText(credits: number): string {
  return `${credits.toLocaleString('en-US')} ${credits === 1 ? 'credit' : 'credits'}`;
}
