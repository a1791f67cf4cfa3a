import { beforeAll, expect, inject, test } from 'vitest';
import { useHarness } from '../../testing/harness.ts';
import { type Db, openDatabase, rows, script, sql } from './database.ts';
import { inOneTrip, pipelined, pipelinedBatches, pipelinedByKey } from './pipeline.ts';
import { type Statement, writing } from './statement.ts';

const harness = useHarness();
const numbers = async () =>
  (await rows(harness().services.db, sql<{ n: number }>`select n from pipeline_test order by n`)).map(
    (row) => row.n,
  );
const put = (trx: Db, n: number) => rows(trx, sql`insert into pipeline_test (n) values (${n}) returning n`);

beforeAll(async () => {
  await script(harness().services.db, 'create table pipeline_test (n int primary key)');
});

test('statements begun together run in that order, in one transaction', async () => {
  const transact = pipelined(harness().services.pool);
  const seen = await transact(async (trx) => {
    const [, , counted, snapshot] = await Promise.all([
      put(trx, 1),
      put(trx, 2),
      rows(trx, sql<{ n: number }>`select count(*) as n from pipeline_test`),
      rows(trx, sql<{ same: boolean }>`select pg_current_xact_id_if_assigned() is not null as same`),
    ]);
    expect(await numbers()).toEqual([]);
    return [counted[0]?.n, snapshot[0]?.same];
  });
  expect(seen).toEqual([2, true]);
  expect(await numbers()).toEqual([1, 2]);
});

test('one that fails takes all others back, whatever their order, and the connection serves on', async () => {
  const transact = pipelined(harness().services.pool);
  for (const order of [
    [3, 1, 4],
    [1, 3, 4],
    [3, 4, 1],
  ])
    await expect(transact((trx) => Promise.all(order.map((n) => put(trx, n))))).rejects.toThrow(
      /duplicate key/,
    );
  expect(await numbers()).toEqual([1, 2]);
  await transact((trx) => put(trx, 5));
  expect(await numbers()).toEqual([1, 2, 5]);
});

test('an error of the work itself, or a failure that the work swallows, stores nothing', async () => {
  const transact = pipelined(harness().services.pool);
  let late: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([]);
  const failed = Promise.withResolvers<void>();
  const thrown = transact(async (trx) => {
    await put(trx, 6);
    // Begun when the transaction has failed already.
    late = Promise.allSettled([put(trx, 7), failed.promise.then(() => put(trx, 8))]);
    throw new Error('no');
  });
  await expect(thrown).rejects.toThrow('no');
  failed.resolve();
  expect((await late).map((each) => each.status)).toEqual(['rejected', 'rejected']);
  const swallowed = transact(async (trx) => {
    await put(trx, 9);
    await put(trx, 1).catch(() => undefined);
  });
  await expect(swallowed).rejects.toThrow(/rolled back/);
  expect(await numbers()).toEqual([1, 2, 5]);
});

test('the last statements go out with the commit and answer what they read; when one fails, nothing is stored', async () => {
  const transact = pipelined(harness().services.pool);
  const insert = (db: Db, n: number): Statement<number | undefined> => ({
    query: sql`insert into pipeline_test (n) values (${n}) returning n`.compile(db),
    read: (found) => (found as { n: number }[])[0]?.n,
  });
  const { db } = harness().services;
  const seen = await transact(async (trx, commit) => {
    await put(trx, 20);
    const [first, second] = await commit([insert(db, 21), insert(db, 22)]);
    await expect(put(trx, 23)).rejects.toThrow('over');
    return [first, second];
  });
  expect(seen).toEqual([21, 22]);
  await expect(
    transact(async (trx, commit) => {
      await put(trx, 30);
      await commit([insert(db, 31), insert(db, 21), insert(db, 32)]);
    }),
  ).rejects.toThrow(/duplicate key/);
  expect(await numbers()).toEqual([1, 2, 5, 20, 21, 22]);
});

