/** What a killed test run has left: the folder of its database, and the PostgreSQL that works there. */
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A folder says whose it is. */
const NAME = /^parley-test-(\d+)-/;
export const folderOf = (pid: number): string => `parley-test-${pid}-`;

const ENDS_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 50;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is somebody else’s.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The PostgreSQL that works in a folder; null: none. */
function serverIn(folder: string): number | null {
  const file = join(folder, 'postgres/cluster/postmaster.pid');
  if (!existsSync(file)) return null;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  const place = `/proc/${pid}/cwd`;
  // Another process may have the number by now. It works in its cluster’s folder.
  return existsSync(place) && readlinkSync(place).startsWith(folder) ? pid : null;
}

/** Ends and deletes what runs left whose process is gone. Of others nothing is touched. */
export async function sweepLeftOvers(parent: string): Promise<string[]> {
  const dead = readdirSync(parent).filter((name) => {
    const pid = Number(NAME.exec(name)?.[1] ?? 0);
    return pid > 0 && !isAlive(pid);
  });
  for (const name of dead) {
    const folder = join(parent, name);
    const server = serverIn(folder);
    if (server !== null) {
      process.kill(server, 'SIGQUIT');
      const until = performance.now() + ENDS_WITHIN_MS;
      while (isAlive(server) && performance.now() < until) await sleep(LOOK_EVERY_MS);
    }
    rmSync(folder, { recursive: true, force: true });
  }
  return dead;
}
