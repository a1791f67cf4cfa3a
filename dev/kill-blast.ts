/**
 * Kills the server (kill -9) at random moments of a blast, starts it again, lets the blast end, and compares the carrier's book with ours:
 * nobody is lost, nobody got it twice, whatever is in doubt is listed as unknown, and the ledger holds. `--carrier keys` takes a reference
 * once (the simulated one); `--carrier plain` cannot tell a repetition, and of its answers 2 % hang or are reset after it took the message.
 *
 *   node dev/kill-blast.ts [--carrier keys|plain] [--kills 20] [--people 20000] [--seed 1]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { dice } from './faults/dice.ts';
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

/** Kills fall anywhere between the request and this long after it, for each thousand people. */
const WINDOW_MS_PER_THOUSAND = 400;
const BAD_ANSWERS = 0.02;
const DRAIN_MS = 300_000;

const { values } = parseArgs({
  options: {
    carrier: { type: 'string', default: 'keys' },
    kills: { type: 'string', default: '20' },
    people: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const seed = Number(values.seed);
const people = Number(values.people);
const random = dice(seed);
say(`seed ${seed}, carrier ${values.carrier}, ${values.kills} kills, blasts of ${people}`);

await onGround(async ({ dataDir, postgres, db }) => {
  const book = values.carrier === 'plain' ? await startBook(seed, BAD_ANSWERS) : null;
  let worker = await startWorker(postgres.url, dataDir);
  let good = true;
  try {
    const ask = client(() => worker.url);
    const { accountId, listId } = await makeAccount(ask, db, people, book);
    for (let n = 1; n <= Number(values.kills); n += 1) {
      const campaignId = 1_000_000 + n;
      const at = Math.floor(random() * WINDOW_MS_PER_THOUSAND * (people / 1_000));
      const asked = blast(db, ask, accountId, listId, campaignId).catch(() => null);
      await sleep(at);
      await end(worker.process, 'SIGKILL');
      await asked;
      const before = await readBlast(db, accountId, campaignId);
      worker = await startWorker(postgres.url, dataDir);
      if (!before) await send(ask, listId, campaignId);
      const isOver = async () => (await readBlast(db, accountId, campaignId))?.state === 'done';
      await until(isOver, DRAIN_MS, `blast ${n} ends`);
      const taken = book
        ? await book.read(textOf(campaignId))
        : await simulatorBook(db, accountId, campaignId);
      const found = await check(db, accountId, campaignId, taken);
      const passed = isGood(found, people);
      good &&= passed;
      const out = before ? `${before.total - before.queued} of ${before.total} were out` : 'not stored yet';
      say(`${passed ? 'PASS' : 'FAIL'} kill ${n} after ${at} ms (${out}): ${JSON.stringify(found)}`);
    }
  } finally {
    await end(worker.process, 'SIGTERM');
    await book?.stop();
  }
  say(`${good ? 'PASS' : 'FAIL'}: seed ${seed}`);
  return good;
});
