/**
 * Two processes on one database send a blast through an SMPP centre that one of them is bound to. That one is killed (kill -9) at random
 * moments, again and again: the other takes the bind over within its lease, and the centre gets nothing twice.
 *
 *   node dev/kill-bind.ts [--kills 5] [--people 2000 (of each blast)] [--seed 1]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startSmsc } from '../packages/server/src/carriers/testing/smsc.ts';
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
  startWorker,
  textOf,
  until,
  type Worker,
} from './faults/ground.ts';
import { readOptions } from './faults/options.ts';

/** The lease of a bind is 15 s, looked at every 2 s. */
const TAKEN_OVER_MS = 20_000;
const DRAIN_MS = 300_000;
/** A blast lasts about so long. */
const BLAST_SECONDS = 12;

const { kills, people, seed, random } = readOptions({ kills: 5, people: 2000 });
say(`seed ${seed}, ${kills} kills, blasts of ${people}`);

await onGround(async ({ dataDir, postgres, db }) => {
  const smsc = await startSmsc();
  const start = () => startWorker(postgres.url, dataDir);
  let bound: Worker = await start();
  let other: Worker | null = null;
  let good = true;
  try {
    const ask = client(() => bound.url);
    const { accountId, listId } = await makeAccount(ask, db, people, null);
    await connect(db, ask, accountId, smsc.settings);
    await until(async () => smsc.binds.length === 1, DRAIN_MS, 'the first process is bound');
    for (let n = 1; n <= kills; n += 1) {
      other = await start();
      const campaignId = 1_000_000 + n;
      await blast(db, ask, accountId, listId, campaignId);
      const text = textOf(campaignId);
      const taken = () => smsc.taken.filter((each) => each.text === text);
      await until(async () => taken().length > 0, DRAIN_MS, 'the blast goes out');
      await sleep(Math.floor(random() * BLAST_SECONDS * 500));
      const binds = smsc.binds.length;
      const outThen = taken().length;
      const killed = Date.now();
      await end(bound.process, 'SIGKILL');
      await until(async () => smsc.binds.length > binds, DRAIN_MS, 'the other process is bound');
      const after = Date.now() - killed;
      bound = other;
      other = null;
      const isOver = async () => (await readBlast(db, accountId, campaignId))?.state === 'done';
      await until(isOver, DRAIN_MS, `blast ${n} ends`);
      const counted = Map.groupBy(taken(), ({ to }) => to);
      const book = new Map([...counted].map(([to, all]) => [to, all.length]));
      const found = await check(db, accountId, campaignId, book);
      const passed = isGood(found, people) && after <= TAKEN_OVER_MS;
      good &&= passed;
      say(
        `${passed ? 'PASS' : 'FAIL'} kill ${n} with ${outThen} out, bound again after ${after} ms: ${JSON.stringify(found)}`,
      );
    }
  } finally {
    for (const worker of [bound, other]) if (worker) await end(worker.process, 'SIGTERM');
    await smsc.stop();
  }
  say(`${good ? 'PASS' : 'FAIL'}: seed ${seed}`);
  return good;
});

/** Sets the account's channel up as on the screen, at a pace at which a blast lasts a while. */
async function connect(
  db: Db,
  ask: ReturnType<typeof client>,
  accountId: number,
  settings: Record<string, string>,
): Promise<void> {
  const channel = await first(
    db,
    sql<{ id: number }>`
      update channels set quiet_usual = false, segments_per_second = ${Math.ceil(people / BLAST_SECONDS)}
      where account_id = ${accountId} returning id`,
  );
  const saved = await ask('channels/saveConnection', {
    ChannelId: String(channel?.id),
    ChannelNumber: '+12125550100',
    inpKind: 'smpp',
    inpValues: JSON.stringify(settings),
  });
  if (saved.RESULT !== 1) throw new Error(saved.MESSAGE);
}
