/**
 * What the benchmarks stand on: an own durable PostgreSQL, an account with a million people, helper
 * processes.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flowOf } from '@parley/engine';
import { createFirstChannel, firstChannel } from '../../packages/server/src/channels/store.ts';
import { grantCredits } from '../../packages/server/src/credits/balance.ts';
import { recountLists } from '../../packages/server/src/lists/member-counts.ts';
import { systemClock } from '../../packages/server/src/platform/clock.ts';
import { readConfig } from '../../packages/server/src/platform/config.ts';
import { APP_ROLE } from '../../packages/server/src/platform/db/app-role.ts';
import {
  type Db,
  first,
  openDatabase,
  script,
  sql,
  transact,
} from '../../packages/server/src/platform/db/database.ts';
// Wires what lower rooms tell higher ones, as the application does.
import '../../packages/server/src/features.ts';
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
import { createEmptyDatabase } from '../../packages/server/src/testing/databases.ts';
import { storeFlow } from '../../packages/server/src/testing/flows.ts';
import type { Load } from './http-load.ts';

export const SECRET_KEY = 'a secret key for the benchmark only';
export const AUTH_TOKEN = 'token';
export const PUBLIC_URL = 'http://bench.example';
const WEBHOOK_TOKEN = 'bench';
export const STATUS_PATH = `/carriers/twilio/${WEBHOOK_TOKEN}/status`;
export const INBOUND_PATH = `/carriers/twilio/${WEBHOOK_TOKEN}/inbound`;

export type Result = {
  path: string;
  floor: string;
  ours: string;
  ratio: string;
  required: string;
  met: boolean;
};

/** BENCH_STATEMENTS=1: tell which statements took PostgreSQL's time. */
const STATEMENTS = process.env.BENCH_STATEMENTS === '1';

async function sayStatements({ ownerUrl }: Addresses): Promise<void> {
  const { db, close } = openDatabase(ownerUrl, 1);
  await script(db, 'create extension pg_stat_statements');
  const { rows } = await sql<{
    calls: number;
    rows: number;
    ms: number;
    mean: number;
    plan: number;
    text: string;
  }>`
    select calls, rows, round(total_exec_time::numeric) as ms, round(mean_exec_time::numeric, 3) as mean,
      round(total_plan_time::numeric) as plan, left(regexp_replace(query, '[[:space:]]+', ' ', 'g'), 100) as text
    from pg_stat_statements order by total_exec_time + total_plan_time desc limit 25`.execute(db);
  for (const { ms, calls, mean, plan, rows: count, text } of rows)
    say(`${ms} ms, ${calls} calls of ${mean} ms, ${count} rows, planned in ${plan} ms: ${text}`);
  await close();
}

