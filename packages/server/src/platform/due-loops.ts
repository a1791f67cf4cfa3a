/**
 * Loops whose work lies in tables. Instead of each asking its own table again and again they sleep, and one
 * statement asks all of the tables for them: a server that has nothing to do wakes up a few times a second.
 * Signals wake a loop at once, as ever; this finds what another process stored, what became due, and what a
 * lost signal would have told.
 */
import type { RawBuilder } from 'kysely';
import { rows, sql } from './db/database.ts';
import { isUnavailable } from './db/outage.ts';
import { type Loop, startLoop } from './loop.ts';
import { inRuntime } from './runtime.ts';
import type { Services } from './services.ts';

const LOOK_EVERY_MS = 500;
/**
 * Where a look takes long (tables on several machines are asked part by part), what follows it is a rest of
 * so many times that, up to a limit: looking must not be what keeps the database busy.
 */
const REST_FACTOR = 4;
const MOST_REST_MS = 10_000;

type Waiting = {
  due: () => RawBuilder<unknown>;
  /** It is asked for in every so-many-th look. */
  every: number;
  wake: () => void;
};

/** The loops of this process that sleep, and what looks for them while there are any. */
const lookOf = inRuntime((services: Services) => ({
  services,
  waiting: new Set<Waiting>(),
  count: 0,
  restsUntil: 0,
  loop: null as Loop | null,
}));

/**
 * Starts a loop that is woken where `due` finds a row: what stands behind "from", at that moment. It only
 * reads, of all accounts, and locks nothing; it may find what `once` then cannot have. `pauseMs` is how late
 * at most that is seen, 500 ms or a multiple of it.
 */
export function startDueLoop(
  services: Services,
  options: {
    name: string;
    due: (now: Date) => RawBuilder<unknown>;
    pauseMs?: number;
    once: (isStopping: () => boolean) => Promise<boolean>;
  },
): Loop {
  const { name, due, pauseMs = LOOK_EVERY_MS, once } = options;
  const loop = startLoop({ name, log: services.log, pauseMs: Number.POSITIVE_INFINITY, once });
  const one: Waiting = {
    due: () => due(services.clock.now()),
    every: Math.max(1, Math.round(pauseMs / LOOK_EVERY_MS)),
    wake: loop.wake,
  };
  const look = lookOf(services);
  look.waiting.add(one);
  look.loop ??= startLoop({
    name: 'due work',
    log: services.log,
    pauseMs: LOOK_EVERY_MS,
    once: () => lookOnce(services),
  });
  return {
    wake: loop.wake,
    async stop() {
      look.waiting.delete(one);
      const over = look.waiting.size === 0 ? look.loop : null;
      if (over) look.loop = null;
      await Promise.all([loop.stop(), over?.stop()]);
    },
  };
}

/** Rows of a table of work under leases (due_at, leased_until) that are due and that nobody holds. */
export const unleased =
  (table: string) =>
  (now: Date): RawBuilder<unknown> =>
    sql`${sql.table(table)} where due_at <= ${now} and (leased_until is null or leased_until <= ${now})`;

async function lookOnce(services: Services): Promise<boolean> {
  const look = lookOf(services);
  const begun = performance.now();
  if (begun < look.restsUntil) return false;
  look.count += 1;
  const asked = [...look.waiting].filter(({ every }) => look.count % every === 0);
  if (asked.length === 0) return false;
  const each = asked.map(({ due }, n) => sql`(select ${sql.lit(n)} as nth from ${due()} limit 1)`);
  try {
    const found = await rows(look.services.db, sql<{ nth: number }>`${sql.join(each, sql` union all `)}`);
    for (const { nth } of found) asked[nth]?.wake();
  } catch (error) {
    // All are asked together: what one cannot answer in time must not hold up the others.
    if (!isUnavailable(error)) for (const { wake } of asked) wake();
    throw error;
  } finally {
    const now = performance.now();
    look.restsUntil = now + Math.min(MOST_REST_MS, REST_FACTOR * (now - begun));
  }
  return false;
}
