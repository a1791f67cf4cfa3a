import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmbedded } from './embedded.ts';

test('a start begins a new log of PostgreSQL when it has grown over 10 MB, and keeps the last', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-log-'));
  const log = join(dataDir, 'postgres/postgres.log');
  const startAndStop = async () => (await startEmbedded(dataDir)).stop();
  try {
    await startAndStop();
    await startAndStop();
    expect([readFileSync(log, 'utf8').match(/ready to accept/g)?.length, existsSync(`${log}.old`)]).toEqual([
      2,
      false,
    ]);
    truncateSync(log, 10_000_001);
    await startAndStop();
    expect([
      statSync(`${log}.old`).size,
      readFileSync(log, 'utf8').match(/ready to accept/g)?.length,
    ]).toEqual([10_000_001, 1]);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
