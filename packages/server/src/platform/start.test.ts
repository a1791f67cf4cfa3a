/** A start that cannot be says why in one line; a server whose database is away says so too, and lives. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { buildApp } from '../app.ts';
import { dropDatabase } from '../testing/databases.ts';
import { useHarness } from '../testing/harness.ts';
import { PROGRAM_ENVIRONMENT } from '../testing/program-environment.ts';
import { readConfig } from './config.ts';
import { openDatabase, script, sql } from './db/database.ts';
import { lockFolder } from './db/folder-lock.ts';
import { Runtime } from './runtime.ts';
import { mayPass } from './start-errors.ts';

const harness = useHarness();
const folder = mkdtempSync(join(tmpdir(), 'parley-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(
  env: Record<string, string>,
  watch?: (child: ChildProcess) => void,
): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: { ...PROGRAM_ENVIRONMENT, LOG_LEVEL: 'silent', PORT: '0', DATA_DIR: join(folder, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout?.resume();
  watch?.(child);
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += String(chunk);
  });
  const [code] = (await once(child, 'close')) as [number];
  return { code, said };
}

test('a start that cannot be says why in one line and what to do', async () => {
  const url = inject('postgresUrl');
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as { port: number };
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const held = join(folder, 'held');
  const release = lockFolder(held);
  const refused = new URL(url);
  // The servers of a test cluster ask nobody for a password.
  const asksPassword = inject('ownerUrls').length === 1;
  refused[asksPassword ? 'password' : 'username'] = 'wrong';
  const all = await Promise.all([
    start({ DATABASE_URL: ownDatabase(), PORT: String(port) }),
    start({ DATABASE_URL: url, DATA_DIR: file }),
    start({ DATABASE_URL: url, DATA_DIR: held }),
    start({ DATABASE_URL: refused.href, DATA_DIR: join(folder, 'refused') }),
    start({ DATABASE_URL: ownDatabase(), DATA_DIR: join(folder, 'nowhere'), HOST: 'no host' }),
  ]);
  taken.close();
  release();
  const [port_, notAFolder, second, wrong, nowhere] = all.map(({ said }) => said.trim());
  expect(all.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2]);
  expect(nowhere).toMatch(/^The server cannot listen at no host:0 \(E\w+\)\. Check HOST and PORT\.$/);
  expect(port_).toBe(`Port ${port} is in use already. Stop what listens there, or set another PORT.`);
  expect(notAFolder).toMatch(/^The data folder .*file cannot be used \(ENOTDIR\)\. Give this user .*$/);
  expect(second).toMatch(/^Another Parley \(process \d+\) is using .*held\. .*$/);
  const why = asksPassword ? 'password authentication failed' : 'role "wrong" does not exist';
  expect(wrong).toMatch(new RegExp(`^The database of DATABASE_URL refuses us: ${why}.*$`));
});

test('what may pass by itself, a database that is away or a full disk, is told from what does not', () => {
  const config = readConfig({ HOST: 'no host' }, []);
  for (const code of ['ECONNREFUSED', '57P03', '53100', 'ENOSPC', '3D000'])
    expect([code, mayPass({ code }, config)]).toEqual([code, true]);
  for (const code of ['28P01', '42501', 'EACCES', 'EADDRINUSE'])
    expect([code, mayPass({ code }, config)]).toEqual([code, false]);
  const unknown = { code: 'ENOTFOUND', syscall: 'getaddrinfo' };
  expect(mayPass({ ...unknown, hostname: 'database' }, config)).toBe(true);
  expect(mayPass({ ...unknown, hostname: 'no host' }, config)).toBe(false);
});

test('a folder that takes nothing, a damaged key, a newer database and a PostgreSQL that does not start are told so, too', async () => {
  const damaged = join(folder, 'damaged');
  mkdirSync(damaged);
  writeFileSync(join(damaged, 'secret-key'), '');
  const foreign = join(folder, 'foreign');
  mkdirSync(join(foreign, 'postgres/cluster'), { recursive: true });
  writeFileSync(join(foreign, 'postgres/cluster/PG_VERSION'), '9\n');
  const { db } = harness().services;
  const key = await start({ DATABASE_URL: ownDatabase(), DATA_DIR: damaged });
  await sql`insert into migrations (name) values ('9999-later.sql')`.execute(db);
  const others = await Promise.all([
    start({ DATABASE_URL: ownDatabase(), DATA_DIR: '/proc/parley' }),
    start({ DATABASE_URL: ownDatabase(), DATA_DIR: join(folder, 'newer') }),
    start({ DATA_DIR: foreign }),
  ]);
  await sql`delete from migrations where name = '9999-later.sql'`.execute(db);
  const all = [key, ...others];
  expect(all.map(({ code }) => code)).toEqual([2, 2, 2, 2]);
  const [damagedKey, proc, newer, postgres] = all.map(({ said }) => said.trim());
  expect(damagedKey).toMatch(/^The secret key in .*secret-key is damaged\. .*$/);
  expect(proc).toMatch(/^The data folder \/proc\/parley cannot be used \(\w+\)\. .*$/);
  expect(newer).toMatch(/^The database was migrated by a newer Parley \(9999-later\.sql\)\. .*$/);
  expect(postgres).toMatch(/^PostgreSQL could not be started: .+\. Its log is .*postgres\.log\.$/);
});

test('a log that cannot be written does not end the server', async () => {
  const full = openSync('/dev/full', 'w');
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: {
      ...PROGRAM_ENVIRONMENT,
      PORT: String(port),
      DATA_DIR: join(folder, 'full'),
      DATABASE_URL: ownDatabase(),
    },
    stdio: ['ignore', full, full],
  });
  closeSync(full);
  const ended = once(child, 'close');
  const alive = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(alive).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('told to stop while it starts, and told twice, it stops cleanly and takes its PostgreSQL along', async () => {
  const dataDir = join(folder, 'stopped');
  const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid');
  for (const delay of [0, 400]) {
    const { code, said } = await start({ DATA_DIR: dataDir }, (child) => {
      const look = setInterval(() => {
        if (!existsSync(pidFile)) return;
        clearInterval(look);
        for (const wait of [delay, delay + 100]) setTimeout(() => child.kill('SIGTERM'), wait);
      }, 5);
    });
    expect([code, said]).toEqual([0, '']);
    expect(existsSync(pidFile)).toBe(false);
    expect(existsSync(join(dataDir, 'parley.lock'))).toBe(false);
  }
});

/** A port that whoever starts it listens at already, as a unit with a socket of systemd. */
const HANDED = ['-c', 'export LISTEN_FDS=1 LISTEN_PID=$$; exec "$@"', 'sh'];

