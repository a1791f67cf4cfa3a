import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderOf, sweepLeftOvers } from './left-overs.ts';

test('what a killed test run left is ended and deleted, what others work in is not', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'parley-swept-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const gone = spawn(process.execPath, ['-e', '']);
  await once(gone, 'close');
  const [dead, alive] = [gone.pid ?? 0, process.pid].map((pid) => join(parent, `${folderOf(pid)}abc`));
  for (const folder of [dead ?? '', alive ?? '', join(parent, 'other')])
    mkdirSync(join(folder, 'postgres/cluster'), { recursive: true });
  // Stands for the PostgreSQL that goes on after its run was killed.
  const server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    cwd: join(dead ?? '', 'postgres/cluster'),
  });
  const ended = once(server, 'close');
  await once(server, 'spawn');
  writeFileSync(join(dead ?? '', 'postgres/cluster/postmaster.pid'), `${server.pid}\n`);
  expect(await sweepLeftOvers(parent)).toEqual([`${folderOf(gone.pid ?? 0)}abc`]);
  expect((await ended)[1]).toBe('SIGQUIT');
  expect([dead, alive, join(parent, 'other')].map((folder) => existsSync(folder ?? ''))).toEqual([
    false,
    true,
    true,
  ]);
});
