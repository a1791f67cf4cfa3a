/**
 * A message asked for by HTTP → SMPP centre → its receipt stored: our trigger URL against Kannel with
 * everything on disk, in turns of the same run, at full speed over 64 connections and paced. Our receipt
 * counts when the centre hears that it is stored, Kannel's when it calls the application back.
 */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { missing, startKannel } from '../../packages/server/src/carriers/testing/programs.ts';
import { newPair } from '../../packages/server/src/credentials/keys.ts';
import { insertCredential } from '../../packages/server/src/credentials/store.ts';
import {
  type Db,
  first,
  openDatabase,
  script,
  sql,
  transact,
} from '../../packages/server/src/platform/db/database.ts';
import type { Addresses } from '../../packages/server/src/platform/db/embedded.ts';
import { createSecrets } from '../../packages/server/src/platform/secrets.ts';
import {
  type Account,
  cpuMicros,
  createAccount,
  createDatabase,
  epochMs,
  postgresMicros,
  type Result,
  SECRET_KEY,
  say,
  startHelper,
  useSmpp,
  withPostgres,
} from './ground.ts';
import { get, overSockets, percentiles } from './http-load.ts';

const CONNECTIONS = 64;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 5_000);
const PACED_MESSAGES = 1_500;
const PER_SECOND = 200;
const PEOPLE = 100_000;
/** Two quick ones, so that neither side is measured cold. */
const WARM_UP = 2_000;
const REQUIRED = 1.5;
const GIVE_UP_MS = 60_000;
const TEXT = 'Hello, our autumn sale begins on Friday. Reply STOP to end.';

/** Something that takes messages by HTTP. */
type Side = {
  port: number;
  path: (phone: string, n: number) => string;
  /** When the receipts of this run were there, by phone (digits), ms since the epoch. */
  receipts: () => Promise<Record<string, number>>;
  reset: () => Promise<void>;
};
type Run = { perSecond: number; p50: number; p99: number };

export async function benchTrigger(server: Addresses): Promise<Result[]> {
  const absent = missing('kannel');
  if (absent !== null) {
    say(`trigger: left out, because ${absent}`);
    return [];
  }
  const centre = await startCentre();
  const kannel = await startKannelSide(centre.smppPort);
  const ours = await startOurSide(server, centre);
  const runs = { kannel: [] as Run[], ours: [] as Run[], kannelPaced: [] as Run[], oursPaced: [] as Run[] };
  const numbers = phones();
  for (const side of [kannel.side, ours.side]) await drive(side, numbers, WARM_UP);
  for (let round = 1; round <= ROUNDS; round += 1) {
    runs.kannel.push(await drive(kannel.side, numbers, MESSAGES));
    const before = await ours.cpu();
    runs.ours.push(await drive(ours.side, numbers, MESSAGES));
    const after = await ours.cpu();
    const each = after.map((micros, n) => ((micros - (before[n] ?? 0)) / MESSAGES).toFixed(0));
    runs.kannelPaced.push(await drive(kannel.side, numbers, PACED_MESSAGES, PER_SECOND));
    runs.oursPaced.push(await drive(ours.side, numbers, PACED_MESSAGES, PER_SECOND));
    const last = (name: keyof typeof runs) => words(runs[name].at(-1));
    say(
      `trigger round ${round}: Kannel ${last('kannel')}, ours ${last('ours')} (processor time each: server ${each[0]} µs, PostgreSQL ${each[1]} µs); at ${PER_SECOND}/s Kannel ${last('kannelPaced')}, ours ${last('oursPaced')}`,
    );
  }
  await ours.stop(WARM_UP + ROUNDS * (MESSAGES + PACED_MESSAGES));
  await kannel.stop();
  await centre.stop();
  return [fullSpeed(runs), paced(runs)];
}

const words = (run: Run | undefined) =>
  run ? `${run.perSecond.toFixed(0)}/s (p50 ${run.p50.toFixed(0)}, p99 ${run.p99.toFixed(0)} ms)` : '';

