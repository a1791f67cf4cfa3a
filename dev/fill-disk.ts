/**
 * Fills the disk of a data folder to its last byte, again and again, while a blast goes out, an import runs,
 * and people text, save, upload, download and sign in; then makes room again. Nobody is lost, nobody gets
 * anything twice, what was said to be saved is there, whoever is refused is told why, and all goes on by
 * itself. The disk is an ext4 of its own in a file, which takes root.
 *
 *   node dev/fill-disk.ts [--megabytes 900] [--people 10000] [--rows 100000] [--fills 3] [--full 30 (s)] [--seed 1]
 */
import { createWriteStream, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { flowOf } from '@parley/engine';
import { type Db, openDatabase, rows, sql } from '../packages/server/src/platform/db/database.ts';
import { runningEmbedded } from '../packages/server/src/platform/db/embedded.ts';
import { storeFlow } from '../packages/server/src/testing/flows.ts';
import { phones } from '../packages/server/src/testing/people.ts';
import {
  blast,
  type Client,
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
} from './faults/ground.ts';
import { readOptions } from './faults/options.ts';
import { makeSmallDisk } from './faults/small-disk.ts';
import { Visitors } from './faults/visitors.ts';

const options = readOptions({ megabytes: 900, people: 10_000, rows: 100_000, fills: 3, full: 30 });
const { megabytes, people, fills, full, seed, random } = options;
const DRAIN_MS = 600_000;
const BACK_MS = 120_000;
/** Late answers would have come by then. */
const SETTLE_MS = 3_000;
/** A blast takes some time over a carrier that does. */
const ANSWER_MS = 150;
const BLAST = 1_000_001;
const ANSWER = 1_000_011;
const IMPORTED = 2_000_000;
const EMAIL = 'screens@example.com';
say(`seed ${seed}, ${megabytes} MB filled ${fills} times for ${full} s, a blast of ${people}`);

const ground = mkdtempSync(join(tmpdir(), 'parley-full-'));
const disk = makeSmallDisk(ground, megabytes);
const book = await startBook(seed, 0, { address: '127.0.0.1', within: [], answerMs: ANSWER_MS });
const dataDir = join(disk.folder, 'data');
const server = await startWorker('', disk.folder, dataDir, {
  LOG_LEVEL: 'info',
  PRIVATE_CARRIERS: '1',
  DISK_MEGABYTES: '0',
});
server.process.stdout?.pipe(createWriteStream(join(ground, 'server.log')));
server.process.once('exit', (code, signal) => say(`the server ended: ${code} ${signal}`));
const addresses = runningEmbedded(dataDir);
if (!addresses) throw new Error('There is no PostgreSQL.');
const { db, close } = openDatabase(addresses.url, 2);
try {
  process.exitCode = (await run(db)) ? 0 : 1;
} finally {
  disk.makeRoom();
  await close();
  await end(server.process, 'SIGTERM');
  await book.stop();
  say(`log: ${join(ground, 'server.log')}`);
  disk.remove();
}

async function run(db: Db): Promise<boolean> {
  const [sender, owner] = [client(() => server.url), client(() => server.url)];
  const { accountId, listId } = await makeAccount(sender, db, people, book);
  const { accountId: screens, listId: list } = await makeAccount(owner, db, 5_000, null, EMAIL);
  const welcome = flowOf(ANSWER, [{ type: 'final-message', id: ANSWER, text: 'Welcome' }]);
  await storeFlow(db, screens, welcome, 'coffee');
  await blast(db, sender, accountId, listId, BLAST);
  const importId = await startImport(owner, list);
  const place = { url: server.url, owner, email: EMAIL, campaign: ANSWER, list };
  const visitors = new Visitors(place, () => (disk.isFull() ? 'full' : 'room'));
  visitors.start();
  for (let n = 0; n < fills; n += 1) {
    await sleep(3_000 + 4_000 * random());
    const { state } = (await readBlast(db, accountId, BLAST)) ?? {};
    say(`filled: blast ${state}, import ${(await importOf(owner, importId)).DONECOUNT}`);
    await fill();
  }
  const blastIsDone = async () => (await readBlast(db, accountId, BLAST))?.state === 'done';
  const importHasEnded = async () => (await importOf(owner, importId)).STATE !== 'running';
  await until(blastIsDone, DRAIN_MS, 'the blast ends');
  await until(importHasEnded, DRAIN_MS, 'the import ends');
  await visitors.stop();
  await sleep(SETTLE_MS);
  visitors.tell();
  const judged = [
    await judgeBlast(db, accountId),
    judge('the import', isImported(await importOf(owner, importId))),
    await judgeTexts(db, screens, visitors.texted),
    await judgeLists(db, screens, visitors.saved),
  ];
  return judged.every(Boolean);
}

/** Full for a while, and how long it takes to be ready when there is room. */
async function fill(): Promise<void> {
  await disk.keepFull(full * 1_000);
  disk.makeRoom();
  const begun = performance.now();
  await until(async () => (await fetch(`${server.url}/readyz`)).ok, BACK_MS, 'it is ready again');
  say(`ready ${((performance.now() - begun) / 1_000).toFixed(1)} s after there was room`);
}

function judge(what: string, [passed, found]: [boolean, unknown]): boolean {
  say(`${passed ? 'PASS' : 'FAIL'} ${what}: ${JSON.stringify(found)}`);
  return passed;
}

async function judgeBlast(db: Db, accountId: number): Promise<boolean> {
  const found = await check(db, accountId, BLAST, await book.read(textOf(BLAST)));
  return judge('the blast', [isGood(found, people), found]);
}

/** Each text that was taken is answered once. */
async function judgeTexts(db: Db, accountId: number, texted: readonly string[]): Promise<boolean> {
  const answers = () =>
    rows(
      db,
      sql<{ phone: string; count: number }>`
        select phone, count(*) as count from simulator_messages
        where account_id = ${accountId} and direction = 'MT' and body like 'Welcome%' group by phone`,
    );
  await until(async () => (await answers()).length >= texted.length, DRAIN_MS, 'all are answered').catch(
    () => undefined,
  );
  await sleep(SETTLE_MS);
  const found = await answers();
  const counts = {
    taken: texted.length,
    answered: found.length,
    twice: found.filter(({ count }) => count > 1).length,
  };
  return judge('the texts', [counts.taken === counts.answered && counts.twice === 0, counts]);
}

/** What was said to be saved is there once, and nothing else. */
async function judgeLists(db: Db, accountId: number, saved: readonly string[]): Promise<boolean> {
  const found = await rows(
    db,
    sql<{ name: string; count: number }>`
      select name, count(*) as count from lists where account_id = ${accountId} and name like 'List %' group by name`,
  );
  const passed = found.length === saved.length && found.every(({ count }) => count === 1);
  return judge('the lists', [passed, { saved: saved.length, there: found.length }]);
}

function importOf(ask: Client, importId: string) {
  return ask('imports/progress', { IMPORTID: importId });
}

function isImported(found: Awaited<ReturnType<Client>>): [boolean, unknown] {
  return [
    found.STATE === 'done' && Number(found.DONECOUNT) === options.rows,
    { state: found.STATE, rows: found.DONECOUNT },
  ];
}

async function startImport(ask: Client, listId: number): Promise<string> {
  const form = new FormData();
  form.append('ListId', String(listId));
  const lines = phones(options.rows, IMPORTED);
  form.append('file', new Blob([`Phone\n${lines.join('\n')}\n`]), 'people.csv');
  const importId = String((await ask('imports/uploadFile', form)).IMPORTID);
  const mapping = JSON.stringify([{ INDEX: 0, TARGET: 'phone' }]);
  await ask('imports/dryRun', { IMPORTID: importId, MAPPING: mapping });
  const started = await ask('imports/start', { IMPORTID: importId, inpConsent: '1' });
  if (started.RESULT !== 1) throw new Error(started.MESSAGE);
  return importId;
}
