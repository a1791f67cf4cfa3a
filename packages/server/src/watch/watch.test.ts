/** What whoever runs it watches: figures, alerts, readiness, requests. */
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { calls } from '@parley/contract';
import { parseYaml } from '@redocly/openapi-core';
import { afterAll, describe, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { openDatabase, sql } from '../platform/db/database.ts';
import { Runtime } from '../platform/runtime.ts';
import { storeSketch } from '../testing/flows.ts';
import { createHarness, eventually, useHarness } from '../testing/harness.ts';
import { watchDisk } from './disk.ts';

const harness = useHarness();
const OPS = join(import.meta.dirname, '../../../../ops');
const read = (name: string) => readFileSync(join(OPS, name), 'utf8');
const closers: (() => unknown)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

/** Another server on the same database, that differs in some things. */
async function serverWith(changes: Partial<ReturnType<typeof harness>['services']>) {
  const app = await buildApp({ ...harness().services, runtime: new Runtime(), ...changes });
  closers.push(() => app.close());
  return app;
}

const metrics = async () => (await harness().app.inject('/metrics')).body;
const value = (text: string, figure: string) =>
  Number(text.match(new RegExp(`^${figure} (\\S+)$`, 'm'))?.[1]);

describe('figures', () => {
  test('every figure that the alerts and the dashboard name is exposed by a running server', async () => {
    type Rules = { groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[] };
    const rules = (parseYaml(read('prometheus-rules.yml')) as Rules).groups.flatMap((group) => group.rules);
    const { panels } = JSON.parse(read('grafana-dashboard.json')) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    const asked = [
      ...rules.map(({ expr }) => expr),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    expect(asked.length).toBeGreaterThan(30);
    const named = new Set(
      asked.flatMap((expr) => expr.match(/\b(?:parley|nodejs|process)_\w+/g) ?? []).sort(),
    );
    const exposed = new Set(
      [...(await metrics()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name]) => name),
    );
    const unknown = [...named].filter((name) => !exposed.has(name.replace(/_(?:bucket|count|sum)$/, '')));
    expect(unknown).toEqual([]);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    // Other programs tell these of themselves, too.
    const common = asked.filter((expr) => /\b(?:nodejs|process)_/.test(expr));
    expect(common.filter((expr) => !/\b(?:nodejs|process)_\w+\{job="parley"\}/.test(expr))).toEqual([]);
    const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n');
    const own = [...exposed].filter((name) => name?.startsWith('parley_'));
    expect(own.filter((name) => !shown.includes(String(name)))).toEqual([]);
    const page = readFileSync(join(OPS, '../docs/watching.md'), 'utf8');
    const told = [...page.matchAll(/`((?:parley|nodejs|process)_\w+)`/g)].map(([, name]) => name);
    expect(told.filter((name) => !exposed.has(name))).toEqual([]);
  });

  test('a text, its answer and the receipt are counted, and nobody is named', async () => {
    const user = await harness().newUser();
    const { db, clock } = harness().services;
    await storeSketch(
      db,
      user.accountId,
      7_001,
      [{ type: 'final-message', id: 70_001, text: 'A private word' }] as never,
      'WATCHED',
    );
    await user.ask(calls.simulator.phoneSend, { phone: '3125550177', text: 'watched' });
    const waiting = await metrics();
    expect(value(waiting, 'parley_inbound_texts_total{is="new"}')).toBe(1);
    expect(value(waiting, 'parley_outbox_due')).toBe(1);
    expect(value(waiting, 'parley_database_up')).toBe(1);
    await sql`update outbox set due_at = ${new Date(clock.now().getTime() - 90_000)}`.execute(db);
    expect(value(await metrics(), 'parley_outbox_lag_seconds')).toBeGreaterThan(85);
    harness().startBackground();
    const settled = await eventually(metrics, (text) => value(text, 'parley_receipt_seconds_count') === 1);
    expect(value(settled, 'parley_messages_handed_over_total{carrier="simulator",answer="accepted"}')).toBe(
      1,
    );
    expect(value(settled, 'parley_receipts_total{status="delivered"}')).toBe(1);
    expect(value(settled, 'parley_outbox_due')).toBe(0);
    expect(value(settled, 'parley_processes{role="all"}')).toBe(1);
    expect(settled).not.toMatch(/5550177|private|watched|example\.com/i);
  });

  test('count lost processes from 0, so that the first one is a rise', async () => {
    const text = await metrics();
    for (const is of ['dead', 'silent'])
      expect(value(text, `parley_processes_lost_total{is="${is}"}`)).toBe(0);
  });

  test('are for this machine, or for whoever has the token', async () => {
    const open = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
      harness().app.inject({ url: '/metrics', headers, remoteAddress });
    expect((await open({})).statusCode).toBe(200);
    expect((await open({}, '::ffff:127.0.0.1')).statusCode).toBe(200);
    expect((await open({}, '192.0.2.7')).statusCode).toBe(403);
    for (const header of ['x-forwarded-for', 'X-Forwarded-Proto', 'x-forwarded-host', 'via', 'x-client-ip'])
      expect((await open({ [header]: '127.0.0.1' })).statusCode).toBe(403);
    expect((await open({ host: '127.0.0.1:3000' })).statusCode).toBe(200);
    expect((await open({ host: '[::1]:3000' }, '::1')).statusCode).toBe(200);
    expect((await open({ host: 'sms.test' })).statusCode).toBe(403);
    const { config } = harness().services;
    const app = await serverWith({ config: { ...config, metricsToken: 'a token of sixteen' } });
    const ask = async (authorization: string) =>
      (await app.inject({ url: '/metrics', headers: { authorization }, remoteAddress: '192.0.2.7' }))
        .statusCode;
    expect(await ask('Bearer a token of sixteen')).toBe(200);
    expect(await ask('Bearer a token of sixteem')).toBe(401);
    expect((await app.inject('/metrics')).statusCode).toBe(401);
  });

  test('say so when the database is away', async () => {
    const away = openDatabase('postgres://nobody@127.0.0.1:9/none', 2);
    const app = await serverWith({ db: away.db, pool: away.pool });
    const { statusCode, body } = await app.inject('/metrics');
    expect([statusCode, value(body, 'parley_database_up')]).toEqual([200, 0]);
    await away.close();
  });
});

describe('readiness', () => {
  test('ends where the database takes no writes', async () => {
    const url = new URL(String(harness().services.pool.options.connectionString));
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const reading = openDatabase(url.href, 2);
    const app = await serverWith({ db: reading.db, pool: reading.pool });
    const { statusCode, body } = await app.inject('/readyz');
    expect([statusCode, JSON.parse(body)]).toEqual([503, { status: 'nothing can be written' }]);
    await reading.close();
  });

  test('is looked into by one connection at a time, however often it is asked', async () => {
    let asked = 0;
    const silent = createServer(() => {
      asked += 1;
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const hung = openDatabase(`postgres://nobody@127.0.0.1:${port}/none`, 5);
    const app = await serverWith({ db: hung.db, pool: hung.pool });
    for (let n = 0; n < 3; n += 1) {
      const { statusCode, body } = await app.inject('/readyz');
      expect([statusCode, JSON.parse(body)]).toEqual([503, { status: 'the database does not answer' }]);
    }
    expect(asked).toBe(1);
    silent.close();
    await hung.close();
  });

  test('ends where the data folder takes no writes', async () => {
    const parley = await createHarness();
    expect((await parley.app.inject('/readyz')).statusCode).toBe(200);
    rmSync(parley.services.config.dataDir, { recursive: true });
    await expect.poll(async () => (await parley.app.inject('/readyz')).statusCode).toBe(503);
    await parley.stop();
  });
});

test('little room on the disk is warned of', async () => {
  const { services, logged } = harness();
  const told = () => logged().filter((line) => line.includes('the disk is nearly full'));
  const disk = watchDisk({ ...services, config: { ...services.config, diskMegabytes: 1_000_000_000 } });
  await expect.poll(() => told().length).toBe(1);
  await disk.stop();
  expect(JSON.parse(told()[0] ?? '')).toMatchObject({ level: 40, wanted: 1_000_000_000 });
});

describe('requests', () => {
  test('have an id in the answer and in the log, which only a proxy of ours gives', async () => {
    const { config } = harness().services;
    const app = await serverWith({ config: { ...config, publicUrl: 'https://sms.example.com' } });
    const idOf = async (id: string, remoteAddress: string) =>
      (await app.inject({ url: '/healthz', headers: { 'x-request-id': id }, remoteAddress })).headers[
        'x-request-id'
      ];
    expect(await idOf('abc-123', '10.1.2.3')).toBe('abc-123');
    expect(await idOf('abc-123', '127.0.0.1')).toBe('abc-123');
    expect(await idOf('abc-123', '192.0.2.7')).toMatch(/^[\da-f-]{36}$/);
    expect(await idOf('two words', '10.1.2.3')).toMatch(/^[\da-f-]{36}$/);
    expect(await idOf('x'.repeat(129), '10.1.2.3')).toMatch(/^[\da-f-]{36}$/);
    const direct = await harness().app.inject({ url: '/healthz', headers: { 'x-request-id': 'abc' } });
    expect(direct.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });

  test('that fail to sign in leave a line that fail2ban reads, with the id and without a name', async () => {
    const { headers } = await harness().app.inject({
      method: 'POST',
      url: '/session/api/authentication/validateUser',
      payload: 'inpUserID=somebody%40example.com&inpPassword=wrong',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      remoteAddress: '192.0.2.77',
    });
    const line = harness().logged().at(-1) ?? '';
    const [, pattern = ''] = /^failregex = (.+)$/m.exec(read('fail2ban/parley.conf')) ?? [];
    const found = new RegExp(pattern.replace('<HOST>', '([\\d.]+)')).exec(line);
    expect(found?.[1]).toBe('192.0.2.77');
    expect(JSON.parse(line).requestId).toBe(headers['x-request-id']);
    expect(line).not.toMatch(/somebody|wrong"/);
    expect(value(await metrics(), 'parley_sign_ins_failed_total')).toBe(1);
  });
});

const WEB = join(import.meta.dirname, '../../../web/dist/index.html');

test.runIf(existsSync(WEB))('a screen leaves few listeners on its answer, and comes packed', async () => {
  const warned: string[] = [];
  const hear = ({ name }: Error) => warned.push(name);
  process.on('warning', hear);
  const { app } = await createHarness();
  closers.push(() => app.close());
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const headers = { 'accept-encoding': 'gzip, deflate, br', accept: 'text/html' };
  for (const path of ['/', '/welcome', '/campaign/manage']) {
    const answer = await fetch(address + path, { headers });
    expect(await answer.text()).toContain('<');
    expect(answer.headers.get('content-encoding')).toBe('br');
  }
  process.off('warning', hear);
  expect(warned).toEqual([]);
});
