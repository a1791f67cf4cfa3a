/** How all of the installation is, for the System screen: over all accounts, and nothing of any of them. */
import type { calls, ReplyOf } from '@parley/contract';
import { type Db, first, rows, sql, transact } from '../platform/db/database.ts';
import { lastInstallationAct } from '../platform/db/installation-acts.ts';
import { onlineMigrationsLeft } from '../platform/db/online-migrations.ts';
import type { Services } from '../platform/services.ts';
import { parleyVersion } from '../platform/version.ts';
import { countsOfDay, readDisk, readFigures } from '../watch/index.ts';
import { examine } from './doctor.ts';

type System = ReplyOf<typeof calls.system.load>;

const LONGEST_MS = '3000';
const MOST_TABLES = 8;
const DAY_MS = 86_400_000;

/** Each part by itself: what cannot be looked up is missing, and the findings say why. */
export async function readSystem({ config, db, clock }: Services): Promise<System> {
  const now = clock.now();
  const [findings, figures, database, tables, processes, day, backup, left, disk] = await Promise.all([
    examine({ config, db, now }),
    readFigures(db, now).catch(() => null),
    readDatabase(db),
    largestTables(db),
    processesSeen(db, now),
    countsOfDay(db, now),
    lastInstallationAct(db, 'backup'),
    onlineMigrationsLeft(db),
    readDisk(config.dataDir).catch(() => ({ free: 0, total: 0 })),
  ]);
  const of = figures?.figures;
  const unknown = -1;
  const feed = figures?.feed.map(({ consumer, events, lag }) => ({
    queue: consumer === 'webhooks' ? ('events-of-webhooks' as const) : ('events-of-automata' as const),
    due: events,
    seconds: Math.round(lag),
  }));
  const queue = <const Q>(name: Q, seconds: number | undefined, due: number = unknown) => ({
    queue: name,
    due,
    seconds: Math.round(seconds ?? 0),
  });
  return {
    version: parleyVersion,
    node: process.versions.node,
    at: now.toISOString(),
    findings,
    ...database,
    tables,
    processes,
    queues: of
      ? [
          queue('texts' as const, of.parley_texts_unplayed_lag_seconds, of.parley_texts_unplayed),
          queue('messages' as const, of.parley_outbox_lag_seconds, of.parley_outbox_due),
          queue('blasts' as const, of.parley_blast_lag_seconds, of.parley_blasts_sending),
          queue('waits' as const, of.parley_timers_lag_seconds),
          queue('api-calls' as const, of.parley_api_calls_lag_seconds),
          queue('webhooks' as const, of.parley_webhooks_lag_seconds),
          ...(feed ?? []),
        ]
      : [],
    circuits: of?.parley_circuits_open ?? 0,
    unconfirmed: of?.parley_messages_unconfirmed ?? 0,
    counts: day.map(({ lastAt, ...each }) => ({ ...each, lastAt: lastAt.toISOString() })),
    updating: left.map(({ name, rows: looked, problem }) => ({ name, looked, problem })),
    diskFree: disk.free,
    diskTotal: disk.total,
    backup: backup?.toISOString() ?? '',
  };
}

type Database = Pick<
  System,
  | 'postgres'
  | 'databaseBytes'
  | 'connections'
  | 'mostConnections'
  | 'waiting'
  | 'longestSeconds'
  | 'replicas'
  | 'accounts'
  | 'users'
>;

/** A database in trouble must not be kept busy by whoever looks at it. */
function readDatabase(db: Db): Promise<Database> {
  return transact(db, async (trx) => {
    await sql`select set_config('statement_timeout', ${LONGEST_MS}, true)`.execute(trx);
    const activity = await first(
      trx,
      sql<Omit<Database, 'accounts' | 'users'>>`
        select current_setting('server_version') as postgres,
          pg_database_size(current_database())::float8 as "databaseBytes",
          a.connections, current_setting('max_connections')::int as "mostConnections", a.waiting,
          floor(a.longest)::int as "longestSeconds",
          (select count(*) from pg_stat_replication where application_name <> 'pg_basebackup') as replicas
        from (
          select count(*) as connections, count(*) filter (where wait_event_type = 'Lock') as waiting,
            coalesce(max(extract(epoch from clock_timestamp() - query_start)) filter (where state = 'active'), 0)::float8 as longest
          from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
        ) a`,
    );
    const counts = await first(
      trx,
      sql<Pick<Database, 'accounts' | 'users'>>`
        select accounts.*, users.* from (select count(*) as accounts from accounts) accounts
        cross join (select count(*) as users from users) users`,
    );
    if (!activity || !counts) throw new Error('The database answered without a row.');
    return { ...activity, ...counts };
  });
}

/** With their indexes, the partitions of a table together. `rows` -1: PostgreSQL has not looked yet. */
function largestTables(db: Db): Promise<System['tables']> {
  return rows(
    db,
    sql<System['tables'][number]>`
      select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name,
        sum(pg_total_relation_size(c.oid))::float8 as bytes,
        coalesce(sum(c.reltuples) filter (where c.reltuples >= 0), -1)::float8 as rows
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r'
      group by 1 order by 2 desc, 1 limit ${MOST_TABLES}`,
  );
}

async function processesSeen(db: Db, now: Date): Promise<System['processes']> {
  const found = await rows(
    db,
    sql<{ name: string; role: string; host: string; version: string; startedAt: Date | null; at: Date }>`
      select name, role, host, version, started_at as "startedAt", at from worker_processes
      where at > ${new Date(now.getTime() - DAY_MS)} order by role, host, started_at, name limit 200`,
  );
  return found.map(({ name, startedAt, at, ...each }) => ({
    ...each,
    number: Number(/^[^.]*\.(\d+)\./.exec(name)?.[1] ?? 0),
    since: startedAt?.toISOString() ?? '',
    seen: at.toISOString(),
  }));
}