test('a start that waits for its database says so to people and machines, and serves at the same port as soon as it is there', () =>
  waitForDatabase(false));

test('a start whose database is not created yet waits for it, and says so', async () => {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `late_${process.pid}`;
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: {
      ...PROGRAM_ENVIRONMENT,
      LOG_LEVEL: 'warn',
      PORT: String(port),
      DATA_DIR: join(folder, 'late'),
      DATABASE_URL: url.href,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let log = '';
  child.stdout.on('data', (chunk) => {
    log += String(chunk);
  });
  const ended = once(child, 'close');
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      async (answer) => `${answer.status} ${await answer.text()}`,
      () => '',
    );
  await expect
    .poll(ready)
    .toBe(`503 ${JSON.stringify({ status: 'starting. The database does not exist yet.' })}`);
  expect(log).toMatch(/The database of DATABASE_URL is not there: database .*late_\d+.* does not exist/);
  const owner = openDatabase(inject('postgresUrl'), 1);
  await script(owner.db, `create database ${url.pathname.slice(1)}`);
  await expect.poll(ready).toContain('200 ');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await dropDatabase([inject('postgresUrl')], url.pathname.slice(1));
  await owner.close();
});

test('a start that was handed its socket and waits for its database says so there, and serves there as soon as it is there', () =>
  waitForDatabase(true));

