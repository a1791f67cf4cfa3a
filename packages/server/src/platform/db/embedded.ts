/**
 * PostgreSQL's own binaries from the package registry, looked after by us: made on first use below DATA_DIR,
 * loopback only, a random port and passwords of its own, an unprivileged uid when we are root (that of the
 * data, else nobody's), adopted when a crash left it running, and stopped with us. Parley works in it as a
 * role that is no superuser (app-role.ts).
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fchownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError, PassingError } from '../config.ts';
import { keepFile, makeFolder } from '../files.ts';
import type { Log } from '../log.ts';
import { APP_ROLE, giveToApp } from './app-role.ts';
import { findBinaries, reachableBinaries } from './binaries.ts';
import { isFull, tellKeptDown } from './outage.ts';
import {
  endOrphans,
  forgetNobody,
  isAlive,
  isToldToStop,
  runningPostmaster,
  stopPostmaster,
} from './postmaster.ts';

/** "nobody" on the systems we know; initdb refuses root, and the user need not exist by name. */
const UNPRIVILEGED = 65_534;
/** The superuser that initdb makes. */
const OWNER = 'parley';
/**
 * From this version on PostgreSQL knows upper and lower case of all letters by itself; before, those of ASCII
 * have to do.
 */
const BUILTIN_LOCALES = 17;
/**
 * Without a sign of life. One that says it is starting has as long as it takes: after a crash it may have
 * gigabytes to go through.
 */
const START_TIMEOUT_MS = 60_000;
const LONG_START_MS = 5_000;
const WATCH_EVERY_MS = 500;
/** In bytes; a start begins a new log after that, and keeps the one before. */
const LONGEST_LOG = 10_000_000;
/** Between tries to start it again, at most. */
const LONGEST_PAUSE_MS = 10_000;

/** Where a PostgreSQL listens, for Parley, and for its superuser. */
export type Addresses = { url: string; ownerUrl: string };
export type EmbeddedPostgres = Addresses & { pid: number; adopted: boolean; stop: () => Promise<void> };

export type EmbeddedOptions = {
  /** Further server settings, `name=value`. */
  settings?: readonly string[];
  /** Where it listens; none given: at any free port. */
  port?: number;
  /** Told when it takes long. */
  log?: Log;
  /** Called then, too, with a sentence for people. */
  explain?: (reason: string) => void;
  /** True: nobody waits for it any more. */
  isStopping?: () => boolean;
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
  'log_checkpoints=off',
  // Its details quote the row at hand, phone number and all.
  'log_error_verbosity=terse',
];

/**
 * Starts (or adopts) the PostgreSQL of a data folder, whose lock the caller holds, and answers where it
 * listens.
 *
 * @throws ConfigError with PostgreSQL's own reason when it does not start.
 */
export async function startEmbedded(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const { home, cluster } = placesIn(dataDir);
  makeFolder(home);
  const password = keepFile(ownerPasswordIn(home), newPassword);
  const running = runningPostmaster(cluster);
  if (running) {
    const { pid } = running;
    const url = connectionString(OWNER, password, running.port);
    // One that was told to stop takes nobody in, and may wait for somebody's connection for ever.
    if (!isToldToStop(cluster, pid) && (await untilReady(url, pid, options)) === 'serves')
      return {
        ...(await openToApp(home, running.port)),
        pid,
        adopted: true,
        stop: () => stopPostmaster(pid),
      };
    await stopPostmaster(pid);
  }
  forgetNobody(cluster);
  await endOrphans(cluster);
  if (!existsSync(join(cluster, 'PG_VERSION'))) initialise(home, cluster, password);
  const port = options.port ?? (await freePort());
  const deadline = Date.now() + HELD_MS;
  for (;;) {
    const begun = await startOnce(home, password, port, options);
    if ('pid' in begun) return begun;
    if (!STILL_HELD.test(begun.reason) || Date.now() > deadline || options.isStopping?.())
      throw failure(
        begun.reason,
        `PostgreSQL could not be started: ${begun.reason}. Its log is ${join(home, LOG_FILE)}.`,
      );
    await sleep(HELD_PAUSE_MS);
    await endOrphans(cluster);
  }
}

/** What is left of a server that was killed holds its memory until it has ended. */
const STILL_HELD = /shared memory block .* still in use/;
const HELD_MS = 20_000;
const HELD_PAUSE_MS = 250;
const LOG_FILE = 'postgres.log';

