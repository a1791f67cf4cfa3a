/** What is asked of each server that a database lies on, as superuser: one, or with Citus several. */
import type { RawBuilder } from 'kysely';
import { inject } from 'vitest';
import { type Db, first, openDatabase, rows, sql } from '../platform/db/database.ts';
import { inDatabase } from './databases.ts';

async function onEachServer<T>(db: Db, query: RawBuilder<T>): Promise<T[]> {
  const here = await first(db, sql<{ name: string }>`select current_database() as name`);
  const found = await Promise.all(
    inject('ownerUrls').map((url) => {
      const server = openDatabase(inDatabase(url, here?.name ?? ''), 1);
      return rows(server.db, query).finally(server.close);
    }),
  );
  return found.flat();
}

const waiting = sql`from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** How many statements wait for somebody else's lock. */
export const lockWaits = async (db: Db): Promise<number> =>
  (await onEachServer(db, sql`select pid ${waiting}`)).length;

/** Ends the connections that wait for a lock with a statement like this; whether there were any. */
export async function endLockWaits(db: Db, like: string): Promise<boolean> {
  const ended = sql`select pg_terminate_backend(pid) ${waiting} and query ilike ${like}`;
  return (await onEachServer(db, ended)).length > 0;
}

/** How many rows of a table the planner knows of, in all its parts. */
export async function knownRows(db: Db, table: string): Promise<number> {
  const parts = await onEachServer(
    db,
    sql<{ rows: number }>`
      select reltuples as rows from pg_class
      where relkind = 'r' and relname ~ ${`^${table}(_\\d+)?$`} and reltuples > 0`,
  );
  return parts.reduce((sum, part) => sum + part.rows, 0);
}
