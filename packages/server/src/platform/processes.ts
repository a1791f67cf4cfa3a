/**
 * What the processes on one database tell each other of themselves: that they live, with which key and which
 * folder of uploads they work. Told every few seconds, and asked at the start of another one.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type Config, ConfigError, type Role } from './config.ts';
import { changed, type Db, rows, sql } from './db/database.ts';
import { keepFile, makeFolder } from './files.ts';
import { inRuntime } from './runtime.ts';
import type { Secrets } from './secrets.ts';
import type { Services } from './services.ts';
import { isKnownDead, processName } from './this-process.ts';
import { parleyVersion } from './version.ts';

export const BEAT_MS = 5_000;
/** Whoever has told nothing for so long is gone, frozen, or cut off from the database. */
const SILENT_MS = 20_000;
/** Its beginning keeps it from being swept with the uploads. */
const FOLDER_NAME = '.folder';

const STARTED = new Date(performance.timeOrigin);

type Process = { name: string; role: Role; host: string };

/** The name of this process, also where the system does not tell enough for {@link processName}. */
const ownName = processName ?? `unknown.${randomUUID()}`;

/** Of the key that is written with. */
const keyCheckOf = ({ keyChecks: [own] }: Secrets) => own;

/** The name that the folder of uploads has in itself; null: this process has not joined the others. */
const joined = inRuntime((): { folder: string | null } => ({ folder: null }));

/** Made where there is none. */
function nameOfFolder({ dataDir }: Config): string {
  const folder = join(dataDir, 'imports');
  makeFolder(folder);
  return keepFile(join(folder, FOLDER_NAME), randomUUID);
}

/** This process lives. A write, small as it is: where nothing can be written, it fails. */
export async function tellOfProcess(services: Services): Promise<void> {
  const { db, clock, config, secrets } = services;
  const { folder } = joined(services);
  await sql`
    insert into worker_processes (name, at, role, host, key_check, known_keys, imports, started_at, version)
    values (${ownName}, ${clock.now()}, ${config.role}, ${hostname()}, ${keyCheckOf(secrets)},
      ${secrets.keyChecks}::bytea[], ${folder}, ${STARTED}, ${parleyVersion})
    on conflict (name) do update set at = excluded.at, role = excluded.role, host = excluded.host,
      key_check = excluded.key_check, known_keys = excluded.known_keys, imports = excluded.imports,
      started_at = excluded.started_at, version = excluded.version`.execute(db);
}

/** It ends as it should, and nobody need look for it. */
export async function forgetProcess({ db }: Services): Promise<void> {
  await sql`delete from worker_processes where name = ${ownName}`.execute(db);
}

/**
 * Before anything is served. @throws ConfigError when a process that lives writes with a key that this one
 * does not know, or the other way round: each could not read what the other stores.
 */
export async function joinOthers(services: Services): Promise<void> {
  const { db, clock, secrets, log, config } = services;
  const folder = nameOfFolder(config);
  joined(services).folder = folder;
  const living = await rows(
    db,
    sql<Process & { otherKey: boolean; otherFolder: boolean }>`
      select name, role, host, not (key_check = any(${secrets.keyChecks}::bytea[])
          and ${keyCheckOf(secrets)} = any(coalesce(known_keys, array[key_check]))) as "otherKey",
        imports <> ${folder} as "otherFolder"
      from worker_processes where name <> ${ownName} and at > ${new Date(clock.now().getTime() - SILENT_MS)}`,
  );
  const others = living.filter(({ name }) => !isKnownDead(name));
  const stranger = others.find(({ otherKey }) => otherKey);
  if (stranger)
    throw new ConfigError(
      `Another Parley on this database (${told(stranger)}) runs with another SECRET_KEY. Give all of them the same one, or stop that one first. To change the key while they run, see docs/changing-the-key.md.`,
    );
  const apart = others.find(({ otherFolder }) => otherFolder);
  if (apart)
    log.error(
      { other: told(apart) },
      'another process on this database keeps uploaded files in another folder, so that imports will fail: share one folder as DATA_DIR/imports',
    );
  await tellOfProcess(services);
}

const told = ({ name, role, host }: Process) =>
  `role ${role}, process ${name.split('.')[1] ?? '?'}${host && ` on ${host}`}`;

/** The processes that live and write with another key than this one, in words. */
export async function writersWithOtherKey(db: Db, secrets: Secrets, now: Date): Promise<string[]> {
  const found = await rows(
    db,
    sql<Process>`
      select name, role, host from worker_processes
      where at > ${new Date(now.getTime() - SILENT_MS)} and key_check is distinct from ${keyCheckOf(secrets)}`,
  );
  return found.filter(({ name }) => !isKnownDead(name)).map(told);
}

/**
 * The processes that a backup tells of ran on the database that it was made of: none of them is lost here.
 * Answers the names of those that are known to be dead, whose leases need not be waited for.
 */
export async function forgetProcesses(trx: Db): Promise<string[]> {
  const known = await rows(trx, sql<{ name: string }>`delete from worker_processes returning name`);
  return known.map(({ name }) => name).filter(isKnownDead);
}

/** A process that ended without a word, or of which nothing was heard for a while. */
export type LostProcess = {
  name: string;
  /** Which one it was, in words. */
  told: string;
  /** Known to be dead; else it may live, frozen or cut off from the database. */
  isDead: boolean;
  /** How long ago it last told of itself. */
  silentMs: number;
};

/** Takes lost processes off the list. Each is answered once, whoever asks. */
export async function takeLostProcesses(db: Db, now: Date): Promise<LostProcess[]> {
  const known = await rows(
    db,
    sql<Process & { at: Date }>`select name, role, host, at from worker_processes where name <> ${ownName}`,
  );
  const silentSince = now.getTime() - SILENT_MS;
  const lost = known
    .map((each) => ({ ...each, isDead: isKnownDead(each.name) }))
    .filter(({ isDead, at }) => isDead || at.getTime() < silentSince);
  const taken: LostProcess[] = [];
  for (const { name, at, isDead, ...rest } of lost) {
    const gone = sql`delete from worker_processes where name = ${name} and at = ${at}`;
    if ((await changed(db, gone)) === 1)
      taken.push({ name, told: told({ name, ...rest }), isDead, silentMs: now.getTime() - at.getTime() });
  }
  return taken;
}
