/** PostgreSQL through Kysely's `sql` template: one statement a function, parameters only. */
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { CompiledQuery, Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { type AddressedClient, addressedClients, addressesOf } from './addresses.ts';

export { sql };

// biome-ignore lint/suspicious/noExplicitAny: statements carry their own row types; there is no table map to keep.
export type Db = Kysely<any>;

const INT8 = 20;
const INT8_ARRAY = 1016;
const TEXT_ARRAY = 1009;
const NUMERIC = 1700;
const DATE = 1082;
/**
 * Ids and counts are numbers: all of ours stay below 2^53. Days stay texts, so that no zone can move them.
 */
pg.types.setTypeParser(INT8, (text) => Number(text));
const parseTextArray = pg.types.getTypeParser(TEXT_ARRAY as number) as (text: string) => string[];
// The types of the library know no arrays.
pg.types.setTypeParser(INT8_ARRAY as number, (text: string) => parseTextArray(text).map(Number));
pg.types.setTypeParser(NUMERIC, (text) => Number(text));
pg.types.setTypeParser(DATE, (text) => text);

export type Database = { db: Db; pool: pg.Pool; close: () => Promise<void> };

/** Longer than the time limit of statements. */
const UNHEARD_MS = 35_000;
/** Where there is another address to go to. */
const UNHEARD_OF_SEVERAL_MS = 8_000;
const PROBE_MS = 3_000;

/**
 * Opens a pool, of a URL with several addresses on the one that takes writes. Statements of people's calls
 * end after 30 s, waits for locks and for a connection after 10 s, all of them `patience` times later.
 */
export function openDatabase(url: string, poolSize = 12, patience = 1): Database {
  const addresses = addressesOf(url) ?? [url];
  const several = addresses.length > 1 ? addressedClients(addresses) : null;
  const pool = new pg.Pool({
    connectionString: url,
    ...(several ? { Client: several.Client } : {}),
    max: poolSize,
    application_name: 'parley',
    // Nobody waits for ever for a host that swallows connections, or for a free connection behind others that
    // do.
    connectionTimeoutMillis: 10_000 * patience,
    // A host that vanished is noticed by the connections that wait for its answer.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: 30_000 * patience,
    lock_timeout: 10_000 * patience,
    // A process that is frozen inside a transaction must not hold its locks for long: others wait to take its
    // work over.
    idle_in_transaction_session_timeout: 20_000 * patience,
    // Statements begun together on one connection go out together (see pipeline.ts); one after the other they
    // are as ever.
    pipeline: true,
  });
  // A connection that dies (server restarted) fails the statement that uses it and is replaced by the pool;
  // without a listener on the pool (idle ones) and on each client (ones in use) Node would stop.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    endWhenUnheard(client, {
      address: () => (several ? (client as unknown as AddressedClient).address : (addresses[0] ?? url)),
      unheardMs: (several ? UNHEARD_OF_SEVERAL_MS : UNHEARD_MS) * patience,
      leave: (address) => several?.leave(address),
    });
  });
  const db = ofPool(pool, new Kysely({ dialect: new PostgresDialect({ pool }) }));
  return { db, pool, close: () => db.destroy() };
}

/**
 * A connection that waits for an answer longer than a statement may take, while the server does not answer
 * others either (it is frozen, or its host swallows what it is sent), is ended: who waits is told so, instead
 * of minutes later.
 */
function endWhenUnheard(
  client: pg.PoolClient,
  line: { address: () => string; unheardMs: number; leave: (address: string) => void },
): void {
  const { address, unheardMs, leave } = line;
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.setTimeout(unheardMs);
  stream.on('timeout', () => {
    void answers(address()).then((does) => {
      if (does) {
        stream.setTimeout(unheardMs);
        return;
      }
      leave(address());
      stream.destroy(new Error('Connection terminated: the server does not answer'));
    });
  });
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PROBE_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    // It is there, and has its own reasons, such as no connection left for us.
    return typeof (error as { severity?: unknown }).severity === 'string';
  } finally {
    void client.end().catch(() => undefined);
  }
}

const pools = new WeakMap<object, pg.Pool>();

/** Notes that a Db, and so each transaction of it, works with connections of a pool. */
export function ofPool(pool: pg.Pool, db: Db): Db {
  pools.set(db.getExecutor().adapter, pool);
  return db;
}

