/**
 * A blast to a carrier that answers after 50 ms, sent by 1, 2 and 4 processes with PARLEY_ROLE=worker: four
 * of them carry 3.6 times what one does, at least. Measured at the carrier, from its first message to its
 * last. What limits a worker is `--window`, its requests on their way (CARRIER_REQUESTS): 16, so that four
 * of them leave processor over on two cores. Each worker has sent some eight thousand messages before: what a
 * fresh process spends on compiling its code is not what is asked here.
 *
 *   node dev/slow-carrier.ts [--people 60000] [--answer 50] [--window 16] [--rounds 2]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchBlast } from '../packages/server/src/blasts/index.ts';
import { first, script, sql } from '../packages/server/src/platform/db/database.ts';
import type { Addresses } from '../packages/server/src/platform/db/embedded.ts';
import type { Services } from '../packages/server/src/platform/services.ts';
import {
  type Account,
  cpuMicros,
  createAccount,
  createCrowd,
  createDatabase,
  openServices,
  postgresMicros,
  SECRET_KEY,
  say,
  withPostgres,
} from './bench/ground.ts';
import { perSecond, type Sink, startSink } from './bench/sink.ts';
import { end, startWorker } from './faults/ground.ts';
import { readOptions } from './faults/options.ts';

/** What four workers carry of what one does, at least. */
const REQUIRED = 3.6;
const WORKERS = [1, 2, 4] as const;
/** So many blasts for each worker to one in thirty of the crowd. */
const WARM_UPS = 4;
const WARM_UP = [{ tag: 'Plan', operator: '=' as const, value: 'tin' }];

const { people, answer, window, rounds } = readOptions({
  people: 60_000,
  answer: 50,
  window: 16,
  rounds: 2,
});

if (!(await withPostgres(run))) process.exitCode = 1;

async function run(server: Addresses): Promise<boolean> {
  const url = await createDatabase(server, 'slow_carrier');
  const { services, close } = openServices(url);
  const sink = await startSink(answer);
  const account = await createAccount(services.db, sink.url);
  const { lists } = await createCrowd(services.db, account.accountId, people);
  const folder = mkdtempSync(join(tmpdir(), 'parley-slow-carrier-'));
  const best = new Map<number, number>();
  try {
    for (let round = 1; round <= rounds; round += 1)
      for (const workers of WORKERS) {
        await script(
          services.db,
          'truncate messages, send_chunks, blast_jobs; delete from blast_reviews; delete from blasts; checkpoint',
        );
        const speed = await measure({ services, account, lists, sink, url, folder }, workers);
        best.set(workers, Math.max(speed, best.get(workers) ?? 0));
      }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await sink.stop();
    await close();
  }
  const ratio = (best.get(4) ?? 0) / (best.get(1) ?? 1);
  const good = ratio >= REQUIRED;
  const said = WORKERS.map((workers) => `${workers}: ${(best.get(workers) ?? 0).toFixed(0)}/s`).join(', ');
  say(`${good ? 'PASS' : 'FAIL'}: best of ${rounds}, by workers ${said}; 4 to 1: ${ratio.toFixed(2)}`);
  return good;
}

type Ground = {
  services: Services;
  account: Account;
  lists: number[];
  sink: Sink;
  url: string;
  folder: string;
};

/** Messages a second of a blast that so many workers send. */
async function measure(ground: Ground, count: number): Promise<number> {
  const { services, sink, url, folder } = ground;
  const environment = {
    PARLEY_ROLE: 'worker',
    SECRET_KEY,
    PRIVATE_CARRIERS: '1',
    CARRIER_REQUESTS: `${window}`,
  };
  const workers = await Promise.all(
    Array.from({ length: count }, () => startWorker(url, folder, undefined, environment)),
  );
  try {
    await Promise.all(Array.from({ length: WARM_UPS * count }, () => send(ground, WARM_UP)));
    await sink.reset();
    const pids = workers.map(({ process: child }) => child.pid ?? 0);
    const used = async () => ({
      workers: pids.reduce((sum, pid) => sum + cpuMicros(pid), 0),
      sink: cpuMicros(sink.pid),
      postgres: await postgresMicros(services.db),
    });
    const before = await used();
    await send(ground, []);
    const taken = await sink.taken();
    const after = await used();
    const speed = perSecond(taken);
    const each = (part: keyof typeof before) => ((after[part] - before[part]) / taken.count).toFixed(0);
    say(
      `${count} workers: ${taken.count} messages, ${speed.toFixed(0)}/s (µs of processor a message: workers ${each('workers')}, PostgreSQL ${each('postgres')}, carrier ${each('sink')})`,
    );
    return speed;
  } finally {
    for (const worker of workers) await end(worker.process, 'SIGTERM');
  }
}

/** Sends a blast to those of the crowd whom the filters leave, and waits for its end. */
async function send(
  { services, account: { accountId, channelId, campaignId }, lists }: Ground,
  filters: Parameters<typeof launchBlast>[2]['filters'],
): Promise<void> {
  const { blastId } = await launchBlast(services, accountId, {
    campaignId,
    channelId,
    listIds: lists,
    filters,
    abCampaignIds: [],
    membersSince: null,
    scheduledFor: null,
    automatonId: null,
  });
  await untilSent(services, accountId, blastId);
}

async function untilSent({ db }: Services, accountId: number, blastId: number): Promise<void> {
  for (;;) {
    const blast = await first(
      db,
      sql<{ state: string; sent: number; total: number }>`
        select state, sent, total from blasts where account_id = ${accountId} and id = ${blastId}`,
    );
    if (blast?.state === 'done') {
      if (blast.sent !== blast.total) throw new Error(`Not all were sent: ${JSON.stringify(blast)}`);
      return;
    }
    await sleep(200);
  }
}
