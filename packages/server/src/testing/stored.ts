/** A picture of everything that accounts have stored, to see that a call stored nothing. */
import type { Pool } from 'pg';

/**
 * Use leaves traces here that are no data of anybody: when a session was used, how often something was tried.
 */
const TRACES = ['sessions', 'throttles', 'idempotency_keys', 'migrations'];
/** The same of single columns: when somebody was here, when credentials were used. */
const TRACE_COLUMNS = "array['last_seen_at', 'previous_visit_at', 'last_used_at']";

/** Rows and a checksum of every table; equal pictures mean equal data. */
export async function pictureOf(pool: Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all ($1)
     order by 1`,
    [TRACES],
  );
  const counts = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' rows, ' || coalesce(sum(hashtextextended((to_jsonb(t) - ${TRACE_COLUMNS})::text, 0)), 0) as data from "${name}" t`,
  );
  const { rows } = await pool.query<{ name: string; data: string }>(counts.join(' union all '));
  return Object.fromEntries(rows.map(({ name, data }) => [name, data]));
}
