/**
 * The send pump with one worker and with two, each a process, against as many bare loops that post the same
 * bodies to the same sink, in interleaved rounds.
 */

import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBlast } from '../../packages/server/src/blasts/index.ts';
import { startFanOut } from '../../packages/server/src/blasts/jobs.ts';
import { first, rows, script, sql } from '../../packages/server/src/platform/db/database.ts';
import type { Addresses } from '../../packages/server/src/platform/db/embedded.ts';
import type { Services } from '../../packages/server/src/platform/services.ts';
import {
  type Account,
  cpuMicros,
  createAccount,
  createCrowd,
  createDatabase,
  openServices,
  PUBLIC_URL,
  postgresMicros,
  type Result,
  runHelper,
  STATUS_PATH,
  say,
  withPostgres,
} from './ground.ts';
import { perSecond, type Sink, startSink } from './sink.ts';

const MESSAGES = 60_000;
const ROUNDS = 3;
/** At least this share of the bare loops, by the number of workers. */
const REQUIRED: Readonly<Record<number, number>> = { 1: 0.65, 2: 0.75 };

/** One run: how fast, and the processor time of each part in microseconds a message. */
type Run = { perSecond: number; loop: number; sink: number; postgres: number };

export async function benchPump(server: Addresses): Promise<Result[]> {
  const url = await createDatabase(server, 'bench_pump');
  const { services, close } = openServices(url);
  const sink = await startSink();
  const account = await createAccount(services.db, sink.url);
  const crowd = await createCrowd(services.db, account.accountId, MESSAGES);
  const bodies = join(tmpdir(), `parley-bodies-${process.pid}.json`);
  writeFileSync(bodies, JSON.stringify(await bodiesOf(services, account)));
  const results: Result[] = [];
  for (const workers of [1, 2]) {
    const floors: Run[] = [];
    const ours: Run[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const bare = (share: number) =>
        runHelper('bare-loop.ts', { SINK: sink.url, BODIES: bodies, SHARE: `${share}/${workers}` });
      floors.push(await measure(services, sink, workers, bare));
      await queue(services, account, crowd.lists);
      const pump = () => runHelper('pump-worker.ts', { DATABASE_URL: url });
      ours.push(await measure(services, sink, workers, pump));
      await checkSent(services, (await sink.taken()).count);
      say(
        `pump, ${workers} workers, round ${round}: bare ${inWords(floors.at(-1))}; pump ${inWords(ours.at(-1))}`,
      );
    }
    results.push(compared(workers, floors, ours));
  }
  await sink.stop();
  await close();
  return results;
}

/** Runs as many helpers at a time as there are workers. */
async function measure(
  { db }: Services,
  sink: Sink,
  workers: number,
  start: (share: number) => Promise<string>,
): Promise<Run> {
  await sink.reset();
  const [sinkBefore, postgresBefore] = [cpuMicros(sink.pid), await postgresMicros(db)];
  const used = await Promise.all(Array.from({ length: workers }, (_, share) => start(share)));
  const taken = await sink.taken();
  const each = (micros: number) => micros / taken.count;
  return {
    perSecond: perSecond(taken),
    loop: each(used.reduce((sum, ms) => sum + Number(ms) * 1_000, 0)),
    sink: each(cpuMicros(sink.pid) - sinkBefore),
    postgres: each((await postgresMicros(db)) - postgresBefore),
  };
}

function inWords(run: Run | undefined): string {
  const [speed, loop, sink, postgres] = [run?.perSecond, run?.loop, run?.sink, run?.postgres].map((value) =>
    (value ?? 0).toFixed(0),
  );
  return `${speed}/s (µs: loop ${loop}, sink ${sink}, PostgreSQL ${postgres})`;
}

function compared(workers: number, floors: readonly Run[], ours: readonly Run[]): Result {
  const quickest = (runs: readonly Run[]) => Math.max(...runs.map((run) => run.perSecond));
  const ratio = quickest(ours) / quickest(floors);
  const required = REQUIRED[workers] ?? 1;
  return {
    path: `send pump, ${workers === 1 ? 'one worker' : `${workers} workers`}`,
    floor: `${quickest(floors).toFixed(0)}/s`,
    ours: `${quickest(ours).toFixed(0)}/s`,
    ratio: ratio.toFixed(2),
    required: `≥ ${required}`,
    met: ratio >= required,
  };
}

/** Queues the blast with nothing sending. */
async function queue(
  services: Services,
  { accountId, channelId, campaignId }: Account,
  listIds: number[],
): Promise<void> {
  const { db } = services;
  await script(
    db,
    'truncate messages, send_chunks, blast_jobs; delete from blast_reviews; delete from blasts',
  );
  const fanOut = startFanOut(services);
  await launchBlast(services, accountId, {
    campaignId,
    channelId,
    listIds,
    filters: [],
    abCampaignIds: [],
    membersSince: null,
    scheduledFor: null,
    automatonId: null,
  });
  while (await first(db, sql`select 1 from blast_jobs where account_id = ${accountId}`))
    await new Promise((resolve) => setTimeout(resolve, 20));
  await fanOut.stop();
  await script(db, 'checkpoint');
}

/** What the pump posts, as the carrier's client writes it. */
async function bodiesOf({ db }: Services, { accountId, channelId }: Account): Promise<string[]> {
  const channel = await first(
    db,
    sql<{
      number: string;
    }>`select number from channels where account_id = ${accountId} and id = ${channelId}`,
  );
  const people = await rows(
    db,
    sql<{ phone: string; name: string }>`
      select phone, tags ->> '1' as name from contacts where account_id = ${accountId} and not opted_out order by id`,
  );
  return people.map(({ phone, name }, n) => {
    const text = `Hello ${name}, our autumn sale begins on Friday. Reply STOP to end.`;
    const callback = `${PUBLIC_URL}${STATUS_PATH}?ref=${n * 100}`;
    return `To=${encodeURIComponent(phone)}&From=${encodeURIComponent(channel?.number ?? '')}&Body=${encodeURIComponent(text)}&StatusCallback=${encodeURIComponent(callback)}`;
  });
}

async function checkSent({ db }: Services, count: number): Promise<void> {
  const row = await first(
    db,
    sql<{ sent: number; all: number }>`
      select count(*) filter (where status = 'sent') as sent, count(*) as all from messages`,
  );
  if (row?.sent !== count || row.all !== count)
    throw new Error(`The sink took ${count}, the database has ${row?.sent} sent of ${row?.all}.`);
}

if (import.meta.main) say(JSON.stringify(await withPostgres(benchPump)));
