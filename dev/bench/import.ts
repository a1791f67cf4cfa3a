/**
 * Import of 100,000 CSV rows against a plain COPY of the same rows into the same tables, in interleaved
 * rounds.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runImport } from '../../packages/server/src/imports/jobs.ts';
import { claimImport, insertImport, startImport } from '../../packages/server/src/imports/store.ts';
import { insertList } from '../../packages/server/src/lists/store.ts';
import { systemClock } from '../../packages/server/src/platform/clock.ts';
import { readConfig } from '../../packages/server/src/platform/config.ts';
import { openDatabase, script, transact } from '../../packages/server/src/platform/db/database.ts';
import { type Addresses, startEmbedded } from '../../packages/server/src/platform/db/embedded.ts';
import { migrate } from '../../packages/server/src/platform/db/migrate.ts';
import { openReportReads } from '../../packages/server/src/platform/db/report-reads.ts';
import { createMessageIds } from '../../packages/server/src/platform/ids.ts';
import { createLiveHub } from '../../packages/server/src/platform/live/hub.ts';
import { createLog } from '../../packages/server/src/platform/log.ts';
import { Runtime } from '../../packages/server/src/platform/runtime.ts';
import { createSecrets } from '../../packages/server/src/platform/secrets.ts';
import type { Services } from '../../packages/server/src/platform/services.ts';
import { createSignals } from '../../packages/server/src/platform/signals.ts';
import { insertTag } from '../../packages/server/src/tags/store.ts';
import { createEmptyDatabase } from '../../packages/server/src/testing/databases.ts';
import { connect, copyInto } from './copy.ts';

const ROWS = 100_000;
const ROUNDS = 3;
const AT_LEAST = 0.25;
const CITIES = ['Paris', 'Rome', 'Oslo', 'Lima', 'Cairo', 'Bonn'];

type Row = { phone: string; name: string; city: string };

function peopleOf(round: number): Row[] {
  return Array.from({ length: ROWS }, (_, n) => ({
    // Numbers in no order, as in a real file.
    phone: `+1212${String(((n * 7_919) % ROWS) + 2_000_000 + round).padStart(7, '0')}`,
    name: `Person ${n}`,
    city: CITIES[n % CITIES.length] ?? '',
  }));
}

/**
 * Runs the comparison on a database of its own on that server; prints each round and answers the ratio of the
 * medians.
 */
export async function benchImport(server: Addresses): Promise<number> {
  const owner = openDatabase(server.ownerUrl, 1);
  const name = `bench_import_${process.pid}`;
  const url = await createEmptyDatabase(server, name);
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  mkdirSync(join(dataDir, 'imports'));
  const database = openDatabase(url, 4);
  try {
    await migrate(database.db);
    const log = createLog('warn');
    const reports = openReportReads({ url, replicaUrl: null, connections: 1 }, { clock: systemClock, log });
    const services: Services = {
      config: readConfig({ DATA_DIR: dataDir }, []),
      db: database.db,
      pool: database.pool,
      reports,
      clock: systemClock,
      log,
      live: createLiveHub(),
      secrets: createSecrets('a key that encrypts nothing here'),
      messageIds: createMessageIds(database.db),
      signals: createSignals(),
      runtime: new Runtime(),
    };
    const copies: number[] = [];
    const imports: number[] = [];
    // The round before the first warms both up and is not counted.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const people = peopleOf(round);
      const copy = await timeCopy(services, url, people);
      const imported = await timeImport(services, people);
      if (round === 0) continue;
      copies.push(copy);
      imports.push(imported);
      print(`round ${round}: COPY ${copy.toFixed(0)} ms, import ${imported.toFixed(0)} ms`);
    }
    const ratio = median(copies) / median(imports);
    print(`import of ${ROWS} rows: ${ratio.toFixed(2)} of COPY (at least ${AT_LEAST})`);
    return ratio;
  } finally {
    await database.close();
    await script(owner.db, `drop database ${name} with (force)`);
    await owner.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function newAccount(services: Services) {
  const { db, pool } = services;
  const now = services.clock.now();
  const account = await pool.query(
    `insert into accounts (name, created_at) values ('bench', $1) returning id`,
    [now],
  );
  const accountId = account.rows[0].id as number;
  return {
    accountId,
    listId: await insertList(db, accountId, 'Everybody', now),
    name: await insertTag(db, accountId, 'Name', now),
    city: await insertTag(db, accountId, 'City', now),
  };
}

async function timeCopy(services: Services, url: string, people: readonly Row[]): Promise<number> {
  const { accountId, listId, name, city } = await newAccount(services);
  const { pool } = services;
  const reserved = await pool.query(
    `select setval(pg_get_serial_sequence('contacts', 'id'), nextval(pg_get_serial_sequence('contacts', 'id')) + $1) as last`,
    [people.length],
  );
  const first = (reserved.rows[0].last as number) - people.length + 1;
  const at = services.clock.now().toISOString();
  const contacts = people.map(
    (row, n) =>
      `${accountId}\t${first + n}\t${row.phone}\t{"${name}": "${row.name}", "${city}": "${row.city}"}\tAmerica/New_York\t${at}`,
  );
  const members = people.map((_, n) => `${accountId}\t${listId}\t${first + n}\t${at}`);
  const client = await connect(url);
  try {
    const start = performance.now();
    await client.query('begin');
    await copyInto(client, 'contacts (account_id, id, phone, tags, time_zone, created_at)', contacts);
    await copyInto(client, 'list_members (account_id, list_id, contact_id, added_at)', members);
    await client.query('commit');
    return performance.now() - start;
  } finally {
    await client.end();
  }
}

async function timeImport(services: Services, people: readonly Row[]): Promise<number> {
  const { accountId, listId, name, city } = await newAccount(services);
  const { db, clock, config } = services;
  const storedAs = `${accountId}.csv`;
  const lines = people.map((row) => `${row.name},${row.phone},${row.city}`);
  writeFileSync(join(config.dataDir, 'imports', storedAs), `Name,Phone,City\n${lines.join('\n')}\n`);
  const importId = await insertImport(db, accountId, {
    listId,
    fileName: 'people.csv',
    storedAs,
    delimiter: ',',
    hasHeader: true,
    country: 'US',
    rows: people.length,
    now: clock.now(),
  });
  if (importId === undefined) throw new Error('The import was not stored.');
  const mapping = [
    { index: 0, target: `tag:${name}` },
    { index: 1, target: 'phone' },
    { index: 2, target: `tag:${city}` },
  ];
  await transact(db, (trx) =>
    startImport(trx, accountId, importId, { mapping, userId: 0, hasConsent: true, note: '' }, clock.now()),
  );
  const start = performance.now();
  const claim = await claimImport(db, 'bench', clock.now(), new Date(clock.now().getTime() + 60_000));
  if (!claim) throw new Error('The import was not there to claim.');
  await runImport(services, claim, 'bench', { now: false });
  const took = performance.now() - start;
  const stored = await services.pool.query(
    `select i.state, l.member_count, (select count(*) from contacts c where c.account_id = $1) as contacts
     from imports i join lists l on l.account_id = i.account_id and l.id = i.list_id where i.account_id = $1`,
    [accountId],
  );
  const { state, member_count: members, contacts } = stored.rows[0];
  if (state !== 'done' || members !== people.length || contacts !== people.length)
    throw new Error(`The import ended as ${state} with ${members} members and ${contacts} contacts.`);
  return took;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (import.meta.main) {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-pg-'));
  const postgres = await startEmbedded(dataDir);
  try {
    await benchImport(postgres);
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
