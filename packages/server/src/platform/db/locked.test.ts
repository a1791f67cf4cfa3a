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
