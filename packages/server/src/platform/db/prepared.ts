import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { inRuntime } from '../runtime.ts';
import type { Services } from '../services.ts';
import { type Db, ofPool } from './database.ts';

type Client = { query: (text: string, values: readonly unknown[]) => Promise<unknown>; release: () => void };

const names = new Map<string, string>();

/** The name under which a statement is prepared: the same for the same text. */
export function statementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('hex');
    names.set(text, name);
  }
  return name;
}

/**
 * The same database for hot paths: every statement is prepared once per connection and named by its text, so
 * that PostgreSQL parses and plans it once. Only for statements whose text never changes; lists go in as
 * arrays. Closed with the pool.
 */
function preparedDb(pool: pg.Pool): Db {
  const clients = new WeakMap<pg.PoolClient, Client>();

  function prepare(client: pg.PoolClient): Client {
    const known = clients.get(client);
    if (known) return known;
    const made: Client = {
      query: (text, values) =>
        values.length === 0
          ? client.query(text)
          : client.query({ name: statementName(text), text, values: [...values] }),
      release: () => client.release(),
    };
    clients.set(client, made);
    return made;
  }

  const prepared = {
    options: pool.options,
    connect: async () => prepare(await pool.connect()),
    end: async () => undefined,
  };
  return ofPool(pool, new Kysely({ dialect: new PostgresDialect({ pool: prepared as unknown as pg.Pool }) }));
}

/** {@link preparedDb} of a server's own connections. */
export const preparedOf = inRuntime((services: Services) => preparedDb(services.pool));