/** Starts the server of a cluster; else why it did not start, in its own words. */
async function startOnce(
  home: string,
  password: string,
  port: number,
  options: EmbeddedOptions,
): Promise<EmbeddedPostgres | { reason: string }> {
  const log = join(home, LOG_FILE);
  if (existsSync(log) && statSync(log).size > LONGEST_LOG) renameSync(log, `${log}.old`);
  const logged = existsSync(log) ? statSync(log).size : 0;
  const settings = [...DEFAULT_SETTINGS, ...(options.settings ?? [])];
  const pid = launch(join(home, 'cluster'), port, settings, log);
  const end = await untilReady(connectionString(OWNER, password, port), pid, options);
  if (end === 'serves')
    return { ...(await openToApp(home, port)), pid, adopted: false, stop: () => stopPostmaster(pid) };
  await stopPostmaster(pid);
  if (end === 'refuses') return { reason: `it does not take the password in ${ownerPasswordIn(home)}` };
  return { reason: lastWords(readFileSync(log).subarray(logged).toString()) || 'it does not answer' };
}

/**
 * Starts PostgreSQL again, at the same address, whenever it ends though nobody asked it to: killed for want
 * of memory, by a full disk, or told to stop by somebody else. Answers how to stop both.
 */
export function keepRunning(dataDir: string, started: EmbeddedPostgres, log: Log): () => Promise<void> {
  const port = Number(new URL(started.url).port);
  const { cluster } = placesIn(dataDir);
  const halt = new AbortController();
  let current = started;
  let pause = WATCH_EVERY_MS;

  async function startAgain(): Promise<void> {
    try {
      current = await startEmbedded(dataDir, { port, log, isStopping: () => halt.signal.aborted });
      pause = WATCH_EVERY_MS;
      tellKeptDown(false);
      log.info('PostgreSQL runs again');
    } catch (error) {
      tellKeptDown(error instanceof NoRoomError || isFull(error));
      // What is left of the killed one may hold its memory for a moment, and a full disk may get room again.
      log.error({ err: error }, 'PostgreSQL could not be started again');
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    }
  }

  async function watch(): Promise<void> {
    while (!halt.signal.aborted) {
      await sleep(pause, undefined, { signal: halt.signal }).catch(() => undefined);
      if (halt.signal.aborted) return;
      if (!isAlive(current.pid)) log.error('PostgreSQL has ended and is started again');
      else if (isToldToStop(cluster, current.pid))
        log.error('PostgreSQL was told to stop, but not by Parley, and is started again');
      else continue;
      await startAgain();
    }
  }

  const watching = watch();
  return async () => {
    halt.abort();
    await watching;
    tellKeptDown(false);
    await current.stop();
  };
}

/** Where the PostgreSQL of a data folder listens; null when it does not run here. Touches nothing. */
export function runningEmbedded(dataDir: string): Addresses | null {
  const { home, cluster } = placesIn(dataDir);
  const running = runningPostmaster(cluster);
  return running && addresses(home, running.port);
}

const ownerPasswordIn = (home: string) => join(home, 'password');
const appPasswordIn = (home: string) => join(home, 'app-password');
const newPassword = () => randomBytes(24).toString('base64url');

async function openToApp(home: string, port: number): Promise<Addresses> {
  const password = keepFile(appPasswordIn(home), newPassword);
  const { url, ownerUrl } = addresses(home, port);
  await giveToApp(ownerUrl, password);
  return { url, ownerUrl };
}

/** A Parley that still runs in an older version works as the superuser, and knows no other role. */
function addresses(home: string, port: number): Addresses {
  const read = (file: string) => readFileSync(file, 'utf8').trim();
  const ownerUrl = connectionString(OWNER, read(ownerPasswordIn(home)), port);
  const own = appPasswordIn(home);
  return { url: existsSync(own) ? connectionString(APP_ROLE, read(own), port) : ownerUrl, ownerUrl };
}

/** The folders of the PostgreSQL of a data folder: ours about it, and its own. */
export function placesIn(dataDir: string): { home: string; cluster: string } {
  const home = join(dataDir, 'postgres');
  return { home, cluster: join(home, 'cluster') };
}

