/** Older databases become what a new one is, with what they hold; one that cannot is left alone and named. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { cloneDatabase, dropDatabase, inDatabase } from '../../testing/databases.ts';
import { TEMPLATE } from '../../testing/global-setup.ts';
import { ConfigError } from '../config.ts';
import { openDatabase, rows, script, sql } from './database.ts';
import { misplacedTables, readCluster } from './distribute.ts';
import { migrate } from './migrate.ts';

const NAME = `test_migrate_${process.pid}`;
let admin: ReturnType<typeof openDatabase>;
let database: ReturnType<typeof openDatabase>;
let folder: string;

beforeEach(async () => {
  admin = openDatabase(inject('postgresUrl'), 1);
  await script(admin.db, `create database ${NAME}`);
  database = openDatabase(inDatabase(inject('postgresUrl'), NAME), 1);
  folder = mkdtempSync(join(tmpdir(), 'parley-migrations-'));
});

afterEach(async () => {
  await database.close();
  await script(admin.db, `drop database ${NAME} with (force)`);
  await admin.close();
  rmSync(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const applied = async () =>
  (await rows(database.db, sql<{ name: string }>`select name from migrations order by name`)).map(
    ({ name }) => name,
  );

test('a database gets what it lacks, once, and keeps what it holds', async () => {
  const { db } = database;
  write('0001-cups.sql', "create table cups (name text); insert into cups values ('blue')");
  expect(await migrate(db, folder)).toEqual(['0001-cups.sql']);
  write('0002-sizes.sql', 'alter table cups add column size int not null default 3');
  write('0003-large.sql', 'update cups set size = size + 1');
  expect(await migrate(db, folder)).toEqual(['0002-sizes.sql', '0003-large.sql']);
  expect(await migrate(db, folder)).toEqual([]);
  expect(await rows(db, sql`select name, size from cups`)).toEqual([{ name: 'blue', size: 4 }]);
});

test('a step that fails is named, and nothing of the others stays', async () => {
  const { db } = database;
  write('0001-cups.sql', 'create table cups (name text)');
  await migrate(db, folder);
  write('0002-sizes.sql', 'alter table cups add column size int');
  write('0003-large.sql', 'drop index cups_name');
  const failed = migrate(db, folder);
  await expect(failed).rejects.toBeInstanceOf(ConfigError);
  await expect(failed).rejects.toThrow(
    'The database could not be brought up to date: 0003-large.sql failed (index "cups_name" does not exist). It is as it was: start the Parley that you had, or put a backup back.',
  );
  expect(await applied()).toEqual(['0001-cups.sql']);
  expect(await rows(db, sql`select * from cups`)).toEqual([]);
});

const NEXT = `
  alter table contacts add column cup text not null default '';
  alter table users add column cup text; -- Copied to each machine.
  create index contacts_cup on contacts (account_id, cup);
  update contacts set cup = 'of ' || phone where account_id > 0;
  drop table quarter_hour_rollups;
  create table quarter_hour_rollups (
    account_id bigint not null references accounts (id),
    cup text not null,
    primary key (account_id, cup)
  );
  insert into quarter_hour_rollups select account_id, cup from contacts;
  create index quarter_hour_rollups_cup on quarter_hour_rollups (account_id, cup);`;

test('tables that hold rows are changed, and a new one lies where the others do, on several machines too', async () => {
  const name = `${NAME}_used`;
  await cloneDatabase(inject('ownerUrls'), name, TEMPLATE);
  const { db, close } = openDatabase(inDatabase(inject('appUrl'), name), 1);
  await sql`insert into accounts (name, time_zone, created_at) select 'Ann', 'UTC', now() from generate_series(1, 9)`.execute(
    db,
  );
  await sql`insert into contacts (account_id, phone, created_at) select id, '+12125550100', now() from accounts`.execute(
    db,
  );
  cpSync(join(import.meta.dirname, '../../../migrations'), folder, { recursive: true });
  write('9001-next.sql', NEXT);
  expect(await migrate(db, folder)).toEqual(['9001-next.sql']);
  expect(await migrate(db, folder)).toEqual([]);
  const cups = sql`select count(distinct account_id) as accounts, min(cup) as cup from quarter_hour_rollups`;
  expect(await rows(db, cups)).toEqual([{ accounts: 9, cup: 'of +12125550100' }]);
  if (await readCluster(db)) expect(await misplacedTables(db)).toEqual([]);
  await close();
  await dropDatabase(inject('ownerUrls'), name);
});
