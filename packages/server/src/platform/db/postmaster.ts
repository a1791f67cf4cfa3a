/** The PostgreSQL process of a cluster's folder: which one it is, and how it is stopped. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readWhenThere } from '../files.ts';

const STOP_TIMEOUT_MS = 8_000;
/** After which even one that does not hear is gone. */
const QUIT_TIMEOUT_MS = 5_000;

/** Of postmaster.pid, counted from 0: starting, ready, stopping. */
const STATUS_LINE = 7;

export type Postmaster = { pid: number; port: number };

/** Also true for a process of another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

/**
 * The postmaster that postmaster.pid names, when it still runs. Only looked at: in another container the same
 * number may be another process, and the postmaster of that file alive.
 */
export function runningPostmaster(cluster: string): Postmaster | null {
  const named = namedIn(cluster);
  return named && isPostmaster(named) ? named : null;
}

/**
 * For whoever holds the lock of the data folder: removes a postmaster.pid that names none (empty after a
 * power cut, or a pid that the system has given to another program since), for PostgreSQL would refuse to
 * start beside it. Of a dead one the file stays: with it PostgreSQL finds out whether something of the dead
 * one is still at work.
 */
export function forgetNobody(cluster: string): void {
  const named = namedIn(cluster);
  if (named && (!isAlive(named.pid) || isPostmaster(named))) return;
  rmSync(fileIn(cluster), { force: true });
}

const fileIn = (cluster: string) => join(cluster, 'postmaster.pid');

function namedIn(cluster: string): Postmaster | null {
  const [pid, , , port] = (readWhenThere(fileIn(cluster)) ?? '').split('\n').map(Number);
  return pid && port ? { pid, port } : null;
}

/** We start it with its port on the command line, which everybody may read. */
function isPostmaster({ pid, port }: Postmaster): boolean {
  if (!isAlive(pid)) return false;
  const command = commandOf(pid);
  return command === null || (command.includes('postgres') && command.includes(`port=${port}`));
}

/** Null where the system does not tell. */
function commandOf(pid: number): string | null {
  if (process.platform === 'win32') return null;
  if (existsSync('/proc/self/cmdline'))
    return existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
  return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
}

/**
 * Whether it was told to end gently (SIGTERM, as `pg_ctl stop -m smart` does): it takes nobody in any more,
 * and waits for those who are there, such as our own connections. Its file says so.
 */
export function isToldToStop(cluster: string, pid: number): boolean {
  const lines = readWhenThere(fileIn(cluster))?.split('\n') ?? [];
  return Number(lines[0]) === pid && lines[STATUS_LINE]?.trim() === 'stopping';
}

/**
 * A fast shutdown: open transactions are rolled back, everything committed is on disk. One that takes too
 * long is ended at once.
 */
export async function stopPostmaster(pid: number): Promise<void> {
  await endWith(pid, 'SIGINT', STOP_TIMEOUT_MS);
  await endWith(pid, 'SIGQUIT', QUIT_TIMEOUT_MS);
}

async function endWith(pid: number, signal: NodeJS.Signals, withinMs: number): Promise<void> {
  if (!isAlive(pid)) return;
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in this moment.
    return;
  }
  const deadline = Date.now() + withinMs;
  while (isAlive(pid) && Date.now() < deadline) await sleep(25);
}

/**
 * Ends what a killed postmaster left at work on a cluster: a query that computes does not look whether it is
 * alone, and PostgreSQL does not start beside it. With the signal that the postmaster itself would have sent.
 * Known by their working folder, which PostgreSQL's processes have in common; where the system does not tell
 * (no /proc), nothing is done.
 */
export async function endOrphans(cluster: string): Promise<void> {
  if (!existsSync('/proc/self/cwd') || !existsSync(cluster)) return;
  const folder = realpathSync(cluster);
  const orphans = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksIn(pid) === folder && commandOf(pid)?.startsWith('postgres: '))
    .filter((pid) => worksIn(parentOf(pid)) !== folder);
  await Promise.all(orphans.map((pid) => endWith(pid, 'SIGQUIT', QUIT_TIMEOUT_MS)));
}

/** Null for a process that is gone or another user's. */
function worksIn(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
