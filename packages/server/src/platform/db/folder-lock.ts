import { chownSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../config.ts';
import { makeFolder, readWhenThere } from '../files.ts';
import { isAlive } from './postmaster.ts';

/** What SQLite says when another process has it. */
const SQLITE_BUSY = 5;
const NAME = /^parley\.lock(?:\.(\d+))?$/;
/** Empty, and never removed: who opened it before would hold another file than who makes it anew. */
const HELD = 'parley.held';
/** More processes than that do not start over one folder in the same moment. */
const TRIES = 20;
/** What was made a moment ago may be empty still; what stays so was left by a power cut. */
const WRITTEN_WITHIN_MS = 200;
const LOOK_EVERY_MS = 10;

/**
 * Keeps a second Parley off a data folder. A lock that a dead process left is taken over: by a new file with
 * the next number, which only one process can make, and never by removing the old one first, which two
 * processes might do one after the other. Answers the release.
 *
 * @throws ConfigError when another process holds it.
 */
export function lockFolder(dataDir: string): () => void {
  makeFolder(dataDir);
  const letGo = holdByKernel(dataDir);
  try {
    const release = lockByNumber(dataDir);
    return () => {
      release();
      letGo();
    };
  } catch (error) {
    letGo();
    throw error;
  }
}

/**
 * In another container processes have other numbers, and a lock of one that lives there looks like a dead
 * one's. What the kernel holds for a process it holds against all of them, and lets go when that one ends.
 * Node offers no lock of a file but that of SQLite. Where there is none, or the disk knows of no locks, the
 * number alone decides.
 */
function holdByKernel(dataDir: string): () => void {
  const sqlite = process.platform === 'linux' ? process.getBuiltinModule('node:sqlite') : undefined;
  let file: DatabaseSync | undefined;
  try {
    file = sqlite && new sqlite.DatabaseSync(join(dataDir, HELD));
    // What root makes is for the folder's owner, too.
    const { uid, gid } = statSync(dataDir);
    if (file && process.getuid?.() === 0) chownSync(join(dataDir, HELD), uid, gid);
    file?.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    file?.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) return () => undefined;
    // With its number, when it is one of ours.
    refuseHeld(dataDir, locksIn(dataDir));
    throw new ConfigError(`Another Parley is using ${dataDir}. Stop it first, or set another DATA_DIR.`);
  }
  return () => file?.close();
}

function lockByNumber(dataDir: string): () => void {
  const mine = `${process.pid} ${startedAt(process.pid)}`;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const stale = locksIn(dataDir);
    refuseHeld(dataDir, stale);
    const next = Math.max(-1, ...stale.map(numberOf)) + 1;
    const name = next === 0 ? 'parley.lock' : `parley.lock.${next}`;
    const release = () => rmSync(join(dataDir, name), { force: true });
    if (!create(join(dataDir, name), mine)) continue;
    try {
      // Somebody may have come and gone since we looked, and yet another one may be there.
      refuseHeld(
        dataDir,
        locksIn(dataDir).filter((other) => other !== name),
      );
    } catch (error) {
      release();
      throw error;
    }
    for (const each of stale) rmSync(join(dataDir, each), { force: true });
    return release;
  }
  throw new ConfigError(`Other processes start over ${dataDir} at this moment. Start one Parley only.`);
}

const locksIn = (dataDir: string) => readdirSync(dataDir).filter((name) => NAME.test(name));
const numberOf = (name: string) => Number(NAME.exec(name)?.[1] ?? 0);

/** False: it is there already. */
function create(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false;
    throw error;
  }
}

function refuseHeld(dataDir: string, locks: readonly string[]): void {
  for (const lock of locks) {
    const [pid, started] = read(join(dataDir, lock)).split(' ');
    if (isAlive(Number(pid)) && startedAt(Number(pid)) === started)
      throw new ConfigError(
        `Another Parley (process ${pid}) is using ${dataDir}. Stop it first, or set another DATA_DIR.`,
      );
  }
}

/** What a lock says; empty when it is gone meanwhile. */
function read(file: string): string {
  const deadline = Date.now() + WRITTEN_WITHIN_MS;
  for (;;) {
    const text = readWhenThere(file);
    if (text === undefined) return '';
    if (text !== '' || Date.now() > deadline) return text;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS);
  }
}

/**
 * The kernel's start time of a process, so that a reused pid is not taken for the old holder; '' where there
 * is no /proc. Asked of its first thread: of a whole process qemu tells that process itself another time
 * than all others hear.
 */
function startedAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    // No /proc (not Linux) or the process is gone: the pid alone decides.
    return '';
  }
}
