import { type Db, first, sql } from './database.ts';

/**
 * A table of work that is due (account_id, an id, due_at, worker, leased_until), and the column of the id.
 */
export type DueWork = { table: `${string}_jobs`; id: `${string}_id` };

/** Leases the piece of work that has been due longest and that nobody works on, until the lease ends. */
export async function claimDue(
  db: Db,
  { table, id }: DueWork,
  worker: string,
  now: Date,
  leaseMs: number,
): Promise<{ accountId: number; id: number } | undefined> {
  const [from, key] = [sql.table(table), sql.ref(id)];
  return first(
    db,
    sql<{ accountId: number; id: number }>`
      update ${from} d set worker = ${worker}, leased_until = ${new Date(now.getTime() + leaseMs)}
      from (
        select account_id, ${key} from ${from}
        where due_at <= ${now} and (leased_until is null or leased_until <= ${now})
        order by due_at limit 1 for update skip locked
      ) as due
      where d.account_id = due.account_id and d.${key} = due.${key}
      returning d.account_id as "accountId", d.${key} as id`,
  );
}

/** Gives back what a worker holds: the database was away, and is there again. */
export async function dropLeases(db: Db, { table }: DueWork, worker: string): Promise<void> {
  await sql`update ${sql.table(table)} set leased_until = null where worker = ${worker}`.execute(db);
}
