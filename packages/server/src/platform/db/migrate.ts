import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ConfigError } from '../config.ts';
import { type Db, oneAtATime, rows, script, sql, transact } from './database.ts';
import { placeTables, readCluster } from './distribute.ts';
import { bridgeOf, isFormer, SCHEMA_FILE } from './former.ts';
import { finishOnline } from './online-migrations.ts';
import { isUnavailable } from './outage.ts';
import { statementsOf } from './script-statements.ts';

const FOLDER = join(import.meta.dirname, '../../../migrations');
/** Any fixed number: it keeps two starting processes from migrating at once. */
const LOCK = 7_275_391;

function migrationFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}-.+\.sql$/.test(file))
    .sort();
}

/** @throws ConfigError unless the database is of exactly this version; nothing is changed. */
export async function requireMigrated(db: Db): Promise<void> {
  if (await isEmpty(db)) throw new ConfigError('The database is empty. Please start Parley first.');
  const { missing, newer } = await migrationsAhead(db);
  const differs = [...missing, ...newer];
  if (differs.length > 0)
    throw new ConfigError(
      `The database is of another version of Parley (${differs.join(', ')}). Please use the command of the Parley that runs.`,
    );
}

/** What this program has and the database lacks, and the other way round; `isNew`: it has no tables yet. */
export async function migrationsAhead(
  db: Db,
): Promise<{ missing: string[]; newer: string[]; isNew: boolean }> {
  const applied = (await isEmpty(db)) ? [] : await appliedTo(db);
  const files = migrationFiles(FOLDER);
  return {
    missing: files.filter((file) => !applied.includes(file)),
    newer: applied.filter((file) => !files.includes(file) && !isFormer(file)),
    isNew: applied.length === 0,
  };
}

/**
 * Applies the numbered migrations that are missing, forward only, under a lock. Refuses a schema newer than
 * the program. What takes long on large tables is left to `advanceOnline`, but for a new database. Where the
 * tables lie on several machines the new ones go there; where there are machines and no tables yet, all do.
 */
export async function migrate(db: Db, folder = FOLDER): Promise<string[]> {
  const { done, isNew } = await applyMissing(db, folder);
  if (isNew) await finishOnline(db, new Date(), join(folder, 'online'));
  const cluster = await readCluster(db);
  if (cluster && (cluster.isDistributed || (isNew && cluster.workers > 0))) await placeTables(db);
  return done;
}

async function isEmpty(db: Db): Promise<boolean> {
  const [table] = await rows(
    db,
    sql<{ name: string | null }>`select to_regclass('migrations')::text as name`,
  );
  return !table?.name;
}

async function applyMissing(db: Db, folder: string): Promise<{ done: string[]; isNew: boolean }> {
  const files = migrationFiles(folder);
  return transact(db, async (trx) => {
    // An index over millions of rows takes as long as it takes, and so does another process that migrates.
    await script(trx, 'set local statement_timeout = 0; set local lock_timeout = 0');
    await oneAtATime(trx);
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
    await script(
      trx,
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const applied = new Set(await appliedTo(trx));
    const isNew = applied.size === 0;
    const newer = [...applied].filter((name) => !files.includes(name) && !isFormer(name));
    if (newer.length > 0)
      throw new ConfigError(
        `The database was migrated by a newer Parley (${newer.join(', ')}). Please start that version.`,
      );
    const bridged = await takeOver(trx, applied);
    const missing = files.filter((file) => !applied.has(file));
    for (const file of missing) {
      await apply(trx, join(folder, file));
      await noteApplied(trx, file);
    }
    return { done: [...bridged, ...missing], isNew };
  });
}

/** Brings a database of before up to the schema file, which counts as applied then; answers what was done. */
async function takeOver(trx: Db, applied: Set<string>): Promise<string[]> {
  const bridge = bridgeOf(applied);
  if (bridge === null) return [];
  for (const path of bridge) await apply(trx, path);
  await sql`delete from migrations`.execute(trx);
  await noteApplied(trx, SCHEMA_FILE);
  applied.add(SCHEMA_FILE);
  return [...bridge.map((path) => basename(path)), SCHEMA_FILE];
}

async function appliedTo(db: Db): Promise<string[]> {
  return (await rows(db, sql<{ name: string }>`select name from migrations`)).map(({ name }) => name);
}

async function noteApplied(trx: Db, name: string): Promise<void> {
  await sql`insert into migrations (name) values (${name})`.execute(trx);
}

/**
 * @throws ConfigError where the data or the tables are not what the step needs; all steps are undone then.
 */
async function apply(trx: Db, path: string): Promise<void> {
  try {
    // One by one: Citus takes no index of a spread table among others.
    for (const statement of statementsOf(readFileSync(path, 'utf8'))) await script(trx, statement);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `The database could not be brought up to date: ${basename(path)} failed (${reason}). It is as it was: start the Parley that you had, or put a backup back.`,
    );
  }
}
