import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { useHarness } from '../../testing/harness.ts';
import { first, script, sql } from './database.ts';
import { analyseGrown } from './statistics.ts';

const harness = useHarness();
/** PostgreSQL counts a second late. */
const LATER = { timeout: 15_000 };

test('a statement that was prepared on an empty table finds its few rows by their key once the table has grown', async () => {
  const { db, pool } = harness().services;
  const fill = (from: number, to: number) =>
    script(
      db,
      `insert into messages (account_id, id, channel_id, contact_id, origin, status, created_at)
      select 1, n, 1, n, 'trigger', 'queued', now() from generate_series(${from}, ${to}) n`,
    );
  const client = await pool.connect();
  try {
    await client.query(`
      prepare take (bigint, bigint[]) as
        update messages m set status = 'sending' from unnest($2) as given (id)
        where m.account_id = $1 and m.id = given.id and m.status = 'queued'`);
    await fill(1, 20);
    for (let n = 1; n <= 8; n += 1) await client.query(`execute take (1, '{${n}}')`);
    await fill(21, 20_000);
    await expect.poll(() => analyseGrown(db), LATER).toContain('messages');
    expect(await analyseGrown(db)).not.toContain('messages');
    const { rows } = await client.query(`explain (analyze, format json) execute take (1, '{15000}')`);
    const read = JSON.stringify(rows[0]['QUERY PLAN']);
    expect(read).toMatch(/"Index Cond":"\(\(account_id = [^)]*\) AND \(id = given\.id\)\)"/);
    expect(read).not.toMatch(/"Rows Removed by (Join )?Filter":[1-9]\d/);
  } finally {
    client.release(true);
  }
  const known = await first(
    db,
    sql<{ n: number }>`select reltuples as n from pg_class where relname = 'messages'`,
  );
  expect(known?.n).toBeGreaterThan(15_000);
});

test('a table whose first rows are still being written is not taken for an empty one', async () => {
  const { db, pool } = harness().services;
  const writer = await pool.connect();
  const known = async () => {
    const row = await first(
      db,
      sql<{ n: number }>`select reltuples as n from pg_class where relname = 'inbound_messages'`,
    );
    return row?.n;
  };
  try {
    await writer.query('begin');
    await writer.query(`
      insert into inbound_messages (account_id, channel_id, contact_id, carrier_message_id, body, kind, at)
      select 1, 1, n, 'm' || n, 'hello', 'none', now() from generate_series(1, 20000) n`);
    await setTimeout(1_500);
    expect(await analyseGrown(db)).not.toContain('inbound_messages');
    expect(await known()).not.toBe(0);
    await writer.query('commit');
    await expect.poll(() => analyseGrown(db), LATER).toContain('inbound_messages');
    expect(await known()).toBe(20_000);
    expect(await analyseGrown(db)).not.toContain('inbound_messages');
  } finally {
    writer.release(true);
  }
});