/** Runs on a PostgreSQL of its own (fsync on, as shipped), which is deleted afterwards. */
export async function withPostgres<T>(run: (server: Addresses) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const told = ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.track_planning=on'];
  const postgres = await startEmbedded(folder, {
    settings: ['max_connections=200', ...(STATEMENTS ? told : [])],
  });
  try {
    await letCheckpoint(postgres);
    const result = await run(postgres);
    if (STATEMENTS) await sayStatements(postgres);
    return result;
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Between its rounds a bench writes everything down, which the role of the server may not ask for. */
async function letCheckpoint({ ownerUrl }: Addresses): Promise<void> {
  const { db, close } = openDatabase(ownerUrl, 1);
  await sql`grant pg_checkpoint to ${sql.ref(APP_ROLE)}`.execute(db);
  await close();
}

/** A migrated database of that name on the server. */
export async function createDatabase(server: Addresses, name: string): Promise<string> {
  const own = await createEmptyDatabase(server, name);
  const database = openDatabase(own, 1);
  await migrate(database.db);
  await database.close();
  return own;
}

/** Services of this process on a database. */
export function openServices(url: string): { services: Services; close: () => Promise<void> } {
  const { db, pool, close: closePool } = openDatabase(url);
  const ids = openDatabase(url, 1);
  const config = readConfig(
    { DATABASE_URL: url, SECRET_KEY, PUBLIC_URL, PRIVATE_CARRIERS: '1', LOG_LEVEL: 'warn' },
    [],
  );
  const log = createLog(config.logLevel);
  const reports = openReportReads({ url, replicaUrl: null, connections: 4 }, { clock: systemClock, log });
  const close = async () => void (await Promise.all([closePool(), ids.close(), reports.close()]));
  const services: Services = {
    config,
    db,
    pool,
    reports,
    clock: systemClock,
    log,
    live: createLiveHub(),
    secrets: createSecrets(SECRET_KEY),
    messageIds: createMessageIds(ids.db),
    signals: createSignals(),
    runtime: new Runtime(),
  };
  return { services, close };
}

export type Account = { accountId: number; channelId: number; campaignId: number };

/**
 * An account with credits, a campaign of one text with a merge token, and a channel that sends to
 * `carrierUrl`.
 */
export async function createAccount(db: Db, carrierUrl: string): Promise<Account> {
  const now = new Date();
  const account = await first(
    db,
    sql<{ id: number }>`insert into accounts (name, created_at) values ('Bench', ${now}) returning id`,
  );
  const accountId = account?.id ?? 0;
  await grantCredits(db, accountId, 100_000_000, 'bench', now);
  await createFirstChannel(db, accountId, now);
  const channel = await firstChannel(db, accountId);
  if (!channel) throw new Error('There is no channel.');
  await useTwilio(db, accountId, channel.id, carrierUrl);
  await sql`
    insert into tags (account_id, id, name, name_key, position, created_at)
    values (${accountId}, 1, 'Name', 'name', 0, ${now}), (${accountId}, 2, 'Plan', 'plan', 1, ${now})`.execute(
    db,
  );
  const text = 'Hello {%Name|there%}, our autumn sale begins on Friday. Reply STOP to end.';
  await storeFlow(db, accountId, flowOf(1_000, [{ type: 'final-message', text }]));
  return { accountId, channelId: channel.id, campaignId: 1_000 };
}

/** Turns a channel into one of a carrier that speaks Twilio's form. */
export async function useTwilio(
  db: Db,
  accountId: number,
  channelId: number,
  baseUrl: string,
): Promise<void> {
  const authToken = createSecrets(SECRET_KEY).encrypt(AUTH_TOKEN).toString('base64');
  const connection = { baseUrl, accountSid: 'AC1', authToken, webhookToken: WEBHOOK_TOKEN };
  await sql`
    update channels set connection_kind = 'twilio', usual_quiet_hours = false, connection = ${JSON.stringify(connection)}::jsonb
    where account_id = ${accountId} and id = ${channelId}`.execute(db);
  await sql`
    insert into channel_lookups (key, account_id, channel_id)
    values (${`twilio:${WEBHOOK_TOKEN}`}, ${accountId}, ${channelId})`.execute(db);
}

/** Turns a channel into one that is bound to a centre on this machine, with a window of 100. */
export async function useSmpp(db: Db, accountId: number, channelId: number, port: number): Promise<void> {
  const connection = {
    host: '127.0.0.1',
    port: String(port),
    systemId: 'peer',
    password: createSecrets(SECRET_KEY).encrypt('secret').toString('base64'),
    window: '100',
  };
  await sql`
    update channels set connection_kind = 'smpp', connection = ${JSON.stringify(connection)}::jsonb
    where account_id = ${accountId} and id = ${channelId}`.execute(db);
  await sql`
    insert into connection_leases (account_id, channel_id, place) values (${accountId}, ${channelId}, 1)`.execute(
    db,
  );
}

export type Crowd = { lists: number[]; recipients: number };

/**
 * Two lists: the first holds everybody, the second every second person again. One in 40 is opted out, one in
 * 30 of the others has another plan; so many people that `recipients` remain at least.
 */
export async function createCrowd(db: Db, accountId: number, recipients: number): Promise<Crowd> {
  const people = Math.ceil(recipients / (1 - 1 / 40 - 1 / 30)) + 100;
  await script(
    db,
    `set statement_timeout = 0;
    insert into contacts (account_id, phone, tags, opted_out, created_at)
      select ${accountId}, '+1' || (2120000000 + n),
        jsonb_build_object('1', 'Person ' || n, '2', case when n % 30 = 0 then 'tin' else 'gold' end), n % 40 = 1, now()
      from generate_series(0, ${people - 1}) n;
    insert into suppressions (account_id, phone, source, at)
      select ${accountId}, phone, 'bench', now() from contacts where account_id = ${accountId} and opted_out;
    insert into lists (account_id, id, kind, name, name_key, position, member_count, created_at)
      values (${accountId}, 501, 'list', 'All', 'all', 0, ${people}, now()),
        (${accountId}, 502, 'list', 'Half', 'half', 1, ${Math.ceil(people / 2)}, now());
    insert into list_members (account_id, list_id, contact_id, added_at)
      select ${accountId}, 501, id, now() from contacts where account_id = ${accountId};
    insert into list_members (account_id, list_id, contact_id, added_at)
      select ${accountId}, 502, id, now() from contacts where account_id = ${accountId} and id % 2 = 0;`,
  );
  await transact(db, (trx) => recountLists(trx, accountId));
  for (const table of ['contacts', 'list_members', 'suppressions', 'messages'])
    await script(db, `vacuum analyze ${table}`);
  return { lists: [501, 502], recipients };
}

export const GOLD = [{ tag: 'Plan', operator: '=' as const, value: 'gold' }];

export type Helper = { port: number; process: ChildProcess; stop: () => Promise<void> };

/** Starts a program of this folder that prints its port. */
export async function startHelper(file: string, env: Record<string, string> = {}): Promise<Helper> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A benchmark that fails takes its helpers with it.
  process.once('exit', () => child.kill());
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}.`)));
    child.stdout.on('data', (chunk) => resolve(Number(String(chunk).trim())));
  });
  return {
    port,
    process: child,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

/** Runs a program of this folder to its end; answers what it printed. */
export async function runHelper(file: string, env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += String(chunk);
  });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`${file} ended with ${code}.`);
  return printed.trim();
}

/** Resident memory of a process in MB (Linux). */
export function residentMb(pid: number): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb ?? 0) / 1024;
}

/**
 * Processor time that a process has used, in microseconds (Linux): hardly touched by what else runs on the
 * machine.
 */
export function cpuMicros(pid: number, withEnded = false): number {
  const fields = statOf(pid);
  const ticks =
    Number(fields[11]) + Number(fields[12]) + (withEnded ? Number(fields[13]) + Number(fields[14]) : 0);
  return ticks * 10_000;
}

/** Now in ms since the epoch, with fractions: comparable between processes of one machine. */
export const epochMs = () => performance.timeOrigin + performance.now();

/** The fields of /proc/…/stat behind the program's name. */
const statOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];

/**
 * Processor time in microseconds that the PostgreSQL behind `db` has used, with all of its processes (Linux).
 */
export async function postgresMicros(db: Db): Promise<number> {
  const backend = await first(db, sql<{ pid: number }>`select pg_backend_pid() as pid`);
  const postmaster = parentOf(backend?.pid ?? 0);
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ');
  const ofChildren = children.reduce((sum, pid) => sum + microsOfChild(Number(pid)), 0);
  // Last: it has the time of a child that ended meanwhile.
  return ofChildren + cpuMicros(postmaster, true);
}

function microsOfChild(pid: number): number {
  try {
    return cpuMicros(pid, true);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

const parentOf = (pid: number) => Number(statOf(pid)[1]);

export function best(loads: readonly Load[]): Load {
  return loads.reduce((one, other) => (other.perSecond > one.perSecond ? other : one));
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Seconds of a piece of work. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}
