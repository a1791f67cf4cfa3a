/** Automata that an event of one's own starts or ends: started once, however often it is told. */
import { describe, expect, it } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { sql } from '../platform/db/database.ts';
import { apiClient, apiKeyOf } from '../testing/api-world.ts';
import { useHarness } from '../testing/harness.ts';
import { eventWorld } from './testing/event-automata.ts';

const START = '2026-03-02T15:00:00Z';
const clock = manualClock(START);
const harness = useHarness({ clock });

const called = (name: string) => ({ property: 'name', is: 'is', value: name });
const ORDERED = {
  event: 'custom.event' as const,
  where: [called('Order placed'), { property: 'number.total', is: 'at-least', value: '50' }],
};

async function setUp() {
  clock.set(START);
  const world = await eventWorld(harness());
  const live = apiClient(harness(), await apiKeyOf(world.user));
  /** All at once, in this order. */
  const tell = async (who: number, ...told: object[]) => {
    const contact = `con_${world.people[who]}`;
    const events = told.map((event) => ({ contact, source: 'shop', ...event }));
    const { status, body: answer } = await live('POST', '/events/batch', { body: { events } });
    expect(status).toBe(200);
    await world.take();
    await world.begin();
    return answer;
  };
  return { ...world, tell };
}
const order = (id: string, total: number, more = {}) => ({
  name: 'order placed',
  id,
  properties: { total, gift: true },
  ...more,
});

describe('an event of one’s own', () => {
  it('starts an automata once, however often it is told', async () => {
    const world = await setUp();
    const automaton = await world.add({ ...ORDERED, repeat: { as: 'each' } });
    expect(await world.tell(0, order('1', 80))).toMatchObject({ recorded: 1 });
    expect(await world.tell(0, order('1', 80))).toMatchObject({ repeated: 1 });
    await world.tell(1, order('2', 49.9));
    await world.tell(2, { ...order('3', 99), name: 'order shipped' });
    expect(await world.history(automaton)).toEqual([{ who: 0, state: 'started', reason: '' }]);
    expect(await world.texts()).toHaveLength(1);
    await world.tell(0, order('4', 50));
    expect(await world.history(automaton)).toHaveLength(2);
  });

  it('starts it once although a group of events is taken again', async () => {
    const world = await setUp();
    const automaton = await world.add(ORDERED);
    await world.tell(0, order('1', 80));
    // As after a backup: what was fed is fed again.
    await sql`insert into event_feed (account_id, consumer, contact_id, kind, at, fact, properties)
      select account_id, 'automations', contact_id, kind, happened_at, fact,
        '{"name": "order placed", "source": "shop", "data.total": 80}'
      from automaton_starts where account_id = ${world.accountId}`.execute(harness().services.db);
    await world.happen(world.left());
    expect(await world.history(automaton)).toEqual([{ who: 0, state: 'started', reason: '' }]);
    expect(await world.texts()).toHaveLength(1);
  });

  it('that is told long after it happened texts nobody', async () => {
    const world = await setUp();
    const automaton = await world.add({ ...ORDERED, repeat: { as: 'each' } });
    await world.tell(0, order('1', 80, { at: '2026-02-26T15:00:00Z' }));
    await world.tell(1, order('2', 80, { at: '2026-02-28T15:00:00Z' }));
    expect(await world.history(automaton)).toEqual([
      { who: 0, state: 'skipped', reason: 'late' },
      { who: 1, state: 'started', reason: '' },
    ]);
  });

  it('of before a start ends nothing of it, however late it is told', async () => {
    const world = await setUp();
    const exits = [{ event: 'custom.event' as const, where: [called('cart emptied')] }];
    const begun = await world.add({ ...ORDERED, exits });
    const waiting = await world.add({ ...ORDERED, exits, wait: { for: 'time', minutes: 60 } });
    const emptied = { name: 'cart emptied', at: '2026-03-02T14:00:00Z' };
    await world.tell(0, order('1', 80));
    await world.tell(0, emptied);
    await world.tell(1, order('2', 80), emptied);
    expect(await world.conversations()).toMatchObject([{ active: true }, { active: true }]);
    expect(await world.history(begun)).toMatchObject([{ state: 'started' }, { state: 'started' }]);
    expect(await world.history(waiting)).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }]);
  });

  it('ends what an automata began, and cancels what waits', async () => {
    const world = await setUp();
    const exits = [{ event: 'custom.event' as const, where: [called('cart emptied')] }];
    const wait = { for: 'time' as const, minutes: 60 };
    const begun = await world.add({ ...ORDERED, exits });
    const waiting = await world.add({ ...ORDERED, exits, wait });
    await world.tell(0, order('1', 80));
    await world.tell(0, { name: 'cart emptied', id: '2' });
    expect(await world.conversations()).toMatchObject([{ active: false }]);
    expect(await world.history(begun)).toMatchObject([{ state: 'started' }]);
    expect(await world.history(waiting)).toMatchObject([{ state: 'left', reason: 'exit' }]);
  });
});