test('batches are planned anew each time, and what follows on the connection is not', async () => {
  const { pool } = harness().services;
  const mode = (trx: Db) =>
    rows(trx, sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`);
  expect(await pipelinedBatches(pool)(mode)).toEqual([{ mode: 'force_custom_plan' }]);
  const once = inject('ownerUrls').length > 1 ? 'auto' : 'force_generic_plan';
  for (let n = 0; n < 12; n += 1) {
    expect(await pipelined(pool)(mode)).toEqual([{ mode: once }]);
    expect(await mode(harness().services.db)).toEqual([{ mode: 'auto' }]);
  }
});

test('what is named by its key goes by the index, though its table was small when that was planned', async ({
  skip,
}) => {
  skip(inject('ownerUrls').length > 1, 'Citus plans with the values');
  const { db, pool, close } = openDatabase(String(harness().services.pool.options.connectionString), 1);
  await script(db, 'create temp table keyed (id int primary key, seen int) with (autovacuum_enabled = off)');
  await script(db, 'insert into keyed select n from generate_series(1, 20) n; analyze keyed');
  const see = (trx: Db, ids: readonly number[]) =>
    rows(
      trx,
      sql<{ id: number }>`
        with given as materialized (select * from unnest(${ids}::int[]) as each (id))
        update keyed k set seen = 1 from given where k.id = given.id returning k.id`,
    );
  await pipelinedByKey(pool)((trx) => see(trx, [1]));
  await script(db, 'insert into keyed select n from generate_series(21, 20000) n');
  const seen = await pipelinedByKey(pool)((trx) => see(trx, [7, 19_000]));
  expect(seen.map(({ id }) => id).sort()).toEqual([19_000, 7]);
  const [prepared] = await rows(
    db,
    sql<{ name: string; generic: number }>`
      select name, generic_plans as generic from pg_prepared_statements where statement like '%update keyed%'`,
  );
  expect(prepared?.generic).toBe(2);
  // As it was kept.
  await script(db, 'set plan_cache_mode = force_generic_plan');
  const plan = await rows(db, sql.raw(`explain execute "${prepared?.name}" ('{1,2}')`));
  expect(JSON.stringify(plan)).toMatch(/Index Scan using keyed_pkey/);
  await close();
});

test('statements of one trip are a transaction, and each answers what it read', async () => {
  const { db, pool } = harness().services;
  const add = (n: number): Statement<boolean> => ({
    query: sql`insert into pipeline_test (n) values (${n}) returning n`.compile(db),
    read: (added) => added.length === 1,
  });
  const before = await numbers();
  expect(await inOneTrip(pool, [])).toEqual([]);
  expect(await inOneTrip(pool, [add(60), writing(db, sql`select 1`)])).toEqual([true, undefined]);
  await expect(inOneTrip(pool, [add(61), add(60)])).rejects.toThrow(/duplicate key/);
  await expect(inOneTrip(pool, [add(60), add(62)])).rejects.toThrow(/duplicate key/);
  expect(await numbers()).toEqual([...before, 60]);
});

test('what a failed transaction was the first to prepare is prepared again', async () => {
  const { db, pool, close } = openDatabase(String(harness().services.pool.options.connectionString), 1);
  const before = (trx: Db) => rows(trx, sql<{ n: number }>`select 41 as n`);
  const behind = (trx: Db) => rows(trx, sql<{ n: number }>`select 43 as n`);
  const failing = (trx: Db) => rows(trx, sql`select 1 / (count(*) - count(*)) from pipeline_test`);
  const all = (trx: Db) => Promise.all([before(trx), failing(trx), behind(trx)]);
  for (let n = 0; n < 2; n += 1) await expect(pipelined(pool)(all)).rejects.toThrow(/division by zero/);
  const found = await pipelined(pool)((trx) => Promise.all([before(trx), behind(trx)]));
  expect(found).toEqual([[{ n: 41 }], [{ n: 43 }]]);
  expect(
    await rows(db, sql`select count(*) as n from pg_prepared_statements where statement like 'select 4%'`),
  ).toEqual([{ n: 2 }]);
  await close();
});

test('a statement that is asked again reads each column as what it is, though PostgreSQL names them once', async () => {
  const { pool, close } = openDatabase(String(harness().services.pool.options.connectionString), 1);
  const transact = pipelined(pool);
  const read = (trx: Db, from: number) =>
    rows(
      trx,
      sql`select n::bigint as id, null::text as nothing, array[n]::text[] as list, '{"a": 1}'::jsonb as object
        from generate_series(${from}::int, 2) n`,
    );
  const other = (trx: Db) => rows(trx, sql`select true as id`);
  const write = (trx: Db) => rows(trx, sql`update pipeline_test set n = n where false`);
  const row = (id: number) => ({ id, nothing: null, list: [String(id)], object: { a: 1 } });
  for (let times = 0; times < 3; times += 1) {
    const found = await transact((trx) =>
      Promise.all([read(trx, 1), other(trx), write(trx), read(trx, 3), read(trx, 2)]),
    );
    expect(found).toEqual([[row(1), row(2)], [{ id: true }], [], [], [row(2)]]);
  }
  await close();
});
