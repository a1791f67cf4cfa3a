/**
 * Three hosts, each a network namespace with a Parley that serves and works; PostgreSQL on the first with a
 * synchronous standby on the second; the carrier, with a book, on a fourth. In a blast the third host is cut
 * off and joined again later, and the primary is lost and the standby promoted: nobody is lost, nobody gets
 * the message twice. What is in doubt (the carrier's answer never came) is counted apart: it is shown to
 * people and never sent again by itself.
 *
 * `--primary kill`: its processes end. `--primary cut`: its host is cut off, so that nobody hears of its end,
 * and its PostgreSQL ends before the host is joined again, as a cluster manager does it. For Linux, as root.
 *
 *   node dev/three-hosts.ts [--people 100000] [--seconds 60] [--away 30] [--primary kill] [--answer 50]
 *     [--seed 1] [--bin /usr/lib/postgresql/15/bin]
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, openDatabase, rows, sql } from '../packages/server/src/platform/db/database.ts';
import {
  type Book,
  blast,
  check,
  client,
  end,
  isGood,
  makeAccount,
  readBlast,
  say,
  startBook,
  startWorker,
  textOf,
  until,
  type Worker,
} from './faults/ground.ts';
import { type Host, HostPostgres, openHosts } from './faults/networks.ts';
import { readOptions } from './faults/options.ts';

const CAMPAIGN = 1_000_001;
const DRAIN_MS = 600_000;
/** Between the end of the primary and the promotion: somebody has to notice. */
const NOTICE_MS = 2_000;
/** What a host that is back may still do. */
const LATE_MS = 10_000;

const { people, seconds, away, primary, answer, bin, seed, random } = readOptions({
  people: 100_000,
  seconds: 60,
  away: 30,
  primary: 'kill',
  answer: 50,
  bin: '/usr/lib/postgresql/15/bin',
});
say(`seed ${seed}, a blast of ${people} in ${seconds} s, a host away for ${away} s, primary: ${primary}`);

const { hosts, close } = openHosts(4);
const [one, two, three, fourth] = hosts as [Host, Host, Host, Host];
const folder = mkdtempSync(join(tmpdir(), 'parley-hosts-'));
chmodSync(folder, 0o755);
const first = new HostPostgres(one, join(folder, 'first'), bin);
const second = new HostPostgres(two, join(folder, 'second'), bin);
const parleys: Worker[] = [];
const books: Book[] = [];
try {
  await first.begin(['synchronous_standby_names=*', 'synchronous_commit=off']);
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  for (const parley of parleys) await end(parley.process, 'SIGKILL');
  for (const book of books) await book.stop();
  await first.stop();
  await second.stop();
  close();
  rmSync(folder, { recursive: true, force: true });
}

async function run(): Promise<boolean> {
  await second.follow(first);
  const url = `postgres://parley@${one.address}:5432,${two.address}:5432/parley?target_session_attrs=read-write`;
  const { db, close: closeDatabase } = openDatabase(url, 3);
  try {
    await requireSynchronous(db);
    const book = await startBook(seed, 0, { ...fourth, answerMs: answer });
    books.push(book);
    // The first makes the tables.
    parleys.push(await startParley(two, url));
    parleys.push(...(await Promise.all([one, three].map((host) => startParley(host, url)))));
    const ask = client(() => `http://${two.address}:3000`);
    const { accountId, listId } = await makeAccount(ask, db, people, book);
    const pace = Math.ceil(people / seconds);
    await sql`update channels set segments_per_second = ${pace} where account_id = ${accountId}`.execute(db);
    await blast(db, ask, accountId, listId, CAMPAIGN);
    await faults(book);
    const isOver = async () => (await readBlast(db, accountId, CAMPAIGN))?.state === 'done';
    await until(isOver, DRAIN_MS, 'the blast ends');
    say(`the blast is over; the host that was away has ${LATE_MS / 1000} s more`);
    await sleep(LATE_MS);
    return await judge(db, accountId, await book.read(textOf(CAMPAIGN)));
  } finally {
    await closeDatabase();
  }
}

/** Both commits and the standby's part in them hold from now on. */
async function requireSynchronous(db: Db): Promise<void> {
  await sql`alter database parley set synchronous_commit = on`.execute(db);
  const isSync = async () =>
    (await rows(db, sql`select 1 from pg_stat_replication where sync_state = 'sync'`)).length === 1;
  await until(isSync, 30_000, 'the standby follows');
}

function startParley(host: Host, url: string): Promise<Worker> {
  const environment = { HOST: host.address, PORT: '3000', PRIVATE_CARRIERS: '1' };
  return startWorker(url, folder, undefined, environment, host.apart);
}

/** At random moments of the first third: a host is cut off, and a little later the primary is lost. */
async function faults(carrier: Book): Promise<void> {
  const out = async () => (await carrier.read(textOf(CAMPAIGN))).size;
  await until(async () => (await out()) > 0, 60_000, 'the first message');
  await sleep(seconds * 1_000 * (0.1 + 0.1 * random()));
  say(`host 3 is cut off: ${await out()} out`);
  three.cut();
  const cutAt = Date.now();
  await sleep(seconds * 1_000 * (0.05 + 0.1 * random()));
  say(`the primary is lost: ${await out()} out`);
  if (primary === 'cut') one.cut();
  else first.kill();
  await sleep(NOTICE_MS);
  second.promote();
  const before = await out();
  const promoted = Date.now();
  await until(async () => (await out()) > before, DRAIN_MS, 'it goes on');
  say(`the standby is promoted: ${before} out, on again after ${Date.now() - promoted} ms`);
  await sleep(Math.max(0, away * 1_000 - (Date.now() - cutAt)));
  if (primary === 'cut') {
    first.kill();
    one.join();
  }
  three.join();
  say(`host 3 is back: ${await out()} out`);
}

async function judge(db: Db, accountId: number, taken: ReadonlyMap<string, number>): Promise<boolean> {
  const found = await check(db, accountId, CAMPAIGN, taken);
  const doubtful = await rows(
    db,
    sql<{ phone: string }>`
      select c.phone from messages m join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
      where m.account_id = ${accountId} and m.campaign_id = ${CAMPAIGN} and m.status = 'unknown'`,
  );
  const arrived = doubtful.filter(({ phone }) => taken.has(phone)).length;
  const good = isGood(found, people);
  say(
    `${good ? 'PASS' : 'FAIL'}: ${JSON.stringify(found)}; at the carrier ${taken.size} of ${people}; in doubt ${doubtful.length}, of which ${arrived} had arrived`,
  );
  return good;
}
