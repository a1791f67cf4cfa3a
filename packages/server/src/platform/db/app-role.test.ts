/**
 * What Parley's own role may not do in the embedded database, and how a folder gets it in which Parley was
 * the superuser.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { PROGRAM_ENVIRONMENT } from '../../testing/program-environment.ts';
import { createLog } from '../log.ts';
import { APP_ROLE, connectAsOwner, warnOfSuperuser } from './app-role.ts';
import { openDatabase, rows, script, sql } from './database.ts';
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-role-'));
const dataDir = join(folder, 'data');
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  postgres = await startEmbedded(dataDir);
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function asApp<T>(work: (database: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> {
  const database = openDatabase(postgres.url, 1);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function asOwner(text: string): Promise<Record<string, unknown>[]> {
  const client = await connectAsOwner(postgres.ownerUrl);
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test.each([
  `copy (select 1) to program 'true'`,
  `create temp table loot (line text); copy loot from program 'id'`,
  `create temp table loot (line text); copy loot from '/etc/passwd'`,
  `select pg_read_file('/etc/passwd')`,
  `select pg_ls_dir('.')`,
  `select lo_import('/etc/passwd')`,
  'create role another',
  'create database another',
  'create schema another',
  'create extension pg_stat_statements',
  `alter system set log_statement = 'all'`,
  `alter role ${APP_ROLE} superuser`,
  `alter role parley password 'known'`,
  'set role parley',
  'select rolpassword from pg_authid',
  `load 'auto_explain'`,
  `create function c() returns int language c as '/tmp/x.so', 'x'`,
])('is refused: %s', async (text) => {
  const refused = await asApp(({ pool }) => pool.query(text).catch((error: unknown) => error));
  expect(refused).toMatchObject({ code: '42501' });
});

test('the tests of everything else work as that role, too', async () => {
  const { db, close } = openDatabase(inject('appUrl'), 1);
  const found = await rows(
    db,
    sql`select current_user::text as name, rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as more
        from pg_roles where rolname = current_user`,
  );
  await close();
  expect(found).toEqual([{ name: APP_ROLE, more: false }]);
});

test('a superuser in DATABASE_URL is warned of', async () => {
  const warned: string[] = [];
  const log = createLog('warn', (line) => warned.push((JSON.parse(line) as { msg: string }).msg));
  for (const url of [postgres.url, postgres.ownerUrl]) {
    const { db, close } = openDatabase(url, 1);
    await warnOfSuperuser(db, log);
    await close();
  }
  expect(warned).toEqual([
    'DATABASE_URL names a superuser: give Parley a role that owns its database and nothing else',
  ]);
});

describe('a folder in which Parley was the superuser', () => {
  const SOME_OF_EACH = `
    create sequence counted;
    create view looks as select 1 as one;
    create materialized view looked as select 1 as one;
    create type mood as enum ('good');
    create type pair as (one int, two int);
    create domain small as int check (value < 10);
    create type span as range (subtype = int);
    create collation plain (provider = libc, locale = 'C');
    create table by_day (day date, n int generated always as identity) partition by range (day);
    create table by_day_1 partition of by_day for values from ('2026-01-01') to ('2026-02-01');
    create statistics together on day, n from by_day;
    create procedure nothing() language sql as 'select 1';
    create aggregate total (int) (sfunc = int4pl, stype = int);
    create text search dictionary words (template = simple);
    create text search configuration searched (parser = default);`;
  const NOT_THE_APPS = `
    select count(*)::int as left from (
      select relowner as owner, tableoid as class, oid from pg_class where relnamespace = 'public'::regnamespace
      union all select proowner, tableoid, oid from pg_proc where pronamespace = 'public'::regnamespace
      union all select typowner, tableoid, oid from pg_type where typnamespace = 'public'::regnamespace
      union all select collowner, tableoid, oid from pg_collation where collnamespace = 'public'::regnamespace
      union all select stxowner, tableoid, oid from pg_statistic_ext where stxnamespace = 'public'::regnamespace
      union all select dictowner, tableoid, oid from pg_ts_dict where dictnamespace = 'public'::regnamespace
      union all select cfgowner, tableoid, oid from pg_ts_config where cfgnamespace = 'public'::regnamespace
    ) o where owner::regrole::text <> '${APP_ROLE}' and not exists (
      select from pg_depend d where d.classid = class and d.objid = o.oid and d.deptype = 'e'
      union all select from pg_type array_ join pg_type t on t.oid = array_.typelem
        join pg_depend d on d.objid = t.oid and d.deptype = 'e' where array_.oid = o.oid)`;
  const ROLE_AND_SCHEMA = `
    select (select count(*)::int from pg_roles where rolname = '${APP_ROLE}') as roles,
      (select nspowner::regrole::text from pg_namespace where nspname = 'public') as schema`;

  /** As the versions before made it: everything the superuser's, no other role, no password of one. */
  async function makeOld(): Promise<void> {
    await asOwner(
      `reassign owned by ${APP_ROLE} to parley; alter schema public owner to pg_database_owner; drop role ${APP_ROLE}`,
    );
    rmSync(join(dataDir, 'postgres/app-password'));
  }

  const startApart = () =>
    spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { startEmbedded } from '${join(import.meta.dirname, 'embedded.ts')}'; await startEmbedded('${dataDir}')`,
      ],
      { stdio: 'inherit' },
    );

  test('is given over at the start as a whole or, when the start is killed in the middle, not at all', async () => {
    await asApp(({ db }) => migrate(db));
    await asApp(({ db }) => script(db, SOME_OF_EACH));
    await makeOld();
    const before = await asOwner(NOT_THE_APPS);
    expect(before[0]?.left).toBeGreaterThan(100);
    // Somebody reads the last of the tables, so that the start has to wait with most of its work done.
    const reader = await connectAsOwner(postgres.ownerUrl);
    await reader.query('begin; lock table public.by_day_1 in access share mode');
    const killed = startApart();
    await expect
      .poll(() => asOwner(`select from pg_stat_activity where wait_event_type = 'Lock'`))
      .toHaveLength(1);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect(await asOwner(NOT_THE_APPS)).toEqual(before);
    expect(await asOwner(ROLE_AND_SCHEMA)).toEqual([{ roles: 0, schema: 'pg_database_owner' }]);
    process.kill(postgres.pid, 'SIGKILL');
    await reader.end().catch(() => undefined);

    postgres = await startEmbedded(dataDir);
    expect(postgres.adopted).toBe(false);
    expect(await asOwner(NOT_THE_APPS)).toEqual([{ left: 0 }]);
    expect(await asOwner(ROLE_AND_SCHEMA)).toEqual([{ roles: 1, schema: APP_ROLE }]);
    await asApp(async ({ db }) => {
      expect(await migrate(db)).toEqual([]);
      await script(
        db,
        'alter table by_day add more text; drop type mood; drop table by_day_1; analyze contacts',
      );
    });
  }, 180_000);

  test('is found by the commands while its Parley runs', async () => {
    await makeOld();
    expect(await asOwner(ROLE_AND_SCHEMA)).toEqual([{ roles: 0, schema: 'pg_database_owner' }]);
    const said = manage('accounts');
    expect([said, existsSync(join(dataDir, 'postgres/app-password'))]).toEqual(['No accounts yet.\n', false]);
  });

  test('what an older Parley made meanwhile becomes the role’s at the next start, and the commands and a backup work', async () => {
    postgres = await startEmbedded(dataDir);
    expect(postgres.adopted).toBe(true);
    await asOwner('create table public.made_by_an_older_one (n int)');
    await asApp(({ pool }) => pool.query(`alter role ${APP_ROLE} password 'another'`));
    postgres = await startEmbedded(dataDir);
    expect(await asOwner(NOT_THE_APPS)).toEqual([{ left: 0 }]);
    expect(manage('accounts')).toBe('No accounts yet.\n');
    const copy = join(folder, 'copy');
    expect(manage('backup', copy)).toMatch(/^Everything is in /);
    const restored = await startEmbedded(copy);
    const { db, close } = openDatabase(restored.url, 1);
    expect(await rows(db, sql`select current_user::text as name`)).toEqual([{ name: APP_ROLE }]);
    expect(await migrate(db)).toEqual([]);
    await close();
    await restored.stop();
  }, 120_000);

  function manage(...words: string[]): string {
    const main = join(import.meta.dirname, '../../manage.ts');
    const { stdout, stderr } = spawnSync(process.execPath, [main, ...words], {
      env: { DATA_DIR: dataDir, ...PROGRAM_ENVIRONMENT },
      encoding: 'utf8',
    });
    return stdout + stderr;
  }
});
