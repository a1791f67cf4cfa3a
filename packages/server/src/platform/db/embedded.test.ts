import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { first, openDatabase, script, sql } from './database.ts';
import { keepRunning, placesIn, startEmbedded } from './embedded.ts';
import { whenAvailable, whyAway } from './outage.ts';
import { isAlive, isToldToStop } from './postmaster.ts';

/** "daemon", whom every system knows. */
const SERVICE = 1;

test('a PostgreSQL that is killed is started again at the same address, with all that was committed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-embedded-'));
  const started = await startEmbedded(dataDir);
  const stop = keepRunning(dataDir, started, createLog('silent'));
  const { db, close } = openDatabase(started.url, 2);
  try {
    await script(db, 'create table kept (n int); insert into kept values (7)');
    const read = () =>
      first(db, sql<{ n: number; since: Date }>`select n, pg_postmaster_start_time() as since from kept`);
    const before = await read();
    process.kill(started.pid, 'SIGKILL');
    const deadline = Date.now() + 60_000;
    const isLate = () => Date.now() > deadline;
    // What is left of the killed one may answer once more.
    let after = await whenAvailable(read, isLate);
    while (after?.since.getTime() === before?.since.getTime() && !isLate())
      after = await whenAvailable(read, isLate);
    expect(after?.n).toBe(7);
    expect(after?.since).not.toEqual(before?.since);
    expect(isAlive(started.pid)).toBe(false);
  } finally {
    await close();
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('people are told of a full disk, too, where it keeps PostgreSQL from starting again', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-embedded-'));
  const started = await startEmbedded(dataDir);
  const stop = keepRunning(dataDir, started, createLog('silent'));
  const settings = join(placesIn(dataDir).cluster, 'postgresql.auto.conf');
  const answer = () => whyAway({ code: 'ECONNREFUSED' });
  try {
    expect(answer()?.status).toBe(503);
    // It ends with these words, as it does on a full disk.
    writeFileSync(settings, "shared_preload_libraries = 'No space left on device'\n");
    process.kill(started.pid, 'SIGKILL');
    const full = { status: 507, message: expect.stringMatching(/^The server has run out of disk space/) };
    await expect.poll(answer, { timeout: 60_000 }).toMatchObject(full);
    writeFileSync(settings, '');
    await expect.poll(() => answer()?.status, { timeout: 60_000 }).toBe(503);
  } finally {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** One that stays, as those by which processes listen. */
async function heldConnection(url: string): Promise<{ destroy: () => void }> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return { destroy: () => void client.end().catch(() => undefined) };
}

test('a PostgreSQL that somebody else told to stop is started again, though connections keep it from ending', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-embedded-'));
  const started = await startEmbedded(dataDir);
  const stop = keepRunning(dataDir, started, createLog('silent'));
  const kept = await heldConnection(started.url);
  const fresh = openDatabase(started.url, 1);
  const running = sql<{ since: Date }>`select pg_postmaster_start_time() as since`;
  try {
    const before = await first(fresh.db, running);
    process.kill(started.pid, 'SIGTERM');
    const deadline = Date.now() + 20_000;
    const isLate = () => Date.now() > deadline;
    let after = before;
    // It may take somebody in before it hears the signal.
    while (after?.since.getTime() === before?.since.getTime() && !isLate())
      after = await whenAvailable(() => first(fresh.db, running), isLate);
    expect(after?.since).not.toEqual(before?.since);
    expect(isAlive(started.pid)).toBe(false);
  } finally {
    kept.destroy();
    await fresh.close();
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('a start does not wait for a PostgreSQL that was told to stop and that a connection keeps from ending', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-embedded-'));
  const started = await startEmbedded(dataDir);
  const kept = await heldConnection(started.url);
  try {
    process.kill(started.pid, 'SIGTERM');
    await expect.poll(() => isToldToStop(placesIn(dataDir).cluster, started.pid)).toBe(true);
    const again = await startEmbedded(dataDir);
    expect([again.adopted, isAlive(started.pid)]).toEqual([false, false]);
    await again.stop();
  } finally {
    kept.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('a query that computes on after PostgreSQL was killed is ended, and is not in the way of the next start', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-embedded-'));
  const started = await startEmbedded(dataDir);
  const { pool, close } = openDatabase(started.url, 2);
  try {
    const { pid } = (await pool.query('select pg_backend_pid() as pid')).rows[0];
    const busy = pool
      .query(
        'select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b where a * b % 7 = 3',
      )
      .catch((error: Error) => error);
    const isBusy = async () =>
      (await pool.query(`select count(*) as n from pg_stat_activity where state = 'active'`)).rows[0].n;
    await expect.poll(isBusy).toBe(2);
    process.kill(started.pid, 'SIGKILL');
    const again = await startEmbedded(dataDir);
    expect(again.adopted).toBe(false);
    expect(isAlive(pid)).toBe(false);
    expect(await busy).toBeInstanceOf(Error);
    await again.stop();
  } finally {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('PostgreSQL starts once the last process of a killed one has let go of its memory', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-embedded-'));
  const started = await startEmbedded(dataDir);
  const { pool, close } = openDatabase(started.url, 1);
  try {
    const { pid } = (await pool.query('select pg_backend_pid() as pid')).rows[0];
    // It takes no signal to end meanwhile, as a process that waits for its disk.
    process.kill(pid, 'SIGSTOP');
    process.kill(started.pid, 'SIGKILL');
    setTimeout(() => process.kill(pid, 'SIGCONT'), 7_000);
    const again = await startEmbedded(dataDir);
    expect(again.adopted).toBe(false);
    await again.stop();
  } finally {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('what a killed set-up left is begun anew, and a pid that another program has now is let alone', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-embedded-'));
  const home = join(dataDir, 'postgres');
  const half = join(home, 'cluster.dead');
  mkdirSync(half, { recursive: true });
  writeFileSync(join(half, 'PG_VERSION'), '18\n');
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  try {
    const started = await startEmbedded(dataDir);
    expect(existsSync(half)).toBe(false);
    await started.stop();
    writeFileSync(
      join(home, 'cluster/postmaster.pid'),
      `${other.pid}\n${home}\n1790000000\n45999\n\n127.0.0.1\n 1 1\nready\n`,
    );
    const again = await startEmbedded(dataDir);
    expect(again.adopted).toBe(false);
    expect([other.exitCode, other.signalCode]).toEqual([null, null]);
    const adopted = await startEmbedded(dataDir);
    expect([adopted.adopted, adopted.pid]).toEqual([true, again.pid]);
    await adopted.stop();
    expect(isAlive(again.pid)).toBe(false);
  } finally {
    other.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test.runIf(process.getuid?.() === 0)(
  'what root does to the data of another user leaves them that user’s',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-embedded-'));
    const home = join(dataDir, 'postgres');
    mkdirSync(home);
    for (const folder of [dataDir, home]) chownSync(folder, SERVICE, SERVICE);
    try {
      const started = await startEmbedded(dataDir);
      await started.stop();
      const names = ['cluster', 'cluster/PG_VERSION', 'cluster/global/pg_control', 'postgres.log'];
      expect(names.map((name) => statSync(join(home, name)).uid)).toEqual(names.map(() => SERVICE));
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
