import { calls } from '@parley/contract';
import { expect, it } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { runNext } from './jobs.ts';

const clock = manualClock('2026-03-02T12:00:00Z');
const harness = useHarness({ clock });
const { automata, campaigns, lists, members } = calls;

async function runAt(moment: string) {
  clock.set(moment);
  while (await runNext(harness().services)) {
    // one after the other
  }
}

async function copiesOf(accountId: number): Promise<number[]> {
  const { rows } = await harness().services.pool.query(
    'select campaign_id from blasts where account_id = $1 order by id',
    [accountId],
  );
  return rows.map((row) => row.campaign_id);
}

it('copies of runs stand behind their campaign, and the automata says what all of them came to', async () => {
  const user = await harness().newUser();
  const list = (await user.ask(lists.add, { name: 'Everybody' })).values.id;
  await user.ask(members.add, { phone: '2125550100', list });
  const campaign = 7_001;
  const steps = [{ type: 'final-message', id: 70_010, text: 'Hello' }];
  await storeSketch(harness().services.db, user.accountId, campaign, steps as never);
  const automaton = (await user.ask(automata.add, { name: 'Weekly news' })).values.id;
  const hourly = { Type_int: 2, BatchId_bi: campaign, ListId_int: list, Status_int: 1, Clone_ti: 1 };
  await user.post('automata/updateAutomataData', {
    AutomataId: String(automaton),
    AutomataData: JSON.stringify(hourly),
    Enabled: '1',
  });
  await runAt('2026-03-02T13:00:05Z');
  await runAt('2026-03-02T14:00:05Z');
  const copies = await copiesOf(user.accountId);
  expect(copies).toHaveLength(2);
  const listed = async (runsOf: number | undefined) =>
    (await user.ask(campaigns.list, { runsOf })).values.campaigns;
  const ids = async (runsOf: number | undefined) => (await listed(runsOf)).map(({ id }) => id);
  expect(await ids(undefined)).toEqual([...copies.toReversed(), campaign]);
  expect(await listed(0)).toMatchObject([
    { id: campaign, runs: 2, runsBy: automaton, runOf: 0, running: true },
  ]);
  expect(await listed(campaign)).toMatchObject(
    copies.toReversed().map((id) => ({ id, runs: 0, runOf: campaign })),
  );
  await harness().services.pool.query(
    `update blasts set sent = 1, delivered = 1, queued = 0, replied = 1, opted_out = 1 where account_id = $1 and campaign_id = $2`,
    [user.accountId, copies[0]],
  );
  expect((await user.ask(automata.load, { automaton })).values.data).toMatchObject({
    runs: 2,
    reached: 2,
    replied: 1,
    optedOut: 1,
  });
  await user.ask(campaigns.remove, { campaign: copies[0] });
  expect(await listed(0)).toMatchObject([{ id: campaign, runs: 1 }]);
  await user.ask(campaigns.remove, { campaign });
  expect(await ids(0)).toContain(copies[1]);
});
