import { expect, inject, test } from 'vitest';
import { first, openDatabase, sql } from './database.ts';

test('a connection that is cut while it is in use costs its statement, not the process', async () => {
  const { db, pool, close } = openDatabase(inject('postgresUrl'), 2);
  const client = await pool.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  await sql`select pg_terminate_backend(${rows[0].pid})`.execute(db);
  await expect(client.query('select 1')).rejects.toThrow();
  client.release(true);
  expect(await first(db, sql`select 1 as one`)).toEqual({ one: 1 });
  await close();
});
