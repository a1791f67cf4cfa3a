/** Long work on large tables goes on while Parley serves: in slices, resumable, by one process at a time. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { inDatabase } from '../../testing/databases.ts';
import { openDatabase, rows, script, sql } from './database.ts';
import { advanceOnline, finishOnline, onlineMigrationsLeft } from './online-migrations.ts';
import { statementsOf } from './script-statements.ts';

const NAME = `test_online_${process.pid}`;
const NOW = new Date('2026-03-10T12:00:00Z');
let admin: ReturnType<typeof openDatabase>;
let database: ReturnType<typeof openDatabase>;
let folder: string;

const WASH = `
  with slice as materialized (
    select * from cups where account_id = $1 and ($2::jsonb is null or id > ($2::jsonb ->> 0)::int) order by id limit 4
  ), washed as (
    update cups c set washed = c.washed + 1 from slice s where c.account_id = s.account_id and c.id = s.id
  )
  select count(*) as rows, (select jsonb_build_array(id) from slice order by id desc limit 1) as next from slice;`;

beforeEach(async () => {
  admin = openDatabase(inject('postgresUrl'), 1);
  await script(admin.db, `create database ${NAME}`);
  database = openDatabase(inDatabase(inject('postgresUrl'), NAME), 3);
  folder = mkdtempSync(join(tmpdir(), 'parley-online-'));
  await script(
    database.db,
    `create table accounts (id bigint primary key); insert into accounts values (1), (2), (5);
     create table online_migrations (name text primary key, step smallint not null default 0, account_id bigint not null default 0,
       next jsonb, rows bigint not null default 0, finished_at timestamptz, problem text not null default '');
     create table cups (account_id bigint, id int, washed int not null default 0, primary key (account_id, id));
     insert into cups select a, n from generate_series(1, 10) n, (values (1), (5)) as owner (a)`,
  );
});

afterEach(async () => {
  await database.close();
  await script(admin.db, `drop database ${NAME} with (force)`);
  await admin.close();
  rmSync(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const left = () => onlineMigrationsLeft(database.db, folder);
const advance = () => advanceOnline(database.db, NOW, undefined, folder);
const washed = () =>
  rows(database.db, sql`select washed, count(*) as cups from cups group by washed order by washed`);

test('each row of each account is done once, however often the work is cut off between two slices', async () => {
  write('0001-wash.sql', `-- All of them; by account.\n${WASH}`);
  await advance();
  await advance();
  expect(await washed()).toEqual([
    { washed: 0, cups: 12 },
    { washed: 1, cups: 8 },
  ]);
  expect(await left()).toEqual([{ name: '0001-wash.sql', rows: 8, problem: '' }]);
  await finishOnline(database.db, NOW, folder);
  expect(await washed()).toEqual([{ washed: 1, cups: 20 }]);
  expect(await left()).toEqual([]);
  expect(await advance()).toBe(false);
});

test('a slice that fails leaves nothing of itself, is told, and goes on when it can', async () => {
  write('0001-wash.sql', WASH);
  await script(database.db, `alter table cups add constraint dry check (washed = 0 or id <> 6)`);
  await advance();
  expect(await advance()).toBe(false);
  expect(await washed()).toEqual([
    { washed: 0, cups: 16 },
    { washed: 1, cups: 4 },
  ]);
  expect((await left())[0]?.problem).toMatch(/"dry"/);
  await script(database.db, 'alter table cups drop constraint dry');
  await finishOnline(database.db, NOW, folder);
  expect(await washed()).toEqual([{ washed: 1, cups: 20 }]);
});

test('an index is made while others write, and what a broken try left of it is made anew', async () => {
  write('0001-index.sql', 'create unique index concurrently if not exists cups_washed on cups (washed);');
  const valid = async () =>
    (
      await rows<{ valid: boolean }>(
        database.db,
        sql`select indisvalid as valid from pg_index where indexrelid = to_regclass('cups_washed')`,
      )
    ).map((row) => row.valid);
  expect(await advance()).toBe(false);
  expect(await valid()).toEqual([false]);
  await script(database.db, 'update cups set washed = account_id * 100 + id');
  await finishOnline(database.db, NOW, folder);
  expect(await valid()).toEqual([true]);
  expect(await left()).toEqual([]);
});

test('one process works on it at a time, and nobody else waits for it', async () => {
  write('0001-wash.sql', WASH);
  await database.db.connection().execute(async (other) => {
    await script(other, 'select pg_advisory_lock(7275394)');
    expect(await advance()).toBe(false);
    await script(other, 'select pg_advisory_unlock(7275394)');
  });
  expect(await advance()).toBe(true);
});

test('a file is read as its statements', () => {
  expect(statementsOf("-- Why; and how.\nselect ';' as a,\n  2;\n\ndrop index b;\n")).toEqual([
    "select ';' as a,\n  2",
    'drop index b',
  ]);
  expect(
    statementsOf(`
      do $$ begin null; end $$; select 'a''; --b', 3 - 1 /* ; */ as "c;d";
      create function e() returns int begin atomic
        select case when true then 1 end;
        select $1;
      end; drop function e()`),
  ).toEqual([
    'do $$ begin null; end $$',
    `select 'a''; --b', 3 - 1  as "c;d"`,
    expect.stringMatching(/^create function e\(\)[^;]+ end;\s+select \$1;\s+end$/),
    'drop function e()',
  ]);
});
