/** A backup comes into the place of the data folder. */
import { cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Config, ConfigError } from '../platform/config.ts';
import { RESTORED_MARK } from '../platform/db/backup.ts';
import { placesIn } from '../platform/db/embedded.ts';
import { lockFolder } from '../platform/db/folder-lock.ts';
import { runningPostmaster, stopPostmaster } from '../platform/db/postmaster.ts';
import { PROGRAM } from '../platform/release.ts';

/**
 * Copies the backup beside the data, and then changes their names: a copy that breaks off changes nothing,
 * and what was there is kept. Answers what is printed.
 *
 * @throws ConfigError when Parley runs, or the folder is no whole backup.
 */
export async function restore(
  { dataDir, databaseUrl }: Config,
  [folder = '']: readonly string[],
): Promise<string> {
  if (folder === '') throw new ConfigError('Name the folder of the backup.');
  const backup = resolve(folder);
  requireBackup(backup, databaseUrl !== null);
  if (!relative(dataDir, backup).startsWith('..'))
    throw new ConfigError(`${backup} lies in the data folder itself. Move it elsewhere first.`);
  const release = lockFolder(dataDir);
  try {
    const orphan = runningPostmaster(placesIn(dataDir).cluster);
    if (orphan) await stopPostmaster(orphan.pid);
    const fresh = join(dirname(dataDir), `${basename(dataDir)}.unfinished`);
    rmSync(fresh, { recursive: true, force: true });
    cpSync(backup, fresh, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    const kept = `${dataDir}.before-${new Date().toISOString().replace(/\W/g, '').slice(0, 15)}`;
    renameSync(dataDir, kept);
    renameSync(fresh, dataDir);
    return [
      `${backup} is in the place of ${dataDir} now.`,
      keptWords(kept),
      ...(databaseUrl === null ? [] : ['Put the database back with pg_restore before you start.']),
      `The next start lets nothing go out by itself. See what waits with "${PROGRAM} status".`,
    ].join('\n');
  } catch (error) {
    release();
    throw error;
  }
}

function requireBackup(backup: string, withoutDatabase: boolean): void {
  const isWhole = existsSync(join(backup, RESTORED_MARK)) && !backup.endsWith('.unfinished');
  if (!isWhole) throw new ConfigError(`${backup} is no backup of Parley, or not a whole one.`);
  const cluster = join(placesIn(backup).cluster, 'PG_VERSION');
  if (!withoutDatabase && !existsSync(cluster))
    throw new ConfigError(
      `${backup} has no database: it was made with a DATABASE_URL. Set it to put the rest back.`,
    );
}

/** Our lock went along with what it locked. */
function keptWords(kept: string): string {
  for (const lock of readdirSync(kept).filter((name) => name.startsWith('parley.lock')))
    rmSync(join(kept, lock));
  if (readdirSync(kept).length > 0) return `What was there before is in ${kept}.`;
  rmSync(kept, { recursive: true });
  return 'There was nothing before.';
}
