/** What is wrong, in words; and who may sign in. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@parley/contract';
import { afterAll, expect, inject, test } from 'vitest';
import { openDatabase, rows, sql } from '../platform/db/database.ts';
import { cloneDatabase, createEmptyDatabase, dropDatabase, inDatabase } from '../testing/databases.ts';
import { TEMPLATE } from '../testing/global-setup.ts';
import { useHarness } from '../testing/harness.ts';
import { examine as examineGround } from './doctor.ts';
import { runCommand } from './run-command.ts';

const harness = useHarness();
const dataDir = mkdtempSync(join(tmpdir(), 'parley-doctor-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** What the program does, within this one. */
async function manage(words: string[], env: Record<string, string> = {}) {
  const { status, text, problem } = await runCommand(words, {
    DATABASE_URL: String(harness().services.pool.options.connectionString),
    DATA_DIR: dataDir,
    SECRET_KEY: 'a secret key for tests, long enough',
    DISK_MEGABYTES: '0',
    ...env,
  });
  return { status, said: `${problem || text}\n` };
}

type Told = { ok: boolean; findings: { check: string; is: string; words: string }[] };

async function examine(env: Record<string, string> = {}) {
  const { status, said } = await manage(['doctor', '--json'], env);
  const { ok, findings } = JSON.parse(said) as Told;
  return { status, ok, of: (check: string) => findings.find((each) => each.check === check) };
}

test('a healthy installation has nothing wrong, and the status says so', async () => {
  await sql`
    insert into worker_processes (name, at, role) values ('x.1.1', ${new Date()}, 'all')
    on conflict (name) do update set at = excluded.at`.execute(harness().services.db);
  const { status, said } = await manage(['doctor'], { PUBLIC_URL: 'https://sms.example.com' });
  expect(said).toMatch(/^ok {3}Versions: +Node \d+\.\S+, PostgreSQL \d+/);
  expect(said).toMatch(/\nNothing is wrong\.\n$/);
  expect(status).toBe(0);
  const below = await manage(['doctor'], { PUBLIC_URL: 'https://example.com/sms' });
  expect(below.said).toMatch(/\nWARN Address: +https:\/\/example\.com\/sms has a path/);
});

test('a database that does not answer is what is wrong, said first', async () => {
  const { status, of } = await examine({ DATABASE_URL: 'postgres://parley:secret@127.0.0.1:1/parley' });
  expect(status).toBe(1);
  expect(of('Versions')).toMatchObject({
    is: 'bad',
    words:
      'could not be looked at. The database of DATABASE_URL does not answer: connect ECONNREFUSED 127.0.0.1:1.',
  });
  expect(of('Texts')?.words).toBe('could not be looked at: see what is wrong above');
  expect(of('Address')?.is).toBe('ok');
});

test('what is wrong is said, each with what to do', async () => {
  const { db } = harness().services;
  const user = await harness().newUser();
  const key = join(dataDir, 'secret-key');
  writeFileSync(key, 'a secret key for tests, long enough');
  chmodSync(key, 0o644);
  await sql`
    insert into connection_states (account_id, channel_id, place, state, at)
    values (${user.accountId}, 77, 1, ${JSON.stringify({ circuit: 'open', trouble: { code: '30008' } })}, ${new Date()})`.execute(
    db,
  );
  await sql`
    insert into webhook_endpoints (account_id, url, description, kinds, enabled, secret_encrypted, created_at, failing_since)
    values (${user.accountId}, 'https://hooks.example/secret-path', '', '{}', true, '', ${new Date()}, ${new Date()})`.execute(
    db,
  );
  await sql`
    insert into outbox (account_id, message_id, channel_id, due_at)
    values (${user.accountId}, 1, 77, ${new Date(Date.now() - 120_000)})`.execute(db);
  await sql`update worker_processes set role = 'web', at = ${new Date()}`.execute(db);
  const { status, ok, of } = await examine({
    SECRET_KEY: '',
    PUBLIC_URL: 'http://sms.example.com',
    DISK_MEGABYTES: '1000000000',
    DATABSE_URL: 'x',
  });
  expect([status, ok]).toEqual([1, false]);
  expect(of('Carriers')).toMatchObject({
    is: 'bad',
    words: expect.stringContaining(`channel 77 of account ${user.accountId} (30008)`),
  });
  expect(of('Webhooks')).toMatchObject({ is: 'warn', words: expect.stringContaining('(hooks.example)') });
  expect(of('Webhooks')?.words).not.toContain('secret-path');
  expect(of('Secret key')).toMatchObject({ is: 'bad', words: expect.stringContaining(`chmod 600 ${key}`) });
  expect(of('Address')).toMatchObject({ is: 'bad', words: expect.stringContaining('without TLS') });
  expect(of('Disk')).toMatchObject({ is: 'bad', words: expect.stringMatching(/^[\d,]+ MB free at /) });
  expect(of('Settings')).toMatchObject({
    is: 'warn',
    words: expect.stringContaining('Is DATABASE_URL meant?'),
  });
  expect(of('Sending')).toMatchObject({ is: 'bad', words: expect.stringMatching(/oldest for 1[12]\d s/) });
  expect(of('Processes')).toMatchObject({ is: 'bad', words: expect.stringContaining('PARLEY_ROLE=worker') });
  expect(of('Schema')).toMatchObject({ is: 'ok' });
});

