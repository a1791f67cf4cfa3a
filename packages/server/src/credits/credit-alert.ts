/**
 * Tells the people of an account when its credits run low, and when replies wait for credits: live, on
 * Welcome, and in the History.
 */
import { noteCreditTroubles } from '../accounts/index.ts';
import { recordAuditEvent } from '../audit/index.ts';
import { type Db, first, rows, sql, transact } from '../platform/db/database.ts';
import { claimEach } from '../platform/db/leases.ts';
import { startLoop } from '../platform/loop.ts';
import type { Background, Services } from '../platform/services.ts';

const LOOK_EVERY_MS = 5_000;
const EACH = 100;

/** Below which balance owners are told; 0: never. */
export async function readAlert(db: Db, accountId: number): Promise<number> {
  const row = await first(
    db,
    sql<{ below: number }>`select low_balance as below from accounts where id = ${accountId}`,
  );
  if (!row) throw new Error('The account of a session is gone.');
  return row.below;
}

export function startCreditAlerts(services: Services): Background {
  return startLoop({
    name: 'credit alerts',
    log: services.log,
    pauseMs: LOOK_EVERY_MS,
    once: () => alertAll(services),
  });
}

type State = {
  accountId: number;
  balance: number;
  low: boolean;
  unpaid: boolean;
  wasLow: boolean;
  wasUnpaid: boolean;
};

const isLow = sql`b.balance < a.low_balance`;
const isUnpaid = (accountId = sql`a.id`) =>
  sql`exists (select 1 from unpaid_replies u where u.account_id = ${accountId})`;
/** It is not what was told last. */
const isOther = (accountId = sql`a.id`) => sql`(
  (${isLow}) <> (a.low_balance_since is not null) or ${isUnpaid(accountId)} <> (a.unpaid_since is not null))`;

/** Nothing when it is told already, or being told. */
const lockState = (trx: Db, accountId: number) =>
  rows(
    trx,
    sql<State>`
      select a.id as "accountId", b.balance, ${isLow} as low, ${isUnpaid(sql`${accountId}`)} as unpaid,
        a.low_balance_since is not null as "wasLow", a.unpaid_since is not null as "wasUnpaid"
      from accounts a join balances b on b.account_id = ${accountId}
      where a.id = ${accountId} and ${isOther(sql`${accountId}`)} for no key update of a skip locked`,
  );

/** One round: each change is told once, by whichever process sees it first. True: there may be more. */
export async function alertAll(services: Services): Promise<boolean> {
  const now = services.clock.now();
  const found = await transact(services.db, async (trx) => {
    const otherNow = await rows(
      trx,
      sql<{ accountId: number }>`
        select a.id as "accountId" from accounts a join balances b on b.account_id = a.id
        where ${isOther()} limit ${EACH}`,
    );
    const states = await claimEach(trx, otherNow, (on, accountId) => lockState(on, accountId));
    for (const state of states) {
      const { accountId } = state;
      await noteCreditTroubles(trx, accountId, state, now);
      await note(trx, services, state);
    }
    return states;
  });
  for (const { accountId, balance } of found) services.live.publish(accountId, { type: 'balance', balance });
  return found.length === EACH;
}

async function note(trx: Db, { clock }: Services, state: State): Promise<void> {
  const by = { accountId: state.accountId, caller: { userId: 0 }, clock };
  if (state.unpaid && !state.wasUnpaid) await recordAuditEvent(trx, by, { act: 'credits-out' });
  else if (state.low && !state.wasLow)
    await recordAuditEvent(trx, by, { act: 'credits-low', detail: `${state.balance} left` });
}
