/** Processes of one database that share the work: some serve, some work, each can be lost. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BASE, calls, encodeFields } from '@parley/contract';
import { afterAll, expect, test } from 'vitest';
import { storeSketch } from '../testing/flows.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { PROGRAM_ENVIRONMENT } from '../testing/program-environment.ts';
import { first, openDatabase, sql } from './db/database.ts';
import { WAKE_CHANNEL } from './wakes.ts';

const harness = useHarness();
const folder = mkdtempSync(join(tmpdir(), 'parley-roles-'));
const running = new Set<ChildProcess>();
afterAll(async () => {
  for (const child of running) {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

const SECRET_KEY = 'a secret key for tests, long enough';
let folders = 0;

function spawnServer(env: Record<string, string>) {
  folders += 1;
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: {
      ...PROGRAM_ENVIRONMENT,
      PORT: '0',
      DATABASE_URL: String(harness().services.pool.options.connectionString),
      DATA_DIR: join(folder, String(folders)),
      SECRET_KEY,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.add(child);
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said.text += String(chunk);
    });
  // Not 'close': it does not come where the channel was cut from here.
  const ended = once(child, 'exit').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  return { child, said, ended };
}

async function start(role: string, env: Record<string, string> = {}) {
  const server = spawnServer({ PARLEY_ROLE: role, ...env });
  await expect.poll(() => server.said.text).toMatch(/ready at \S+/);
  const url = /ready at (\S+)/.exec(server.said.text)?.[1] ?? '';
  const ask = (path: string) => fetch(`${url}${path}`, { headers: { connection: 'close' } });
  const status = async (path: string) =>
    ask(path).then(
      (answer) => answer.status,
      () => 0,
    );
  return { ...server, url, ask, status };
}

test('a web process takes texts in, a worker answers them, and another one goes on when it is killed', async () => {
  const { db, pool } = harness().services;
  const user = await harness().newUser();
  await storeSketch(
    db,
    user.accountId,
    8_001,
    [{ type: 'final-message', id: 80_001, text: 'Hello from a worker' }] as never,
    'ROLES',
  );
  const web = await start('web');
  const worker = await start('worker');
  const text = async (phone: string) => {
    const fields = encodeFields(calls.simulator.phoneSend.form, { phone, text: 'roles' } as never);
    const answer = await fetch(`${web.url}${BASE}${calls.simulator.phoneSend.path}`, {
      method: 'POST',
      body: new URLSearchParams(fields as Record<string, string>),
      headers: { cookie: user.cookie() },
    });
    expect(await answer.json()).toMatchObject({ RESULT: 1 });
  };
  const answered = (count: number) =>
    eventually(
      () =>
        first(
          db,
          sql<{ n: number }>`
            select count(*) as n from messages
            where account_id = ${user.accountId} and status in ('sent', 'delivered')`,
        ),
      (found) => found?.n === count,
    );

  const listening = openDatabase(String(pool.options.connectionString), 1);
  const client = await listening.pool.connect();
  const heard: string[] = [];
  client.on('notification', ({ payload = '' }) => heard.push(payload));
  await client.query(`listen ${WAKE_CHANNEL}`);
  await text('3125550101');
  await answered(1);
  await expect.poll(() => heard).toContain('outbox');
  client.release(true);
  await listening.close();

  expect(await Promise.all(['/healthz', '/readyz', '/metrics'].map(worker.status))).toEqual([200, 200, 200]);
  expect(await Promise.all(['/', `${BASE}account/load`, '/api/v1/contacts'].map(worker.status))).toEqual([
    404, 404, 404,
  ]);

  worker.child.kill('SIGKILL');
  await worker.ended;
  await text('3125550102');
  const second = await start('worker');
  await answered(2);
  await expect.poll(() => second.said.text).toContain('a process ended without a word');
  expect(second.said.text).toMatch(/"process":"role worker, process \d+ on /);
});

test('told to stop, a process answers what comes over a connection that is open, and then ends it', async () => {
  const server = await start('web');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async () => {
    const request = get(`${server.url}/healthz`, { agent });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return { status: answer.statusCode, connection: answer.headers.connection };
  };
  expect(await ask()).toEqual({ status: 200, connection: 'keep-alive' });
  server.child.kill('SIGTERM');
  const seen = await eventually(ask, ({ connection }) => connection === 'close');
  expect(seen.status).toBe(200);
  expect(await server.ended).toBe(0);
  agent.destroy();
});

test('told to stop, a process says that it is not ready, serves on for as long as it is told, and ends', async () => {
  for (const role of ['web', 'worker']) {
    const server = await start(role, { DRAIN_SECONDS: '3' });
    server.child.kill('SIGTERM');
    await expect.poll(() => server.status('/readyz')).toBe(503);
    const body = await server.ask('/readyz').then((answer) => answer.json());
    expect(body).toEqual({ status: 'draining' });
    expect(await server.status('/healthz')).toBe(200);
    expect(await server.ended).toBe(0);
  }
  const left = await first(
    harness().services.db,
    sql<{
      n: number;
    }>`select count(*) as n from worker_processes where role = 'web' and at > now() - interval '1 hour'`,
  );
  // The one of the test above; these two have taken themselves off the list.
  expect(left?.n).toBeLessThanOrEqual(1);
});

test('a process with another key than one that lives does not start; one with another folder is told of', async () => {
  const one = await start('web');
  const other = spawnServer({
    PARLEY_ROLE: 'web',
    SECRET_KEY: 'another key than that of the first, long enough',
  });
  expect(await other.ended).toBe(2);
  await expect
    .poll(() => other.said.text)
    .toMatch(
      /^Another Parley on this database \(role \w+, process \d+ on \S+\) runs with another SECRET_KEY\. Give all of them/m,
    );
  const apart = await start('web');
  await expect.poll(() => apart.said.text).toContain('keeps uploaded files in another folder');
  expect(one.child.exitCode).toBe(null);
});

test('a server ends when who launched it is gone', async () => {
  const server = await start('all');
  server.child.disconnect();
  expect(await server.ended).toBe(0);
});
