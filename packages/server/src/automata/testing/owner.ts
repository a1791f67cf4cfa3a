/** An account with automata on a clock of the test's own. */
import { calls } from '@parley/contract';
import type { manualClock } from '../../platform/clock.ts';
import { storeSketch } from '../../testing/flows.ts';
import type { Harness } from '../../testing/harness.ts';
import { runNext } from '../jobs.ts';

const { account, automata, lists, members } = calls;
let nextId = 20_000;

/**
 * An owner in UTC with a list of two people, and what is done with automata. Every account starts at `start`.
 */
export async function newOwner(harness: Harness, clock: ReturnType<typeof manualClock>, start: string) {
  clock.set(start);
  const { services } = harness;
  const user = await harness.newUser();
  const { accountId } = user;
  await user.ask(account.save, { timeZone: 'UTC' });
  const list = (await user.ask(lists.add, { name: 'Everybody' })).values.id;
  for (const phone of ['2125550100', '2125550101']) await user.ask(members.add, { phone, list });

  async function newCampaign(): Promise<number> {
    nextId += 1;
    await storeSketch(services.db, accountId, nextId, [
      { type: 'final-message', id: nextId * 10, text: 'Hello' },
    ]);
    return nextId;
  }

  /** Adds one by its name, with data by their wire names, as the screen does. */
  async function add(name: string, data: Record<string, unknown> = {}): Promise<number> {
    const { id } = (await user.ask(automata.add, { name })).values;
    await change(id, data);
    return id;
  }

  async function change(automaton: number, data: Record<string, unknown>, enabled = '0') {
    return user.post('automata/updateAutomataData', {
      AutomataId: String(automaton),
      AutomataData: JSON.stringify(data),
      Enabled: enabled,
    });
  }

  const load = async (automaton: number) => (await user.ask(automata.load, { automaton })).values.data;

  /** The blasts of the account, oldest first. */
  async function blasts(): Promise<{ automaton: number; total: number }[]> {
    const { rows } = await services.pool.query(
      'select automaton_id as automaton, total from blasts where account_id = $1 order by id',
      [accountId],
    );
    return rows;
  }

  /** Runs everything that is due at a moment. */
  async function runAt(moment: string): Promise<void> {
    clock.set(moment);
    while (await runNext(services));
  }

  async function setBalance(credits: number): Promise<void> {
    await services.pool.query(
      'update balances set balance = $2, granted = $2 + reserved + spent where account_id = $1',
      [accountId, credits],
    );
  }

  const campaign = await newCampaign();
  return { user, list, campaign, newCampaign, add, change, load, blasts, runAt, setBalance };
}
