/**
 * Two processes on one database send a blast through an SMPP centre that one of them is bound to. That one is
 * killed (kill -9) at random moments, again and again: the other takes the bind over within its lease, and
 * the centre gets nothing twice. Then the centre sends its receipts, and every message that it took is known
 * to be delivered, also where its answer died with the process.
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
  connectSmpp,
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
const SETTLED_MS = 20_000;
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
    // At a pace at which a blast lasts a while.
    await connectSmpp(db, ask, accountId, smsc.settings, Math.ceil(people / BLAST_SECONDS));
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
      for (const { reference } of taken()) await smsc.receipt(reference, 'delivered');
      const open = () => openOf(db, accountId, campaignId, [...counted.keys()]);
      await until(async () => (await open()) === 0, SETTLED_MS, 'receipts settle').catch(() => undefined);
      const left = await open();
      const passed = isGood(found, people) && after <= TAKEN_OVER_MS && left === 0;
      good &&= passed;
      say(
        `${passed ? 'PASS' : 'FAIL'} kill ${n} with ${outThen} out, bound again after ${after} ms: ${JSON.stringify(found)}; taken and not known to be delivered after the receipts: ${left}`,
      );
      await closeRest(db, accountId, campaignId);
    }
  } finally {
    for (const worker of [bound, other]) if (worker) await end(worker.process, 'SIGTERM');
    await smsc.stop();
  }
  say(`${good ? 'PASS' : 'FAIL'}: seed ${seed}`);
  return good;
});

/** How many that the centre took are not known to be delivered. */
async function openOf(db: Db, accountId: number, campaignId: number, phones: string[]): Promise<number> {
  const found = await first(
    db,
    sql<{ count: number }>`
      select count(*) as count from messages m join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
      where m.account_id = ${accountId} and m.campaign_id = ${campaignId} and m.status <> 'delivered'
        and c.phone = any(${phones}::text[])`,
  );
  return found?.count ?? 0;
}

/**
 * What the centre never got is no longer in doubt for the next blast to the same people, as if a person had
 * settled it.
 */
async function closeRest(db: Db, accountId: number, campaignId: number): Promise<void> {
  await sql`
    update messages set status = 'failed'
    where account_id = ${accountId} and campaign_id = ${campaignId} and status = 'unknown'`.execute(db);
}
