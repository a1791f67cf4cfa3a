import { expect, inject, test } from 'vitest';
import { openDatabase } from './database.ts';
import { isUnavailable } from './outage.ts';

test('a table that somebody holds for long is the absence of the database, not a failure of what was asked', async () => {
  const { pool, close } = openDatabase(inject('postgresUrl'), 2);
  const [holder, other] = [await pool.connect(), await pool.connect()];
  try {
    await holder.query('create table held (one int)');
    await holder.query('begin');
    await holder.query('lock table held in access exclusive mode');
    await other.query('set lock_timeout = 50');
    const told = await other.query('select * from held').catch((error: unknown) => error);
    expect(told).toMatchObject({ code: '55P03' });
    expect(isUnavailable(told)).toBe(true);
  } finally {
    await holder.query('rollback');
    await holder.query('drop table held');
    holder.release();
    other.release();
    await close();
  }
});

test.each([
  ['could not commit transaction for shard 102009 on at least one active node', true],
  ['failure on connection marked as essential: 127.0.0.1:5911', true],
  ['postmaster was shut down, exiting', true],
  ['cache lookup failed for relation 1', false],
])('a machine of a cluster that ends is the absence of the database (“%s”: %s)', async (words, isAway) => {
  const { pool, close } = openDatabase(inject('postgresUrl'), 1);
  // As Citus 13.2 says it.
  const raised = pool.query(`do $$ begin raise '${words}' using errcode = 'XX000'; end $$`);
  expect(isUnavailable(await raised.catch((error: unknown) => error))).toBe(isAway);
  await close();
});
