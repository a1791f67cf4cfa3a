import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { eventually } from '../../testing/harness.ts';
import { first, isCheckViolation, isNullIn, isUniqueViolation, openDatabase, sql } from './database.ts';
import { migrate } from './migrate.ts';
import { isUnavailable } from './outage.ts';

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

/** A database behind a door that can be shut: what is sent then is swallowed. */
async function behindDoor() {
  const url = new URL(inject('postgresUrl'));
  const { port, hostname } = url;
  const sockets: Socket[] = [];
  let swallows = false;
  const door = createServer((outer) => {
    const inner = connect(Number(port), hostname);
    sockets.push(outer, inner);
    for (const socket of [outer, inner]) socket.on('error', () => undefined);
    outer.on('data', (bytes) => swallows || inner.write(bytes));
    inner.on('data', (bytes) => swallows || outer.write(bytes));
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  url.port = String((door.address() as { port: number }).port);
  const { pool, close } = openDatabase(url.href, 2);
  return {
    pool,
    shut() {
      swallows = true;
    },
    async end() {
      for (const socket of sockets) socket.destroy();
      door.close();
      await close();
    },
  };
}

/** A way to the database of a URL that ends with all who use it. */
async function wayTo(url: URL) {
  const sockets = new Set<Socket>();
  const door = createServer((outer) => {
    const inner = connect(Number(url.port), url.hostname);
    for (const socket of [outer, inner]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => [outer, inner].map((each) => each.destroy()));
    }
    outer.pipe(inner).pipe(outer);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(door.address() as { port: number }).port}`,
    used: () => sockets.size > 0,
    end() {
      for (const socket of sockets) socket.destroy();
      door.close();
    },
  };
}

test('of several addresses that one is used which takes writes, and another one when it is gone', async () => {
  const own = new URL(inject('postgresUrl'));
  const name = `several_${process.pid}`;
  const { db: owner, close: closeOwner } = openDatabase(own.href, 1);
  await sql`create database ${sql.ref(name)}`.execute(owner);
  await sql`alter database ${sql.ref(name)} set default_transaction_read_only = on`.execute(owner);
  const [one, two] = [await wayTo(own), await wayTo(own)];
  const url = own.href.replace(own.host, `${one.host},${two.host}`).replace(own.pathname, `/${name}`);
  const { db, close } = openDatabase(`${url}?target_session_attrs=read-write`, 2);
  const ask = () => first(db, sql`select 1 as one`);
  expect(isUnavailable(await ask().catch((error: unknown) => error))).toBe(true);

  // It is promoted.
  await sql`alter database ${sql.ref(name)} reset default_transaction_read_only`.execute(owner);
  await eventually(async () => isOne(await ask().catch(() => undefined)));
  const [gone, left] = one.used() ? [one, two] : [two, one];
  gone.end();
  await eventually(async () => isOne(await ask().catch(() => undefined)));
  left.end();
  await close();
  await sql`drop database ${sql.ref(name)} with (force)`.execute(owner);
  await closeOwner();
});

const isOne = (row: unknown) => (row as { one?: number } | undefined)?.one === 1;

// Both wait for most of a minute: together.
describe.concurrent('a database that says nothing', () => {
  test('which swallows everything: who waits is told so within a minute', async () => {
    const { pool, shut, end } = await behindDoor();
    await pool.query('select 1');
    shut();
    const begun = performance.now();
    const told = await pool.query('select 1').catch((error: unknown) => error);
    expect(isUnavailable(told)).toBe(true);
    expect(performance.now() - begun).toBeLessThan(60_000);
    await end();
  });

  test('because it only takes long is waited for', async () => {
    const { pool, end } = await behindDoor();
    const client = await pool.connect();
    await client.query('set statement_timeout = 0');
    // Longer than a connection may be unheard.
    expect((await client.query('select pg_sleep(38), 1 as one')).rows[0].one).toBe(1);
    client.release();
    await end();
  });
});

test('migrations have no time limit', async () => {
  const { db, pool, close } = openDatabase(inject('postgresUrl'), 1);
  const name = `migrations_${Math.random().toString(36).slice(2)}`;
  await pool.query(`create database ${name}`);
  const own = openDatabase(inject('postgresUrl').replace(/\/postgres$/, `/${name}`), 1);
  const folder = mkdtempSync(join(tmpdir(), 'parley-migrations-'));
  const limits = `current_setting('statement_timeout') as statements, current_setting('lock_timeout') as locks`;
  writeFileSync(join(folder, '0001-limits.sql'), `create table limits as select ${limits}`);
  expect(await migrate(own.db, folder)).toEqual(['0001-limits.sql']);
  expect((await own.pool.query('select * from limits')).rows).toEqual([{ statements: '0', locks: '0' }]);
  await own.close();
  await sql`drop database ${sql.ref(name)}`.execute(db);
  await close();
  rmSync(folder, { recursive: true });
});

test('what a statement broke is known by its name also where another machine names its own part', () => {
  const on = (code: string, message: string) => ({ code, message });
  const twice = (name: string) => on('23505', `duplicate key value violates unique constraint "${name}"`);
  const long = 'inbound_messages_account_id_channel_id_carrier_message_id_key';
  expect(isUniqueViolation(twice('tags_pkey_102033'), 'tags_pkey')).toBe(true);
  expect(
    isUniqueViolation(twice('inbound_messages_account_id_channel_id_carrier__1a2b3c4d_102016'), long),
  ).toBe(true);
  expect(isUniqueViolation(twice('tags_pkey_102033'), 'tags_pkey_2')).toBe(false);
  expect(isUniqueViolation({ ...twice('tags_pkey'), constraint: 'lists_pkey' }, 'tags_pkey')).toBe(false);
  const empty = on(
    '23502',
    'null value in column "at" of relation "texts_102044" violates not-null constraint',
  );
  expect([
    isNullIn(empty, 'texts', 'at'),
    isNullIn(empty, 'texts', 'id'),
    isNullIn(empty, 'text', 'at'),
  ]).toEqual([true, false, false]);
  expect(isNullIn({ ...empty, code: 'XX000' }, 'texts', 'at')).toBe(true);
  const low = on('23514', 'new row for relation "sums_102003" violates check constraint "sums_sum_check"');
  expect([isCheckViolation(low, 'sums_sum_check'), isCheckViolation(low, 'sums_check')]).toEqual([
    true,
    false,
  ]);
});
