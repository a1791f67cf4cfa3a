/**
 * Work on large tables that a migration would do while everybody waits: it runs while Parley serves, a
 * statement after the other, each until it is done. The files of migrations/online hold it.
 *
 * A statement with `$1` runs in slices: for each account (`$1`), again and again, each time with what it
 * answered last as `next` (`$2`; null at first), until it answers null; `rows` are those that it looked
 * through. A slice and how far it came are one transaction. Every other statement runs alone and must bear to
 * be run twice, as "create index concurrently if not exists" does.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import type { Log } from '../log.ts';
import { type Db, first, rows, script, sql } from './database.ts';
import { statementsOf } from './script-statements.ts';

const FOLDER = join(import.meta.dirname, '../../../migrations/online');
/** Any fixed number: one process works on it at a time. */
const LOCK = 7_275_394;

export type OnlineMigration = { name: string; rows: number; problem: string };

function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
}

/** What is not done yet, in its order, and how many rows of it were looked through. */
export async function onlineMigrationsLeft(db: Db, folder = FOLDER): Promise<OnlineMigration[]> {
  const known = await rows(
    db,
    sql<OnlineMigration & { isDone: boolean }>`
      select name, rows, problem, finished_at is not null as "isDone" from online_migrations`,
  );
  const byName = new Map(known.map((one) => [one.name, one]));
  return filesOf(folder)
    .filter((name) => !byName.get(name)?.isDone)
    .map((name) => ({ name, rows: byName.get(name)?.rows ?? 0, problem: byName.get(name)?.problem ?? '' }));
}

/**
 * Does a statement, or a slice of one. True: there is more. What fails is noted, told, and tried again later;
 * another process at it is left to it.
 */
export async function advanceOnline(db: Db, now: Date, log?: Log, folder = FOLDER): Promise<boolean> {
  const [next] = await onlineMigrationsLeft(db, folder);
  if (!next) return false;
  return db.connection().execute(async (own) => {
    const lock = sql<{ taken: boolean }>`select pg_try_advisory_lock(${sql.lit(LOCK)}) as taken`;
    if (!(await first(own, lock))?.taken) return false;
    try {
      // An index over millions of rows takes as long as it takes, and waits for whoever reads the table.
      await script(own, 'set statement_timeout = 0; set lock_timeout = 0');
      await step(own, next.name, readFileSync(join(folder, next.name), 'utf8'), now);
      return true;
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      await sql`update online_migrations set problem = ${problem} where name = ${next.name}`.execute(own);
      log?.error({ err: error, name: next.name }, 'an online migration failed and will be tried again');
      return false;
    } finally {
      await script(own, `reset statement_timeout; reset lock_timeout; select pg_advisory_unlock(${LOCK})`);
    }
  });
}

/** All that is left, at once: a new database has no rows to be slow about. */
export async function finishOnline(db: Db, now: Date, folder = FOLDER): Promise<void> {
  if (filesOf(folder).length === 0) return;
  while (await advanceOnline(db, now, undefined, folder));
  const [left] = await onlineMigrationsLeft(db, folder);
  if (left) throw new Error(`The online migration ${left.name} was not done. ${left.problem}`);
}

type State = { step: number; accountId: number; next: unknown; finishedAt: Date | null };

async function step(db: Db, name: string, text: string, now: Date): Promise<void> {
  await sql`insert into online_migrations (name) values (${name}) on conflict (name) do nothing`.execute(db);
  const state = await first(
    db,
    sql<State>`
      select step, account_id as "accountId", next, finished_at as "finishedAt" from online_migrations where name = ${name}`,
  );
  // Another process has finished it since it was looked for.
  if (!state || state.finishedAt) return;
  const statements = statementsOf(text);
  const statement = statements[state.step];
  if (statement?.includes('$1')) return slice(db, name, statement, state);
  if (statement !== undefined) await alone(db, statement);
  await sql`
    update online_migrations set step = step + 1, account_id = 0, next = null, problem = '',
      finished_at = ${state.step + 1 >= statements.length ? now : null}
    where name = ${name}`.execute(db);
}

/**
 * What a try that was cut off has left of an index is in the way of the next one. "If exists": where a table
 * lies on several machines, some parts may have none.
 */
async function alone(db: Db, statement: string): Promise<void> {
  const [, index] = /^create (?:unique )?index concurrently if not exists (\w+)/.exec(statement) ?? [];
  if (index) {
    const half = await first(
      db,
      sql`
        select 1 from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relname = ${index} and c.relnamespace = current_schema()::regnamespace and not i.indisvalid`,
    );
    if (half) await script(db, `drop index concurrently if exists ${index}`);
  }
  await script(db, statement);
}

async function slice(db: Db, name: string, statement: string, state: State): Promise<void> {
  const account = await first(
    db,
    state.next === null
      ? sql<{ id: number }>`select id from accounts where id > ${state.accountId} order by id limit 1`
      : sql<{ id: number }>`select ${state.accountId}::bigint as id`,
  );
  if (!account) {
    await sql`
      update online_migrations set step = step + 1, account_id = 0, next = null where name = ${name}`.execute(
      db,
    );
    return;
  }
  const next = state.next === null ? null : JSON.stringify(state.next);
  await db.transaction().execute(async (trx) => {
    const done = await trx.executeQuery<{ rows: number; next: unknown }>(
      CompiledQuery.raw(statement, [account.id, next]),
    );
    const { rows: seen = 0, next: further = null } = done.rows[0] ?? {};
    await sql`
      update online_migrations
      set account_id = ${account.id}, next = ${further === null ? null : JSON.stringify(further)}::jsonb,
        rows = rows + ${seen}, problem = ''
      where name = ${name}`.execute(trx);
  });
}