test('a channel for codes that brings none is told of', async () => {
  const user = await harness().newUser();
  const [channel] = (await user.ask(calls.channels.list, {})).values.channels;
  const look = async (CODE_CHANNEL: string) => (await examine({ CODE_CHANNEL })).of('Codes');
  expect(await look(`${user.accountId}:+18005550199`)).toMatchObject({
    is: 'bad',
    words: expect.stringMatching(
      /^CODE_CHANNEL names \+18005550199 of account \d+, which has no such channel/,
    ),
  });
  expect(await look(`${user.accountId}:${channel?.number}`)).toMatchObject({
    is: 'warn',
    words: expect.stringContaining('a simulated channel'),
  });
  expect((await examine()).of('Codes')).toMatchObject({ is: 'ok' });
});

test('texts that are stored and not played are told of, and what is the matter with them', async () => {
  const { config, db } = harness().services;
  const user = await harness().newUser();
  const now = new Date();
  const look = async () => (await examineGround({ config, db, now })).find(({ check }) => check === 'Texts');
  const store = (phone: string, secondsAgo: number, failures: number) =>
    sql`
      insert into unplayed_texts (account_id, phone, channel_id, carrier_message_id, body, at, failures)
      values (${user.accountId}, ${phone}, 1, ${phone}, 'hello', ${new Date(now.getTime() - secondsAgo * 1_000)}, ${failures})`.execute(
      db,
    );
  expect(await look()).toMatchObject({ is: 'ok', words: 'all that came in are played' });
  await store('+12125550151', 1, 0);
  expect(await look()).toMatchObject({
    is: 'ok',
    words: expect.stringMatching(/^1 that .* oldest for 1 s$/),
  });
  await store('+12125550152', 20, 0);
  expect(await look()).toMatchObject({ is: 'warn' });
  await store('+12125550153', 90, 0);
  expect(await look()).toMatchObject({
    is: 'bad',
    words: expect.stringMatching(/^3 that came in are stored and not played yet, the oldest for 90 s\. /),
  });
  await store('+12125550154', 1, 2);
  const told = await look();
  expect(told).toMatchObject({ is: 'bad', words: expect.stringContaining('1 of them could not be played') });
  expect(told?.words).not.toMatch(/5550|hello/);
  await sql`delete from unplayed_texts`.execute(db);
});

test('processes that keep uploads in different folders are told of', async () => {
  const { config, db } = harness().services;
  const now = new Date();
  const store = (name: string, role: string, folder: string) =>
    sql`
      insert into worker_processes (name, at, role, imports) values (${name}, ${now}, ${role}, ${folder})
      on conflict (name) do update set imports = excluded.imports`.execute(db);
  const look = async () =>
    (await examineGround({ config, db, now })).find(({ check }) => check === 'Processes');
  await store('y.1.1', 'web', 'one');
  await store('y.2.1', 'worker', 'one');
  expect(await look()).toMatchObject({ is: 'ok' });
  await store('y.2.1', 'worker', 'other');
  expect(await look()).toMatchObject({ is: 'bad', words: expect.stringContaining('DATA_DIR/imports') });
  await sql`delete from worker_processes where name like 'y.%'`.execute(db);
});

test('a database of another version is told of, both ways', async () => {
  const { db } = harness().services;
  await sql`insert into migrations (name) values ('9999-later.sql')`.execute(db);
  expect((await examine()).of('Schema')).toMatchObject({
    is: 'bad',
    words: expect.stringContaining('9999-later.sql'),
  });
  await sql`delete from migrations where name = '9999-later.sql'`.execute(db);
  await sql`delete from migrations where name = '0027-disabled-users.sql'`.execute(db);
  expect((await examine()).of('Schema')).toMatchObject({
    is: 'bad',
    words: expect.stringContaining('is behind (0027'),
  });
  await sql`insert into migrations (name) values ('0027-disabled-users.sql')`.execute(db);
});

