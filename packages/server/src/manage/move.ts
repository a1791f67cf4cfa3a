/** Copies an installation into another database, and holds the one that it leaves. */
import { existsSync, renameSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Config, ConfigError } from '../platform/config.ts';
import { addressesOf } from '../platform/db/addresses.ts';
import {
  beginToRead,
  beginToWrite,
  type Copier,
  compareRows,
  connectToCopy,
  copyRows,
} from '../platform/db/copy-database.ts';
import {
  type Db,
  first,
  isHeldElsewhere,
  openDatabase,
  script,
  sql,
  transact,
} from '../platform/db/database.ts';
import { readCluster } from '../platform/db/distribute.ts';
import { type EmbeddedPostgres, placesIn, startEmbedded } from '../platform/db/embedded.ts';
import { lockFolder } from '../platform/db/folder-lock.ts';
import { forgetInstallationAct, movedTo, noteInstallationAct } from '../platform/db/installation-acts.ts';
import { migrate } from '../platform/db/migrate.ts';
import { makeMonthsOf } from '../platform/db/month-partitions.ts';
import { PROGRAM } from '../platform/release.ts';
import type { Ground, Printed } from './commands.ts';
import { machinesWithLess, runningProcesses, tooLittle } from './distribute-tables.ts';
import { hasAccounts, troublesOfTarget } from './move-target.ts';
import { holdAfterRestore } from './restored.ts';

/** Where everything goes. */
type Target = { url: string; name: string; close: () => Promise<unknown> };

/** As long as it takes to make an index or to look through all rows. */
const PATIENCE = 100;
/** Beside the rows, what is written before they are. */
const ROOM = 1.5;

/**
 * Copies everything to MOVE_TO, compares, and holds the database of before; with "check" only looks what is
 * in the way, with "unlock" lets go of one that was held. Says on the error output how far it is.
 */
export async function move(ground: Ground, [word]: readonly string[]): Promise<Printed> {
  if (word === 'unlock') return unlock(ground);
  if (word !== undefined && word !== 'check')
    throw new ConfigError(`"move" knows "check" and "unlock" alone, not "${word}".`);
  const looksOnly = word === 'check';
  const target = await openTarget(ground, looksOnly);
  if (target === 'to be made') {
    const name = nameOfEmbedded(ground.config);
    return { text: `Nothing stands in the way of moving to ${name}.`, data: { target: name, notes: [] } };
  }
  try {
    return await moveTo(ground, target, looksOnly);
  } finally {
    await target.close();
  }
}

async function moveTo(ground: Ground, target: Target, looksOnly: boolean): Promise<Printed> {
  const source = await connectToCopy(ground.url);
  const there = await connectToCopy(target.url).catch((error: unknown) => {
    throw new ConfigError(`${target.name} does not let us in: ${(error as Error).message}.`);
  });
  try {
    await unlessMoved(source.db, there.db, target.name);
    const troubles = [
      ...(await runningProcesses(source.db, ground.now)),
      ...(await troublesOfTarget(there.db, target.name, ground.now)),
      ...(await littleRoom(ground, source.db, there.db)),
    ];
    if (troubles.length > 0) throw new ConfigError(`Nothing was moved.\n${troubles.join('\n')}`);
    const notes = await notesOn(source.db, there.db);
    if (looksOnly)
      return {
        text: [`Nothing stands in the way of moving to ${target.name}.`, ...notes].join('\n'),
        data: { target: target.name, notes },
      };
    await makeTables(source.db, target.url);
    const copied = await copyAll(ground, source, there, target.name);
    const text = [...inWords(ground.config, target.name, copied), ...notes].join('\n');
    return { text, data: { target: target.name, ...copied, notes } };
  } finally {
    await there.close();
    await source.close();
  }
}

/** A second time, where the first was heard of to its end or not. */
async function unlessMoved(source: Db, target: Db, name: string): Promise<void> {
  const moved = await movedTo(source);
  if (moved?.name === name && (await hasAccounts(target)))
    throw new ConfigError(
      `Everything was moved to ${name} already, at ${moved.at.toISOString()}. Start Parley there.`,
    );
}