async function waitForDatabase(isHanded: boolean): Promise<void> {
  const url = new URL(ownDatabase());
  const [port, databasePort] = [await freePort(), await freePort()];
  const listening = createServer();
  if (isHanded) await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve));
  const { fd } = (listening as unknown as { _handle: { fd: number } | null })._handle ?? {};
  const program = [process.execPath, join(import.meta.dirname, '../main.ts')];
  const child = spawn('sh', isHanded ? [...HANDED, ...program] : ['-c', 'exec "$@"', 'sh', ...program], {
    env: {
      ...PROGRAM_ENVIRONMENT,
      LOG_LEVEL: 'silent',
      PORT: String(port),
      DATA_DIR: join(folder, `waits-${isHanded}`),
      DATABASE_URL: Object.assign(new URL(url), { port: String(databasePort) }).href,
    },
    stdio: ['ignore', 'ignore', 'inherit', fd ?? 'ignore'],
  });
  // What we ourselves held of it would take connections, too.
  listening.close();
  const ended = once(child, 'close');
  const ask = (path: string, accept = '*/*') =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } }).then(
      async (answer) => ({
        status: answer.status,
        retry: answer.headers.get('retry-after'),
        text: await answer.text(),
      }),
      () => ({ status: 0, retry: null, text: '' }),
    );
  const status = async (path: string) => (await ask(path)).status;
  const WAITS = 'The database does not answer yet.';
  await expect.poll(() => status('/healthz')).toBe(200);
  await expect
    .poll(() => ask('/readyz'))
    .toEqual({ status: 503, retry: '5', text: JSON.stringify({ status: `starting. ${WAITS}` }) });
  const call = await ask('/session/api/authentication/checklogin');
  expect([call.status, call.retry]).toEqual([503, '5']);
  expect(JSON.parse(call.text)).toEqual({
    RESULT: 0,
    MESSAGE: 'Parley is starting. Please try again in a moment.',
    DETAIL: WAITS,
    SUSER: 0,
  });
  const page = await ask('/campaign/manage', 'text/html,*/*');
  expect([page.status, page.text.includes(`<p>${WAITS}</p>`)]).toEqual([503, true]);
  const door = createServer((client) => {
    const inner = connect(Number(url.port), url.hostname);
    for (const socket of [client, inner]) socket.on('error', () => client.destroy());
    client.pipe(inner).pipe(client);
  });
  await new Promise<void>((resolve) => door.listen(databasePort, '127.0.0.1', resolve));
  await expect.poll(() => status('/readyz')).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  door.close();
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** The test's own, migrated already. */
function ownDatabase(): string {
  return String(harness().services.pool.options.connectionString);
}

test('a server whose database is away says so, on every path', async () => {
  const away = openDatabase('postgres://nobody@127.0.0.1:9/none', 2);
  const { services } = harness();
  const app = await buildApp({ ...services, db: away.db, pool: away.pool, runtime: new Runtime() });
  const ready = await app.inject('/readyz');
  expect([ready.statusCode, ready.json().status]).toEqual([503, 'the database does not answer']);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  const asked = await Promise.all([
    app.inject({
      method: 'POST',
      url: '/session/api/authentication/validateUser',
      payload: 'inpUserID=a%40example.com&inpPassword=secret',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
    app.inject('/s/AbCdEfGh23'),
    app.inject('/api/v1/triggerSMS?inpContactString=%2B12125550100&inpBatchId=1&inpUserName=a&inpPassword=b'),
  ]);
  for (const answer of asked) {
    expect(answer.statusCode).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.json()).toMatchObject({
      RESULT: 0,
      MESSAGE: 'The database isn’t responding right now. Please try again in a moment.',
    });
  }
  await app.close();
  await away.close();
});
