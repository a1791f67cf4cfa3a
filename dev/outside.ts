/** Packages that measurements need: installed outside the repository, so that nobody else carries them. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HOME = process.env.PEERS_HOME ?? join(tmpdir(), 'sms-peers');

/** Installs a package in a folder of its own, if need be, and loads it. @throws when it cannot be had. */
export function loadOutside(name: string, version: string): unknown {
  const folder = join(HOME, `${name}-${version}`);
  const manifest = join(folder, 'package.json');
  if (!existsSync(join(folder, 'node_modules', name))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(manifest, '{ "private": true }');
    const args = [
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--save-exact',
      `${name}@${version}`,
    ];
    const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new Error(`${name} ${version} could not be installed.`);
  }
  return createRequire(manifest)(name);
}
