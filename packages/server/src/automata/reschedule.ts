import { type Db, rows, sql } from '../platform/db/database.ts';
import { scheduled } from './change.ts';
import { skipPastDates } from './dates-store.ts';
import { skipDueStarts } from './starts-store.ts';
import { lockAutomata, storeAutomaton } from './store.ts';

/**
 * Moves the next runs of an account's automata to its new time zone: nine o'clock stays nine o'clock. A run
 * that is due now, or whose only moment the new zone has passed, happens at the time it had. Runs in the
 * transaction that changes the zone.
 */
export async function rescheduleAutomata(trx: Db, accountId: number, now: Date): Promise<void> {
  for (const { timeZone, ...automaton } of await lockAutomata(trx, accountId, null)) {
    if (!automaton.nextRunAt || automaton.nextRunAt <= now) continue;
    const moved = scheduled(automaton, timeZone, now, false);
    if (moved.enabled) await storeAutomaton(trx, accountId, moved);
  }
}

/**
 * Leaves out runs and starts that are due: they have happened, or may have. One Time automata whose moment is
 * past are switched off.
 */
export async function skipDueRuns(trx: Db, now: Date): Promise<number> {
  const due = await rows(
    trx,
    sql<{ accountId: number; id: number }>`
      select account_id as "accountId", automaton_id as id from automaton_jobs where due_at <= ${now} order by 1, 2`,
  );
  for (const { accountId, id } of due)
    for (const { timeZone, ...automaton } of await lockAutomata(trx, accountId, id))
      await storeAutomaton(trx, accountId, scheduled(automaton, timeZone, now, false));
  await skipPastDates(trx, now);
  return due.length + (await skipDueStarts(trx, now));
}