/** The pool behind a Db or a transaction; undefined where nobody has said. */
export const poolOf = (db: Db): pg.Pool | undefined => pools.get(db.getExecutor().adapter);

/** All rows of a statement. */
export async function rows<T>(db: Db, query: RawBuilder<T>): Promise<T[]> {
  return (await query.execute(db)).rows;
}

/** The first row, or undefined. */
export async function first<T>(db: Db, query: RawBuilder<T>): Promise<T | undefined> {
  return (await query.execute(db)).rows[0];
}

/** Rows changed by an insert, update or delete without `returning`. */
export async function changed(db: Db, query: RawBuilder<unknown>): Promise<number> {
  return Number((await query.execute(db)).numAffectedRows ?? 0);
}

/** Runs a plain text of several statements (migrations). */
export async function script(db: Db, text: string): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(text));
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const TRIES = 4;
/** On Citus the transaction that began last is the victim: one that runs again at once is it again. */
const STEP_BACK_MS = 100;

/**
 * One transaction; a deadlock's victim is run again. Only `trx` may be used inside. Within another one it is
 * a part of it, which is taken back by itself when it fails.
 */
export function transact<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return part(db, work);
  return againWhenVictim(() => db.transaction().execute(work));
}

async function part<T>(trx: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(trx);
  try {
    const done = await work(trx);
    await sql`release savepoint part`.execute(trx);
    return done;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(trx);
    throw error;
  }
}

/**
 * Before a transaction writes to a table that is copied to each machine (placement.ts), or changes tables,
 * beside what is of many accounts: its statements go to one machine after the other. Nothing on one machine.
 */
export async function oneAtATime(trx: Db): Promise<void> {
  await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(trx);
}

/**
 * Before its first statement: a transaction that would wait longer than that for what somebody else holds
 * ends ({@link isHeldElsewhere}). On Citus the machines where the rows lie hear of it, too.
 */
export const waitAtMost = (trx: Db, ms: number): Promise<void> =>
  script(trx, `set local citus.propagate_set_commands = 'local'; set local lock_timeout = ${ms}`);

/** True when a statement gave up waiting for what somebody else holds. */
export const isHeldElsewhere = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === '55P03';

/** Runs a transaction again, a few times, when it was ended to let another one go on. */
export async function againWhenVictim<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (attempt >= TRIES || (code !== SERIALIZATION_FAILURE && code !== DEADLOCK)) throw error;
      await setTimeout(Math.random() * STEP_BACK_MS * attempt);
    }
  }
}

/**
 * A part of a table that is spread over machines has the number of the part behind its name, and what of the
 * name would make it too long is a number too.
 */
function isNameOf(given: string, name: string): boolean {
  const [, kept = given, cut] = /^(.+?)(_[0-9a-f]{8})?_\d+$/.exec(given) ?? [];
  return given === name || kept === name || (cut !== undefined && name.startsWith(kept));
}

type Broken = { code?: string; message?: string; constraint?: string; table?: string; column?: string };

/** What Citus makes of the codes of rows that it copies to another machine. */
const COPIED = 'XX000';

/** The names in an error of that code. One of another machine says them in its message alone. */
function namesIn(error: unknown, code: string, field: 'constraint' | 'table' | 'column'): string[] {
  const broken = error as Broken;
  if (broken.code !== code && broken.code !== COPIED) return [];
  const said = broken[field];
  return said === undefined ? (broken.message?.match(/\w+/g) ?? []) : [said];
}

/** True when a statement broke the unique constraint or index of that name. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (constraint === undefined) return (error as Broken).code === '23505';
  return namesIn(error, '23505', 'constraint').some((name) => isNameOf(name, constraint));
}

/** True when a row was not as the check of that name wants it. */
export function isCheckViolation(error: unknown, constraint: string): boolean {
  return namesIn(error, '23514', 'constraint').some((name) => isNameOf(name, constraint));
}

/**
 * True when a statement would have left that column empty: some fail so on purpose, when they were
 * overtaken.
 */
export function isNullIn(error: unknown, table: string, column: string): boolean {
  return (
    namesIn(error, '23502', 'table').some((name) => isNameOf(name, table)) &&
    namesIn(error, '23502', 'column').includes(column)
  );
}

/** `%` and `_` of a search mean themselves (domain.md); matches anywhere. */
export function likeAnywhere(search: string): string {
  return `%${search.replace(/[\\%_]/g, '\\$&')}%`;
}
