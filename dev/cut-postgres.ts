/**
 * Ends one of the server's connections to PostgreSQL every 200 ms (pg_terminate_backend), a random one, while
 * a blast goes out and people text a keyword: nobody is lost, nobody gets anything twice, every accepted text
 * is answered once, and the ledger holds.
 *
 *   node dev/cut-postgres.ts [--people 5000] [--texts 200] [--every 200 (ms)] [--seed 1]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { flowOf } from '@parley/engine';
import { type Db, rows, sql } from '../packages/server/src/platform/db/database.ts';
import { storeFlow } from '../packages/server/src/testing/flows.ts';
import { phones } from '../packages/server/src/testing/people.ts';
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
  simulatorBook,
  startWorker,
  until,
} from './faults/ground.ts';
import { readOptions } from './faults/options.ts';

const { people, texts, every, seed, random } = readOptions({ people: 5_000, texts: 200, every: 200 });
const DRAIN_MS = 900_000;
const BLAST = 1_000_001;
const ANSWER = 1_000_011;
const ITS_NAME = 'parley-cut';
say(`seed ${seed}, a blast of ${people}, ${texts} texts, a connection cut every ${every} ms`);

await onGround(async ({ dataDir, postgres, db }) => {
  // Ours are called otherwise, and stay.
  const worker = await startWorker(`${postgres.url}?application_name=${ITS_NAME}`, dataDir);
  let over = false;
  try {
    const ask = client(() => worker.url);
    const { accountId, listId } = await makeAccount(ask, db, people, null);
    await storeFlow(
      db,
      accountId,
      flowOf(ANSWER, [{ type: 'final-message', id: ANSWER, text: 'Welcome' }]),
      'coffee',
    );
    let cut = 0;
    const cutting = (async () => {
      while (!over) {
        await sleep(every);
        cut += await cutOne(db, random());
      }
    })();
    let refused = 0;
    const numbers = phones(texts, 2_000_000);
    const texting = (async () => {
      for (const [n, phone] of numbers.entries()) {
        const text = {
          inpContactString: phone,
          inpShortCode: '',
          inpText: 'coffee',
          inpMessageId: `text-${n}`,
        };
        while ((await ask('simulator/phoneSend', text).catch(() => null))?.RESULT !== 1) {
          refused += 1;
          await sleep(100);
        }
      }
    })();
    while (!(await readBlast(db, accountId, BLAST)))
      await blast(db, ask, accountId, listId, BLAST).catch(() => sleep(200));
    const isOver = async () => (await readBlast(db, accountId, BLAST))?.state === 'done';
    await until(isOver, DRAIN_MS, 'the blast ends');
    await texting;
    over = true;
    await cutting;
    const answered = async () => (await answersOf(db, accountId)).length >= texts;
    await until(answered, DRAIN_MS, 'all are answered');
    await sleep(3_000);
    const found = await check(db, accountId, BLAST, await simulatorBook(db, accountId, BLAST));
    const counts = await answersOf(db, accountId);
    const once = counts.length === texts && counts.every((count) => count === 1);
    const good = isGood(found, people) && once;
    say(
      `${good ? 'PASS' : 'FAIL'}: seed ${seed}, ${cut} connections cut, ${refused} texts asked again, ${counts.length} answered, each once: ${once}, ${JSON.stringify(found)}`,
    );
    return good;
  } finally {
    over = true;
    await end(worker.process, 'SIGTERM');
  }
});

async function cutOne(db: Db, dice: number): Promise<number> {
  const found = await rows(
    db,
    sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and application_name = ${ITS_NAME} order by pid`,
  );
  const chosen = found[Math.floor(dice * found.length)];
  if (!chosen) return 0;
  await sql`select pg_terminate_backend(${chosen.pid})`.execute(db);
  return 1;
}

/** How often each person was answered. */
async function answersOf(db: Db, accountId: number): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ count: number }>`
      select count(*) as count from simulator_messages
      where account_id = ${accountId} and direction = 'MT' and body like 'Welcome%' group by phone`,
  );
  return found.map(({ count }) => count);
}
