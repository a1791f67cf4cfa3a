/**
 * Two worker processes on one database send a blast. One is killed (kill -9) or frozen (SIGSTOP) for 90 s and
 * woken, at a random moment: nobody gets the message twice, and the other worker has all claims within 60 s.
 *
 *   node dev/freeze-worker.ts [--people 5000] [--frozen 90] [--seed 1]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, first, sql } from '../packages/server/src/platform/db/database.ts';
import {
  blast,
  check,
  client,
  end,
  isGood,
  makeAccount,
  onGround,
  readBlast,
  say,
  startBook,
  startWorker,
  textOf,
  until,
} from './faults/ground.ts';
import { readOptions } from './faults/options.ts';

const CLAIMS_BACK_MS = 60_000;
const DRAIN_MS = 300_000;

const { people, frozen, seed, random } = readOptions({ people: 5_000, frozen: 90 });
say(`seed ${seed}, blasts of ${people}, frozen for ${frozen} s`);

await onGround(async ({ dataDir, postgres, db }) => {
  const book = await startBook(seed, 0);
  const steady = await startWorker(postgres.url, dataDir);
  let good = true;
  try {
    const ask = client(() => steady.url);
    const { accountId, listId } = await makeAccount(ask, db, people, book);
    // Slow enough that both workers hold something whenever the fault comes.
    await sql`update channels set segments_per_second = ${Math.ceil(people / 12)} where account_id = ${accountId}`.execute(
      db,
    );
    for (const fault of ['SIGKILL', 'SIGSTOP'] as const) {
      const campaignId = fault === 'SIGKILL' ? 1_000_001 : 1_000_002;
      const victim = await startWorker(postgres.url, dataDir);
      await blast(db, ask, accountId, listId, campaignId);
      const both = async () => (await workersAtWork(db, accountId)) === 2;
      await until(both, 30_000, 'both workers send');
      const at = Math.floor(random() * 3_000);
      await sleep(at);
      const atWork = await workersAtWork(db, accountId);
      const struck = new Date();
      victim.process.kill(fault);
      const heldThen = async () => {
        const row = await first(
          db,
          sql<{ held: number }>`
            select count(*) as held from send_chunks
            where account_id = ${accountId} and worker is not null and leased_until <= ${new Date()}`,
        );
        const isOver = (await readBlast(db, accountId, campaignId))?.state === 'done';
        return isOver || (Date.now() - struck.getTime() > 16_000 && row?.held === 0);
      };
      await until(heldThen, CLAIMS_BACK_MS, 'claims are back');
      const back = Math.round((Date.now() - struck.getTime()) / 1000);
      if (fault === 'SIGSTOP') {
        await sleep(Math.max(0, frozen * 1_000 - (Date.now() - struck.getTime())));
        victim.process.kill('SIGCONT');
      }
      const isOver = async () => (await readBlast(db, accountId, campaignId))?.state === 'done';
      await until(isOver, DRAIN_MS, 'the blast ends');
      // What the woken worker may still do.
      await sleep(5_000);
      const found = await check(db, accountId, campaignId, await book.read(textOf(campaignId)));
      const passed = isGood(found, people);
      good &&= passed;
      say(
        `${passed ? 'PASS' : 'FAIL'} ${fault} after ${at} ms with ${atWork} workers sending, claims back after ${back} s: ${JSON.stringify(found)}`,
      );
      await end(victim.process, 'SIGKILL');
    }
  } finally {
    await end(steady.process, 'SIGTERM');
    await book.stop();
  }
  say(`${good ? 'PASS' : 'FAIL'}: seed ${seed}`);
  return good;
});

/** Processes that hold something of the account; a claim is named `<process>/<number>`. */
async function workersAtWork(db: Db, accountId: number): Promise<number> {
  const row = await first(
    db,
    sql<{ workers: number }>`
      select count(distinct split_part(worker, '/', 1)) as workers from send_chunks
      where account_id = ${accountId} and leased_until > ${new Date()}`,
  );
  return row?.workers ?? 0;
}
