/**
 * How work of any account is claimed (docs/decisions/0007): a look at all accounts that locks nothing finds
 * what is due; each account's part is then locked by a statement that names the account.
 */
import { type Db, first, poolOf, rows, sql } from './database.ts';
import { pipelined } from './pipeline.ts';

/** A table of due work (account_id, an id, due_at, worker, leased_until), and the column of the id. */
export type DueWork = { table: `${string}_jobs`; id: `${string}_id` };

export type ClaimedWork = { accountId: number; id: number };

/** Found by one look: more than workers that come at the same moment, so that each gets some of it. */
export const LOOKED_AT = 32;

/**
 * Claims one piece: of what was found, the most urgent first, what nobody has taken meanwhile. `claim` gets
 * all that was found of an account.
 */
export async function claimFirst<Found extends { accountId: number }, Claimed>(
  found: readonly Found[],
  claim: (accountId: number, found: readonly Found[]) => Promise<Claimed | undefined>,
): Promise<Claimed | undefined> {
  for (const [accountId, theirs] of Map.groupBy(found, (each) => each.accountId)) {
    const claimed = await claim(accountId, theirs);
    if (claimed !== undefined) return claimed;
  }
  return undefined;
}

/** Claims of what was found what nobody has taken meanwhile: one statement for each account, in one trip. */
export async function claimEach<Found extends { accountId: number }, Claimed>(
  db: Db,
  found: readonly Found[],
  claim: (db: Db, accountId: number, found: readonly Found[]) => Promise<Claimed[]>,
): Promise<Claimed[]> {
  const accounts = [...Map.groupBy(found, (each) => each.accountId)].sort(([one], [other]) => one - other);
  const all = (on: Db) => Promise.all(accounts.map(([accountId, theirs]) => claim(on, accountId, theirs)));
  const pool = poolOf(db);
  const claimed =
    accounts.length > 1 && pool && !db.isTransaction ? await pipelined(pool)(all) : await all(db);
  return claimed.flat();
}

/** Leases the piece of work that has been due longest and that nobody works on, until the lease ends. */
export async function claimDue(
  db: Db,
  { table, id }: DueWork,
  worker: string,
  now: Date,
  leaseMs: number,
): Promise<ClaimedWork | undefined> {
  return claimJob(db, { table, id }, { worker, now, until: new Date(now.getTime() + leaseMs) });
}

export type Lease = { worker: string | null; now: Date; until: Date };

/** The same until a moment that the caller names; `more`: columns of the table that are answered too. */
export async function claimJob<More = unknown>(
  db: Db,
  { table, id }: DueWork,
  { worker, now, until }: Lease,
  more = sql``,
): Promise<(ClaimedWork & More) | undefined> {
  const [from, key] = [sql.table(table), sql.ref(id)];
  const isDue = sql`due_at <= ${now} and (leased_until is null or leased_until <= ${now})`;
  const found = await rows(
    db,
    sql<ClaimedWork>`
      select account_id as "accountId", ${key} as id from ${from}
      where ${isDue} order by due_at, ${key} limit ${LOOKED_AT}`,
  );
  return claimFirst(found, (accountId, theirs) =>
    first(
      db,
      sql<ClaimedWork & More>`
        with due as (
          select ${key} from ${from}
          where account_id = ${accountId} and ${key} = any(${theirs.map((each) => each.id)}::bigint[]) and ${isDue}
          order by due_at, ${key} limit 1 for update skip locked
        )
        update ${from} d set worker = ${worker}, leased_until = ${until}
        from due where d.account_id = ${accountId} and d.${key} = due.${key}
        returning d.account_id as "accountId", d.${key} as id ${more}`,
    ),
  );
}

/** Gives back what a worker holds: the database was away, and is there again. */
export async function dropLeases(db: Db, { table }: DueWork, worker: string): Promise<void> {
  await sql`update ${sql.table(table)} set leased_until = null where worker = ${worker}`.execute(db);
}