function fullSpeed(runs: Record<'kannel' | 'ours', readonly Run[]>): Result {
  const quickest = (all: readonly Run[]) => Math.max(...all.map(({ perSecond }) => perSecond));
  const [floor, own] = [quickest(runs.kannel), quickest(runs.ours)];
  return {
    path: `trigger → SMPP centre → receipt stored, ${CONNECTIONS} connections`,
    floor: `Kannel ${floor.toFixed(0)}/s`,
    ours: `${own.toFixed(0)}/s`,
    ratio: (own / floor).toFixed(2),
    required: `≥ ${REQUIRED}`,
    met: own / floor >= REQUIRED,
  };
}

function paced(runs: Record<'kannelPaced' | 'oursPaced', readonly Run[]>): Result {
  const least = (all: readonly Run[], key: 'p50' | 'p99') => Math.min(...all.map((run) => run[key]));
  const [floor, own] = [runs.kannelPaced, runs.oursPaced].map((all) => [
    least(all, 'p50'),
    least(all, 'p99'),
  ]);
  const [floor50 = 0, floor99 = 0] = floor ?? [];
  const [own50 = 0, own99 = 0] = own ?? [];
  return {
    path: `the same at ${PER_SECOND} a second: p50 and p99`,
    floor: `Kannel ${floor50.toFixed(1)} and ${floor99.toFixed(1)} ms`,
    ours: `${own50.toFixed(1)} and ${own99.toFixed(1)} ms`,
    ratio: `${(own50 / floor50).toFixed(2)} and ${(own99 / floor99).toFixed(2)}`,
    required: '≤ 1',
    met: own50 <= floor50 && own99 <= floor99,
  };
}

/** Numbers that no run has used before; every second one is a stranger. */
function* phoneNumbers(): Generator<string> {
  for (let n = 0; ; n += 1) yield `1${2_120_000_000 + (n % 2 === 0 ? n / 2 : PEOPLE + n)}`;
}
function phones(): () => string {
  const all = phoneNumbers();
  return () => String(all.next().value);
}

/** Sends `count` messages, at most `perSecond` of them, and waits for their receipts. */
async function drive(side: Side, nextPhone: () => string, count: number, perSecond?: number): Promise<Run> {
  await side.reset();
  const begun = new Map<string, number>();
  const start = epochMs();
  let n = 0;
  await overSockets(side.port, CONNECTIONS, async () => {
    if (n >= count) return null;
    const place = n;
    n += 1;
    const due = perSecond === undefined ? 0 : start + (place * 1_000) / perSecond - epochMs();
    if (due > 0) await sleep(due);
    const phone = nextPhone();
    begun.set(phone, epochMs());
    const answered = (answer: string) => {
      if (!/^HTTP\/1\.1 20[02]/.test(answer) || answer.includes('"RESULT":0'))
        throw new Error(`A message was refused: ${answer.slice(-200)}`);
    };
    return { bytes: get(side.path(phone, place)), answered };
  });
  const receipts = await allReceipts(side, count);
  const took = [...begun].map(([phone, at]) => (receipts[phone] ?? Number.NaN) - at);
  const at = percentiles(took);
  const last = Math.max(...Object.values(receipts));
  return { perSecond: (count * 1_000) / (last - start), p50: at(0.5), p99: at(0.99) };
}

async function allReceipts(side: Side, count: number): Promise<Record<string, number>> {
  for (const end = epochMs() + GIVE_UP_MS; epochMs() < end; await sleep(100)) {
    const receipts = await side.receipts();
    if (Object.keys(receipts).length >= count) return receipts;
  }
  throw new Error(`Of ${count} receipts only ${Object.keys(await side.receipts()).length} came.`);
}

type Centre = { smppPort: number; ask: (path: string) => Promise<unknown>; stop: () => Promise<void> };

async function startCentre(): Promise<Centre> {
  const helper = await startHelper('smpp-centre.ts');
  const ask = async (path: string): Promise<unknown> =>
    (await fetch(`http://127.0.0.1:${helper.port}${path}`)).json();
  return { smppPort: Number(await ask('/port')), ask, stop: helper.stop };
}

