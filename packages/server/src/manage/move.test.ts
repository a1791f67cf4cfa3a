/** An installation that moves to another database: whole or not at all, and never at home in both. */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { ACCOUNT_TABLES, LOCAL_TABLES, REFERENCE_TABLES } from '../platform/db/placement.ts';
import { cloneDatabase, createEmptyDatabase, dropDatabase, inDatabase } from '../testing/databases.ts';
import { TEMPLATE } from '../testing/global-setup.ts';
import { eventually } from '../testing/harness.ts';
import { PROGRAM_ENVIRONMENT } from '../testing/program-environment.ts';
import { pictureOf } from '../testing/stored.ts';
import type { Printed } from './commands.ts';
import { move } from './move.ts';

const ownerUrls = inject('ownerUrls');
const names = ['source', 'target', 'third'].map((word) => `move_${word}_${process.pid}`);
const [source = '', target = '', third = ''] = names;
const urlOf = (name: string) => inDatabase(inject('appUrl'), name);
const folder = mkdtempSync(join(tmpdir(), 'parley-move-'));
const pools = new Map<string, pg.Pool>();

function on(name: string): pg.Pool {
  const pool = pools.get(name) ?? new pg.Pool({ connectionString: urlOf(name), max: 2 });
  pools.set(name, pool);
  return pool;
}

const environment = (from: string, to?: string) => ({
  DATABASE_URL: urlOf(from),
  DATA_DIR: folder,
  PORT: '0',
  LOG_LEVEL: 'error',
  ...PROGRAM_ENVIRONMENT,
  ...(to === undefined ? {} : { MOVE_TO: to }),
});
const program = (name: string) => join(import.meta.dirname, '..', name);

function manage(words: string[], env: NodeJS.ProcessEnv) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program('manage.ts'), ...words], {
    env,
    encoding: 'utf8',
  });
  return { status, said: stdout, told: stderr };
}

/** The command without the program around it: for what ends before anything is moved. */
async function look(from: string, words: string[], to?: string): Promise<Printed> {
  const { url, ownerUrl } = { url: urlOf(from), ownerUrl: '' };
  const config = readConfig(environment(from, to && urlOf(to)), []);
  const { db, close } = openDatabase(url, 1);
  return move({ config, db, url, ownerUrl, now: new Date() }, words).finally(close);
}

type Column = { name: string; type: string; isDefaulted: boolean };

/** A value that a copy as text could spoil, or one that keys and checks allow. */
function exampleOf({ name, type }: Column, words: ReadonlyMap<string, string>, isKey: boolean): string {
  if (words.has(name)) return `'${words.get(name)}'`;
  if (type.endsWith('[]')) return `'{}'::${type}`;
  if (type === 'text') return isKey ? `'x'` : `E'tab\\t, line\\nend, \\\\N, "quoted", Ä, 🙂'`;
  if (type === 'jsonb' || type === 'json') return `'{"a": [1.50, null, "\\\\n"]}'`;
  if (type === 'boolean') return 'true';
  if (type === 'bytea') return `'\\x00ff5c'`;
  if (type.startsWith('timestamp')) return `'2026-03-04 05:06:07.891234+00'`;
  if (type === 'date') return `'2026-03-04'`;
  if (type === 'uuid') return `'0197a0b1-7c2d-7e3f-8a4b-5c6d7e8f9a0b'`;
  if (type === 'double precision' || type === 'real') return '0.1';
  if (/^(smallint|integer|bigint|numeric)/.test(type)) return `'1'`;
  return `(enum_range(null::${type}))[1]`;
}

