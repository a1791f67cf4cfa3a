import { type Db, first, sql } from './database.ts';

type InstallationAct = 'backup';

/** That something was done to the installation as a whole. */
export async function noteInstallationAct(db: Db, act: InstallationAct, at: Date): Promise<void> {
  await sql`
    insert into installation_acts (act, at) values (${act}, ${at})
    on conflict (act) do update set at = excluded.at`.execute(db);
}

/** When it was last done; null: never. */
export async function lastInstallationAct(db: Db, act: InstallationAct): Promise<Date | null> {
  const row = await first(db, sql<{ at: Date }>`select at from installation_acts where act = ${act}`);
  return row?.at ?? null;
}
