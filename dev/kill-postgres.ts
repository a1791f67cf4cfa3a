/**
 * Restarts PostgreSQL and kills it (kill -9), in turn, at random moments of a blast: nobody is lost, nobody
 * gets it twice, and the next message goes out within 15 s after the database is back.
 *
 *   node dev/kill-postgres.ts [--faults 20] [--people 20000] [--seed 1]
 */
import { setTimeout as sleep } from 'node:timers/promises';
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

const RECOVERY_MS = 15_000;
const DRAIN_MS = 300_000;
/** A blast lasts about so long. */
const BLAST_SECONDS = 15;

const { faults, people, seed, random } = readOptions({ faults: 20, people: 20_000 });
say(`seed ${seed}, ${faults} faults, blasts of ${people}`);

await onGround(async ({ dataDir, postgres, db }) => {
  const book = await startBook(seed, 0);
  const worker = await startWorker(postgres.url, dataDir);
  let good = true;
  try {
    const ask = client(() => worker.url);
    const { accountId, listId } = await makeAccount(ask, db, people, book);
    await ask('channels/savePace', {
      ChannelId: await channelOf(ask),
      SEGMENTSPERSECOND: String(Math.ceil(people / BLAST_SECONDS)),
      SEGMENTSPERMINUTE: '0',
      SEGMENTSPERDAY: '0',
      DAYZONE: 'UTC',
      PRESET: '',
      TIMETOLIVEMINUTES: '0',
    });
    for (let n = 1; n <= faults; n += 1) {
      const campaignId = 1_000_000 + n;
      const text = textOf(campaignId);
      const kind = n % 2 === 0 ? 'kill' : 'restart';
      await blast(db, ask, accountId, listId, campaignId);
      const at = Math.floor(random() * BLAST_SECONDS * 600);
      await sleep(at);
      await (kind === 'kill' ? postgres.killAndStart() : postgres.restart());
      const isOver = async () => (await readBlast(db, accountId, campaignId))?.state === 'done';
      const outBefore = (await book.read(text)).size;
      const back = Date.now();
      const goesOn = async () => (await book.read(text)).size > outBefore || (await isOver());
      await until(goesOn, DRAIN_MS, `blast ${n} goes on`);
      const recovered = Date.now() - back;
      await until(isOver, DRAIN_MS, `blast ${n} ends`);
      const found = await check(db, accountId, campaignId, await book.read(text));
      const passed = isGood(found, people) && recovered <= RECOVERY_MS;
      good &&= passed;
      say(
        `${passed ? 'PASS' : 'FAIL'} ${kind} ${n} after ${at} ms, on again after ${recovered} ms: ${JSON.stringify(found)}`,
      );
    }
  } finally {
    await end(worker.process, 'SIGTERM');
    await book.stop();
  }
  say(`${good ? 'PASS' : 'FAIL'}: seed ${seed}`);
  return good;
});

async function channelOf(ask: ReturnType<typeof client>): Promise<string> {
  const { CHANNELS } = await ask('channels/listChannels', {});
  return String((JSON.parse(String(CHANNELS)) as { SRID: number }[])[0]?.SRID);
}
