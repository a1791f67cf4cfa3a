/** Who waits for a lock, on whichever server of a database: on Citus that is not the one that was asked. */
import { inject } from 'vitest';
import { type Db, first, openDatabase, rows, sql } from '../platform/db/database.ts';

/** How many of a database's statements wait for somebody else's lock. */
export const lockWaits = async (db: Db): Promise<number> => (await ofWaiting(db, sql`pid`)).length;

/** Ends the connections of the statements that wait for a lock and hold a text; whether there were any. */
export const endLockWaits = async (db: Db, like: string): Promise<boolean> =>
  (await ofWaiting(db, sql`pg_terminate_backend(pid)`, like)).length > 0;

async function ofWaiting(db: Db, what: ReturnType<typeof sql>, like = '%'): Promise<unknown[]> {
  const here = await first(db, sql<{ name: string }>`select current_database() as name`);
  const found = await Promise.all(
    inject('ownerUrls').map(async (url) => {
      const server = openDatabase(url, 1);
      return rows(
        server.db,
        sql`
          select ${what} from pg_stat_activity
          where datname = ${here?.name} and wait_event_type = 'Lock' and query ilike ${like}`,
      ).finally(server.close);
    }),
  );
  return found.flat();
}
