import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../config.ts';
import { makeFolder } from '../files.ts';
import { isAlive } from './postmaster.ts';

/** Keeps a second Parley off a data folder. A lock left by a dead process is taken over. Answers the release. */
export function lockFolder(dataDir: string): () => void {
  makeFolder(dataDir);
  const file = join(dataDir, 'parley.lock');
  const mine = `${process.pid} ${startedAt(process.pid)}`;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      writeFileSync(file, mine, { flag: 'wx', mode: 0o600 });
      return () => {
        if (existsSync(file) && readFileSync(file, 'utf8') === mine) rmSync(file, { force: true });
      };
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error;
      const [pid, started] = readFileSync(file, 'utf8').split(' ');
      if (isAlive(Number(pid)) && startedAt(Number(pid)) === started)
        throw new ConfigError(
          `Another Parley (process ${pid}) is using ${dataDir}. Stop it first, or set another DATA_DIR.`,
        );
      rmSync(file, { force: true });
    }
  }
  throw new Error(`${file} could not be taken over.`);
}

/** The kernel's start time of a process, so that a reused pid is not taken for the old holder; '' where there is no /proc. */
function startedAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    // No /proc (not Linux) or the process is gone: the pid alone decides.
    return '';
  }
}
