import { ConfigError } from '../config.ts';
import { PROGRAM } from '../release.ts';
import { type Db, first, sql } from './database.ts';

/** 'moved': everything was copied elsewhere, and no Parley may start here. */
type InstallationAct = 'backup' | 'moved';

/** That something was done to the installation as a whole. */
export async function noteInstallationAct(
  db: Db,
  act: InstallationAct,
  at: Date,
  detail = '',
): Promise<void> {
  await sql`
    insert into installation_acts (act, at, detail) values (${act}, ${at}, ${detail})
    on conflict (act) do update set at = excluded.at, detail = excluded.detail`.execute(db);
}

export async function forgetInstallationAct(db: Db, act: InstallationAct): Promise<void> {
  await sql`delete from installation_acts where act = ${act}`.execute(db);
}

/** When it was last done; null: never. */
export async function lastInstallationAct(db: Db, act: InstallationAct): Promise<Date | null> {
  const row = await first(db, sql<{ at: Date }>`select at from installation_acts where act = ${act}`);
  return row?.at ?? null;
}

/** Where everything that is here was moved to; null: it is at home here, or there are no tables yet. */
export async function movedTo(db: Db): Promise<{ name: string; at: Date } | null> {
  const table = await first(
    db,
    sql<{ isThere: boolean }>`select to_regclass('installation_acts') is not null as "isThere"`,
  );
  if (!table?.isThere) return null;
  const row = await first(
    db,
    sql<{ name: string; at: Date }>`select detail as name, at from installation_acts where act = 'moved'`,
  );
  return row ?? null;
}

/** @throws ConfigError where everything was moved away: what is done here would be missing there. */
export async function refuseMoved(db: Db): Promise<void> {
  const moved = await movedTo(db);
  if (!moved) return;
  const day = moved.at.toISOString().slice(0, 10);
  throw new ConfigError(
    `This installation was moved to ${moved.name} on ${day}, and this is the old database. Set DATABASE_URL to where it is now (without it: the embedded database), or run "${PROGRAM} move unlock" to use the old one all the same.`,
  );
}
