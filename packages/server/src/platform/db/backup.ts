/**
 * A copy of a data folder while Parley runs, by PostgreSQL's own rules for copying a running server's files
 * (https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP): told of its
 * beginning and end, without what belongs to the running process, with the log of the changes meanwhile. The
 * copy is a data folder that can be started, with a list of its files that shows whether they are as they
 * were.
 */
import { copyFileSync, existsSync, lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SUMS, writeSums } from '../checksums.ts';
import { ConfigError } from '../config.ts';
import { isWithin, makeFolder } from '../files.ts';
import { connectAsOwner } from './app-role.ts';
import { placesIn } from './embedded.ts';

/**
 * Tells a server that its data was put back; written into each copy. That of an older Parley is empty; this
 * one's has the sum of the list of the copy's files: a copy whose list is missing or cut is known by it.
 */
export const RESTORED_MARK = 'restored-from-backup';
/** Of the process that runs, or made anew at its start. */
const NOT_COPIED = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'pg_internal.init',
  'postgres.log',
  'parley.held',
  RESTORED_MARK,
  SUMS,
]);
/** The first is `parley.lock`; one that takes over from a process that was killed has a number behind it. */
const LOCK = /^parley\.lock(?:\.\d+)?$/;
/** Folders that are copied empty. */
const EMPTIED = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);

/**
 * Copies a data folder and its PostgreSQL, which runs and whose superuser is let in at `ownerUrl`, into a
 * folder that does not exist yet.
 *
 * @throws ConfigError when the folder is there already, lies in the data folder, or cannot be written.
 */
export async function copyWithDatabase(dataDir: string, ownerUrl: string, target: string): Promise<void> {
  await copying(dataDir, target, async (fresh) => {
    copyOwn(dataDir, fresh);
    const from = placesIn(dataDir).cluster;
    const to = placesIn(fresh).cluster;
    makeFolder(to);
    const client = await connectAsOwner(ownerUrl);
    try {
      // Until we leave, PostgreSQL keeps the log from here on.
      await client.query(
        `select pg_create_physical_replication_slot('parley_backup_' || pg_backend_pid(), true, true)`,
      );
      const begun = await client.query(`select pg_walfile_name(pg_backup_start('parley', true)) as file`);
      copyFolder(from, to, (name) => name === 'pg_wal');
      const ended = await client.query(
        'select labelfile, pg_walfile_name(lsn) as file from pg_backup_stop(false)',
      );
      writeFileSync(join(to, 'backup_label'), ended.rows[0].labelfile, { mode: 0o600, flush: true });
      copyLog(join(from, 'pg_wal'), join(to, 'pg_wal'), begun.rows[0].file, ended.rows[0].file);
    } finally {
      await client.end();
    }
  });
}

/**
 * Copies what a data folder has beside a database that is somewhere else: the secret key and files that wait
 * to be imported.
 */
export function copyWithoutDatabase(dataDir: string, target: string): Promise<void> {
  return copying(dataDir, target, async (fresh) => copyOwn(dataDir, fresh));
}

/** Under another name until it is whole. */
async function copying(
  dataDir: string,
  target: string,
  work: (fresh: string) => Promise<void>,
): Promise<void> {
  if (isWithin(dataDir, target))
    throw new ConfigError(
      `${target} lies in the data folder itself. Name one outside of it, on another disk.`,
    );
  if (existsSync(target))
    throw new ConfigError(`${target} is there already. Name a folder that does not exist yet.`);
  const fresh = join(dirname(target), `${basename(target)}.unfinished`);
  try {
    rmSync(fresh, { recursive: true, force: true });
    makeFolder(fresh);
    await work(fresh);
    writeFileSync(join(fresh, RESTORED_MARK), writeSums(fresh), { mode: 0o600, flush: true });
    renameSync(fresh, target);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    if (!syscall || !code) throw error;
    throw new ConfigError(`The backup could not be written: ${message}.`);
  }
}

/** All but PostgreSQL's own files. */
function copyOwn(dataDir: string, fresh: string): void {
  copyFolder(dataDir, fresh, (name) => name.startsWith('cluster'));
}

/** Files that vanish on the way were not needed: what PostgreSQL drops meanwhile, its log drops again. */
function copyFolder(from: string, to: string, isLeftOut: (name: string) => boolean): void {
  makeFolder(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const { name } = entry;
    if (NOT_COPIED.has(name) || LOCK.test(name) || name.startsWith('pgsql_tmp')) continue;
    const [source, copy] = [join(from, name), join(to, name)];
    if (entry.isDirectory()) {
      if (EMPTIED.has(name) || isLeftOut(name)) makeFolder(copy);
      else copyFolder(source, copy, isLeftOut);
    } else if (entry.isFile()) unlessGone(() => copyFileSync(source, copy));
  }
}

function copyLog(from: string, to: string, first: string, last: string): void {
  for (const name of readdirSync(from)) {
    const isPart = /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last;
    if ((isPart || name.endsWith('.history')) && lstatSync(join(from, name)).isFile())
      copyFileSync(join(from, name), join(to, name));
  }
}

function unlessGone(copy: () => void): void {
  try {
    copy();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
