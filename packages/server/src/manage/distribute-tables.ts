/** Spreads an installation over the machines of a Citus cluster. */
import { ConfigError } from '../platform/config.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { type Cluster, misplacedTables, placeTables, readCluster } from '../platform/db/distribute.ts';
import type { Ground, Printed } from './commands.ts';

/** While a table is copied it is there twice, and its indexes are made anew. */
const ROOM = 2;
const MEGABYTE = 1_000_000;
const megabytes = (bytes: number) => `${Math.ceil(bytes / MEGABYTE).toLocaleString('en-US')} MB`;

/**
 * Looks first, and with "check" no more than that; then puts table after table in its place, and says on the
 * error output which. What was cut off goes on where it was.
 */
export async function distributeTables({ db, now }: Ground, [word]: readonly string[]): Promise<Printed> {
  if (word !== undefined && word !== 'check')
    throw new ConfigError(`"distribute" knows "check" alone, not "${word}".`);
  const cluster = await clusterOf(db);
  const misplaced = await misplacedTables(db);
  const machines = `${cluster.workers} ${cluster.workers === 1 ? 'machine' : 'machines'}`;
  if (misplaced.length === 0) {
    if (word === undefined) await placeTables(db);
    return { text: `All tables are in their place on ${machines}.`, data: { placed: [] } };
  }
  const troubles = [
    ...(await differentVersions(db, cluster)),
    ...(await runningProcesses(db, now)),
    ...(await usedTables(db, misplaced)),
    ...(await littleRoom(db, misplaced, cluster.workers)),
  ];
  if (troubles.length > 0) throw new ConfigError(`Nothing was moved.\n${troubles.join('\n')}`);
  if (word === 'check')
    return {
      text: `Nothing stands in the way: ${misplaced.length} tables would go to ${machines}.`,
      data: { misplaced },
    };
  const placed = await placeTables(db, (table, done, all) => {
    process.stderr.write(`${String(done + 1).padStart(4)} of ${all}: ${table}\n`);
  });
  return {
    text: `${placed.length} tables are in their place on ${machines}. Start Parley again.`,
    data: { placed },
  };
}

async function clusterOf(db: Db): Promise<Cluster> {
  const cluster = await readCluster(db);
  const how = 'docs/citus.md says how.';
  if (!cluster)
    throw new ConfigError(
      `This database has no Citus: the extension is created on each machine first. ${how}`,
    );
  if (cluster.workers === 0)
    throw new ConfigError(`Citus knows of no machine to put tables on: citus_add_node adds them. ${how}`);
  return cluster;
}

type Said = { machine: string; success: boolean; result: string };

const onWorkers = (db: Db, command: string) =>
  rows(
    db,
    sql<Said>`
      select nodename || ':' || nodeport as machine, success, result from run_command_on_workers(${command})`,
  );

async function differentVersions(db: Db, { version }: Cluster): Promise<string[]> {
  const said = await onWorkers(db, `select extversion from pg_extension where extname = 'citus'`);
  return said
    .filter(({ success, result }) => !success || result !== version)
    .map(({ machine, result }) => `${machine} has Citus ${result}, and the coordinator ${version}.`);
}

export async function runningProcesses(db: Db, now: Date): Promise<string[]> {
  const row = await first(
    db,
    sql<{ count: number }>`
      select count(*) as count from worker_processes where at > ${now}::timestamptz - interval '1 minute'`,
  );
  const count = row?.count ?? 0;
  return count === 0
    ? []
    : [`${count} processes of Parley were running within the last minute: stop them, and wait a minute.`];
}

/** A table is moved under a lock that waits for all who use it. */
async function usedTables(db: Db, tables: readonly string[]): Promise<string[]> {
  const used = await rows(
    db,
    sql<{ pid: number; name: string; since: Date; table: string }>`
      select l.pid, coalesce(a.application_name, '') as name, a.xact_start as since, min(c.relname) as table
      from pg_locks l join pg_class c on c.oid = l.relation join pg_stat_activity a on a.pid = l.pid
      where l.database = (select oid from pg_database where datname = current_database())
        and c.relname = any(${tables}::text[]) and l.pid <> pg_backend_pid()
      group by l.pid, a.application_name, a.xact_start order by a.xact_start`,
  );
  return used.map(
    ({ pid, name, since, table }) =>
      `${name || 'Somebody'} (process ${pid}) uses ${table} since ${since.toISOString()}.`,
  );
}

/** As far as the machines say how much there is. */
async function littleRoom(db: Db, tables: readonly string[], workers: number): Promise<string[]> {
  const row = await first(
    db,
    sql<{ bytes: number }>`
      select coalesce(sum(pg_total_relation_size(p.relid)), 0) as bytes
      from unnest(${tables}::text[]) as name cross join lateral pg_partition_tree(to_regclass(name)) p
      where p.isleaf`,
  );
  return machinesWithLess(db, ((row?.bytes ?? 0) * ROOM) / workers);
}

export const tooLittle = (place: string, free: number, needed: number) =>
  `${place} has ${megabytes(free)} free, and needs ${megabytes(needed)}.`;

/** A sentence for each machine of the cluster that has less free than that, in bytes. */
export async function machinesWithLess(db: Db, needed: number): Promise<string[]> {
  const said = await onWorkers(db, 'select available_disk_size from citus_local_disk_space_stats()');
  return said
    .filter(({ success, result }) => success && Number(result) < needed)
    .map(({ machine, result }) => tooLittle(machine, Number(result), needed));
}