/** One row in every table: all keys are 1 or x, so that each row finds what it refers to. */
async function fillAll(pool: pg.Pool): Promise<void> {
  const tables = [...REFERENCE_TABLES, ...ACCOUNT_TABLES, ...LOCAL_TABLES];
  for (const table of tables.filter((name) => name !== 'migrations')) {
    const { rows: columns } = await pool.query<Column>(
      `select a.attname as name, format_type(a.atttypid, -1) as type, a.atthasdef as "isDefaulted"
       from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
      [table],
    );
    const { rows: rules } = await pool.query<{ text: string; kind: string }>(
      `select pg_get_constraintdef(oid) as text, contype as kind from pg_constraint where conrelid = $1::regclass`,
      [table],
    );
    const words = new Map(
      rules.flatMap(({ text }) =>
        [...text.matchAll(/\((\w+) = ANY \(ARRAY\['([^']+)'/g)].map(
          ([, column = '', word = '']) => [column, word] as const,
        ),
      ),
    );
    const keys = rules
      .filter(({ kind }) => kind !== 'c')
      .map(({ text }) => text)
      .join();
    const given = columns.filter(({ isDefaulted }) => !isDefaulted);
    const values = given.map((column) =>
      exampleOf(column, words, new RegExp(`\\b${column.name}\\b`).test(keys)),
    );
    await pool.query(
      `insert into ${table} (${given.map(({ name }) => `"${name}"`).join(', ')}) values (${values.join(', ')})
       on conflict do nothing`,
    );
  }
  await pool.query(`select setval(pg_get_serial_sequence('tags', 'id'), 4711)`);
}

beforeAll(async () => {
  await cloneDatabase(ownerUrls, source, TEMPLATE);
  await cloneDatabase(ownerUrls, target, TEMPLATE);
  await createEmptyDatabase({ url: inject('appUrl'), ownerUrl: ownerUrls[0] ?? '' }, third);
  await fillAll(on(source));
});

afterAll(async () => {
  await Promise.all([...pools.values()].map((pool) => pool.end()));
  for (const name of [source, target]) await dropDatabase(ownerUrls, name);
  await dropDatabase(ownerUrls.slice(0, 1), third);
  rmSync(folder, { recursive: true, force: true });
});

/** What holds a database, and when it was brought up to date, apart. */
async function pictureWithout(name: string): Promise<Record<string, string>> {
  const { installation_acts: _acts, ...picture } = await pictureOf(on(name));
  return picture;
}

describe('moving', () => {
  it('has rows of every table to move', async () => {
    const empty = Object.entries(await pictureOf(on(source))).filter(([, rows]) => rows.startsWith('0 rows'));
    expect(empty).toEqual([]);
  });

  it('says what is in the way, and moves nothing then', async () => {
    await expect(look(source, [])).rejects.toThrow(/^Set MOVE_TO \(or MOVE_TO_FILE\)/);
    await expect(look(source, ['now'], target)).rejects.toThrow('"move" knows "check" and "unlock" alone');
    await expect(look(source, ['unlock'], target)).rejects.toThrow('Nothing was moved away');
    await on(source).query('update worker_processes set at = now()');
    await on(target).query(`
      insert into users (email, email_key, password_hash, phone, created_at)
      values ('a@example.com', 'a@example.com', 'x', '+12125550100', now())`);
    await expect(look(source, [], target)).rejects.toThrow(
      /^Nothing was moved\.\n1 processes of Parley .*\n.* has accounts already: it must be empty\.$/,
    );
    await on(source).query(`update worker_processes set at = '2026-03-04'`);
    await on(target).query('delete from users');
    await on(third).query('create table of_others (id int)');
    await expect(look(source, [], third)).rejects.toThrow('in use by something else: it has of_others');
    await on(third).query('drop table of_others');
    await on(target).query(`insert into migrations (name) values ('9999-later.sql')`);
    await expect(look(source, [], target)).rejects.toThrow('is of a newer Parley (9999-later.sql)');
    await on(target).query(`delete from migrations where name = '9999-later.sql'`);
    const looked = JSON.stringify(await look(source, ['check'], target));
    expect(looked).toMatch(/Nothing stands in the way of moving to [^"]*\/move_target_\d+\./);
    expect((await on(third).query(`select to_regclass('accounts') as made`)).rows).toEqual([{ made: null }]);
  });

  it('leaves nothing when it is killed, and is whole the next time', async () => {
    const before = await pictureWithout(source);
    const locker = await on(target).connect();
    const killed = spawn(process.execPath, [program('manage.ts'), 'move'], {
      env: environment(source, urlOf(target)),
      stdio: 'ignore',
    });
    const ended = once(killed, 'exit');
    try {
      await locker.query('begin; lock table messages in access exclusive mode');
      const waits = `select 1 from pg_locks where relation = 'messages'::regclass and not granted`;
      await eventually(async () => (await locker.query(waits)).rowCount);
    } finally {
      killed.kill('SIGKILL');
      await ended;
      await locker.query('rollback');
      locker.release();
    }
    expect((await on(target).query('select from accounts')).rowCount).toBe(0);

    const moved = manage(['move'], environment(source, urlOf(target)));
    expect(moved).toMatchObject({ status: 0 });
    expect(moved.told).toMatch(/ 1 of \d+: users, 1 rows\n[\s\S]*messages, 1 rows\n/);
    expect(moved.said).toMatch(/^Moved \d+ tables with \d+ rows to .*, the same on both sides\.\n/);
    expect(await pictureWithout(target)).toEqual(before);
    const next = await on(target).query(`select nextval(pg_get_serial_sequence('tags', 'id')) as id`);
    expect(Number(next.rows[0].id)).toBe(4712);
  });

  it('holds the database of before until somebody lets go of it', async () => {
    const env = environment(source, urlOf(target));
    const refusal = new RegExp(`was moved to \\S+/${target} `);
    const start = spawnSync(process.execPath, [program('main.ts')], { env, encoding: 'utf8' });
    expect(start).toMatchObject({ status: 2, stderr: expect.stringMatching(refusal) });
    expect(manage(['accounts'], env).told).toMatch(refusal);
    await expect(look(source, [], target)).rejects.toThrow(/^Everything was moved to .* already/);
    expect(await look(source, ['unlock'])).toMatchObject({ data: { blasts: 1, messages: 0, runs: 2 } });
    await expect(look(source, ['unlock'])).rejects.toThrow('there is nothing to unlock');
  });

  it('goes on from there into a database where there was nothing', async () => {
    const before = await pictureWithout(target);
    expect(manage(['move'], environment(target, urlOf(third)))).toMatchObject({ status: 0 });
    expect(await pictureWithout(third)).toEqual(before);
  });

  it('goes into the embedded database and, once moved away from there, back; looking makes nothing', async () => {
    const before = await pictureWithout(third);
    const home = join(folder, 'postgres');
    const outside = environment(third, 'embedded');
    const { DATABASE_URL: _none, ...inside } = environment(third, urlOf(source));
    const kept = () => readdirSync(folder).filter((name) => name.startsWith('postgres.before-'));
    const check = () => manage(['move', 'check'], outside);
    expect(check()).toMatchObject({ status: 0, said: expect.stringContaining(`database in ${folder}.`) });
    expect(existsSync(home)).toBe(false);

    expect(manage(['move'], outside)).toMatchObject({ status: 0 });
    await on(third).query(`delete from installation_acts where act = 'moved'`);
    expect(check().told).toContain('has accounts already: it must be empty.');

    await pools.get(source)?.end();
    pools.delete(source);
    await dropDatabase(ownerUrls, source);
    await cloneDatabase(ownerUrls, source, TEMPLATE);
    expect(manage(['move'], inside)).toMatchObject({ status: 0 });
    expect(await pictureWithout(source)).toEqual(before);

    expect(check()).toMatchObject({ status: 0 });
    expect(kept()).toEqual([]);
    await on(third).query('update worker_processes set at = now()');
    expect(manage(['move'], outside).told).toMatch(/processes of Parley were running/);
    expect(kept()).toEqual([]);
    await on(third).query(`update worker_processes set at = '2026-03-04'`);
    expect(manage(['move'], outside)).toMatchObject({ status: 0 });
    expect(kept()).toHaveLength(1);
  }, 300_000);
});
