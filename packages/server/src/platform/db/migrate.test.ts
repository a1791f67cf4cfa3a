/** Older databases become what a new one is, with what they hold; one that cannot is left alone and named. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { inDatabase } from '../../testing/databases.ts';
import { TEMPLATE } from '../../testing/global-setup.ts';
import { ConfigError } from '../config.ts';
import { type Db, openDatabase, rows, script, sql } from './database.ts';
import { migrate } from './migrate.ts';

const OLD = `test_migrate_${process.pid}`;
const admin = openDatabase(inject('postgresUrl'), 1);
let database: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  await script(admin.db, `create database ${OLD} template ${TEMPLATE}`);
  database = openDatabase(inDatabase(inject('appUrl'), OLD), 1);
});

afterAll(async () => {
  await database.close();
  await script(admin.db, `drop database ${OLD} with (force)`);
  await admin.close();
});

const TABLES = sql<{ column: string }>`
  select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as column
  from information_schema.columns where table_schema = 'public' order by 1`;

async function columns(db: Db): Promise<string[]> {
  return (await rows(db, TABLES)).map(({ column }) => column);
}

test('a database with the first form of the links gets what it lacks, with its counts', async () => {
  const { db } = database;
  const now = await columns(db);
  await script(
    db,
    `drop table daily_totals;
     drop index campaigns_newest, campaigns_templates;
     alter table campaigns drop column name_lower;
     create index campaigns_newest on campaigns (account_id, created_at desc, id desc) where not is_template;
     create index campaigns_name_search on campaigns using gin (name gin_trgm_ops);
     create index daily_counts_day on daily_counts (account_id, kind, day);
     insert into daily_counts (account_id, kind, campaign_id, day, count) values (7, 'optin', 1, '2026-01-02', 3), (7, 'optin', 2, '2026-01-02', 4);
     delete from migrations where name in ('0003-totals.sql', '0018-campaign-pages.sql')`,
  );
  expect(await migrate(db)).toEqual(['0003-totals.sql', '0018-campaign-pages.sql']);
  expect(await columns(db)).toEqual(now);
  const totals = await rows(
    db,
    sql`select kind, day::text, count::int from daily_totals where account_id = 7`,
  );
  expect(totals).toEqual([{ kind: 'optin', day: '2026-01-02', count: 7 }]);
  expect(await migrate(db)).toEqual([]);
});

test('a step that fails is named, and nothing of the others stays', async () => {
  const { db } = database;
  await script(
    db,
    `delete from migrations where name in ('0003-totals.sql', '0018-campaign-pages.sql'); drop index campaigns_newest`,
  );
  const failed = migrate(db);
  await expect(failed).rejects.toBeInstanceOf(ConfigError);
  await expect(failed).rejects.toThrow(
    'The database could not be brought up to date: 0018-campaign-pages.sql failed (index "campaigns_newest" does not exist). It is as it was: start the Parley that you had, or put a backup back.',
  );
  const applied = await rows(db, sql`select 1 from migrations where name = '0003-totals.sql'`);
  expect(applied).toEqual([]);
});