/**
 * The embedded database is made here, when there is none. One that everything was moved away from is put
 * aside for it. Who only looks makes none and leaves it where it is: then it is still to be made.
 */
async function openTarget(ground: Ground, looksOnly: boolean): Promise<Target | 'to be made'> {
  const { moveTo: wanted, databaseUrl, dataDir } = ground.config;
  if (wanted === null)
    throw new ConfigError(
      'Set MOVE_TO (or MOVE_TO_FILE) to where everything goes: postgres://user:password@host:5432/name, or "embedded".',
    );
  if (wanted !== 'embedded') return { url: wanted, name: nameOf(wanted), close: async () => undefined };
  if (databaseUrl === null)
    throw new ConfigError(
      'The embedded database is what is moved: set DATABASE_URL to another one, or MOVE_TO.',
    );
  await refuseUnready(ground);
  if (looksOnly && !existsSync(placesIn(dataDir).cluster)) return 'to be made';
  const release = lockFolder(dataDir);
  try {
    const embedded = await startUnmoved(dataDir, looksOnly);
    if (embedded === null) {
      release();
      return 'to be made';
    }
    const close = () => embedded.stop().finally(release);
    return { url: embedded.url, name: nameOfEmbedded(ground.config), close };
  } catch (error) {
    release();
    throw error;
  }
}

const nameOfEmbedded = ({ dataDir }: Config) => `the embedded database in ${dataDir}`;

/** Before anything is made or put aside: what can be seen without the new database. */
async function refuseUnready({ config, db, now }: Ground): Promise<void> {
  const troubles = [...(await runningProcesses(db, now)), ...(await littleRoomHere(config, db))];
  if (troubles.length > 0) throw new ConfigError(`Nothing was moved.\n${troubles.join('\n')}`);
}

/** Null: who only looks found one that everything was moved away from. */
async function startUnmoved(dataDir: string, looksOnly: boolean): Promise<EmbeddedPostgres | null> {
  const embedded = await startEmbedded(dataDir);
  const { db, close } = openDatabase(embedded.url, 1);
  const wasMoved = await movedTo(db)
    .finally(close)
    .catch(async (error: unknown) => {
      await embedded.stop();
      throw error;
    });
  if (wasMoved === null) return embedded;
  await embedded.stop();
  if (looksOnly) return null;
  const { home } = placesIn(dataDir);
  const kept = `${home}.before-${new Date().toISOString().replace(/\W/g, '').slice(0, 15)}`;
  renameSync(home, kept);
  process.stderr.write(`The embedded database of before is kept in ${kept}.\n`);
  return startEmbedded(dataDir);
}

/** Without user and password. */
function nameOf(url: string): string {
  const names = (addressesOf(url) ?? [url]).map((each) => {
    const { host, pathname } = new URL(each);
    return `${host || 'this machine'}${pathname}`;
  });
  return names.join(' or ');
}

async function littleRoom({ config }: Ground, source: Db, target: Db): Promise<string[]> {
  const cluster = await readCluster(target);
  if (cluster && cluster.workers > 0)
    return machinesWithLess(target, ((await sizeOf(source)) * ROOM) / cluster.workers);
  return config.moveTo === 'embedded' ? littleRoomHere(config, source) : [];
}

async function littleRoomHere({ dataDir }: Config, source: Db): Promise<string[]> {
  const needed = (await sizeOf(source)) * ROOM;
  const { bavail, bsize } = statfsSync(existingFolder(dataDir));
  const free = bavail * bsize;
  return free < needed ? [tooLittle(dataDir, free, needed)] : [];
}

/** Itself, or that in which it will be made. */
const existingFolder = (folder: string): string =>
  existsSync(folder) ? folder : existingFolder(dirname(folder));

