/**
 * What the product's pieces of work cost each, on a small account: processor time of the server and of
 * PostgreSQL, bytes and syncs of PostgreSQL's log, bytes of its files. docs/scaling.md reckons with it. With
 * ON=citus on a spread installation, where PostgreSQL is all nodes together and the coordinator's part is
 * told.
 *
 *   node dev/bench/run.ts costs     (PEOPLE=60000 TEXTS=20000)
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, rows, script, sql } from '../../packages/server/src/platform/db/database.ts';
import type { Addresses } from '../../packages/server/src/platform/db/embedded.ts';
import { migrate } from '../../packages/server/src/platform/db/migrate.ts';
import { NODES, startCitus } from '../faults/citus-nodes.ts';
import { fanOut } from './fanout.ts';
import {
  type Account,
  cpuMicros,
  createAccount,
  createCrowd,
  createDatabase,
  type Helper,
  openServices,
  PUBLIC_URL,
  postgresMicros,
  type Result,
  runHelper,
  SECRET_KEY,
  say,
  startHelper,
} from './ground.ts';
import { formPost, overSockets } from './http-load.ts';
import { inbound, storeConversations } from './inbound.ts';
import { receipt } from './receipts.ts';
import { startSink } from './sink.ts';
import { createKey } from './upsert.ts';

const PEOPLE = Number(process.env.PEOPLE ?? 60_000);
const TEXTS = Number(process.env.TEXTS ?? 20_000);
const CONNECTIONS = 64;
const EVENTS_A_REQUEST = 100;
/** A connection of PostgreSQL that does nothing tells what it counted after so long. */
const COUNTED_AFTER_MS = 11_000;

type Reading = {
  server: number;
  coordinator: number;
  postgres: number;
  log: number;
  syncs: number;
  files: number;
};

/** On one PostgreSQL, or, with ON=citus, on a cluster. */
export async function benchCosts(server: Addresses): Promise<Result[]> {
  if (process.env.ON !== 'citus') {
    const url = await createDatabase(server, 'bench_costs');
    return measureCosts(url, [url]);
  }
  const nodes = await startCitus();
  try {
    const first = openDatabase(nodes.url, 1, 20);
    await migrate(first.db);
    await first.close();
    return await measureCosts(nodes.url, NODES.map(nodes.urlOf));
  } finally {
    await nodes.stop();
  }
}

async function measureCosts(url: string, serverUrls: readonly string[]): Promise<Result[]> {
  const { services, close } = openServices(url);
  const { db } = services;
  const sink = await startSink();
  const account = await createAccount(db, sink.url);
  const meter = openMeter(serverUrls);
  const environment = { DATABASE_URL: url, SECRET_KEY, PUBLIC_URL };
  const results: Result[] = [];
  const work = async (what: string, run: () => Promise<{ count: number; server: number }>) => {
    const line = await meter.measure(what, run);
    say(`${line.path}: ${line.ours}`);
    results.push(line);
  };
  const pump = async (what: string, single: boolean) =>
    work(what, async () => {
      await sink.reset();
      const ms = await runHelper('pump-worker.ts', { ...environment, SINGLE: single ? '1' : '' });
      return { count: (await sink.taken()).count, server: Number(ms) * 1_000 };
    });
  let lists: number[] = [];
  await work('a contact, on one list and every second on two', async () => {
    lists = (await createCrowd(db, account.accountId, PEOPLE)).lists;
    return { count: PEOPLE, server: 0 };
  });
  await storeConversations(db, account, TEXTS);
  const key = await createKey(db, account.accountId, ['events:write']);
  await work('a message of a blast is queued', async () => {
    const before = process.cpuUsage();
    const { count } = await fanOut(services, account, lists);
    const { user, system } = process.cpuUsage(before);
    return { count, server: user + system };
  });
  await pump('… is sent', false);
  const ids = await sentIds(url, account);
  const app = await startHelper('app-server.ts', environment);
  await work('a receipt', () => post(app, ids.length, (n) => receipt(ids[n] as number)));
  await work('a text, played, its answer queued', () => post(app, TEXTS, (n) => inbound(n, TEXTS)));
  await pump('its answer is sent', true);
  await work('an event of one’s own, 100 a request', async () => {
    const { count, server } = await post(app, TEXTS / EVENTS_A_REQUEST, (n) => eventsOf(n, key));
    return { count: count * EVENTS_A_REQUEST, server };
  });
  await app.stop();
  await sink.stop();
  await meter.close();
  await close();
  return results;
}

