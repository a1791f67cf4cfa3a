/**
 * What the fault runs share: a PostgreSQL of their own, servers on it, a carrier with a book, an account with
 * a list, and the checks.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { flowOf } from '@parley/engine';
import { type Db, first, openDatabase, rows, sql } from '../../packages/server/src/platform/db/database.ts';
import { startEmbedded } from '../../packages/server/src/platform/db/embedded.ts';
import { createSecrets } from '../../packages/server/src/platform/secrets.ts';
import { storeFlow } from '../../packages/server/src/testing/flows.ts';
import { phones, storeList } from '../../packages/server/src/testing/people.ts';

const MAIN = join(import.meta.dirname, '../../packages/server/src/main.ts');
export const SECRET_KEY = 'a secret key of the fault runs, long enough';
/** A machine that does much else starts a server slowly. */
const START_MS = 180_000;

export type Worker = { process: ChildProcess; url: string };

/**
 * A server as `npm start` runs it, on the given database, with a data folder of its own or the one given, and
 * further environment. `within`: a command that runs it in a place of its own.
 */
export function startWorker(
  databaseUrl: string,
  dataDir: string,
  folder = mkdtempSync(join(dataDir, 'worker-')),
  environment: Record<string, string> = {},
  within: readonly string[] = [],
): Promise<Worker> {
  const [program = '', ...args] = [...within, process.execPath, MAIN];
  const child = spawn(program, args, {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      SECRET_KEY,
      PORT: '0',
      LOG_LEVEL: 'fatal',
      MFA: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return readLine(child, /Parley is ready at (\S+)/).then((url) => ({ process: child, url }));
}

export async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

const HERE = { address: '127.0.0.1', within: [], answerMs: 0 };

/** The carrier of book-server.ts, on this machine or at an address `within` a place of its own. */
export async function startBook(
  seed: number,
  badShare: number,
  place: { address: string; within: readonly string[]; answerMs: number } = HERE,
) {
  const { address, within, answerMs } = place;
  const server = join(import.meta.dirname, 'book-server.ts');
  const [program = '', ...args] = [...within, process.execPath, server, `${seed}`, `${badShare}`, address];
  const child = spawn(program, args, {
    env: { ...process.env, ANSWER_MS: `${answerMs}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = `http://${address}:${await readLine(child, /^(\d+)$/m)}`;
  return {
    url,
    /** How often each phone got a text. */
    async read(text: string): Promise<Map<string, number>> {
      const response = await fetch(`${url}/book?body=${encodeURIComponent(text)}`);
      return new Map(Object.entries((await response.json()) as Record<string, number>));
    },
    stop: () => end(child, 'SIGKILL'),
  };
}
export type Book = Awaited<ReturnType<typeof startBook>>;

function readLine(child: ChildProcess, pattern: RegExp): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('It did not start.')), START_MS);
    child.once('exit', (code) => reject(new Error(`It ended with ${code}.`)));
    child.stdout?.on('data', (chunk) => {
      printed += String(chunk);
      const found = pattern.exec(printed)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
  });
}

/** A PostgreSQL that can be stopped and killed, behind an address that stays. */
export async function startPostgres(dataDir: string) {
  let postgres = await startEmbedded(dataDir);
  const sockets = new Set<Socket>();
  const door = createServer((client) => {
    const inner = connect(Number(new URL(postgres.url).port), '127.0.0.1');
    for (const socket of [client, inner]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        inner.destroy();
      });
    }
    client.pipe(inner);
    inner.pipe(client);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const url = new URL(postgres.url);
  url.port = String((door.address() as { port: number }).port);

  async function startAgain(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        postgres = await startEmbedded(dataDir);
        return;
      } catch (error) {
        // Its children may hold the shared memory for a moment after a kill.
        if (tries >= 10) throw error;
        await sleep(500);
      }
    }
  }

  return {
    url: url.href,
    async restart() {
      await postgres.stop();
      await startAgain();
    },
    async killAndStart() {
      const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid');
      process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL');
      await startAgain();
    },
    async stop() {
      door.close();
      for (const socket of sockets) socket.destroy();
      await postgres.stop();
    },
  };
}

export type Reply = Record<string, unknown> & { RESULT: number; MESSAGE: string };
export type Ask = (path: string, fields: Record<string, string> | FormData) => Promise<Reply>;
export type Client = Ask & { download: (path: string) => Promise<Response>; cookie: () => string };