test('a copy for reports that is away, another one, or does not follow is told of', async () => {
  const { config, db } = harness().services;
  const now = new Date();
  const name = `report_copy_${process.pid}`;
  const url = inDatabase(inject('appUrl'), name);
  const look = async (reportDatabaseUrl: string | null) =>
    (await examineGround({ config: { ...config, reportDatabaseUrl }, db, now })).find(
      ({ check }) => check === 'Reports',
    );
  const saying = (is: string, words: string) => ({ is, words: expect.stringContaining(words) });
  const beat = (secondsAgo: number, of = db) =>
    sql`
      insert into worker_processes (name, at, role)
      values ('beat', ${new Date(now.getTime() - secondsAgo * 1_000)}, 'all')
      on conflict (name) do update set at = excluded.at`.execute(of);
  expect(await look(null)).toMatchObject({ is: 'ok', words: 'read from the database itself' });
  expect(await look('postgres://parley:secret@127.0.0.1:1/parley')).toMatchObject(
    saying(
      'warn',
      'does not answer: connect ECONNREFUSED 127.0.0.1:1. Reports come from the database itself',
    ),
  );
  expect(await look(url)).toMatchObject(saying('warn', 'is not there'));
  const stranger = Object.assign(new URL(url), { username: 'nobody' }).href;
  expect(await look(stranger)).toMatchObject(saying('warn', 'refuses us'));
  await createEmptyDatabase({ url: inject('appUrl'), ownerUrl: inject('ownerUrls')[0] ?? '' }, name);
  expect(await look(url)).toMatchObject(saying('bad', 'is empty: it is no copy'));
  await dropDatabase(inject('ownerUrls'), name);
  await cloneDatabase(inject('ownerUrls'), name, TEMPLATE);
  const copy = openDatabase(url, 1);
  try {
    const applied = await rows(
      db,
      sql<{ name: string; at: string }>`select name, applied_at::text as at from migrations`,
    );
    await sql`
      update migrations m set applied_at = own.at::timestamptz
      from unnest(${applied.map(({ name: of }) => of)}::text[], ${applied.map(({ at }) => at)}::text[]) as own (name, at)
      where m.name = own.name`.execute(copy.db);
    await beat(0);
    expect(await look(url)).toMatchObject(saying('bad', 'is far behind, and reports say so.'));
    await beat(0, copy.db);
    expect(await look(url)).toMatchObject({ is: 'ok', words: 'read from the copy, which follows' });
    await beat(40, copy.db);
    expect(await look(url)).toMatchObject(
      saying('warn', 'is 40 s behind, and reports say so. See on the primary'),
    );
    await beat(3_600, copy.db);
    expect(await look(url)).toMatchObject(saying('bad', 'is 3,600 s behind'));
    await sql`delete from migrations where name = '0027-disabled-users.sql'`.execute(copy.db);
    expect(await look(url)).toMatchObject(saying('bad', 'another schema (0027-disabled-users.sql)'));
    await sql`update migrations set applied_at = applied_at - interval '1 day'`.execute(copy.db);
    expect(await look(url)).toMatchObject(saying('bad', 'is of another installation'));
  } finally {
    await copy.close();
    await dropDatabase(inject('ownerUrls'), name);
    await sql`delete from worker_processes where name = 'beat'`.execute(db);
  }
});

test('a user who is disabled is signed out and stays out until they are enabled', async () => {
  const user = await harness().newUser({ email: 'Leaver@example.com' });
  const password = 'correct horse battery staple';
  const signIn = async () =>
    harness().stranger().ask(calls.access.signIn, { email: 'leaver@example.com', password });
  expect((await signIn()).RESULT).toBe(1);
  const { link } = (await user.ask(calls.team.invite, { email: 'friend@example.com', role: 'owner' })).values;
  expect(await manage(['disable-user', 'leaver@example.com'])).toMatchObject({ status: 0 });
  const join = { invitation: link.split('/join/')[1] ?? '', password, phone: '2125550187' };
  expect((await harness().stranger().ask(calls.team.join, join)).RESULT).toBe(0);
  expect((await user.ask(calls.account.load, {})).RESULT).toBe(-1);
  expect(await signIn()).toMatchObject({ RESULT: 0, MESSAGE: expect.stringContaining('turned off') });
  expect((await manage(['users'])).said).toMatch(/^Leaver@example\.com .*disabled since \d{4}-/m);
  const listed = JSON.parse((await manage(['users', '--json'])).said) as {
    email: string;
    disabledAt: string | null;
  }[];
  expect(listed.find(({ email }) => email === 'Leaver@example.com')?.disabledAt).toBeTruthy();
  expect(await manage(['enable-user', 'leaver@example.com'])).toMatchObject({ status: 0 });
  expect((await signIn()).RESULT).toBe(1);
  expect(await manage(['disable-user', 'nobody@example.com'])).toMatchObject({ status: 2 });
});
