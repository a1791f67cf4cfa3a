/**
 * How often a server that has nothing to do wakes up, and its PostgreSQL with it: a machine that runs on a
 * battery, or shares its cores with others, pays for each. And how long work waits that another process
 * stores without a word, which only a look finds.
 *
 *   node dev/idle-wake-ups.ts [--seconds 20]
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Db,
  first,
  openDatabase,
  rows,
  script,
  sql,
} from '../packages/server/src/platform/db/database.ts';
import { startEmbedded } from '../packages/server/src/platform/db/embedded.ts';
import { client, end, makeAccount, say, startWorker } from './faults/ground.ts';
import { readOptions } from './faults/options.ts';

const { seconds } = readOptions({ seconds: 20 });
/** What a start does once is over by then. */
const SETTLE_MS = 15_000;
const SHOWN = 12;
const STORED = 40;

const numbersIn = (folder: string) => readdirSync(folder).filter((name) => /^\d+$/.test(name));

/** How often the threads of a process went to sleep by themselves so far: each time something woke them. */
function wakeUps(pid: number): number {
  // Of PostgreSQL some end: connections that nobody uses, workers of autovacuum.
  if (!existsSync(`/proc/${pid}`)) return 0;
  const ofThreads = numbersIn(`/proc/${pid}/task`).map((thread) => {
    const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8');
    return Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1]);
  });
  return ofThreads.reduce((sum, each) => sum + each, 0);
}

/** The processes of the PostgreSQL in a folder. */
function postgresOf(folder: string): number[] {
  const pidFile = readFileSync(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8');
  const postmaster = Number(pidFile.split('\n')[0]);
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim();
  return [postmaster, ...children.split(' ').map(Number)];
}

/** How long timers that are stored as due wait until they are taken, in ms, the shortest first. */
async function waits(db: Db, accountId: number): Promise<number[]> {
  const found: number[] = [];
  for (let n = 0; n < STORED; n += 1) {
    await sleep(Math.random() * 1_000);
    await sql`
      insert into timers (account_id, channel_id, contact_id, turn, due_at)
      values (${accountId}, 1, ${n + 1}, 1, ${new Date()})`.execute(db);
    const from = performance.now();
    while (await first(db, sql`select 1 from timers where account_id = ${accountId}`)) await sleep(5);
    found.push(performance.now() - from);
  }
  return found.toSorted((one, other) => one - other);
}

const folder = await mkdtemp(join(tmpdir(), 'parley-idle-'));
const postgres = await startEmbedded(folder, {
  settings: ['shared_preload_libraries=pg_stat_statements'],
});
const owner = openDatabase(postgres.ownerUrl, 1);
const { db, close } = openDatabase(postgres.url, 1);
await script(owner.db, 'create extension pg_stat_statements');
const worker = await startWorker(postgres.url, folder);
try {
  const { accountId } = await makeAccount(
    client(() => worker.url),
    db,
    1_000,
    null,
  );
  await sleep(SETTLE_MS);
  await script(owner.db, 'select pg_stat_statements_reset()');
  const server = worker.process.pid ?? 0;
  const processes = postgresOf(folder);
  const before = [wakeUps(server), ...processes.map(wakeUps)];
  await sleep(seconds * 1_000);
  const after = [wakeUps(server), ...processes.map(wakeUps)];
  const [own = 0, ...others] = after.map((count, n) => Math.max(0, count - (before[n] ?? 0)) / seconds);
  const asked = await rows(
    owner.db,
    sql<{ calls: number; text: string }>`
      select sum(calls)::int as calls, left(regexp_replace(query, '[[:space:]]+', ' ', 'g'), 100) as text
      from pg_stat_statements group by 2 order by 1 desc`,
  );
  const all = asked.reduce((sum, { calls }) => sum + calls, 0);
  say(`the server: ${own.toFixed(1)} wake-ups a second`);
  say(`PostgreSQL, all processes: ${others.reduce((sum, each) => sum + each, 0).toFixed(1)} a second`);
  say(`statements: ${(all / seconds).toFixed(1)} a second, most of them:`);
  for (const { calls, text } of asked.slice(0, SHOWN)) say(`${(calls / seconds).toFixed(2)}  ${text}`);
  const found = await waits(db, accountId);
  const at = (share: number) => found[Math.floor(share * found.length)]?.toFixed(0);
  say(`work of another process waits ${at(0.5)} ms in the middle, ${found.at(-1)?.toFixed(0)} ms at most`);
} finally {
  await close();
  await end(worker.process, 'SIGTERM');
  await owner.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
