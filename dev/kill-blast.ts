/**
 * Kills the server (kill -9) at random moments of a blast, starts it again, lets the blast end, and compares
 * the carrier's book with ours: nobody is lost, nobody got it twice, whatever is in doubt is listed as
 * unknown, and the ledger holds. `--carrier keys` takes a reference once (the simulated one); `--carrier
 * plain` cannot tell a repetition, and of its answers 2 % hang or are reset after it took the message.
 *
 * The first kill of a blast falls within its first seconds, while it is asked for and fanned out; the others
 * at random places of its way, so that as many as are asked for hit it.
 *
 *   node dev/kill-blast.ts [--carrier keys|plain] [--blasts 10] [--kills 10 (of each blast)] [--people 100000] [--seed 1]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../packages/server/src/platform/db/database.ts';
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
  send,
  simulatorBook,
  startBook,
  startWorker,
  textOf,
  until,
} from './faults/ground.ts';
import { readOptions } from './faults/options.ts';

const FIRST_KILL_WITHIN_MS = 4_000;
/** A kill waits up to so long at its place: it must not always follow a stored batch. */
const JITTER_MS = 500;
const BAD_ANSWERS = 0.02;
const DRAIN_MS = 1_800_000;

const { carrier, blasts, kills, people, seed, random } = readOptions({
  carrier: 'keys',
  blasts: 10,
  kills: 10,
  people: 100_000,
});
say(`seed ${seed}, carrier ${carrier}, ${blasts} blasts of ${people}, ${kills} kills each`);

await onGround(async ({ dataDir, postgres, db }) => {
  const book = carrier === 'plain' ? await startBook(seed, BAD_ANSWERS) : null;
  let worker = await startWorker(postgres.url, dataDir);
  let good = true;
  let killed = 0;
  try {
    const ask = client(() => worker.url);
    const { accountId, listId } = await makeAccount(ask, db, people, book);
    for (let n = 1; n <= blasts; n += 1) {
      const campaignId = 1_000_000 + n;
      const begun = Date.now();
      const isOver = async () => (await readBlast(db, accountId, campaignId))?.state === 'done';
      const killAndStart = async () => {
        await end(worker.process, 'SIGKILL');
        worker = await startWorker(postgres.url, dataDir);
      };
      const asked = blast(db, ask, accountId, listId, campaignId).catch(() => null);
      await sleep(Math.floor(random() * FIRST_KILL_WITHIN_MS));
      await killAndStart();
      await asked;
      if (!(await readBlast(db, accountId, campaignId))) await send(ask, listId, campaignId);
      const places = Array.from({ length: kills - 1 }, () => Math.floor(random() * people)).sort(
        (x, y) => x - y,
      );
      const hit: number[] = [];
      for (const place of places) {
        const arrived = async () => (await outOf(db, accountId, campaignId)) >= place || (await isOver());
        await until(arrived, DRAIN_MS, `blast ${n} gets to ${place}`);
        await sleep(Math.floor(random() * JITTER_MS));
        if (await isOver()) break;
        hit.push(await outOf(db, accountId, campaignId));
        await killAndStart();
      }
      await until(isOver, DRAIN_MS, `blast ${n} ends`);
      const taken = book
        ? await book.read(textOf(campaignId))
        : await simulatorBook(db, accountId, campaignId);
      const found = await check(db, accountId, campaignId, taken);
      const passed = isGood(found, people);
      good &&= passed;
      killed += 1 + hit.length;
      const seconds = Math.round((Date.now() - begun) / 1_000);
      say(
        `${passed ? 'PASS' : 'FAIL'} blast ${n}, ${1 + hit.length} kills, with ${hit.join(', ')} out, ${seconds} s: ${JSON.stringify(found)}`,
      );
    }
  } finally {
    await end(worker.process, 'SIGTERM');
    await book?.stop();
  }
  say(`${good ? 'PASS' : 'FAIL'}: seed ${seed}, ${killed} kills`);
  return good;
});

/** How many of a blast's people are settled or in hand. */
async function outOf(db: Db, accountId: number, campaignId: number): Promise<number> {
  const row = await readBlast(db, accountId, campaignId);
  return row ? row.total - row.queued : 0;
}
