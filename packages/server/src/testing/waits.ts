import type { PoolClient } from 'pg';
import { type Db, first, sql } from '../platform/db/database.ts';
import { eventually } from './harness.ts';

/** Until somebody waits for what this connection's transaction has locked. */
export async function untilWaitedFor(client: PoolClient, db: Db): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  await eventually(async () => {
    const waiting = sql<{ n: number }>`
      select count(*) as n from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`;
    return ((await first(db, waiting))?.n ?? 0) > 0;
  });
}
