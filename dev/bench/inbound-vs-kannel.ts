/**
 * A text that comes in over SMPP and is answered: ours, with a keyword, a conversation and a reply that is
 * charged, against Kannel with everything on disk in front of a service that answers one sentence and keeps
 * nothing. Each has a centre of its own that sends with windows of several sizes, in turns of the same run.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { flowOf } from '@parley/engine';
import { missing, startKannel } from '../../packages/server/src/carriers/testing/programs.ts';
import { type Db, first, openDatabase, script, sql } from '../../packages/server/src/platform/db/database.ts';
import type { Addresses } from '../../packages/server/src/platform/db/embedded.ts';
import { storeFlow } from '../../packages/server/src/testing/flows.ts';
import {
  createAccount,
  createDatabase,
  type Result,
  SECRET_KEY,
  say,
  startHelper,
  useSmpp,
  withPostgres,
} from './ground.ts';
import type { Burst } from './smpp-burst.ts';

const WINDOWS = [10, 50, 200];
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const TEXTS = Number(process.env.BENCH_MESSAGES ?? 3_000);
const WARM_UP = 1_000;
const REQUIRED = 1.5;
const FIRST_PHONE = 12_120_000_000;
const CAMPAIGN = 2_000;
const ANSWER = 'Thanks for joining! You will hear from us soon. Reply STOP to opt out.';

type Side = { run: (texts: number, window: number) => Promise<Burst>; stop: () => Promise<void> };

export async function benchInboundVsKannel(server: Addresses): Promise<Result[]> {
  const absent = missing('kannel');
  if (absent !== null) {
    say(`inbound-vs-kannel: left out, because ${absent}`);
    return [];
  }
  const people = (WARM_UP + ROUNDS * TEXTS) * WINDOWS.length;
  const sides = { kannel: await startKannelSide(), ours: await startOurSide(server, people) };
  const results: Result[] = [];
  for (const window of WINDOWS) {
    const runs = { kannel: [] as Burst[], ours: [] as Burst[] };
    for (const side of Object.values(sides)) await side.run(WARM_UP, window);
    for (let round = 1; round <= ROUNDS; round += 1) {
      runs.kannel.push(await sides.kannel.run(TEXTS, window));
      runs.ours.push(await sides.ours.run(TEXTS, window));
      const last = (all: readonly Burst[]) => words(all.at(-1));
      say(`window ${window}, round ${round}: Kannel ${last(runs.kannel)}, ours ${last(runs.ours)}`);
    }
    results.push(compare(window, runs));
  }
  for (const side of Object.values(sides)) await side.stop();
  return results;
}

const words = (run: Burst | undefined) =>
  run ? `${run.perSecond.toFixed(0)}/s (p50 ${run.p50.toFixed(0)}, p99 ${run.p99.toFixed(0)} ms)` : '';

function compare(window: number, { kannel, ours }: Record<'kannel' | 'ours', readonly Burst[]>): Result {
  const quickest = (all: readonly Burst[]) => Math.max(...all.map(({ perSecond }) => perSecond));
  const [floor, own] = [quickest(kannel), quickest(ours)];
  return {
    path: `text over SMPP → reply at the centre, window ${window}`,
    floor: `Kannel ${floor.toFixed(0)}/s`,
    ours: `${own.toFixed(0)}/s`,
    ratio: (own / floor).toFixed(2),
    required: `≥ ${REQUIRED}`,
    met: own / floor >= REQUIRED,
  };
}

/** A centre; each run of it has numbers that none before had, and fails unless all got one reply. */
async function startCentre(name: string) {
  const helper = await startHelper('smpp-burst.ts');
  const ask = async (path: string): Promise<unknown> =>
    (await fetch(`http://127.0.0.1:${helper.port}${path}`)).json();
  let used = 0;
  return {
    smppPort: Number(await ask('/port')),
    stop: helper.stop,
    async bound() {
      while (!(await ask('/bound'))) await sleep(100);
    },
    async run(texts: number, window: number): Promise<Burst> {
      const options = { n: texts, window, first: FIRST_PHONE + used, to: '15552000001', text: 'JOIN' };
      used += texts;
      const query = new URLSearchParams(Object.entries(options).map(([key, value]) => [key, String(value)]));
      const found = (await ask(`/run?${query}`)) as Burst;
      if (found.replied !== texts || found.acknowledged !== texts || found.surplus > 0)
        throw new Error(`Of ${texts} texts to ${name}: ${JSON.stringify(found)}`);
      return found;
    },
  };
}

async function startKannelSide(): Promise<Side> {
  const centre = await startCentre('Kannel');
  const service = createServer((_request, response) => {
    response.setHeader('content-type', 'text/plain');
    response.end(ANSWER);
  }).listen(0, '127.0.0.1');
  service.keepAliveTimeout = 60_000;
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  const kannel = await startKannel(centre.smppPort, `http://127.0.0.1:${port}/?from=%p&to=%P&text=%b`, {
    isDurable: true,
    answers: true,
  });
  await centre.bound();
  return {
    run: centre.run,
    async stop() {
      await kannel.stop();
      service.close();
      await centre.stop();
    },
  };
}

async function startOurSide(server: Addresses, people: number): Promise<Side> {
  const centre = await startCentre('ours');
  const url = await createDatabase(server, 'bench_inbound_vs_kannel');
  const { db, close } = openDatabase(url, 2);
  await fill(db, centre.smppPort, people);
  const app = await startHelper('app-server.ts', { DATABASE_URL: url, SECRET_KEY, BACKGROUND: '1' });
  await centre.bound();
  return {
    run: centre.run,
    async stop() {
      await app.stop();
      await centre.stop();
      await check(db, people);
      await close();
    },
  };
}

/** Everybody who texts is a contact; the channel is bound to the centre. */
async function fill(db: Db, smppPort: number, people: number): Promise<void> {
  const { accountId, channelId } = await createAccount(db, 'http://127.0.0.1:9');
  await storeFlow(
    db,
    accountId,
    flowOf(CAMPAIGN, [{ type: 'final-message', id: CAMPAIGN + 1, text: ANSWER }]),
    'JOIN',
  );
  await useSmpp(db, accountId, channelId, smppPort);
  await script(
    db,
    `insert into contacts (account_id, phone, tags, time_zone, created_at)
      select ${accountId}, '+' || (${FIRST_PHONE} + n), '{}', 'America/New_York', now() from generate_series(0, ${people - 1}) n`,
  );
  await script(db, 'vacuum analyze contacts');
  await script(db, 'checkpoint');
}

/** Each text is stored once and has one reply that was handed over. */
async function check(db: Db, texts: number): Promise<void> {
  const row = await first(
    db,
    sql<{ stored: number; replies: number; sent: number }>`
      select (select count(*) from inbound_messages) as stored, count(*) as replies,
        count(*) filter (where status in ('sent', 'sending')) as sent from messages`,
  );
  if (row?.stored !== texts || row.replies !== texts || row.sent !== texts)
    throw new Error(`Of ${texts} texts: ${JSON.stringify(row)}`);
}

if (import.meta.main)
  for (const result of await withPostgres(benchInboundVsKannel)) say(JSON.stringify(result));