/** Asks with the cookie of one user, wherever the server is now. */
export function client(at: () => string): Client {
  let cookie = '';
  const ask: Ask = async (path, fields) => {
    const response = await fetch(`${at()}/session/api/${path}`, {
      method: 'POST',
      body: fields instanceof FormData ? fields : new URLSearchParams(fields),
      headers: { cookie },
    });
    const set = response.headers.getSetCookie().map((each) => each.split(';')[0]);
    if (set.length > 0) cookie = set.join('; ');
    return (await response.json()) as Reply;
  };
  const download = (path: string) => fetch(`${at()}/session/api/${path}`, { headers: { cookie } });
  return Object.assign(ask, { download, cookie: () => cookie });
}

/**
 * An account with credits, a list, and a channel that sends through the book or, without one, the simulated
 * carrier.
 */
export async function makeAccount(
  ask: Ask,
  db: Db,
  people: number,
  book: Pick<Book, 'url'> | null,
  email = 'faults@example.com',
) {
  const signedUp = await ask('registration/RegisterNewUser', {
    inpEmail: email,
    inpPassword: 'correct horse battery staple',
    inpPhoneNumber: '2125550100',
  });
  if (signedUp.RESULT !== 1) throw new Error(signedUp.MESSAGE);
  const account = await first(db, sql<{ id: number }>`select max(id) as id from accounts`);
  const accountId = account?.id ?? 0;
  await sql`
    with given as (
      update balances set balance = balance + 100000000, granted = granted + 100000000 where account_id = ${accountId}
    )
    insert into ledger (account_id, kind, credits, at) values (${accountId}, 'grant', 100000000, ${new Date()})`.execute(
    db,
  );
  if (book) {
    const connection = {
      baseUrl: book.url,
      accountSid: 'AC1',
      authToken: createSecrets(SECRET_KEY).encrypt('secret').toString('base64'),
      webhookToken: 'faults',
    };
    await sql`
      update channels set connection_kind = 'twilio', connection = ${JSON.stringify(connection)}::jsonb, usual_quiet_hours = false
      where account_id = ${accountId}`.execute(db);
  }
  const numbers = phones(people);
  const listId = await storeList(
    db,
    accountId,
    'Everybody',
    numbers.map((phone) => ({ phone })),
  );
  return { accountId, listId };
}

export const textOf = (campaignId: number) => `Blast ${campaignId}`;

/**
 * Stores a campaign of its own and asks for its blast; a request that a fault cut off is asked again when
 * nothing was stored.
 */
export async function blast(
  db: Db,
  ask: Ask,
  accountId: number,
  listId: number,
  campaignId: number,
): Promise<void> {
  await storeFlow(
    db,
    accountId,
    flowOf(campaignId, [{ type: 'final-message', id: campaignId, text: textOf(campaignId) }]),
  );
  await send(ask, listId, campaignId);
}

export function send(ask: Ask, listId: number, campaignId: number): Promise<Reply> {
  return ask('blast/BlastToList', {
    inpBatchId: String(campaignId),
    inpTargetListIds: String(listId),
    inpSchedule: '2020-01-01 00:00:00',
  });
}

export async function readBlast(db: Db, accountId: number, campaignId: number) {
  return first(
    db,
    sql<{ id: number; total: number; queued: number; state: string; unknown: number }>`
      select id, total, queued, state, unknown from blasts where account_id = ${accountId} and campaign_id = ${campaignId}`,
  );
}

export async function until(check: () => Promise<boolean>, ms: number, what: string): Promise<void> {
  const deadline = Date.now() + ms;
  for (;;) {
    if (await check().catch(() => false)) return;
    if (Date.now() > deadline) throw new Error(`It did not happen in ${ms / 1000} s: ${what}.`);
    await sleep(200);
  }
}

/**
 * `lost`: neither in the carrier's book nor listed as in doubt or failed. `unlisted`: in the book, and we
 * think it was not sent.
 */
export type Check = {
  recipients: number;
  doubled: number;
  lost: number;
  unlisted: number;
  unknown: number;
  unsettled: number;
  ledger: boolean;
};

