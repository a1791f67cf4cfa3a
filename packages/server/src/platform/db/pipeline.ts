import type { Socket } from 'node:net';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { againWhenVictim, type Db } from './database.ts';
import { statementName } from './prepared.ts';

/** Runs one transaction; a deadlock's victim is run again. */
export type Transactions = <T>(work: (trx: Db) => Promise<T>) => Promise<T>;

/**
 * Transactions for hot paths. Statements that do not wait for each other's results (`Promise.all`) go to PostgreSQL in one
 * trip, in the order in which they were begun, `begin` with the first of them. Every statement is prepared once per connection
 * and named by its text: only for statements whose text never changes, with lists as one parameter.
 */
export function pipelined(pool: pg.Pool): Transactions {
  return (work) => againWhenVictim(() => runOnce(pool, work));
}

async function runOnce<T>(pool: pg.Pool, work: (trx: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const { db, close } = openOn(client);
  let broken: Error | undefined;
  try {
    inOneWrite(client);
    const [, result] = await Promise.all([client.query('begin'), work(db)]);
    close();
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back because a statement failed.');
    return result;
  } catch (error) {
    close();
    // Behind whatever is still on its way.
    await client.query('rollback').catch((failed: Error) => {
      broken = failed;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * A Db on one connection that does not make statements wait for each other. Once closed it takes no more: what a failed
 * transaction's other branches still begin must not run on its own.
 */
function openOn(client: pg.PoolClient): { db: Db; close: () => void } {
  let open = true;
  const shared = {
    async query(text: string, values: readonly unknown[]) {
      if (!open) throw new Error('The transaction is over.');
      inOneWrite(client);
      return client.query({ name: statementName(text), text, values: [...values] });
    },
    release: () => undefined,
  };
  const onlyOne = { options: {}, connect: async () => shared, end: async () => undefined };
  return {
    db: new Kysely({ dialect: new PostgresDialect({ pool: onlyOne as unknown as pg.Pool }) }),
    close() {
      open = false;
    },
  };
}

/** Holds what is written until all that can run now has run: one system call, and PostgreSQL wakes up once for all of it. */
function inOneWrite(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
