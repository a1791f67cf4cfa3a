/**
 * Credits of an account: granted, reserved and read here, charged in charge.ts. Each change is one row of the
 * ledger and the balance row in the same transaction, so that balance + reserved + spent = granted holds at
 * every moment:
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
import { changed, type Db, first, rows, sql } from '../platform/db/database.ts';

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

/** Whether credits with this note were added to the account before. */
export async function hasGrant(trx: Db, accountId: number, note: string): Promise<boolean> {
  const found = await rows(
    trx,
    sql`select 1 from ledger where account_id = ${accountId} and kind = 'grant' and note = ${note} limit 1`,
  );
  return found.length > 0;
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
  { credits, messages }: { credits: number; messages: number },
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

/** What an account may spend; 0 when it has no balance. */
export async function balanceOf(db: Db, accountId: number): Promise<number> {
  const row = await first(
    db,
    sql<{ balance: number }>`select balance from balances where account_id = ${accountId}`,
  );
  return row?.balance ?? 0;
}

/** The same, which nobody else changes until the transaction ends. */
export async function lockBalance(trx: Db, accountId: number): Promise<number> {
  const row = await first(
    trx,
    sql<{ balance: number }>`select balance from balances where account_id = ${accountId} for update`,
  );
  return row?.balance ?? 0;
}

/** How a balance reads: `1,000 credits`. */
export function creditsText(credits: number): string {
  return `${credits.toLocaleString('en-US')} ${credits === 1 ? 'credit' : 'credits'}`;
}
