/**
 * What spreading an installation with Citus costs, all its nodes on this machine: a blast's fan-out, batch
 * writes of one account and pages of lists, against the same on a PostgreSQL of the same version and
 * settings, in turns. Medians of the rounds; the processor time of all nodes stands beside the clock's.
 *
 *   node dev/bench/run.ts citus     (RECIPIENTS=200000 ROUNDS=5; needs a kit, dev/faults/citus-nodes.ts)
 */
import { type Call, calls, decodeFields, encodeFields, type FormOf } from '@parley/contract';
import { setValues } from '../../packages/server/src/contacts/tag-values.ts';
import { features } from '../../packages/server/src/features.ts';
import { hearNotices } from '../../packages/server/src/feed/notices.ts';
import { openDatabase, rows, script, sql, transact } from '../../packages/server/src/platform/db/database.ts';
import { migrate } from '../../packages/server/src/platform/db/migrate.ts';
import type { Context } from '../../packages/server/src/platform/http/handler.ts';
import { type CitusNodes, NODES, startCitus, startPlain } from '../faults/citus-nodes.ts';
import { fanOut } from './fanout.ts';
import {
  type Account,
  createAccount,
  createCrowd,
  openServices,
  PUBLIC_URL,
  postgresMicros,
  type Result,
  SECRET_KEY,
  say,
  startHelper,
  timed,
} from './ground.ts';
import { percentiles } from './http-load.ts';
import { createKey, timePut } from './upsert.ts';

const RECIPIENTS = Number(process.env.RECIPIENTS ?? 200_000);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const A_BATCH = 1_000;
const BATCHES = 20;
const PAGES = 40;
/** A list page may take so much longer. */
const MORE_MS = 5;

const PLACES = ['plain', 'Citus'] as const;
type Place = (typeof PLACES)[number];
/** Seconds by the clock, and of processors. */
type Cost = { clock: number; cpu: number };
type Work = { name: string; most: number; run: (ground: Ground, round: number) => Promise<number> };

const WORKS: Work[] = [
  { name: `fan-out of a blast, list of ${RECIPIENTS}`, most: 1.15, run: timeFanOut },
  { name: `a tag of ${BATCHES} × ${A_BATCH} contacts`, most: 1.3, run: timeTags },
  { name: 'contacts by REST, 10,000 a request, new', most: 1.3, run: timeUpsert },
  { name: 'the same contacts, changed', most: 1.3, run: timeUpsert },
];

/** Pages as the screens ask for them. */
const PAGE_CALLS: { name: string; call: Call; form: Record<string, unknown> }[] = [
  {
    name: 'members, first page',
    call: calls.members.list,
    form: { list: 501, start: 0, length: 50, search: '' },
  },
  {
    name: 'members, in the middle',
    call: calls.members.list,
    form: { list: 501, start: RECIPIENTS / 2, length: 50, search: '' },
  },
  { name: 'campaigns', call: calls.campaigns.list, form: { start: 0, length: 50, search: '' } },
];

export async function benchCitus(): Promise<Result[]> {
  const nodes = await startCitus();
  const plain = await startPlain();
  const grounds: Partial<Record<Place, Ground>> = {};
  try {
    for (const place of PLACES) grounds[place] = await openGround(place, nodes, plain.url);
    return await compare(grounds as Record<Place, Ground>);
  } finally {
    for (const ground of Object.values(grounds)) await ground.close();
    await plain.stop();
    await nodes.stop();
  }
}

type Ground = Awaited<ReturnType<typeof openGround>>;

async function openGround(place: Place, nodes: CitusNodes, plainUrl: string) {
  const url = place === 'plain' ? plainUrl : nodes.url;
  const first = openDatabase(url, 1, 20);
  await migrate(first.db);
  await first.close();
  const { services, close } = openServices(url);
  // As in every process that serves: who listens to events is known.
  const hearing = hearNotices(services);
  const urls = place === 'plain' ? [plainUrl] : NODES.map(nodes.urlOf);
  const servers = urls.map((each) => openDatabase(each, 1, 20));
  const account: Account = await createAccount(services.db, 'http://127.0.0.1:9');
  const crowd = await createCrowd(services.db, account.accountId, RECIPIENTS);
  const key = await createKey(services.db, account.accountId);
  const app = await startHelper('app-server.ts', { DATABASE_URL: url, SECRET_KEY, PUBLIC_URL });
  return {
    services,
    account,
    lists: crowd.lists,
    key,
    port: app.port,
    /** Writes down on each server what has been changed, so that nobody pays for who was before. */
    async settle(): Promise<void> {
      for (const { db } of servers) await script(db, 'checkpoint');
    },
    async cpuSeconds(): Promise<number> {
      const all = await Promise.all(servers.map(({ db }) => postgresMicros(db)));
      return all.reduce((sum, each) => sum + each, 0) / 1e6;
    },
    async close(): Promise<void> {
      await app.stop();
      await hearing.stop();
      await close();
      for (const server of servers) await server.close();
    },
  };
}

