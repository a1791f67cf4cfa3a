/** The command of an unpacked release, before it runs any of our code. */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'parley-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** Root may read everything: as root it is run as somebody else. */
const somebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** A release whose Node says what it was called with. */
function installed(): string {
  const release = join(folder, 'parley-1.0.0-linux-x64');
  for (const name of ['bin', 'runtime']) mkdirSync(join(release, name), { recursive: true });
  cpSync(join(import.meta.dirname, '../../ops/release/parley'), join(release, 'bin/parley'));
  writeFileSync(join(release, 'runtime/node'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
  chmodSync(folder, 0o755);
  return release;
}

test.skipIf(process.platform === 'win32')(
  'it runs the server for “start”, and the commands for everything else, help of “start” included',
  () => {
    const release = installed();
    const settings = join(folder, 'parley.env');
    const run = (...words: string[]) => {
      const { status, stdout, stderr } = spawnSync(join(release, 'bin/parley'), words, {
        ...somebody,
        encoding: 'utf8',
      });
      return { status, said: (stdout + stderr).trim().replaceAll(release, '') };
    };
    const program = (name: string) => `/packages/server/src/${name}.ts`;
    expect(run('start', '--demo')).toEqual({ status: 0, said: `${program('main')} --demo` });
    expect(run('start').said).toBe(program('main'));
    expect(run('start', '--help').said).toBe(`${program('manage')} start --help`);
    expect(run('status', '--json').said).toBe(`${program('manage')} status --json`);
    writeFileSync(settings, 'PORT=1');
    chmodSync(settings, 0o644);
    expect(run('status').said).toBe(`--env-file=${settings} ${program('manage')} status`);
    if (somebody.uid !== undefined) chownSync(settings, 0, 0);
    chmodSync(settings, somebody.uid === undefined ? 0 : 0o600);
    expect(run('status')).toEqual({
      status: 2,
      said: `This user may not read the settings in ${settings}. Run parley as the user that it runs as, with sudo -u.`,
    });
  },
);
