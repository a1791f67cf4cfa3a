/**
 * Ends the leases of processes that are known to be dead: one that is killed and started again goes on at
 * once, and need not wait until its own former leases are over. Whoever takes them over looks into what was
 * in hand, as ever.
 */
import { type Db, rows, sql } from '../platform/db/database.ts';
import { startLoop } from '../platform/loop.ts';
import type { Background, Services } from '../platform/services.ts';
import { isKnownDead, processName } from '../platform/this-process.ts';

const LOOK_EVERY_MS = 2_000;
const TELL_EVERY_MS = 3_600_000;
/** Of a machine that is gone nobody can tell whether its processes live; their leases are long over. */
const FORGET_AFTER_MS = 7 * 86_400_000;
/** Every table that work is leased in. */
const LEASED = [
  'connection_leases',
  'send_chunks',
  'outbox',
  'timers',
  'api_calls',
  'automaton_jobs',
  'blast_jobs',
  'confirmation_jobs',
  'erasure_jobs',
  'import_jobs',
  'webhook_jobs',
] as const;
const WAKES = [
  'connections',
  'chunks',
  'outbox',
  'timers',
  'apiCalls',
  'automata',
  'blasts',
  'confirmations',
  'erasures',
  'imports',
  'webhooks',
] as const;

export function startDeadWorkers(services: Services): Background {
  let toldAt = Number.NEGATIVE_INFINITY;
  const loop = startLoop({
    name: 'dead workers',
    log: services.log,
    pauseMs: LOOK_EVERY_MS,
    once: async () => {
      const now = services.clock.now();
      if (performance.now() - toldAt > TELL_EVERY_MS) {
        await tellOfThis(services.db, now);
        toldAt = performance.now();
      }
      if ((await endLeasesOfDead(services.db, now)) === 0) return false;
      for (const signal of WAKES) services.signals.wake(signal);
      return false;
    },
  });
  return { stop: loop.stop };
}

async function tellOfThis(db: Db, now: Date): Promise<void> {
  if (processName === null) return;
  await sql`
    insert into worker_processes (name, at) values (${processName}, ${now})
    on conflict (name) do update set at = excluded.at`.execute(db);
  await sql`delete from worker_processes where at < ${new Date(now.getTime() - FORGET_AFTER_MS)}`.execute(db);
}

/** Answers how many processes were found dead. */
export async function endLeasesOfDead(db: Db, now: Date): Promise<number> {
  const known = await rows(db, sql<{ name: string }>`select name from worker_processes`);
  const dead = known.map(({ name }) => name).filter(isKnownDead);
  if (dead.length === 0) return 0;
  for (const table of LEASED)
    await sql`
      update ${sql.table(table)} set leased_until = ${now}
      where split_part(worker, '/', 1) = any(${dead}::text[]) and leased_until > ${now}`.execute(db);
  await sql`delete from worker_processes where name = any(${dead}::text[])`.execute(db);
  return dead.length;
}