async function compare(grounds: Record<Place, Ground>): Promise<Result[]> {
  const costs = new Map<Work, Record<Place, Cost[]>>(WORKS.map((work) => [work, { plain: [], Citus: [] }]));
  const pages = new Map(PAGE_CALLS.map((page) => [page, { plain: [] as number[], Citus: [] as number[] }]));
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const inTurn = round % 2 === 0 ? PLACES : PLACES.toReversed();
    for (const work of WORKS)
      for (const place of inTurn) {
        if (!costs.has(work)) continue;
        const cost = await costOf(grounds[place], (ground) => work.run(ground, round)).catch(
          (error: Error) => error,
        );
        say(`${work.name}, round ${round}, ${place}: ${inWords(cost)}`);
        // What does not run is missed; the rest goes on.
        if (cost instanceof Error) costs.delete(work);
        else if (round > 0) costs.get(work)?.[place].push(cost);
      }
    for (const page of PAGE_CALLS)
      for (let n = 0; n < PAGES; n += 1)
        for (const place of inTurn) {
          const ms = await timePage(grounds[place], page.call, page.form);
          if (round > 0) pages.get(page)?.[place].push(ms);
        }
  }
  return [
    ...WORKS.map((work) => comparedWork(work, costs.get(work))),
    ...PAGE_CALLS.map((page) => comparedPage(page.name, pages.get(page) as Record<Place, number[]>)),
  ];
}

async function costOf(ground: Ground, run: (ground: Ground) => Promise<number>): Promise<Cost> {
  await ground.settle();
  const before = await ground.cpuSeconds();
  const clock = await run(ground);
  return { clock, cpu: (await ground.cpuSeconds()) - before };
}

const inWords = (cost: Cost | Error) =>
  cost instanceof Error ? cost.message : `${cost.clock.toFixed(2)} s, ${cost.cpu.toFixed(2)} s of PostgreSQL`;
const median = (values: readonly number[]) => percentiles(values)(0.5);

function comparedWork({ name, most }: Work, costs: Record<Place, Cost[]> | undefined): Result {
  if (!costs) return { path: name, floor: '', ours: 'failed', ratio: '', required: `≤ ${most}`, met: false };
  const middle = (place: Place): Cost => ({
    clock: median(costs[place].map(({ clock }) => clock)),
    cpu: median(costs[place].map(({ cpu }) => cpu)),
  });
  const [plain, citus] = PLACES.map(middle) as [Cost, Cost];
  const ratio = citus.clock / plain.clock;
  return {
    path: name,
    floor: inWords(plain),
    ours: inWords(citus),
    ratio: `${ratio.toFixed(2)} (processor ${(citus.cpu / plain.cpu).toFixed(2)})`,
    required: `≤ ${most}`,
    met: ratio <= most,
  };
}

function comparedPage(name: string, times: Record<Place, number[]>): Result {
  const more = median(times.Citus) - median(times.plain);
  return {
    path: name,
    floor: `${median(times.plain).toFixed(1)} ms`,
    ours: `${median(times.Citus).toFixed(1)} ms`,
    ratio: `${more >= 0 ? '+' : ''}${more.toFixed(1)} ms`,
    required: `≤ +${MORE_MS} ms`,
    met: more <= MORE_MS,
  };
}

async function timeFanOut({ services, account, lists }: Ground): Promise<number> {
  for (const table of [
    'messages',
    'send_chunks',
    'blast_jobs',
    'blast_reviews',
    'blast_exclusions',
    'blasts',
  ])
    await sql`delete from ${sql.table(table)} where account_id = ${account.accountId}`.execute(services.db);
  await script(services.db, 'vacuum messages');
  return (await fanOut(services, account, lists)).seconds;
}

async function timeTags({ services, account }: Ground, round: number): Promise<number> {
  const { accountId } = account;
  const people = await rows(
    services.db,
    sql<{ id: number }>`
      select id from contacts where account_id = ${accountId} order by id limit ${A_BATCH * BATCHES}`,
  );
  return timed(async () => {
    for (let from = 0; from < people.length; from += A_BATCH) {
      const ids = people.slice(from, from + A_BATCH).map(({ id }) => id);
      const value = { tag: 'Name', value: `Round ${round}` };
      await transact(services.db, (trx) => setValues(trx, accountId, ids, value, new Date()));
    }
  });
}

/** The second time in a round the contacts are there. */
const cities = new Map<string, string>();
async function timeUpsert({ port, key }: Ground, round: number): Promise<number> {
  const turn = `${port} ${round}`;
  const city = cities.has(turn) ? 'Chicago' : 'Boston';
  cities.set(turn, city);
  return timed(() => timePut(port, key, 100 + round, city));
}

async function timePage({ services, account }: Ground, call: Call, form: Record<string, unknown>) {
  const route = features.flatMap(({ routes }) => routes ?? []).find((each) => each.call.path === call.path);
  const { accountId } = account;
  const context = { ...services, accountId, caller: { accountId, userId: 1 } } as unknown as Context;
  const fields = decodeFields(call.form, encodeFields(call.form, form as FormOf<Call>));
  return (await timed(async () => route?.handle(context, fields))) * 1_000;
}
