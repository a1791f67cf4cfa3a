/** However what `npm start` is made of ends, the server ends with it and frees its data folder. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { until } from '../wire.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-launcher-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const parentOf = (pid: number) =>
  Number(spawnSync('ps', ['-o', 'ppid=', '-p', `${pid}`], { encoding: 'utf8' }).stdout);

test.runIf(process.platform === 'linux').each(['npm', 'bin/start.mjs'])(
  'a kill -9 of %s ends the server',
  async (killed) => {
    const dataDir = join(folder, killed.replace('/', '-'));
    const npm = spawn('npm', ['start'], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    npm.stdout.on('data', (chunk) => {
      said += String(chunk);
    });
    await until(async () => said.includes('ready at'));
    const lock = join(dataDir, 'parley.lock');
    const server = Number(readFileSync(lock, 'utf8').split(' ')[0]);
    process.kill(killed === 'npm' ? Number(npm.pid) : parentOf(server), 'SIGKILL');
    await until(async () => !existsSync(lock));
    expect(existsSync(join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
  },
);
