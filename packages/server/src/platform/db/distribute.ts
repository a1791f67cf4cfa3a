/** Puts the tables where they belong on a PostgreSQL with Citus (placement.ts). */
import { type Db, first, rows, script, sql } from './database.ts';
import { ACCOUNT_TABLES, REFERENCE_TABLES } from './placement.ts';

/** Any fixed number: it keeps two processes from placing tables at once. */
const LOCK = 7_275_393;
/** The table that all others lie beside. */
const FIRST = 'accounts';

export type Cluster = {
  /** Of Citus. */
  version: string;
  /** Machines that hold what is of accounts. */
  workers: number;
  /** Whether tables lie there. */
  isDistributed: boolean;
};

/** What Citus says of this database; null: it is a PostgreSQL without. */
export async function readCluster(db: Db): Promise<Cluster | null> {
  const extension = await first(
    db,
    sql<{ version: string }>`select extversion as version from pg_extension where extname = 'citus'`,
  );
  if (!extension) return null;
  const row = await first(
    db,
    sql<Omit<Cluster, 'version'>>`
      select (select count(*) from pg_dist_node where shouldhaveshards and isactive and noderole = 'primary') as workers,
        exists (select from pg_dist_partition where logicalrelid = to_regclass(${FIRST})) as "isDistributed"`,
  );
  return { ...extension, workers: row?.workers ?? 0, isDistributed: row?.isDistributed ?? false };
}

/** Tables that are not yet where they belong, in the order in which they can be put there. */
export async function misplacedTables(db: Db): Promise<string[]> {
  const wanted = [...REFERENCE_TABLES, ...ACCOUNT_TABLES];
  const placed = await rows(
    db,
    sql<{ name: string }>`
      select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
      where c.relnamespace = current_schema()::regnamespace`,
  );
  const names = new Set(placed.map(({ name }) => name));
  return wanted.filter((name) => !names.has(name));
}

/**
 * Places one table after the other, each in a transaction of its own: what was cut off goes on where it was.
 * The rows that stay behind on the coordinator are removed when all have been copied.
 */
export async function placeTables(
  db: Db,
  tell: (table: string, done: number, all: number) => void = () => undefined,
): Promise<string[]> {
  // On one connection: a lock of a session is held by it.
  return db.connection().execute(async (own) => {
    await sql`select pg_advisory_lock(${sql.lit(LOCK)})`.execute(own);
    try {
      await script(own, SETTINGS);
      const misplaced = await misplacedTables(own);
      for (const [n, table] of misplaced.entries()) {
        tell(table, n, misplaced.length);
        await place(own, table);
      }
      await removeLeftBehind(own);
      return misplaced;
    } finally {
      await script(own, 'reset all');
      await sql`select pg_advisory_unlock(${sql.lit(LOCK)})`.execute(own);
    }
  });
}

/**
 * As long as it takes, one machine after the other: a table refers to others that were moved in the same
 * session. One that refers to a table on each machine stays as it is meanwhile.
 */
const SETTINGS = `
  set statement_timeout = 0;
  set lock_timeout = 0;
  set client_min_messages = warning;
  set citus.multi_shard_modify_mode = 'sequential';
  set citus.enable_local_reference_table_foreign_keys = off`;

async function place(db: Db, table: string): Promise<void> {
  if ((REFERENCE_TABLES as readonly string[]).includes(table))
    await sql`select create_reference_table(${table})`.execute(db);
  else if (table === FIRST) await sql`select create_distributed_table(${table}, 'id')`.execute(db);
  else
    await sql`select create_distributed_table(${table}, 'account_id', colocate_with => ${FIRST})`.execute(db);
}

/** What was copied lies in the coordinator's own file until then, and nobody sees it. */
async function removeLeftBehind(db: Db): Promise<void> {
  const left = await rows(
    db,
    sql<{ name: string }>`
      select distinct name from unnest(${[...ACCOUNT_TABLES]}::text[]) as name
        cross join lateral pg_partition_tree(to_regclass(name)) p
      where p.isleaf and pg_relation_size(p.relid) > 0`,
  );
  for (const { name } of left)
    await sql`select truncate_local_data_after_distributing_table(${name}::regclass)`.execute(db);
}