/** The carrier's book against ours, for one blast. */
export async function check(
  db: Db,
  accountId: number,
  campaignId: number,
  taken: ReadonlyMap<string, number>,
): Promise<Check> {
  const found = await rows(
    db,
    sql<{ phone: string; status: string }>`
      select c.phone, m.status from messages m join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
      where m.account_id = ${accountId} and m.campaign_id = ${campaignId} and m.origin = 'blast' and m.seq = 0`,
  );
  const times = (phone: string) => taken.get(phone) ?? 0;
  const are = (...statuses: string[]) => found.filter(({ status }) => statuses.includes(status));
  return {
    recipients: found.length,
    doubled: found.filter(({ phone }) => times(phone) > 1).length,
    lost: are('sent', 'delivered').filter(({ phone }) => times(phone) === 0).length,
    unlisted: are('queued', 'failed', 'expired', 'skipped').filter(({ phone }) => times(phone) > 0).length,
    unknown: are('unknown').length,
    unsettled: are('queued', 'held', 'sending').length,
    ledger: await ledgerHolds(db, accountId),
  };
}

export const isGood = ({ doubled, lost, unlisted, unsettled, ledger, recipients }: Check, people: number) =>
  doubled + lost + unlisted + unsettled === 0 && ledger && recipients === people;

/**
 * What the simulated carrier took of a blast, by phone, as it is called now: of an erased person no book
 * keeps the number.
 */
export async function simulatorBook(
  db: Db,
  accountId: number,
  campaignId: number,
): Promise<Map<string, number>> {
  const found = await rows(
    db,
    sql<{ phone: string; count: number }>`
      select c.phone, count(*) as count from simulator_messages s
      join messages m on m.account_id = ${accountId} and m.id = s.reference::bigint and m.campaign_id = ${campaignId}
      join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
      where s.account_id = ${accountId} and s.direction = 'MT' group by c.phone`,
  );
  return new Map(found.map(({ phone, count }) => [phone, count]));
}

async function ledgerHolds(db: Db, accountId: number): Promise<boolean> {
  const row = await first(
    db,
    sql<{ holds: boolean }>`
      with l as (
        select coalesce(sum(credits) filter (where kind = 'grant'), 0) as granted,
          coalesce(sum(credits) filter (where kind = 'reserve'), 0) as reserve,
          coalesce(sum(credits) filter (where kind = 'return'), 0) as back,
          coalesce(sum(credits) filter (where kind = 'spend'), 0) as spend,
          coalesce(sum(credits) filter (where kind = 'spend-reserved'), 0) as used,
          coalesce(sum(credits) filter (where kind = 'refund'), 0) as refund
        from ledger where account_id = ${accountId}
      )
      select b.granted = l.granted and b.balance + b.reserved + b.spent = b.granted
        and b.reserved = l.reserve - l.used - l.back and b.spent = l.spend + l.used - l.refund
        and b.balance = l.granted - l.reserve - l.spend + l.back + l.refund and b.reserved = 0 as holds
      from balances b, l where b.account_id = ${accountId}`,
  );
  return row?.holds ?? false;
}

/** Sets the account's channel up as on the screen; `segmentsPerSecond`: its pace, null: none. */
export async function connectSmpp(
  db: Db,
  ask: Ask,
  accountId: number,
  settings: Record<string, string>,
  segmentsPerSecond: number | null,
): Promise<void> {
  const channel = await first(
    db,
    sql<{ id: number }>`
      update channels set usual_quiet_hours = false, segments_per_second = ${segmentsPerSecond}
      where account_id = ${accountId} returning id`,
  );
  const saved = await ask('channels/saveConnection', {
    ChannelId: String(channel?.id),
    ChannelNumber: '+12125550100',
    inpKind: 'smpp',
    inpValues: JSON.stringify(settings),
  });
  if (saved.RESULT !== 1) throw new Error(saved.MESSAGE);
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs something in a data folder that is gone afterwards. */
export async function inFolder(run: (dataDir: string) => Promise<boolean>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-faults-'));
  try {
    process.exitCode = (await run(dataDir)) ? 0 : 1;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The same with a database and a way to look into it. */
export async function onGround(
  run: (ground: {
    dataDir: string;
    postgres: Awaited<ReturnType<typeof startPostgres>>;
    db: Db;
  }) => Promise<boolean>,
): Promise<void> {
  await inFolder(async (dataDir) => {
    const postgres = await startPostgres(dataDir);
    const database = openDatabase(postgres.url, 3);
    try {
      return await run({ dataDir, postgres, db: database.db });
    } finally {
      await database.close();
      await postgres.stop();
    }
  });
}
