/**
 * A server under mixed load for an hour, as `npm start` runs it, on its own PostgreSQL: sign-ins, calls of
 * the screens, texts and receipts of a carrier, blasts, automata, imports, reports, REST calls, webhooks out.
 * Memory must be flat, the log without an error, nothing lost.
 *
 *   npm run soak -- [--minutes 60] [--rate 1 (dev/soak/load.ts says of what)] [--seed 1]
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { API_SCOPES } from '@parley/contract';
import { type Db, first, sql } from '../packages/server/src/platform/db/database.ts';
import { client, end, makeAccount, onGround, say, startWorker, until, type Worker } from './faults/ground.ts';
import { readOptions } from './faults/options.ts';
import { startCarrier } from './soak/carrier.ts';
import { type DatabaseSample, isDrained, judgeBooks, judgeDatabase, judgeMemory } from './soak/judge.ts';
import { prepare, work } from './soak/load.ts';
import type { Sample } from './soak/probe.ts';

const { minutes, rate, seed, random } = readOptions({ minutes: 60, rate: 1 });
const SECRET = 'secret';
const WEBHOOK_TOKEN = 'faults';
const PEOPLE = 300;
const DRAIN_MS = 300_000;
const SAMPLE_MS = Math.max(1_000, Math.min(15_000, (minutes * 60_000) / 60));
const PROBE = new URL('./soak/probe.ts', import.meta.url).href;
say(`seed ${seed}, ${minutes} minutes, rate ${rate}`);

await onGround(async ({ dataDir, postgres, db }) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const probe = join(dataDir, 'probe.jsonl');
  const carrier = await startCarrier(() => `${url}/carriers/twilio/${WEBHOOK_TOKEN}`, SECRET, random);
  const sink = await startSink();
  const server = await startWorker(postgres.url, dataDir, join(dataDir, 'data'), {
    PORT: String(port),
    PUBLIC_URL: url,
    PRIVATE_CARRIERS: '1',
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: `--import ${PROBE}`,
    SOAK_PROBE: probe,
    SOAK_PROBE_MS: String(SAMPLE_MS),
  });
  const told = readLog(server);
  const database: DatabaseSample[] = [];
  // On a machine that is too busy to answer in time one look fails; the soak goes on, and says so.
  const lookNow = () =>
    void sampleDatabase(db).then(
      (sample) => database.push(sample),
      (error: unknown) => say(`a look at the database failed: ${String(error)}`),
    );
  const looking = setInterval(lookNow, SAMPLE_MS);
  try {
    const ask = client(() => url);
    const { accountId, listId } = await makeAccount(ask, db, PEOPLE, carrier);
    await openWebhooks(db, accountId);
    const imported = await prepare({ db, ask, accountId });
    const made = await ask('credentials/addApiKey', {
      ApiKeyName: 'Soak',
      inpMode: 'live',
      inpScopes: JSON.stringify(API_SCOPES),
    });
    const kinds = JSON.stringify(['message.delivered', 'contact.texted', 'list.joined']);
    await ask('webhooks/addWebhook', { inpUrl: sink.url, inpKinds: kinds });
    const world = { url, db, ask, accountId, listId, carrier, key: String(made.APIKEY), random };
    const { done, failed } = await work(world, imported, rate, Date.now() + minutes * 60_000);
    clearInterval(looking);
    const samples = readSamples(probe);
    const quiet = async () => {
      await carrier.quiet();
      return isDrained(db, accountId);
    };
    await until(quiet, DRAIN_MS, 'all work ends').catch((error: unknown) => say(String(error)));
    const verdicts = [
      ...judgeMemory(samples),
      judgeDatabase(database),
      ...(await judgeBooks(db, accountId, carrier, sink.ids)),
      { what: 'no error in the log', passed: told.errors.length === 0, found: told.errors.slice(0, 5) },
      { what: 'no call failed', passed: failed.size === 0, found: Object.fromEntries(failed) },
    ];
    say(`done: ${JSON.stringify(done)}`);
    say(`warnings: ${JSON.stringify(Object.fromEntries(told.warnings))}`);
    say(`event loop, ms: ${JSON.stringify(delaysOf(samples))}`);
    for (const { what, passed, found } of verdicts)
      say(`${passed ? 'PASS' : 'FAIL'} ${what}: ${JSON.stringify(found)}`);
    return verdicts.every(({ passed }) => passed);
  } finally {
    clearInterval(looking);
    await end(server.process, 'SIGTERM');
    carrier.stop();
    sink.stop();
  }
});

/** The lines of the server's log: errors as they are, warnings counted by their words. */
function readLog({ process: child }: Worker) {
  const errors: string[] = [];
  const warnings = new Map<string, number>();
  if (child.stdout === null) throw new Error('The server has no output.');
  createInterface({ input: child.stdout }).on('line', (line) => {
    const entry = line.startsWith('{') ? (JSON.parse(line) as { level: number; msg: string }) : null;
    if (entry === null) return;
    if (entry.level >= 50) errors.push(line.slice(0, 2_000));
    else warnings.set(entry.msg, (warnings.get(entry.msg) ?? 0) + 1);
  });
  return { errors, warnings };
}

/** A receiver of webhooks that takes each. */
async function startSink() {
  const ids = new Set<string>();
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      ids.add(String(request.headers['webhook-id']));
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return {
    ids,
    url,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Texts of the carrier find the account's channel. */
async function openWebhooks(db: Db, accountId: number): Promise<void> {
  await sql`
    insert into channel_lookups (key, account_id, channel_id)
    select ${`twilio:${WEBHOOK_TOKEN}`}, account_id, id from channels where account_id = ${accountId}`.execute(
    db,
  );
}

async function sampleDatabase(db: Db): Promise<DatabaseSample> {
  const row = await first(
    db,
    sql<{ connections: number; megabytes: number }>`
      select (select count(*) from pg_stat_activity where datname = current_database()) as connections,
        (pg_database_size(current_database()) / 1048576.0)::float8 as megabytes`,
  );
  return { at: Date.now(), connections: row?.connections ?? 0, megabytes: row?.megabytes ?? 0 };
}

function readSamples(file: string): Sample[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Sample);
}

function delaysOf(samples: readonly Sample[]) {
  const p99 = samples.map(({ delayP99 }) => delayP99).sort((one, other) => one - other);
  return {
    p99Median: Math.round(p99[Math.floor(p99.length / 2)] ?? 0),
    max: Math.round(Math.max(0, ...samples.map(({ delayMax }) => delayMax))),
  };
}

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
