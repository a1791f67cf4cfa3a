/**
 * Ends the leases of processes that are known to be dead: one that is killed and started again goes on at
 * once, and need not wait until its own former leases are over. Whoever takes them over looks into what was
 * in hand, as ever.
 */
import { type Db, sql } from '../platform/db/database.ts';
import { startLoop } from '../platform/loop.ts';
import { metricsOf } from '../platform/metrics.ts';
import { takeLostProcesses } from '../platform/processes.ts';
import type { Background, Services } from '../platform/services.ts';

const LOOK_EVERY_MS = 2_000;
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
  const loop = startLoop({
    name: 'dead workers',
    log: services.log,
    pauseMs: LOOK_EVERY_MS,
    once: async () => {
      if ((await endLeasesOfDead(services)) === 0) return false;
      for (const signal of WAKES) services.signals.wake(signal);
      return false;
    },
  });
  return { stop: loop.stop };
}

/**
 * Tells of the processes that were lost, and ends the leases of those that are known to be dead. Answers how
 * many these are.
 */
export async function endLeasesOfDead(services: Services): Promise<number> {
  const { db, clock, log } = services;
  const now = clock.now();
  const lost = await takeLostProcesses(db, now);
  const { processesLost } = metricsOf(services);
  for (const { told, isDead, silentMs } of lost) {
    processesLost.inc({ is: isDead ? 'dead' : 'silent' });
    log.warn(
      { process: told, silentSeconds: Math.round(silentMs / 1_000) },
      isDead
        ? 'a process ended without a word; others go on with its work now'
        : 'a process is not heard of any more; others go on with its work as its leases end',
    );
  }
  const dead = lost.filter(({ isDead }) => isDead).map(({ name }) => name);
  await endLeasesOf(db, dead, now);
  return dead.length;
}

/** Ends the leases of processes, by their names. */
export async function endLeasesOf(db: Db, dead: readonly string[], now: Date): Promise<void> {
  if (dead.length === 0) return;
  for (const table of LEASED)
    await sql`
      update ${sql.table(table)} set leased_until = ${now}
      where split_part(worker, '/', 1) = any(${dead}::text[]) and leased_until > ${now}`.execute(db);
}
