/**
 * Kills the server (kill -9) at random moments of scheduled blasts: while they are queued for their time, and
 * at their time, while what was queued is taken away, the people are found anew and the texts go out.
 * Meanwhile half of the list leaves it and the text changes: at the end everybody who is on the list, and
 * nobody else, got the new text once, and the ledger holds.
 *
 *   node dev/kill-scheduled.ts [--blasts 3] [--kills 6 (of each blast, at its time)] [--people 20000] [--seed 1]
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { flowOf } from '@parley/engine';
import { toJson } from '../packages/server/src/flow/store.ts';
import { removeMembers } from '../packages/server/src/lists/membership.ts';
import { type Db, first, rows, sql, transact } from '../packages/server/src/platform/db/database.ts';
import { storeFlow } from '../packages/server/src/testing/flows.ts';
import {
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
  textOf,
  until,
} from './faults/ground.ts';
import { readOptions } from './faults/options.ts';

const QUEUE_WITHIN_MS = 1_500;
const KILL_WITHIN_MS = 2_000;
const DRAIN_MS = 900_000;

const { blasts, kills, people, seed, random } = readOptions({ blasts: 3, kills: 6, people: 20_000 });
say(`seed ${seed}, ${blasts} scheduled blasts of ${people}, ${kills} kills each at their time`);

await onGround(async ({ dataDir, postgres, db }) => {
  let worker = await startWorker(postgres.url, dataDir);
  let good = true;
  const killAndStart = async () => {
    await end(worker.process, 'SIGKILL');
    // A lease of half a minute would make each kill long.
    await sql`update blast_jobs set leased_until = null`.execute(db);
    worker = await startWorker(postgres.url, dataDir);
  };
  try {
    const ask = client(() => worker.url);
    const { accountId, listId } = await makeAccount(ask, db, people, null);
    let left = people;
    for (let n = 1; n <= blasts; n += 1) {
      const campaignId = 1_000_000 + n;
      await storeFlow(db, accountId, flow(campaignId, 'Written early'));
      const answer = await ask('blast/BlastToList', {
        inpBatchId: String(campaignId),
        inpTargetListIds: String(listId),
        inpSchedule: '2090-01-01 09:00:00',
      });
      if (answer.RESULT !== 1) throw new Error(answer.MESSAGE);
      await sleep(random() * QUEUE_WITHIN_MS);
      await killAndStart();
      left -= await shrink(db, accountId, listId);
      await rewrite(db, accountId, campaignId);
      const id = (await readBlast(db, accountId, campaignId))?.id ?? 0;
      await callUp(db, accountId, id);
      const found: string[] = [];
      for (let kill = 1; kill <= kills; kill += 1) {
        await sleep(random() * KILL_WITHIN_MS);
        found.push(await placeOf(db, accountId, id));
        await killAndStart();
      }
      const isOver = async () => (await readBlast(db, accountId, campaignId))?.state === 'done';
      await until(isOver, DRAIN_MS, `blast ${n} ends`);
      const outcome = await check(db, accountId, campaignId, await simulatorBook(db, accountId, campaignId));
      const early = await countTexts(db, accountId, campaignId, 'Written early');
      const passed = isGood(outcome, left) && early === 0;
      good &&= passed;
      say(
        `${passed ? 'good' : 'FAIL'} blast ${n}: killed at ${found.join(', ')}; ${JSON.stringify(outcome)}`,
      );
    }
  } finally {
    await end(worker.process, 'SIGTERM');
  }
  say(`${good ? 'PASS' : 'FAIL'}: seed ${seed}`);
  return good;
});

function flow(campaignId: number, text: string) {
  return flowOf(campaignId, [{ type: 'final-message', id: campaignId, text }]);
}

/** Half of the list leaves it. Answers how many. */
async function shrink(db: Db, accountId: number, listId: number): Promise<number> {
  const leaving = await rows(
    db,
    sql<{ id: number }>`
      select contact_id as id from list_members
      where account_id = ${accountId} and list_id = ${listId} and contact_id % 2 = (
        select min(contact_id) % 2 from list_members where account_id = ${accountId} and list_id = ${listId}
      ) and contact_id <= (
        select percentile_disc(0.5) within group (order by contact_id) from list_members
        where account_id = ${accountId} and list_id = ${listId}
      )`,
  );
  const ids = leaving.map(({ id }) => id);
  return transact(db, (trx) => removeMembers(trx, accountId, listId, ids, new Date()));
}

async function rewrite(db: Db, accountId: number, campaignId: number): Promise<void> {
  const [step] = flow(campaignId, textOf(campaignId)).steps;
  if (!step) throw new Error('A flow of one step has a step.');
  await sql`
    with step as (
      update steps set step = ${toJson(step)}::jsonb where account_id = ${accountId} and campaign_id = ${campaignId}
    )
    update campaigns set version = version + 1 where account_id = ${accountId} and id = ${campaignId}`.execute(
    db,
  );
}

/** Its time has come, whether all of it is queued or not. */
async function callUp(db: Db, accountId: number, id: number): Promise<void> {
  await sql`
    with blast as (update blasts set scheduled_for = now() where account_id = ${accountId} and id = ${id})
    update blast_jobs set due_at = now() where account_id = ${accountId} and blast_id = ${id}`.execute(db);
}

async function placeOf(db: Db, accountId: number, id: number): Promise<string> {
  const row = await first(
    db,
    sql<{ state: string; renewal: string | null; total: number; queued: number }>`
      select state, renewal, total, queued from blasts where account_id = ${accountId} and id = ${id}`,
  );
  return `${row?.renewal ?? row?.state} (${row?.total} people, ${row?.queued} wait)`;
}

async function countTexts(db: Db, accountId: number, campaignId: number, text: string): Promise<number> {
  const row = await first(
    db,
    sql<{ count: number }>`
      select count(*) as count from messages
      where account_id = ${accountId} and campaign_id = ${campaignId} and body = ${text}`,
  );
  return row?.count ?? 0;
}
