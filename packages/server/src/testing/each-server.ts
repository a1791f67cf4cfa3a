/** What is asked of each server that a database lies on, as superuser: one, or with Citus several. */
import type { RawBuilder } from 'kysely';
import { inject } from 'vitest';
import { type Db, first, openDatabase, rows, script, sql } from '../platform/db/database.ts';
import { inDatabase } from './databases.ts';

/** Parts of tables are looked at and changed as tables of their own. */
const PARTS = `
  set citus.override_table_visibility = off;
  set citus.enable_manual_changes_to_shards = on;
  set citus.enable_ddl_propagation = off`;

const onEachServer = <T>(db: Db, query: RawBuilder<T>): Promise<T[]> =>
  workOnEachServer(db, (server) => rows(server, query));

/** What work on each server answers, where parts of tables are seen. */
export async function workOnEachServer<T>(db: Db, work: (server: Db) => Promise<T[]>): Promise<T[]> {
  const here = await first(db, sql<{ name: string }>`select current_database() as name`);
  const found = await Promise.all(
    inject('ownerUrls').map(async (url) => {
      const server = openDatabase(inDatabase(url, here?.name ?? ''), 1);
      try {
        await script(server.db, PARTS);
        return await work(server.db);
      } finally {
        await server.close();
      }
    }),
  );
  return found.flat();
}

/** What rows of a table are in: the table itself, or its parts. */
const partsOf = (table: string) => (inject('ownerUrls').length > 1 ? `^${table}_\\d+$` : `^${table}$`);

const waiting = sql`from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** How many statements wait for somebody else's lock. */
export const lockWaits = async (db: Db): Promise<number> =>
  (await onEachServer(db, sql`select pid ${waiting}`)).length;

/** Ends the connections that wait for a lock with a statement like this; whether there were any. */
export async function endLockWaits(db: Db, like: string): Promise<boolean> {
  const ended = sql`select pg_terminate_backend(pid) ${waiting} and query ilike ${like}`;
  return (await onEachServer(db, ended)).length > 0;
}

/** How many rows of a table the planner knows of. */
export async function knownRows(db: Db, table: string): Promise<number> {
  const parts = await onEachServer(
    db,
    sql<{ rows: number }>`
      select reltuples as rows from pg_class
      where relkind = 'r' and relname ~ ${partsOf(table)} and reltuples > 0`,
  );
  return parts.reduce((sum, part) => sum + part.rows, 0);
}

/**
 * Has PostgreSQL itself note something of each update of a table: `columns` with their types, and their
 * values out of `old` and `new`. Answers what reads them.
 */
export async function noteUpdates<T>(
  db: Db,
  table: string,
  columns: string,
  values: string,
): Promise<() => Promise<T[]>> {
  await onEachServer(
    db,
    sql.raw(`
      do $do$
      declare part regclass;
      begin
        create table noted (${columns});
        create function note() returns trigger language plpgsql security definer as
          $note$ begin insert into noted values (${values}); return null; end $note$;
        for part in select oid from pg_class where relkind = 'r' and relname ~ '${partsOf(table)}' loop
          execute format('create trigger note after update on %s for each row execute function note()', part);
        end loop;
      end $do$`),
  );
  return () => onEachServer(db, sql<T>`select * from noted`);
}
