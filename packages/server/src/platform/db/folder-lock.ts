import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config.ts';
import { makeFolder } from '../files.ts';
import { isAlive } from './postmaster.ts';

const NAME = /^parley\.lock(?:\.(\d+))?$/;
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

function readWhenThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
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
