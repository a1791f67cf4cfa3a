/** Automata that what happens starts: which are on, what they ask for, and which events they must be told. */
import type { EventKindName } from '@parley/rules/event-kinds.ts';
import { askedOf, type EventTrigger } from '@parley/rules/event-trigger.ts';
import { SCHEDULE_TYPES } from '@parley/rules/schedule.ts';
import { setListenedKinds } from '../feed/index.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';

export const CONSUMER = 'automations';

export type EventAutomaton = { id: number; trigger: EventTrigger };

/** Those that are on, of an account. */
export function eventAutomata(db: Db, accountId: number): Promise<EventAutomaton[]> {
  return rows(
    db,
    sql<EventAutomaton>`
      select a.id, a.trigger from automata a
      where a.account_id = ${accountId} and a.enabled and a.type = ${sql.lit(SCHEDULE_TYPES.BY_EVENT)}
        and a.trigger is not null
      order by a.id`,
  );
}

/** Whoever opts out leaves every automata. */
export const ALWAYS_LEFT: EventKindName = 'contact.opted_out';

/** Says which events the account's automata wait for now. In the transaction that has changed one of them. */
export async function listenForTriggers(trx: Db, accountId: number): Promise<void> {
  // Of two changes at once the second sees what the first has switched on.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`triggers ${accountId}`}, 0))`.execute(trx);
  const triggers = await eventAutomata(trx, accountId);
  const kinds = new Set(triggers.flatMap(({ trigger }) => askedOf(trigger).map(({ event }) => event)));
  if (triggers.length > 0) kinds.add(ALWAYS_LEFT);
  await setListenedKinds(trx, accountId, CONSUMER, [...kinds]);
}
