import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { whenBack } from './away.ts';
import { first, openDatabase, script, sql } from './database.ts';
import { isAlive, keepRunning, startEmbedded } from './embedded.ts';

test('a PostgreSQL that is killed is started again at the same address, with all that was committed', {
  timeout: 120_000,
}, async () => {
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
    let after = await whenBack(read, isLate);
    while (after?.since.getTime() === before?.since.getTime() && !isLate())
      after = await whenBack(read, isLate);
    expect(after?.n).toBe(7);
    expect(after?.since).not.toEqual(before?.since);
    expect(isAlive(started.pid)).toBe(false);
  } finally {
    await close();
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
