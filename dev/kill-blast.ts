/**
 * Kills the server (kill -9) at random moments of a blast of 20,000 against the simulated carrier, starts it again, lets the blast end,
 * and compares the carrier's book with ours: every recipient has exactly one message or is listed as unknown, none has two, and the
 * ledger holds.
 *
 *   node dev/kill-blast.ts [--kills 20] [--people 20000] [--seed 1]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { flowOf } from '@parley/engine';
import { type Db, first, openDatabase, sql } from '../packages/server/src/platform/db/database.ts';
import { storeFlow } from '../packages/server/src/testing/flows.ts';
import { phones, storeList } from '../packages/server/src/testing/people.ts';

const MAIN = join(import.meta.dirname, '../packages/server/src/main.ts');
/** Kills fall anywhere between the request and this long after it. */
const WINDOW_MS = 8_000;
const START_MS = 60_000;
const DRAIN_MS = 180_000;

type Server = { process: ChildProcess; url: string };
type Reply = Record<string, unknown> & { RESULT: number; MESSAGE: string };
type Ask = (path: string, fields: Record<string, string>) => Promise<Reply>;

/** Start-up and shut-down are part of it: the server runs on its own embedded PostgreSQL, as `npm start` starts it. */
async function startServer(dataDir: string): Promise<Server> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', DATABASE_URL: '', MFA: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The server did not start.')), START_MS);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
    child.stdout.on('data', (chunk) => {
      printed += String(chunk);
      const address = /Parley is ready at (\S+)/.exec(printed)?.[1];
      if (!address) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
  return { process: child, url };
}

async function kill(server: Server, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const ended = new Promise((resolve) => server.process.once('exit', resolve));
  server.process.kill(signal);
  await ended;
}

/** The embedded PostgreSQL of a data folder: it outlives a killed server, which finds it again. */
function openEmbedded(dataDir: string) {
  const home = join(dataDir, 'postgres');
  const port = readFileSync(join(home, 'cluster/postmaster.pid'), 'utf8').split('\n')[3];
  const password = readFileSync(join(home, 'password'), 'utf8').trim();
  return openDatabase(`postgres://parley:${password}@127.0.0.1:${port}/postgres`, 2);
}

/** mulberry32: the same seed, the same moments. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Asks with the cookie of one user, wherever the server is now. */
function client(at: () => string): Ask {
  let cookie = '';
  return async (path, fields) => {
    const response = await fetch(`${at()}/session/api/${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { cookie },
    });
    const set = response.headers.getSetCookie().map((each) => each.split(';')[0]);
    if (set.length > 0) cookie = set.join('; ');
    return (await response.json()) as Reply;
  };
}

async function prepare(db: Db, people: number): Promise<{ accountId: number; listId: number }> {
  const account = await first(db, sql<{ id: number }>`select max(id) as id from accounts`);
  const accountId = account?.id ?? 0;
  await sql`
    with given as (
      update balances set balance = balance + 100000000, granted = granted + 100000000 where account_id = ${accountId}
    )
    insert into ledger (account_id, kind, credits, at) values (${accountId}, 'grant', 100000000, ${new Date()})`.execute(
    db,
  );
  const listId = await storeList(
    db,
    accountId,
    'Everybody',
    phones(people).map((phone) => ({ phone })),
  );
  return { accountId, listId };
}

type Check = { recipients: number; missing: number; doubled: number; unknown: number; unsettled: number };

/** The book of the carrier against ours, for one blast. */
async function checkBook(db: Db, accountId: number, listId: number, blastId: number): Promise<Check> {
  const row = await first(
    db,
    sql<Check>`
      with people as (
        select c.id, c.phone,
          (select count(*) from simulator_messages s
            join messages m on m.account_id = ${accountId} and m.id = s.reference::bigint and m.blast_id = ${blastId}
            where s.account_id = ${accountId} and s.direction = 'MT' and s.phone = c.phone) as taken,
          (select m.status from messages m
            where m.account_id = ${accountId} and m.blast_id = ${blastId} and m.contact_id = c.id and m.seq = 0
              and m.origin = 'blast') as status
        from list_members l join contacts c on c.account_id = ${accountId} and c.id = l.contact_id
        where l.account_id = ${accountId} and l.list_id = ${listId}
      )
      select count(*) as recipients, count(*) filter (where taken = 0 and status is distinct from 'unknown') as missing,
        count(*) filter (where taken > 1) as doubled, count(*) filter (where status = 'unknown') as unknown,
        count(*) filter (where status in ('queued', 'sending') or status is null) as unsettled
      from people`,
  );
  if (!row) throw new Error('There was nothing to check.');
  return row;
}

/** Differences between the balance and the sum of the ledger; all zero when the books are right. */
async function checkLedger(db: Db, accountId: number): Promise<boolean> {
  const row = await first(
    db,
    sql<{ holds: boolean }>`
      with sums as (
        select kind, sum(credits) as credits from ledger where account_id = ${accountId} group by kind
      ),
      l as (
        select
          coalesce(sum(credits) filter (where kind = 'grant'), 0) as granted,
          coalesce(sum(credits) filter (where kind = 'reserve'), 0) as reserve,
          coalesce(sum(credits) filter (where kind = 'return'), 0) as back,
          coalesce(sum(credits) filter (where kind = 'spend'), 0) as spend,
          coalesce(sum(credits) filter (where kind = 'spend-reserved'), 0) as used,
          coalesce(sum(credits) filter (where kind = 'refund'), 0) as refund
        from sums
      )
      select b.granted = l.granted and b.balance + b.reserved + b.spent = b.granted
        and b.reserved = l.reserve - l.used - l.back and b.spent = l.spend + l.used - l.refund
        and b.balance = l.granted - l.reserve - l.spend + l.back + l.refund and b.reserved = 0 as holds
      from balances b, l where b.account_id = ${accountId}`,
  );
  return row?.holds ?? false;
}

async function untilDone(ask: Ask, db: Db, accountId: number, blastId: number): Promise<void> {
  const end = Date.now() + DRAIN_MS;
  while (Date.now() < end) {
    const progress = await ask('blast/blastProgress', { inpBlastId: String(blastId) });
    if (progress.STATE === 'done') return;
    await sleep(250);
  }
  const left = await first(
    db,
    sql`select * from send_chunks where account_id = ${accountId} and blast_id = ${blastId} limit 1`,
  );
  throw new Error(`Blast ${blastId} did not end: ${JSON.stringify(left)}`);
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '20' },
      people: { type: 'string', default: '20000' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  const seed = Number(values.seed);
  const random = dice(seed);
  say(`seed ${seed}, ${values.kills} kills, blasts of ${values.people}`);
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-kill-'));
  let server = await startServer(dataDir);
  const database = openEmbedded(dataDir);
  const { db } = database;
  let good = true;
  try {
    const ask = client(() => server.url);
    const signedUp = await ask('registration/RegisterNewUser', {
      inpEmail: 'kill@example.com',
      inpPassword: 'correct horse battery staple',
      inpPhoneNumber: '2125550100',
    });
    if (signedUp.RESULT !== 1) throw new Error(signedUp.MESSAGE);
    const { accountId, listId } = await prepare(db, Number(values.people));
    for (let n = 1; n <= Number(values.kills); n += 1) {
      const campaignId = 1_000_000 + n;
      await storeFlow(
        db,
        accountId,
        flowOf(campaignId, [{ type: 'TRAILER', id: campaignId, text: `Blast ${n}` }]),
      );
      const at = Math.floor(random() * WINDOW_MS);
      const fields = {
        inpBatchId: String(campaignId),
        inpTargetListIds: String(listId),
        inpSchedule: '2020-01-01 00:00:00',
      };
      // A request that the kill cuts off is asked again: the first one counts, if it was stored.
      const asked = ask('blast/BlastToList', fields).catch(() => null);
      await sleep(at);
      await kill(server, 'SIGKILL');
      const before = await readBlast(db, accountId, campaignId);
      server = await startServer(dataDir);
      if ((await asked) === null && !before) await ask('blast/BlastToList', fields);
      const blast = await readBlast(db, accountId, campaignId);
      if (!blast) throw new Error('There is no blast.');
      await untilDone(ask, db, accountId, blast.id);
      const check = await checkBook(db, accountId, listId, blast.id);
      const ledger = await checkLedger(db, accountId);
      const passed = check.missing + check.doubled + check.unsettled === 0 && ledger;
      good &&= passed;
      say(
        `${passed ? 'PASS' : 'FAIL'} kill ${n} after ${at} ms (${before ? `${before.total - before.queued} of ${before.total} were out` : 'before it was stored'}): ${JSON.stringify({ ...check, ledger })}`,
      );
    }
  } finally {
    await database.close();
    await kill(server, 'SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  }
  say(`${good ? 'PASS' : 'FAIL'}: seed ${seed}`);
  return good;
}

async function readBlast(db: Db, accountId: number, campaignId: number) {
  return first(
    db,
    sql<{ id: number; total: number; queued: number }>`
      select id, total, queued from blasts where account_id = ${accountId} and campaign_id = ${campaignId}`,
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

process.exitCode = (await main()) ? 0 : 1;
