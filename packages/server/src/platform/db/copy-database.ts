/**
 * All rows of one database of Parley into another one, of any version of PostgreSQL, on one machine or
 * several: as text, table after table, read at one moment and written as one transaction. A copy that is cut
 * off has left nothing.
 */
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { ConfigError } from '../config.ts';
import { type Db, rows, script, sql } from './database.ts';
import { ACCOUNT_TABLES, LOCAL_TABLES, REFERENCE_TABLES } from './placement.ts';

/** What a table refers to comes before it. */
const TABLES = [...REFERENCE_TABLES, ...ACCOUNT_TABLES, ...LOCAL_TABLES];

/** A connection that streams, and the same one for statements. */
export type Copier = { client: pg.Client; db: Db; close: () => Promise<void> };
export type CopiedTable = { table: string; rows: number };

/**
 * Long work on both ends, written and read alike: times, numbers and bytes have one form, on each machine.
 * Somebody who uses a table is waited for, but not for ever.
 */
const SETTINGS = `
  set local citus.propagate_set_commands = 'local';
  set local citus.multi_shard_modify_mode = 'sequential';
  set local statement_timeout = 0;
  set local lock_timeout = '30s';
  set local idle_in_transaction_session_timeout = 0;
  set local timezone = 'UTC';
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local extra_float_digits = 1;
  set local bytea_output = 'hex';`;

/** @throws what PostgreSQL says when it lets nobody in. */
export async function connectToCopy(url: string): Promise<Copier> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'parley-move',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  // The statements' own pool: of this connection alone, and it is ours to close.
  const lent = Object.assign(client, { release: () => undefined });
  const pool = { connect: async () => lent, end: async () => undefined };
  return {
    client,
    db: new Kysely({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) }),
    close: () => client.end().catch(() => undefined),
  };
}

/** From here on all is read as it is at this moment, and no process of Parley can start on it. */
export async function beginToRead({ db }: Copier): Promise<void> {
  await script(db, 'begin isolation level repeatable read');
  // By itself: Citus sends the whole text that settings stand in to its other machines.
  await script(db, SETTINGS);
  await script(db, 'lock table worker_processes in share row exclusive mode');
}

/** From here on no process of Parley can start on it. What is of no account, as a start leaves it, goes. */
export async function beginToWrite({ db }: Copier): Promise<void> {
  await script(db, 'begin');
  await script(db, SETTINGS);
  await script(db, `truncate ${LOCAL_TABLES.join(', ')}`);
}

/**
 * Copies every table and how far its numbers were counted; says of each table how many rows it had.
 *
 * @throws ConfigError when the tables differ, or the target does not take a row.
 */
export async function copyRows(
  source: Copier,
  target: Copier,
  tell: (copied: CopiedTable, done: number, all: number) => void,
): Promise<void> {
  const columns = await commonColumns(source.db, target.db);
  for (const [n, table] of TABLES.entries()) {
    const copied = { table, rows: await copyTable(source, target, table, columns.get(table) ?? []) };
    tell(copied, n + 1, TABLES.length);
  }
  await copyCounters(source.db, target.db);
}

type Shape = { table: string; columns: string[]; types: string[] };

/** Without those that PostgreSQL computes. */
const shapesOf = (db: Db) =>
  rows(
    db,
    sql<Shape>`
      select c.relname::text as table, array_agg(quote_ident(a.attname) order by a.attname) as columns,
        array_agg(format_type(a.atttypid, a.atttypmod) order by a.attname) as types
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relname = any(${TABLES}::text[])
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by c.relname order by c.relname`,
  );

async function commonColumns(source: Db, target: Db): Promise<Map<string, string[]>> {
  const [here, there] = [await shapesOf(source), await shapesOf(target)];
  const known = new Map(there.map((shape) => [shape.table, JSON.stringify(shape)]));
  const differing = here.filter((shape) => known.get(shape.table) !== JSON.stringify(shape));
  if (differing.length > 0 || here.length !== TABLES.length)
    throw new ConfigError(
      `The tables are not the same on both sides: ${differing.map(({ table }) => table).join(', ') || 'some are missing'}.`,
    );
  return new Map(here.map(({ table, columns }) => [table, columns]));
}

async function copyTable(
  source: Copier,
  target: Copier,
  table: string,
  columns: readonly string[],
): Promise<number> {
  const list = columns.join(', ');
  try {
    const writing = target.client.query(from(`copy ${table} (${list}) from stdin`));
    await pipeline(source.client.query(to(`copy (select ${list} from ${table}) to stdout`)), writing);
    return writing.rowCount;
  } catch (error) {
    throw new ConfigError(`${table} could not be copied: ${(error as Error).message}.`);
  }
}

type Counter = { table: string; column: string; last: number; isCalled: boolean };

/** The next number of a table is the same on both sides. */
async function copyCounters(source: Db, target: Db): Promise<void> {
  const counters = await rows(
    source,
    sql<Counter>`
      select t.relname::text as table, a.attname::text as column,
        coalesce(s.last_value, s.start_value) as last, s.last_value is not null as "isCalled"
      from pg_sequences s
        join pg_class c on c.relname = s.sequencename and c.relnamespace = s.schemaname::regnamespace
        join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'i'
        join pg_class t on t.oid = d.refobjid
        join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
      where s.schemaname = current_schema()`,
  );
  const of = <K extends keyof Counter>(key: K) => counters.map((counter) => counter[key]);
  await sql`
    select setval(pg_get_serial_sequence(quote_ident(given.table_name), given.column_name), given.last, given.is_called)
    from unnest(${of('table')}::text[], ${of('column')}::text[], ${of('last')}::bigint[], ${of('isCalled')}::boolean[])
      as given (table_name, column_name, last, is_called)`.execute(target);
}

type Sum = CopiedTable & { digest: string };

/**
 * Counts and adds up all rows of both sides, whatever their order; answers how many there are.
 *
 * @throws ConfigError when a table differs.
 */
export async function compareRows(source: Copier, target: Copier): Promise<{ tables: number; rows: number }> {
  const columns = await commonColumns(source.db, target.db);
  const [here, there] = await Promise.all([sumsOf(source.db, columns), sumsOf(target.db, columns)]);
  const differing = here.filter(
    ({ rows, digest }, n) => rows !== there[n]?.rows || digest !== there[n]?.digest,
  );
  if (differing.length > 0)
    throw new ConfigError(
      `Not the same on both sides: ${differing.map(({ table }) => table).join(', ')}. Nothing was moved.`,
    );
  return { tables: here.length, rows: here.reduce((sum, table) => sum + table.rows, 0) };
}

async function sumsOf(db: Db, columns: ReadonlyMap<string, readonly string[]>): Promise<Sum[]> {
  const sums: Sum[] = [];
  for (const table of TABLES) {
    const row = sql.raw((columns.get(table) ?? []).join(', '));
    sums.push(
      ...(await rows(
        db,
        sql<Sum>`
          select ${table}::text as table, count(*) as rows,
            coalesce(sum(('x' || left(md5(row(${row})::text), 15))::bit(60)::bigint), 0)::text as digest
          from ${sql.table(table)}`,
      )),
    );
  }
  return sums;
}
