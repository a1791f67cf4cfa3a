/**
 * Databases of before the schema was one file: all of it applied, they are taken over with what they hold;
 * else they stay.
 */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { inDatabase } from '../../testing/databases.ts';
import { schemaText } from '../../testing/schema-text.ts';
import { ConfigError } from '../config.ts';
import { openDatabase, rows, script, sql } from './database.ts';
import { FORMER_FILES } from './former.ts';
import { migrate, requireMigrated } from './migrate.ts';
import { finishOnline } from './online-migrations.ts';

const NAME = `test_former_${process.pid}`;
const SCHEMA = new URL('../../../schema.sql', import.meta.url);
/** A database that one of before left: its schema, a row of what changed since, its list of files. */
const LEFT = `
  ${readFileSync(new URL('testing/former-schema.sql', import.meta.url), 'utf8')}
  create table migrations (name text primary key, applied_at timestamptz not null default now());
  insert into migrations (name) values ${FORMER_FILES.map((name) => `('${name}')`).join(', ')};
  insert into accounts (id, name, created_at, most_sends) values (1, 'Café', now(), 3);
  insert into users (id, email, email_key, password_hash, phone, phone_proven, created_at)
    values (2, 'Ann@x.example', 'ann@x.example', '', '+12125550100', true, now());
  insert into account_users (account_id, user_id, role) values (1, 2, 'owner');
  update accounts set founded_by = 2;
  insert into lists (account_id, id, kind, name, name_key, position, created_at) values (1, 3, 'list', 'All', 'all', 0, now());
  insert into contacts (account_id, id, phone, created_at) values (1, 8192, '+12125550101', now());
  insert into list_members (account_id, list_id, contact_id, added_at) values (1, 3, 8192, now());
  insert into inbox_marks (account_id, contact_id, read_at, assigned_to) values (1, 8192, now(), 2);
  insert into opt_outs (account_id, phone, source, words, at) values (1, '+12125550102', 'text', 'STOP please', now());
  insert into inbound (account_id, channel_id, contact_id, carrier_message_id, body, kind, at)
    values (1, 4, 8192, 'a', 'Hello there', 'none', now());
  insert into campaigns (account_id, id, name, created_at) values (1, 1001, 'Coffee', now());
  insert into steps (account_id, campaign_id, position, step) values (1, 1001, 1, '{"type": "TRAILER", "text": "Bye"}');
`;

const admin = () => openDatabase(inject('postgresUrl'), 1);
let database: ReturnType<typeof openDatabase>;

async function onServer(statement: string): Promise<void> {
  const { db, close } = admin();
  await script(db, statement);
  await close();
}

beforeEach(async () => {
  await onServer(`create database ${NAME}`);
  database = openDatabase(inDatabase(inject('postgresUrl'), NAME), 1);
  await script(database.db, LEFT);
});

afterEach(async () => {
  await database.close();
  await onServer(`drop database ${NAME} with (force)`);
});

const applied = async () =>
  (await rows(database.db, sql<{ name: string }>`select name from migrations order by 1`)).map(
    ({ name }) => name,
  );

test('a database of before becomes what a new one is, with what it holds', async () => {
  const { db } = database;
  await expect(requireMigrated(db)).rejects.toThrow(ConfigError);
  expect(await migrate(db)).toContain('0001-schema.sql');
  await requireMigrated(db);
  expect(await migrate(db)).toEqual([]);
  expect(await applied()).not.toEqual(expect.arrayContaining([FORMER_FILES[0]]));
  await finishOnline(db, new Date());
  const withoutRows = (text: string) => text.replaceAll(/^-- \w+ holds .*\n/gm, '');
  expect(withoutRows(await schemaText(db))).toBe(withoutRows(readFileSync(SCHEMA, 'utf8')));
  const [kept] = await rows(
    db,
    sql`
      select a.frequency_cap as cap, u.phone_verified as verified, t.assigned_to as assignee, r.block, r.members,
        o.words, i.body, s.step ->> 'type' as step
      from accounts a join users u on u.id = a.founded_by, inbox_threads t, list_member_rollups r, suppressions o,
        inbound_messages i, steps s`,
  );
  expect(kept).toEqual({
    cap: 3,
    verified: true,
    assignee: 2,
    block: 1,
    members: 1,
    words: 'STOP please',
    body: 'Hello there',
    step: 'final-message',
  });
  const next = sql<{ id: number }>`
    insert into inbound_messages (account_id, channel_id, contact_id, carrier_message_id, body, kind, at)
    values (1, 4, 8192, 'b', 'And again', 'none', now()) returning id`;
  expect(await rows(db, next)).toEqual([{ id: 2 }]);
});

test('what has changed in part already is brought to the end', async () => {
  const { db } = database;
  const [first = '', ...rest] = await migrate(db);
  await onServer(`drop database ${NAME} with (force)`).catch(() => undefined);
  await database.close();
  await onServer(`create database ${NAME}`);
  database = openDatabase(inDatabase(inject('postgresUrl'), NAME), 1);
  const file = new URL(`../../../migrations/former/${first}`, import.meta.url);
  await script(
    database.db,
    `${LEFT}; ${readFileSync(file, 'utf8')}; insert into migrations (name) values ('${first}')`,
  );
  expect(await migrate(database.db)).toEqual(rest);
  expect(rest).toContain('0001-schema.sql');
});

test('a database that lacks some of it is refused, by name, and stays as it was', async () => {
  const { db } = database;
  await script(db, `delete from migrations where name >= '0073'`);
  const before = [await applied(), await rows(db, sql`select * from member_blocks`)];
  const refused = migrate(db);
  await expect(refused).rejects.toBeInstanceOf(ConfigError);
  await expect(refused).rejects.toThrow(
    'The database is of a much older Parley, without 0073-opt-outs-by-address.sql. Please start Parley of November 23, 2026 (commit 5b83d35) on it once, and then this one. It is as it was.',
  );
  expect([await applied(), await rows(db, sql`select * from member_blocks`)]).toEqual(before);
});
