import { afterEach, expect, test } from 'vitest';
import { eventually, useHarness } from '../testing/harness.ts';
import { openDatabase, sql } from './db/database.ts';
import { startDueLoop, unleased } from './due-loops.ts';
import type { Loop } from './loop.ts';
import { Runtime } from './runtime.ts';
import type { Services } from './services.ts';

const harness = useHarness();
let running: Loop[] = [];
afterEach(async () => {
  await Promise.all(running.map((loop) => loop.stop()));
  running = [];
  await sql`delete from timers`.execute(harness().services.db);
});

const own = (): Services => ({ ...harness().services, runtime: new Runtime() });

/** A loop on a table that has nothing to do when it looks, and how often it looked. */
function countRounds(services: Services, table: string) {
  const rounds = { count: 0 };
  const loop = startDueLoop(services, {
    name: `rounds of ${table}`,
    due: unleased(table),
    once: async () => {
      rounds.count += 1;
      return false;
    },
  });
  running.push(loop);
  return Object.assign(rounds, { loop });
}

const storeTimer = (dueAt: Date, leasedUntil: Date | null = null) =>
  sql`
    insert into timers (account_id, channel_id, contact_id, turn, due_at, leased_until)
    values (1, 1, ${Math.round(Math.random() * 1e9)}, 1, ${dueAt}, ${leasedUntil})`.execute(
    harness().services.db,
  );

test('a loop sleeps until there is work in its table, whoever stored it, and others sleep on', async () => {
  const services = own();
  const later = new Date(Date.now() + 3_600_000);
  await storeTimer(later);
  await storeTimer(new Date(0), later);
  const [timers, outbox, calls] = ['timers', 'outbox', 'blast_jobs'].map((table) =>
    countRounds(services, table),
  );
  calls?.loop.wake();
  await eventually(() => calls?.count === 2);
  expect([timers?.count, outbox?.count]).toEqual([1, 1]);
  await storeTimer(new Date());
  await eventually(() => (timers?.count ?? 0) >= 3);
  expect([outbox?.count, calls?.count]).toEqual([1, 2]);
});

test('looks go on where the first loops stop, and begin again after all have', async () => {
  const services = own();
  const first = countRounds(services, 'outbox');
  const second = countRounds(services, 'timers');
  await first.loop.stop();
  await storeTimer(new Date());
  await eventually(() => second.count >= 2);
  await second.loop.stop();
  const third = countRounds(services, 'timers');
  await eventually(() => third.count >= 3);
});

test('a database that was away is asked again', async () => {
  const away = openDatabase(String(harness().services.pool.options.connectionString), 2);
  const services = { ...own(), db: away.db, pool: away.pool };
  const timers = countRounds(services, 'timers');
  await storeTimer(new Date());
  await eventually(() => timers.count >= 2);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`.execute(
    harness().services.db,
  );
  const before = timers.count;
  await eventually(() => timers.count >= before + 2);
  await timers.loop.stop();
  await away.close();
});
