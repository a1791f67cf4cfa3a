/**
 * Tables whose months are partitions, made ahead of their time, so that a month can be dropped in a moment.
 * What comes for a month without one stands in the table's default partition, `<table>_default`.
 */
import {
  type Db,
  first,
  isHeldElsewhere,
  oneAtATime,
  rows,
  script,
  sql,
  transact,
  waitAtMost,
} from './database.ts';

const MONTHS_AHEAD = 2;
/** Any fixed number: it keeps two processes from making the same month at once. */
const LOCK = 7_275_392;
/** A month is made or dropped later rather than that everybody waits behind somebody who reads the table. */
const LOCK_WAIT_MS = 2_000;

/** The first moment of a month (UTC), so many months later. */
export const monthStart = (of: Date, later: number) =>
  new Date(Date.UTC(of.getUTCFullYear(), of.getUTCMonth() + later, 1));

/** Tables by month, with a column `at`. */
const MONTHLY_TABLES = ['events', 'custom_events', 'step_visits'] as const;
export type MonthlyTable = (typeof MONTHLY_TABLES)[number];

/**
 * Makes the partitions of a month and of those ahead. Rows of them that the default partition took meanwhile
 * move along. A month whose table is in use all the time is left for later: the default partition takes what
 * comes for it.
 */
export async function makeMonths(
  db: Db,
  table: MonthlyTable,
  now: Date,
  { earliest = 0, last = MONTHS_AHEAD } = {},
): Promise<void> {
  for (let later = earliest; later <= last; later += 1)
    await makeMonth(db, table, monthStart(now, later), monthStart(now, later + 1));
}

/** False: the table is in use. */
async function makeMonth(db: Db, table: MonthlyTable, from: Date, to: Date): Promise<boolean> {
  const name = `${table}_${from.toISOString().slice(0, 7).replace('-', '_')}`;
  const exists = sql<{ exists: boolean }>`
    select exists (select 1 from pg_tables where schemaname = current_schema() and tablename = ${name}) as exists`;
  if ((await first(db, exists))?.exists) return true;
  return unlessInUse(db, async (trx) => {
    await waitAtMost(trx, LOCK_WAIT_MS);
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
    if ((await first(trx, exists))?.exists) return;
    await oneAtATime(trx);
    const [start, end] = [from.toISOString(), to.toISOString()];
    for (const statement of [
      // An insert chooses its partition once it has its lock on the table. One that had chosen the default
      // partition before the month is attached would fail; so all end before, and begin after.
      `lock table only ${table} in access exclusive mode`,
      `create table ${name} (like ${table} including defaults including constraints)`,
      `with moved as (delete from ${table}_default where at >= '${start}' and at < '${end}' returning *)
       insert into ${name} select * from moved`,
      `alter table ${table} attach partition ${name} for values from ('${start}') to ('${end}')`,
    ])
      await script(trx, statement);
  });
}

/**
 * Makes the months of what stands in the default partition, the earliest first, each in a transaction of its
 * own: it is there because it came before its month was made, or before there were months. Nothing after
 * `now`.
 */
export async function makeMissingMonths(db: Db, table: MonthlyTable, now: Date): Promise<void> {
  for (;;) {
    const oldest = await first(
      db,
      sql<{ at: Date | null }>`select min(at) as at from ${sql.table(`${table}_default`)}`,
    );
    if (!oldest?.at || oldest.at > now) return;
    if (!(await makeMonth(db, table, monthStart(oldest.at, 0), monthStart(oldest.at, 1)))) return;
  }
}

/** Makes the months that another database has. */
export async function makeMonthsOf(other: Db, db: Db): Promise<void> {
  for (const table of MONTHLY_TABLES)
    for (const { from, to } of await monthsOf(other, table)) await makeMonth(db, table, from, to);
}

async function monthsOf(db: Db, table: MonthlyTable): Promise<{ name: string; from: Date; to: Date }[]> {
  const partitions = await rows(
    db,
    sql<{ name: string }>`
      select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = ${table}::regclass order by 1`,
  );
  return partitions.flatMap(({ name }) => {
    const [, year, month] = /_(\d{4})_(\d{2})$/.exec(name) ?? [];
    if (year === undefined) return [];
    const from = new Date(Date.UTC(Number(year), Number(month) - 1, 1));
    return [{ name, from, to: monthStart(from, 1) }];
  });
}

/**
 * Drops the months that ended by a moment; answers their names. One that is in use is left for later.
 */
export async function dropMonths(db: Db, table: MonthlyTable, until: Date): Promise<string[]> {
  const dropped: string[] = [];
  for (const { name, to } of await monthsOf(db, table)) {
    if (to > until) continue;
    const done = await unlessInUse(db, async (trx) => {
      await waitAtMost(trx, LOCK_WAIT_MS);
      await script(trx, `drop table if exists ${name}`);
    });
    if (done) dropped.push(name);
  }
  return dropped;
}

/** One transaction; false, and nothing is done, where it would have waited too long for a lock. */
async function unlessInUse(db: Db, work: (trx: Db) => Promise<void>): Promise<boolean> {
  try {
    await transact(db, work);
    return true;
  } catch (error) {
    if (isHeldElsewhere(error)) return false;
    throw error;
  }
}
