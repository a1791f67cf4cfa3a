/**
 * Two worker processes on one database send a blast, and the clock of one of them leaps, forward and back by
 * up to a day, again and again: nobody gets the message twice, what one of them thought was over is listed,
 * and the ledger holds. Needs libfaketime (Debian: libfaketime).
 *
 *   node dev/jump-clock.ts [--people 5000] [--blasts 6] [--seed 1] [--library /usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1]
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../packages/server/src/platform/db/database.ts';
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

const DRAIN_MS = 600_000;
const BLAST_SECONDS = 20;
const LEAP_EVERY_MS = 3_000;
/** As libfaketime reads them. */
const LEAPS = ['+30s', '-30s', '+10m', '-10m', '+2h', '-2h', '+1d', '-1d'];

const { people, blasts, library, seed, random } = readOptions({
  people: 5_000,
  blasts: 6,
  library: '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
});
// The loader goes on without a library that is not there, and no clock would leap.
if (!existsSync(library)) {
  say(`${library} is not there: install libfaketime (Debian: libfaketime), or name it with --library`);
  process.exit(2);
}
say(`seed ${seed}, ${blasts} blasts of ${people}`);

await onGround(async ({ dataDir, postgres, db }) => {
  const clock = join(dataDir, 'clock');
  const set = (offset: string) => writeFileSync(clock, `${offset}\n`);
  set('+0');
  const book = await startBook(seed, 0);
  const steady = await startWorker(postgres.url, dataDir);
  const leaping = await startWorker(postgres.url, dataDir, undefined, {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  let good = true;
  try {
    const ask = client(() => steady.url);
    const { accountId, listId } = await makeAccount(ask, db, people, book);
    const rate = Math.ceil(people / BLAST_SECONDS);
    await sql`update channels set segments_per_second = ${rate} where account_id = ${accountId}`.execute(db);
    for (let n = 1; n <= blasts; n += 1) {
      const campaignId = 1_000_000 + n;
      const isOver = async () => (await readBlast(db, accountId, campaignId))?.state === 'done';
      await blast(db, ask, accountId, listId, campaignId);
      const leaps: string[] = [];
      while (!(await isOver()) && leaps.length < BLAST_SECONDS) {
        await sleep(random() * LEAP_EVERY_MS);
        const leap = LEAPS[Math.floor(random() * LEAPS.length)] ?? '+0';
        set(leap);
        leaps.push(leap);
      }
      set('+0');
      await until(isOver, DRAIN_MS, `blast ${n} ends`);
      await sleep(5_000);
      const found = await check(db, accountId, campaignId, await book.read(textOf(campaignId)));
      const passed = isGood(found, people);
      good &&= passed;
      say(`${passed ? 'PASS' : 'FAIL'} blast ${n}, leaps ${leaps.join(' ')}: ${JSON.stringify(found)}`);
    }
  } finally {
    await end(leaping.process, 'SIGTERM');
    await end(steady.process, 'SIGTERM');
    await book.stop();
  }
  say(`${good ? 'PASS' : 'FAIL'}: seed ${seed}`);
  return good;
});
