import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { type Batches, batchesOn } from './batch.ts';
import { againWhenVictim, type Db, ofPool, transact } from './database.ts';
import { run, type Statement } from './statement.ts';

/** Runs one transaction; a deadlock's victim is run again. */
export type Transactions = <T>(work: (trx: Db, commit: Commit) => Promise<T>) => Promise<T>;

/**
 * The last statements of a transaction (null: none), sent in one trip with its commit; answers what each of
 * them read, after the commit. When one of them fails, nothing is stored. The transaction is over then: what
 * must be decided by what they answer cannot be decided here.
 */
export type Commit = <T extends readonly (Statement | null)[]>(
  last: readonly [...T],
) => Promise<{ [K in keyof T]: T[K] extends Statement<infer R> ? R : undefined }>;

/**
 * Transactions for hot paths. Statements that do not wait for each other's results (`Promise.all`) go to
 * PostgreSQL in one trip, in the order in which they were begun, `begin` with the first of them. Every
 * statement is prepared once per connection and named by its text: only for statements whose text never
 * changes, with lists as one parameter.
 */
export function pipelined(pool: pg.Pool): Transactions {
  return (work) => againWhenVictim(() => runOnce(pool, [BEGIN, PLAN_ONCE], work));
}

/**
 * The same for batches of thousands: planned anew each time, with the sizes that the tables have now. A plan
 * that was kept from when a table was nearly empty would compare each row with each.
 */
export function pipelinedBatches(pool: pg.Pool): Transactions {
  return (work) => againWhenVictim(() => runOnce(pool, [BEGIN, PLAN_ANEW], work));
}

/**
 * The same for batches whose rows are all named by their keys: planned once and by the index of the key,
 * however few rows the tables had at that moment.
 */
export function pipelinedByKey(pool: pg.Pool): Transactions {
  return (work) => againWhenVictim(() => runOnce(pool, [BEGIN, PLAN_ONCE, PLAN_BY_INDEX], work));
}

/**
 * Statements that are a transaction by themselves: one trip, prepared like the others, with what each of them
 * read. When one fails, nothing of any is stored.
 */
export async function inOneTrip<T extends readonly Statement[]>(
  pool: pg.Pool,
  statements: readonly [...T],
): Promise<{ [K in keyof T]: T[K] extends Statement<infer R> ? R : never }> {
  if (statements.length === 0) return [] as never;
  const client = await pool.connect();
  try {
    const { ask, flush } = batchesOn(client);
    const asked = statements.map(({ query }) => ask(query.sql, query.parameters));
    flush();
    const answers = await Promise.all(asked);
    return statements.map(({ read }, n) => read(answers[n]?.rows ?? [])) as never;
  } finally {
    client.release();
  }
}

/**
 * The same as a part of a transaction that is open: nothing is committed before that one is. For what is
 * tried and taken back.
 */
export function partOf(trx: Db): Transactions {
  return (work) =>
    transact(trx, (part) =>
      work(part, async (last) => {
        const answers: unknown[] = [];
        for (const statement of last) answers.push(statement ? await run(part, statement) : undefined);
        return answers as never;
      }),
    );
}

const BEGIN = 'begin';
/**
 * Citus finds where rows lie while it plans with the values, so there it is left to find out what can be
 * planned once.
 */
const PLAN_ONCE = `select set_config('plan_cache_mode',
  case when to_regproc('citus_version') is null then 'force_generic_plan' else 'auto' end, true)`;
const PLAN_BY_INDEX = `select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
  set_config('enable_mergejoin', 'off', true)`;
const PLAN_ANEW = 'set local plan_cache_mode = force_custom_plan';

async function runOnce<T>(
  pool: pg.Pool,
  begin: readonly string[],
  work: (trx: Db, commit: Commit) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const { db, ask, close, commit, isOver } = openOn(pool, client);
  let broken: Error | undefined;
  try {
    const begun = Promise.all(begin.map((text) => ask(text, [])));
    const [, result] = await Promise.all([begun, work(db, commit)]);
    if (!isOver()) await commit([]);
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
 * A Db on one connection that does not make statements wait for each other. Once closed it takes no more:
 * what a failed transaction's other branches still begin must not run on its own.
 */
function openOn(
  pool: pg.Pool,
  client: pg.PoolClient,
): {
  db: Db;
  ask: Batches['ask'];
  commit: Commit;
  close: () => void;
  isOver: () => boolean;
} {
  let open = true;
  const { ask, flush, drop } = batchesOn(client);
  const shared = {
    async query(text: string, values: readonly unknown[]) {
      if (!open) throw new Error(OVER);
      return ask(text, values);
    },
    release: () => undefined,
  };
  const onlyOne = { options: {}, connect: async () => shared, end: async () => undefined };
  const commit: Commit = async (last) => {
    if (!open) throw new Error(OVER);
    open = false;
    const answers = last.map((each) => each && ask(each.query.sql, each.query.parameters));
    const ending = ask('commit', []);
    flush();
    const [ended, ...results] = await Promise.all([ending, ...answers]);
    if (ended.command !== 'COMMIT')
      throw new Error('The transaction was rolled back because a statement failed.');
    return last.map((each, n) => each?.read(results[n]?.rows ?? [])) as never;
  };
  return {
    db: ofPool(pool, new Kysely({ dialect: new PostgresDialect({ pool: onlyOne as unknown as pg.Pool }) })),
    ask,
    commit,
    close() {
      open = false;
      drop(new Error(OVER));
    },
    isOver: () => !open,
  };
}

const OVER = 'The transaction is over.';