async function startKannelSide(smppPort: number): Promise<{ side: Side; stop: () => Promise<void> }> {
  let receipts: Record<string, number> = {};
  const application = createServer((request, response) => {
    response.end();
    const phone = new URL(request.url ?? '', 'http://localhost').searchParams.get('phone') ?? '';
    receipts[phone] = epochMs();
  }).listen(0, '127.0.0.1');
  application.keepAliveTimeout = 60_000;
  await once(application, 'listening');
  const { port } = application.address() as AddressInfo;
  const program = await startKannel(smppPort, `http://127.0.0.1:${port}/`, { isDurable: true });
  const { pathname, port: sendPort } = new URL(program.url);
  return {
    side: {
      port: Number(sendPort),
      path(phone) {
        const callback = `http://127.0.0.1:${port}/?phone=${phone}`;
        const fields = { username: 'peer', password: 'secret', from: '15552000001', to: phone, text: TEXT };
        return `${pathname}?${new URLSearchParams({ ...fields, charset: 'UTF-8', 'dlr-mask': '19', 'dlr-url': callback })}`;
      },
      receipts: async () => receipts,
      reset: async () => {
        receipts = {};
      },
    },
    async stop() {
      await program.stop();
      application.close();
    },
  };
}

async function startOurSide(
  server: Addresses,
  centre: Centre,
): Promise<{ side: Side; cpu: () => Promise<number[]>; stop: (sent: number) => Promise<void> }> {
  const url = await createDatabase(server, 'bench_trigger');
  const { db, close } = openDatabase(url, 2);
  const pair = newPair();
  const account = await createAccount(db, 'http://127.0.0.1:9');
  await fill(db, account, centre.smppPort, pair);
  const app = await startHelper('app-server.ts', { DATABASE_URL: url, SECRET_KEY, BACKGROUND: '1' });
  return {
    side: {
      port: app.port,
      path: (phone) =>
        `/api/v1/triggerSMS?${new URLSearchParams({
          inpContactString: `+${phone}`,
          inpBatchId: String(account.campaignId),
          inpUserName: pair.accessKey,
          inpPassword: pair.secretKey,
        })}`,
      receipts: async () => (await centre.ask('/receipts')) as Record<string, number>,
      reset: async () => void (await centre.ask('/reset')),
    },
    cpu: async () => [cpuMicros(app.process.pid ?? 0), await postgresMicros(db)],
    async stop(sent) {
      await untilStored(db);
      await app.stop();
      await check(db, sent);
      await close();
    },
  };
}

async function fill(
  db: Db,
  { accountId, channelId, campaignId }: Account,
  smppPort: number,
  pair: { accessKey: string; secretKey: string },
): Promise<void> {
  await useSmpp(db, accountId, channelId, smppPort);
  const { accessKey, secretKey } = pair;
  const credential = {
    name: 'Bench',
    accessKey,
    secretEncrypted: createSecrets(SECRET_KEY).encrypt(secretKey),
    now: new Date(),
  };
  await transact(db, (trx) => insertCredential(trx, accountId, credential));
  await sql`
    update steps set step = jsonb_set(step, '{text}', to_jsonb(${TEXT}::text)) where account_id = ${accountId} and campaign_id = ${campaignId}`.execute(
    db,
  );
  await script(
    db,
    `insert into contacts (account_id, phone, tags, time_zone, created_at)
      select ${accountId}, '+1' || (2120000000 + n), '{}', 'America/New_York', now() from generate_series(0, ${PEOPLE - 1}) n`,
  );
  await script(db, 'vacuum analyze contacts');
  await script(db, 'checkpoint');
}

/** A receipt may be acknowledged a moment before its message's own result is stored. */
async function untilStored(db: Db): Promise<void> {
  for (const end = epochMs() + GIVE_UP_MS; epochMs() < end; await sleep(100))
    if (!(await first(db, sql`select 1 from outbox limit 1`))) return;
}

async function check(db: Db, sent: number): Promise<void> {
  const row = await first(
    db,
    sql<{ delivered: number; all: number; waiting: number }>`
      select count(*) filter (where status = 'delivered') as delivered, count(*) as all,
        (select count(*) from outbox) as waiting from messages`,
  );
  if (row?.delivered !== sent || row.all !== sent || row.waiting !== 0)
    throw new Error(`Of ${sent} messages: ${JSON.stringify(row)}`);
}

if (import.meta.main) say(JSON.stringify(await withPostgres(benchTrigger)));
