/** Whether the copy of the database that reports are read from is one, and follows. */
import { type Db, openDatabase, rows, sql } from '../platform/db/database.ts';
import { isNotCreated, isUnavailable } from '../platform/db/outage.ts';
import { LAGS_MS, lastHeard } from '../platform/db/report-reads.ts';

type Found = { is: 'ok' | 'warn' | 'bad'; words: string };

/** Whoever looks waits for an answer: a third of what reports wait for it. */
const PATIENCE = 0.3;
/** What a copy lags by at a busy moment passes; more than that does not. */
const FAR_BEHIND_MS = 10 * 60_000;
const NO_TABLE = '42P01';

const COME_FROM = 'Reports come from the database itself meanwhile.';
const NAME_ONE =
  'Name a streaming standby of DATABASE_URL (docs/postgresql.md), or take REPORT_DATABASE_URL out.';
const LOOK = 'See on the primary whether it still follows (pg_stat_replication).';

/** Null: there is no copy. @throws what the database itself answers. */
export async function examineReportCopy(own: Db, url: string | null): Promise<Found> {
  if (url === null) return { is: 'ok', words: 'read from the database itself' };
  const before = { applied: await appliedMigrations(own), heard: await lastHeard(own) };
  const copy = openDatabase(url, 1, PATIENCE);
  try {
    const applied = await appliedMigrations(copy.db);
    return ofSchema(before.applied, applied) ?? ofLag(before.heard, await lastHeard(copy.db));
  } catch (error) {
    return ofFailure(error);
  } finally {
    await copy.close();
  }
}

/** When each migration was applied, by its name: nowhere at the same moments but in a copy. */
async function appliedMigrations(db: Db): Promise<Map<string, string>> {
  try {
    const all = await rows(
      db,
      sql<{
        name: string;
        at: string;
      }>`select name, extract(epoch from applied_at)::text as at from migrations`,
    );
    return new Map(all.map(({ name, at }) => [name, at]));
  } catch (error) {
    if ((error as { code?: unknown }).code !== NO_TABLE) throw error;
    return new Map();
  }
}

function ofSchema(own: ReadonlyMap<string, string>, copied: ReadonlyMap<string, string>): Found | null {
  if (copied.size === 0)
    return { is: 'bad', words: `the database of REPORT_DATABASE_URL is empty: it is no copy. ${NAME_ONE}` };
  if ([...copied].some(([name, at]) => own.has(name) && own.get(name) !== at))
    return {
      is: 'bad',
      words: `the database of REPORT_DATABASE_URL is of another installation, and reports show its figures. ${NAME_ONE}`,
    };
  const apart = [...missingIn(copied, own), ...missingIn(own, copied)];
  if (apart.length === 0) return null;
  return {
    is: 'bad',
    words: `the database of REPORT_DATABASE_URL has another schema (${apart.join(', ')}): it no longer follows. ${LOOK}`,
  };
}

const missingIn = (some: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>) =>
  [...others.keys()].filter((name) => !some.has(name));

function ofLag(own: Date | null, copied: Date | null): Found {
  const behind = (own?.getTime() ?? 0) - (copied?.getTime() ?? 0);
  if (own === null || behind <= LAGS_MS) return { is: 'ok', words: 'read from the copy, which follows' };
  const told = copied ? `is ${Math.round(behind / 1_000).toLocaleString('en-US')} s behind` : 'is far behind';
  return {
    is: copied && behind <= FAR_BEHIND_MS ? 'warn' : 'bad',
    words: `the database of REPORT_DATABASE_URL ${told}, and reports say so. ${LOOK}`,
  };
}

function ofFailure(error: unknown): Found {
  const { code, message } = error as { code?: string; message?: string };
  const why = message || code || '';
  if (isUnavailable(error))
    return {
      is: 'warn',
      words: `the database of REPORT_DATABASE_URL does not answer: ${why}. ${COME_FROM} Start it, or correct the address.`,
    };
  if (isNotCreated(error))
    return {
      is: 'warn',
      words: `the database of REPORT_DATABASE_URL is not there: ${why}. ${COME_FROM} Correct the name.`,
    };
  return {
    is: 'warn',
    words: `the database of REPORT_DATABASE_URL refuses us: ${why}. ${COME_FROM} Give it the user and password of DATABASE_URL.`,
  };
}