async function sentIds(url: string, { accountId }: Account): Promise<number[]> {
  const { db, close } = openDatabase(url, 1);
  const found = await rows(
    db,
    sql<{ id: number }>`select id from messages where account_id = ${accountId} and status = 'sent'`,
  );
  await close();
  return found.map(({ id }) => id);
}

/** Sends each request once; the server's processor time for all of them. */
async function post(app: Helper, count: number, request: (n: number) => Buffer) {
  const before = cpuMicros(app.process.pid ?? 0);
  let next = 0;
  let failed = 0;
  await overSockets(app.port, CONNECTIONS, () => {
    if (next >= count) return null;
    next += 1;
    const answered = (answer: string) => {
      if (!/^HTTP\/1\.1 2/.test(answer)) failed += 1;
    };
    return { bytes: request(next - 1), answered };
  });
  if (failed > 0) throw new Error(`${failed} of ${count} requests failed.`);
  return { count, server: cpuMicros(app.process.pid ?? 0) - before };
}

function eventsOf(request: number, key: string): Buffer {
  const events = Array.from({ length: EVENTS_A_REQUEST }, (_, each) => {
    const n = request * EVENTS_A_REQUEST + each;
    return {
      name: 'order placed',
      source: 'shop',
      id: `order-${n}`,
      phone: `+1${2_120_000_000 + ((n * 7_919) % PEOPLE)}`,
      properties: { total: n / 100, product: 'Boots' },
    };
  });
  return formPost('/api/v1/events/batch', JSON.stringify({ events }), {
    'content-type': 'application/json',
    authorization: `Bearer ${key}`,
  });
}

/** Reads what all servers have used. The first is the one that Parley talks to. */
function openMeter(serverUrls: readonly string[]) {
  const servers = serverUrls.map((each) => openDatabase(each, 1, 20));

  async function read(): Promise<Omit<Reading, 'server'>> {
    const all: Record<'log' | 'syncs' | 'files' | 'postgres', number>[] = [];
    for (const { db } of servers) {
      await script(db, 'select pg_stat_clear_snapshot()');
      const [row] = await rows(
        db,
        sql<{ log: number; syncs: number; files: number }>`
          select (pg_current_wal_lsn() - '0/0')::bigint as log, pg_database_size(current_database()) as files,
            ${sql.raw(await syncsOf(db))} as syncs`,
      );
      all.push({ log: 0, syncs: 0, files: 0, ...row, postgres: await postgresMicros(db) });
    }
    const sum = (key: 'log' | 'syncs' | 'files' | 'postgres') =>
      all.reduce((total, each) => total + each[key], 0);
    return {
      coordinator: all[0]?.postgres ?? 0,
      postgres: sum('postgres'),
      log: sum('log'),
      syncs: sum('syncs'),
      files: sum('files'),
    };
  }

  return {
    async measure(path: string, run: () => Promise<{ count: number; server: number }>): Promise<Result> {
      for (const { db } of servers) await script(db, 'checkpoint');
      await sleep(COUNTED_AFTER_MS);
      const before = await read();
      const { count, server } = await run();
      await sleep(COUNTED_AFTER_MS);
      const after = await read();
      const each = (key: keyof typeof before) => (after[key] - before[key]) / count;
      const coordinator = servers.length > 1 ? ` (coordinator ${each('coordinator').toFixed(0)})` : '';
      return {
        path,
        floor: `${count}`,
        ours: `server ${(server / count).toFixed(0)} µs, PostgreSQL ${each('postgres').toFixed(0)} µs${coordinator}, log ${each('log').toFixed(0)} B, ${each('syncs').toFixed(3)} syncs, files ${each('files').toFixed(0)} B`,
        ratio: '',
        required: '',
        met: true,
      };
    },
    close: async () => void (await Promise.all(servers.map((each) => each.close()))),
  };
}

/** From PostgreSQL 18 on the log's syncs stand with all that is written. */
async function syncsOf(db: Parameters<typeof script>[0]): Promise<string> {
  const [row] = await rows(
    db,
    sql<{ version: number }>`select current_setting('server_version_num')::int as version`,
  );
  return (row?.version ?? 0) >= 180_000
    ? `(select sum(fsyncs) from pg_stat_io where object = 'wal')::bigint`
    : '(select wal_sync from pg_stat_wal)::bigint';
}