function connectionString(role: string, password: string, port: number): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/postgres`;
}

type Answer = 'serves' | 'starts' | 'refuses' | 'silent';

async function ask(url: string): Promise<Answer> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return 'serves';
  } catch (error) {
    const code = String((error as { code?: unknown }).code);
    // 57P03 cannot_connect_now, class 28 invalid authorization.
    if (code === '57P03') return 'starts';
    return code.startsWith('28') ? 'refuses' : 'silent';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Waits until it serves; else the last that was heard of it, 'silent' when it has ended. */
async function untilReady(
  url: string,
  pid: number,
  { log, explain, isStopping }: EmbeddedOptions,
): Promise<Answer> {
  const begun = Date.now();
  let deadline = begun + START_TIMEOUT_MS;
  let told = false;
  for (;;) {
    const answer = await ask(url);
    if (answer === 'serves' || answer === 'refuses') return answer;
    if (!isAlive(pid)) return 'silent';
    if (answer === 'starts') deadline = Date.now() + START_TIMEOUT_MS;
    if (Date.now() > deadline || isStopping?.()) return answer;
    if (!told && answer === 'starts' && Date.now() > begun + LONG_START_MS) {
      log?.warn('PostgreSQL goes through what it had not written at its last end; this may take minutes');
      explain?.(
        'The database goes through what it had not written at its last end. This may take some minutes.',
      );
      told = true;
    }
    await sleep(50);
  }
}

const NO_ROOM = 'no room is left on the disk';
class NoRoomError extends PassingError {}

function failure(reason: string | undefined, words: string): ConfigError {
  if (reason === NO_ROOM) return new NoRoomError(words);
  return STILL_HELD.test(reason ?? '') ? new PassingError(words) : new ConfigError(words);
}

/** Why one of PostgreSQL's programs ended, from what it printed. */
function lastWords(printed: string): string | undefined {
  // What it says at the very end of that is nonsense to people ("cannot abort transaction 1").
  if (/No space left on device|Disk quota exceeded/.test(printed)) return NO_ROOM;
  const fatal = [...printed.matchAll(/(?:FATAL|PANIC): +(.*)/g)].at(-1)?.[1];
  return fatal ?? printed.trim().split('\n').at(-1);
}

type Program = {
  native: string;
  folder: string;
  options: { cwd: string; env: NodeJS.ProcessEnv } & Partial<User>;
};

/**
 * How PostgreSQL's programs are run on a folder. As root on Linux they run as an unprivileged uid, and the
 * folder is named as /proc/self/cwd: that link leads to the folder itself, so it works below directories
 * which that uid may not enter (a home with mode 0700).
 */
function programsOn(cluster: string): Program {
  const binaries = findBinaries();
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? unprivileged(dirname(cluster)) : undefined;
  if (user) giveAway(cluster, user);
  chmodSync(cluster, 0o700);
  return {
    native: isRoot ? reachableBinaries(binaries) : binaries,
    folder: isRoot && process.platform === 'linux' ? '/proc/self/cwd' : cluster,
    options: {
      cwd: cluster,
      env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH ?? '' },
      ...user,
    },
  };
}

type User = { uid: number; gid: number };

/** Whose the data folder is: root may run a command on that of a service, whose own it stays. */
function unprivileged(home: string): User {
  const { uid, gid } = statSync(home);
  return uid === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : { uid, gid };
}

/** The folder becomes the unprivileged uid's, with all in it when it was copied here by root. */
function giveAway(cluster: string, { uid, gid }: User): void {
  const isCopy = readdirSync(cluster).some((name) => lstatSync(join(cluster, name)).uid !== uid);
  const inside = isCopy ? (readdirSync(cluster, { recursive: true }) as string[]) : [];
  for (const path of [cluster, ...inside.map((name) => join(cluster, name))]) lchownSync(path, uid, gid);
}

/**
 * Made under another name and put in its place when it is whole: one that is killed on the way is begun anew.
 */
function initialise(home: string, cluster: string, password: string): void {
  for (const name of readdirSync(home))
    if (name.startsWith('cluster.'))
      rmSync(join(home, name), { recursive: true, force: true, maxRetries: 5 });
  const fresh = join(home, `cluster.${randomBytes(4).toString('hex')}`);
  mkdirSync(fresh);
  const { native, folder, options } = programsOn(fresh);
  const initdb = join(native, 'bin', 'initdb');
  const told = spawnSync(initdb, ['--version'], { ...options, encoding: 'utf8' });
  const version = Number(/(\d+)/.exec(told.stdout ?? '')?.[1] ?? 0);
  const passwordFile = join(tmpdir(), `parley-${randomBytes(8).toString('hex')}`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (options.uid !== undefined) chownSync(passwordFile, options.uid, options.gid ?? options.uid);
  const locale = version >= BUILTIN_LOCALES ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
  const settings = [
    '-U',
    OWNER,
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--locale=C',
  ];
  const result = spawnSync(initdb, ['-D', folder, ...settings, ...locale], { ...options, encoding: 'utf8' });
  rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    const reason = result.error?.message ?? lastWords(result.stderr);
    throw failure(reason, `PostgreSQL could not be set up in ${home}: ${reason}.`);
  }
  // An empty folder may be there; one with something in it is not ours to remove.
  if (existsSync(cluster)) rmdirSync(cluster);
  renameSync(fresh, cluster);
}

function launch(cluster: string, port: number, settings: readonly string[], log: string): number {
  const { native, folder, options } = programsOn(cluster);
  const output = openSync(log, 'a', 0o600);
  if (options.uid !== undefined) fchownSync(output, options.uid, options.gid ?? options.uid);
  const fixed = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  const child = spawn(
    join(native, 'bin', 'postgres'),
    ['-D', folder, ...[...fixed, ...settings].flatMap((setting) => ['-c', setting])],
    // Detached: a Ctrl-C in the terminal must reach us first, so that we can finish our work with the
    // database still there.
    { ...options, detached: true, stdio: ['ignore', output, output] },
  );
  child.unref();
  closeSync(output);
  if (!child.pid) throw new Error('PostgreSQL could not be started.');
  return child.pid;
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