const sizeOf = async (db: Db) =>
  (await first(db, sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`))?.bytes ?? 0;

/** What people may notice afterwards. */
async function notesOn(source: Db, target: Db): Promise<string[]> {
  const knowsLetters = async (db: Db) =>
    (await first(db, sql<{ knows: boolean }>`select lower('Ä') = 'ä' as knows`))?.knows;
  const [here, there] = [await knowsLetters(source), await knowsLetters(target)];
  if (here === there) return [];
  return [
    there
      ? 'The new database takes Ä and ä for the same letter where the case does not matter; the old one did so with A and a only.'
      : 'Its locale knows upper and lower case of ASCII letters only: Ä and ä are different letters to it, and were the same in the old one.',
  ];
}

/** The tables of this version, empty, with the months that the source has. */
async function makeTables(source: Db, url: string): Promise<void> {
  const { db, close } = openDatabase(url, 1, PATIENCE);
  try {
    await migrate(db);
    await makeMonthsOf(source, db);
  } finally {
    await close();
  }
}

type Copied = { tables: number; rows: number };

/**
 * The source is held before the target has its rows for good: whatever is cut off, never can a Parley run on
 * both.
 */
async function copyAll({ now }: Ground, source: Copier, there: Copier, name: string): Promise<Copied> {
  await unlessUsed('the database that is moved', () => beginToRead(source));
  const running = await runningProcesses(source.db, now);
  if (running.length > 0) throw new ConfigError(`Nothing was moved.\n${running.join('\n')}`);
  // Of a try that was cut off at its end.
  await forgetInstallationAct(source.db, 'moved');
  await unlessUsed(name, () => beginToWrite(there));
  await copyRows(source, there, ({ table, rows }, done, all) => {
    say(`${String(done).padStart(4)} of ${all}: ${table}, ${rows.toLocaleString('en-US')} rows`);
  });
  say('Comparing both sides');
  const copied = await compareRows(source, there);
  await noteInstallationAct(source.db, 'moved', now, name);
  await script(source.db, 'commit');
  await script(there.db, 'commit').catch((error: unknown) => {
    throw new ConfigError(
      `Whether ${name} has stored it all is not known (${(error as Error).message}). Run this again.`,
    );
  });
  say('Looking through the new tables, so that statements are planned well');
  await script(there.db, 'analyze');
  return copied;
}

const say = (line: string) => process.stderr.write(`${line}\n`);

async function unlessUsed(name: string, begin: () => Promise<void>): Promise<void> {
  try {
    await begin();
  } catch (error) {
    if (!isHeldElsewhere(error)) throw error;
    throw new ConfigError(
      `Nothing was moved: somebody uses the tables of ${name}, perhaps an earlier try that ends only now.`,
    );
  }
}

function inWords({ moveTo: wanted }: Config, name: string, { tables, rows }: Copied): string[] {
  return [
    `Moved ${tables} tables with ${rows.toLocaleString('en-US')} rows to ${name}: counted and compared, the same on both sides.`,
    wanted === 'embedded'
      ? 'Take DATABASE_URL out of the settings, and start Parley.'
      : 'Set DATABASE_URL to it, and start Parley. Keep DATA_DIR: the secret key and files that wait to be imported lie there.',
    `The old database has all it had, and no Parley starts on it any more. "${PROGRAM} move unlock", with the old settings, would let it.`,
  ];
}

/** What was sent from the new place is not known in the old one: all waits, as what was put back does. */
async function unlock({ db, now }: Ground): Promise<Printed> {
  if ((await movedTo(db)) === null)
    throw new ConfigError('Nothing was moved away from this database: there is nothing to unlock.');
  const held = await transact(db, async (trx) => {
    await forgetInstallationAct(trx, 'moved');
    return holdAfterRestore(trx, now);
  });
  return {
    text: [
      'Parley can start on this database again. It knows nothing of what happened in the other one, people who opted out there included.',
      `So nothing goes out by itself: paused ${held.blasts} blasts, put ${held.messages} messages in doubt, left out ${held.runs} runs of automata.`,
    ].join('\n'),
    data: held,
  };
}
