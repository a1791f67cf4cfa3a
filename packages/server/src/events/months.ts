/**
 * Months of events: each is a partition, made ahead of its time, so that a month can be dropped in a moment.
 */
import { type Db, first, script, sql, transact } from '../platform/db/database.ts';
import { startLoop } from '../platform/loop.ts';
import type { Background, Services } from '../platform/services.ts';

const MONTHS_AHEAD = 2;
const LOOK_EVERY_MS = 6 * 3_600_000;
/** Any fixed number: it keeps two processes from making the same month at once. */
const LOCK = 7_275_392;

const monthStart = (of: Date, later: number) =>
  new Date(Date.UTC(of.getUTCFullYear(), of.getUTCMonth() + later, 1));

/**
 * Makes the partitions of a month and of those ahead. Rows of them that the default partition took meanwhile
 * move along.
 */
export async function makeMonths(db: Db, now: Date, earliest = 0, last = MONTHS_AHEAD): Promise<void> {
  for (let later = earliest; later <= last; later += 1)
    await makeMonth(db, monthStart(now, later), monthStart(now, later + 1));
}

async function makeMonth(db: Db, from: Date, to: Date): Promise<void> {
  const name = `events_${from.toISOString().slice(0, 7).replace('-', '_')}`;
  const exists = sql<{ exists: boolean }>`
    select exists (select 1 from pg_tables where schemaname = current_schema() and tablename = ${name}) as exists`;
  if ((await first(db, exists))?.exists) return;
  await transact(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
    if ((await first(trx, exists))?.exists) return;
    const [start, end] = [from.toISOString(), to.toISOString()];
    await script(
      trx,
      `create table ${name} (like events including defaults including constraints);
       with moved as (delete from events_default where at >= '${start}' and at < '${end}' returning *)
       insert into ${name} select * from moved;
       alter table events attach partition ${name} for values from ('${start}') to ('${end}')`,
    );
  });
}

export function startMonths(services: Services): Background {
  return startLoop({
    name: 'months of events',
    log: services.log,
    pauseMs: LOOK_EVERY_MS,
    once: async () => {
      await makeMonths(services.db, services.clock.now());
      return false;
    },
  });
}
