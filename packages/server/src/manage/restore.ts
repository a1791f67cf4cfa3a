/** A backup comes into the place of the data folder. */
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { changedFiles, SUMS } from '../platform/checksums.ts';
import { type Config, ConfigError } from '../platform/config.ts';
import { RESTORED_MARK } from '../platform/db/backup.ts';
import { placesIn } from '../platform/db/embedded.ts';
import { lockFolder } from '../platform/db/folder-lock.ts';
import { runningPostmaster, stopPostmaster } from '../platform/db/postmaster.ts';
import { isWithin } from '../platform/files.ts';
import { PROGRAM } from '../platform/release.ts';

/**
 * Copies the backup beside the data, and then changes their names: a copy that breaks off changes nothing,
 * and what was there is kept. Answers what is printed.
 *
 * @throws ConfigError when Parley runs, or the folder is no whole backup, or not as it was made.
 */
export async function restore(
  { dataDir, databaseUrl }: Config,
  [folder = '']: readonly string[],
): Promise<string> {
  if (folder === '') throw new ConfigError('Name the folder of the backup.');
  const backup = resolve(folder);
  requireBackup(backup, databaseUrl !== null);
  if (isWithin(dataDir, backup))
    throw new ConfigError(`${backup} lies in the data folder itself. Move it elsewhere first.`);
  if (isFixed(dataDir)) throw new ConfigError(byHand(dataDir, backup));
  const release = lockFolder(dataDir);
  const fresh = join(dirname(dataDir), `${basename(dataDir)}.unfinished`);
  try {
    const orphan = runningPostmaster(placesIn(dataDir).cluster);
    if (orphan) await stopPostmaster(orphan.pid);
    rmSync(fresh, { recursive: true, force: true });
    cpSync(backup, fresh, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    const unchecked = requireUnchanged(backup, fresh);
    const kept = `${dataDir}.before-${new Date().toISOString().replace(/\W/g, '').slice(0, 15)}`;
    renameSync(dataDir, kept);
    renameSync(fresh, dataDir);
    return [
      `${backup} is in the place of ${dataDir} now.`,
      keptWords(kept),
      ...unchecked,
      ...(databaseUrl === null ? [] : ['Put the database back with pg_restore before you start.']),
      `The next start lets nothing go out by itself. See what waits with "${PROGRAM} status".`,
    ].join('\n');
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    release();
    // A folder that is mounted from the same disk shows only now.
    if ((error as NodeJS.ErrnoException).code === 'EBUSY') throw new ConfigError(byHand(dataDir, backup));
    throw error;
  }
}

/** A volume of its own, or in a folder that takes no others: it cannot change places with anything. */
function isFixed(dataDir: string): boolean {
  const place = dirname(dataDir);
  if (!existsSync(dataDir)) return false;
  if (statSync(dataDir).dev !== statSync(place).dev) return true;
  try {
    accessSync(place, constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

const byHand = (dataDir: string, backup: string) =>
  `${dataDir} is a volume, or in a folder that cannot be written, so it cannot change places with the backup. With Parley stopped, move what is in it elsewhere, and copy all that is in ${backup} into it.`;

function requireBackup(backup: string, withoutDatabase: boolean): void {
  const isWhole = existsSync(join(backup, RESTORED_MARK)) && !backup.endsWith('.unfinished');
  if (!isWhole) throw new ConfigError(`${backup} is no backup of Parley, or not a whole one.`);
  const cluster = join(placesIn(backup).cluster, 'PG_VERSION');
  if (!withoutDatabase && !existsSync(cluster))
    throw new ConfigError(
      `${backup} has no database: it was made with a DATABASE_URL. Set it to put the rest back.`,
    );
}

/** Looks at the copy, which is what is used. Answers what is to be told. */
function requireUnchanged(backup: string, copy: string): string[] {
  const changed = changedFiles(copy, readFileSync(join(copy, RESTORED_MARK), 'utf8'));
  if (changed === null)
    return [
      'An older Parley made this backup, without a list of its files: whether it is whole was not checked.',
    ];
  if (changed.length > 0)
    throw new ConfigError(
      `${backup} is not as it was made: ${changed.length} of its files are missing or were changed since (${changed[0]}${changed.length > 1 ? ', …' : ''}). Nothing was put back. Use another backup.`,
    );
  rmSync(join(copy, SUMS));
  return [];
}

/** Our lock went along with what it locked. */
function keptWords(kept: string): string {
  for (const lock of readdirSync(kept).filter((name) => /^parley\.(?:lock|held)/.test(name)))
    rmSync(join(kept, lock));
  if (readdirSync(kept).length > 0) return `What was there before is in ${kept}.`;
  rmSync(kept, { recursive: true });
  return 'There was nothing before.';
}
