/**
 * Keeps the planner's picture of tables that grow quickly true. A statement that is prepared while a table is
 * nearly empty is planned for that, and keeps its plan (reading all of an account's rows, say) until the
 * table is analysed: autovacuum looks once a minute, and a first flood is over by then.
 */

import { startDueLoop } from '../due-loops.ts';
import type { Background, Services } from '../services.ts';
import { type Db, rows, sql } from './database.ts';

const EVERY_MS = 1_000;
/** Below, every plan is a good one. */
const FEW_ROWS = 200;
/** Autovacuum is quick enough from here on. */
const MANY_ROWS = 5_000_000;
const TABLES = [
  'carrier_message_ids',
  'contacts',
  'conversations',
  'inbound_messages',
  'list_members',
  'messages',
  'suppressions',
  'outbox',
];

/** Tables that have doubled since they were last looked at. */
const grownTables = sql`
  pg_class
  where oid = any(array(select to_regclass(name) from unnest(${TABLES}::text[]) as name))
    and pg_stat_get_live_tuples(oid) between 2 * greatest(reltuples, ${FEW_ROWS}) and ${MANY_ROWS}`;

export function keepStatistics(services: Services): Background {
  return startDueLoop(services, {
    name: 'statistics',
    due: () => grownTables,
    pauseMs: EVERY_MS,
    once: async () => {
      await analyseGrown(services.db);
      return false;
    },
  });
}

/**
 * Analyses the tables that have doubled since they were last looked at, which has every statement on them
 * planned anew; answers their names. Counted is what is committed: a look in the middle of a long transaction
 * sees its pages and none of its rows, and what is planned then, for a table that seems empty, reads all of
 * its rows again and again.
 */
export async function analyseGrown(db: Db): Promise<string[]> {
  const grown = await rows(db, sql<{ name: string }>`select relname as name from ${grownTables}`);
  // Another process at it at the same moment does for both.
  for (const { name } of grown) await sql`analyze (skip_locked) ${sql.id(name)}`.execute(db);
  return grown.map(({ name }) => name);
}
