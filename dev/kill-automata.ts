/**
 * Kills the server (kill -9) at random moments while the runs of an automata, each with a copy of its
 * campaign, are begun, prepared and sent, and while campaigns are duplicated, made from templates and
 * deleted. Each run happens once and reaches everybody once, and every campaign has all its steps.
 *
 *   node dev/kill-automata.ts [--people 2000] [--runs 10] [--kills 3 (of each run)] [--seed 1]
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { flowOf } from '@parley/engine';
import { type Db, rows, sql } from '../packages/server/src/platform/db/database.ts';
import { storeFlow } from '../packages/server/src/testing/flows.ts';
import {
  type Ask,
  check,
  client,
  end,
  isGood,
  makeAccount,
  onGround,
  say,
  simulatorBook,
  startWorker,
  until,
} from './faults/ground.ts';
import { readOptions } from './faults/options.ts';

const { people, runs, kills, seed, random } = readOptions({ people: 2_000, runs: 10, kills: 3 });
const SOURCE = 1_000_001;
const STEPS = 12;
const TEMPLATE = '1';
const KILL_WITHIN_MS = 1_500;
const DRAIN_MS = 600_000;
say(`seed ${seed}, ${runs} runs for ${people} people, ${kills} kills each`);

await onGround(async ({ dataDir, postgres, db }) => {
  const folder = join(dataDir, 'data');
  let worker = await startWorker(postgres.url, dataDir, folder);
  let good = true;
  let killed = 0;
  const ask = client(() => worker.url);
  try {
    const { accountId, listId } = await makeAccount(ask, db, people, null);
    const texts = Array.from({ length: STEPS }, (_, n) => ({
      type: 'final-message' as const,
      id: SOURCE + n,
      text: `Step ${n}`,
    }));
    await storeFlow(db, accountId, flowOf(SOURCE, texts));
    const automaton = await switchOn(ask, listId);
    for (let run = 1; run <= runs; run += 1) {
      await sql`
        with moved as (update automata set next_run_at = now() where account_id = ${accountId} and id = ${automaton})
        update automaton_jobs set due_at = now(), leased_until = null where account_id = ${accountId}`.execute(
        db,
      );
      for (let kill = 1; kill <= kills; kill += 1) {
        const others = changeCampaigns(ask, db, accountId);
        await sleep(random() * KILL_WITHIN_MS);
        await end(worker.process, 'SIGKILL');
        await others;
        killed += 1;
        // A lease of two minutes would make the run late, and this script long.
        await sql`update automaton_jobs set leased_until = null where account_id = ${accountId}`.execute(db);
        worker = await startWorker(postgres.url, dataDir, folder);
      }
      await until(
        async () => (await blastsOf(db, accountId)).filter(({ state }) => state === 'done').length === run,
        DRAIN_MS,
        `run ${run} ends`,
      );
    }
    // Nothing more is due.
    await sleep(15_000);
    const blasts = await blastsOf(db, accountId);
    for (const { campaignId } of blasts) {
      const found = await check(db, accountId, campaignId, await simulatorBook(db, accountId, campaignId));
      const passed = isGood(found, people);
      good &&= passed;
      if (!passed) say(`FAIL the run with campaign ${campaignId}: ${JSON.stringify(found)}`);
    }
    const campaigns = await readCampaigns(db, accountId);
    const fromTemplate = Math.max(
      ...campaigns.filter(({ templateId }) => templateId > 0).map(({ steps }) => steps),
    );
    const halves = campaigns.filter(
      ({ templateId, steps }) => steps !== (templateId > 0 ? fromTemplate : STEPS),
    );
    good &&= blasts.length === runs && halves.length === 0;
    say(
      `${blasts.length} blasts, ${campaigns.length} campaigns, ${halves.length} of them half, ${killed} kills`,
    );
  } finally {
    await end(worker.process, 'SIGTERM');
  }
  say(`${good ? 'PASS' : 'FAIL'}: seed ${seed}, ${killed} kills`);
  return good;
});

/** An hourly automata that sends a copy of the campaign to everybody. */
async function switchOn(ask: Ask, listId: number): Promise<number> {
  const automaton = Number((await ask('automata/addautomata', { AutomataName: 'Hourly' })).NEWAUTOMATAID);
  const data = { Type_int: 2, BatchId_bi: SOURCE, ListId_int: listId, Status_int: 1, Clone_ti: 1 };
  const switched = await ask('automata/updateAutomataData', {
    AutomataId: String(automaton),
    AutomataData: JSON.stringify(data),
    Enabled: '1',
  });
  if (switched.RESULT !== 1) throw new Error(switched.MESSAGE);
  return automaton;
}

/** Until the server is gone. */
async function changeCampaigns(ask: Ask, db: Db, accountId: number): Promise<void> {
  try {
    for (;;) {
      await ask('campaign/CloneCampaign', { inpBatchId: String(SOURCE) });
      await ask('control-point/AddNewBatchFromTemplate', { TID: TEMPLATE });
      // A copy that no run sends.
      const copy = (await readCampaigns(db, accountId)).find(
        ({ id, deleted, sent }) => id !== SOURCE && !deleted && !sent,
      );
      await ask('campaign/LogicalDeleteBatch', { inpBatchId: String(copy?.id ?? 0) });
    }
  } catch {
    // It was killed.
  }
}

function blastsOf(db: Db, accountId: number): Promise<{ campaignId: number; state: string }[]> {
  return rows(
    db,
    sql<{ campaignId: number; state: string }>`
      select campaign_id as "campaignId", state from blasts where account_id = ${accountId} order by id`,
  );
}

type Found = { id: number; templateId: number; steps: number; deleted: boolean; sent: boolean };

function readCampaigns(db: Db, accountId: number): Promise<Found[]> {
  return rows(
    db,
    sql<Found>`
      select c.id, c.template_id as "templateId", c.deleted_at is not null as deleted,
        (select count(*) from steps s where s.account_id = ${accountId} and s.campaign_id = c.id) as steps,
        exists (select from blasts b where b.account_id = ${accountId} and b.campaign_id = c.id) as sent
      from campaigns c where c.account_id = ${accountId} order by c.id`,
  );
}
