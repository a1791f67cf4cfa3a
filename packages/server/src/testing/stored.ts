/** A picture of everything that accounts have stored, to see that a call stored nothing. */
import type { Pool } from 'pg';
import { inject } from 'vitest';
import { rows, sql } from '../platform/db/database.ts';
import { LOCAL_TABLES } from '../platform/db/placement.ts';
import type { Services } from '../platform/services.ts';
import { workOnEachServer } from './each-server.ts';

/**
 * Use leaves traces here that are no data of anybody: when a session was used, how often something was tried.
 */
const TRACES = ['sessions', 'throttles', 'idempotency_keys', 'migrations'];
/** The same of single columns: when somebody was here, when credentials were used. */
const TRACE_COLUMNS = "array['last_seen_at', 'previous_visit_at', 'last_used_at']";

type Pictured = { name: string; data: string };

/** Asks rows and a checksum of each of some tables. */
const pictures = (tables: readonly { name: string }[]) =>
  tables
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' rows, ' || coalesce(sum(hashtextextended((to_jsonb(t) - ${TRACE_COLUMNS})::text, 0)), 0) as data from "${name}" t`,
    )
    .join(' union all ');

const PREPARED = 'picture of what is stored';

/**
 * Rows and a checksum of every table; equal pictures mean equal data. A connection plans the long statement
 * once: the tables of a test's database stay the same.
 */
export async function pictureOf(pool: Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all ($1)
     order by 1`,
    [TRACES],
  );
  const { rows: found } = await pool.query<Pictured>({ name: PREPARED, text: pictures(tables) });
  return Object.fromEntries(found.map(({ name, data }) => [name, data]));
}

/** The same of a test's own database. Where it is spread, each server is asked for the parts that it has. */
export async function pictureIn({ pool, db }: Services): Promise<Record<string, string>> {
  if (inject('ownerUrls').length === 1) return pictureOf(pool);
  const found = await workOnEachServer(db, async (server) => {
    const parts = await rows(
      server,
      sql<{ name: string }>`
        select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r'
          and (relname ~ ${PART.source} or relname = any(${[...LOCAL_TABLES]}::text[])) order by 1`,
    );
    return rows(server, sql<Pictured>`${sql.raw(pictures(parts.filter(({ name }) => !isTrace(name))))}`);
  });
  const byTable = Map.groupBy(found, ({ name }) => name.replace(PART, ''));
  return Object.fromEntries(
    [...byTable].map(([name, parts]) => [name, parts.map(({ data }) => data).join()]),
  );
}

/** What Citus puts behind the name of a table. */
const PART = /_\d{6,}$/;
const isTrace = (name: string) => TRACES.includes(name.replace(PART, ''));

/** The same of one account's rows. */
export async function pictureOfAccount(
  { pool }: Services,
  accountId: number,
): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all ($1)
     order by 1`,
    [TRACES],
  );
  const found = await Promise.all(
    tables.map(({ name }) =>
      pool.query<Pictured>(`${pictures([{ name }])} where account_id = $1`, [accountId]),
    ),
  );
  return Object.fromEntries(found.flatMap(({ rows: [row] }) => (row ? [[row.name, row.data]] : [])));
}
