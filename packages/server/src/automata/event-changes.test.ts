/** What is changed while somebody waits to be started, and what stands in the way of a start. */
import { calls } from '@parley/contract';
import { NEW_TRIGGER } from '@parley/rules/event-trigger.ts';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { rows, sql, transact } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { skipDueRuns } from './reschedule.ts';
import { eventWorld } from './testing/event-automata.ts';

const START = '2026-03-02T15:00:00Z';
const clock = manualClock(START);
const harness = useHarness({ clock });
const { automata } = calls;
const HOUR = { wait: { for: 'time' as const, minutes: 60 } };

/** Three people wait for an hour. */
async function setUp(trigger = {}) {
  clock.set(START);
  const world = await eventWorld(harness());
  const automaton = await world.add({ ...HOUR, ...trigger });
  await world.happen(...world.people.map((id) => world.joined(id)));
  const anHourLater = async () => {
    clock.set('2026-03-02T16:00:00Z');
    await world.begin();
    return (await world.history(automaton)).map(({ state, reason }) => reason || state);
  };
  const problem = async () => (await world.user.ask(automata.load, { automaton })).values.data.problem;
  return { ...world, automaton, anHourLater, problem };
}
const three = (word: string) => [word, word, word];

describe('an automata that is changed while starts wait', () => {
  it('says how many wait, and starts none of them once it is off', async () => {
    const world = await setUp();
    const { data } = (await world.user.ask(automata.load, { automaton: world.automaton })).values;
    expect([data.started, data.waiting]).toEqual([0, 3]);
    await world.save(world.automaton, { Status_int: 0 });
    expect(await world.anHourLater()).toEqual(three('turned-off'));
  });

  it('starts them when it is on again in time, and hears nothing of what happens while it is off', async () => {
    const world = await setUp({ repeat: { as: 'each' } });
    await world.save(world.automaton, { Status_int: 0 });
    await world.happen(world.joined());
    await world.save(world.automaton, { Status_int: 1 });
    expect(await world.anHourLater()).toEqual(three('started'));
  });

  it('counts as it is when they start: its campaign; but a longer wait is for what happens from now on', async () => {
    const world = await setUp();
    const other = await eventWorld(harness());
    const foreign = await world.save(world.automaton, { BatchId_bi: other.campaign });
    const unknown = await world.save(world.automaton, { BatchId_bi: 987_654 });
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    const Trigger_vch = JSON.stringify({ event: 'list.joined', wait: { for: 'time', minutes: 120 } });
    expect(await world.save(world.automaton, { Trigger_vch })).toMatchObject({ RESULT: 1 });
    expect(await world.anHourLater()).toEqual(three('started'));
  });

  it('that waits for something else now, or runs on a schedule, starts none of them', async () => {
    const world = await setUp();
    await world.save(world.automaton, { Trigger_vch: JSON.stringify({ event: 'list.left' }) });
    expect(await world.anHourLater()).toEqual(three('trigger-changed'));
    const second = await setUp();
    await second.save(second.automaton, { Status_int: 0, Type_int: 3, ListId_int: second.list });
    await second.save(second.automaton, { Status_int: 1 });
    expect(await second.anHourLater()).toEqual(three('trigger-changed'));
  });

  it('goes with its starts when it is deleted, and hears nothing any more', async () => {
    const world = await setUp();
    expect((await world.user.ask(automata.remove, { automaton: world.automaton })).RESULT).toBe(1);
    await world.happen(world.joined());
    const { db } = harness().services;
    const left = await rows(
      db,
      sql`select 'start' as what from automaton_starts where account_id = ${world.accountId}
        union all select 'listener' from event_listeners where account_id = ${world.accountId}
        union all select 'fed' from event_feed where account_id = ${world.accountId}`,
    );
    expect(left).toEqual([]);
    expect((await world.user.ask(automata.starts, { automaton: world.automaton })).status).toBe(404);
  });
});

describe('a start finds in its way', () => {
  it('a campaign that was deleted, and goes on when it is restored', async () => {
    const world = await setUp();
    await sql`update campaigns set deleted_at = now() where account_id = ${world.accountId}`.execute(
      harness().services.db,
    );
    expect(await world.problem()).toBe('It won’t start for anyone: its campaign was deleted.');
    expect(await world.anHourLater()).toEqual(three('campaign-deleted'));
    await sql`update campaigns set deleted_at = null where account_id = ${world.accountId}`.execute(
      harness().services.db,
    );
    expect(await world.problem()).toBe('');
    await world.happen(world.joined());
    clock.set('2026-03-02T17:00:00Z');
    await world.begin();
    expect((await world.history(world.automaton)).at(-1)).toMatchObject({ state: 'started' });
  });

  it('a channel that was deleted; a list that is gone is said before', async () => {
    const world = await setUp();
    const channel = (
      await rows(
        harness().services.db,
        sql<{
          id: number;
        }>`select id from channels where account_id = ${world.accountId} order by id limit 1`,
      )
    )[0];
    await world.save(world.automaton, { ChannelId_bi: channel?.id });
    await sql`update channels set deleted_at = now() where account_id = ${world.accountId} and id = ${channel?.id}`.execute(
      harness().services.db,
    );
    expect(await world.problem()).toBe('It won’t start for anyone: its channel was deleted.');
    expect(await world.anHourLater()).toEqual(three('channel-deleted'));
    await world.save(world.automaton, { ChannelId_bi: 0 });
    const list = (await world.user.ask(calls.lists.add, { name: 'Short' })).values.id;
    const where = [{ property: 'list', is: 'in', value: [list] }];
    await world.save(world.automaton, { Trigger_vch: JSON.stringify({ event: 'list.joined', where }) });
    expect(await world.problem()).toBe('');
    const { uses } = (await world.user.ask(calls.uses.ofList, { list })).values;
    expect(uses).toMatchObject([{ kind: 'automata', id: world.automaton }]);
    await world.user.ask(calls.lists.remove, { list });
    expect(await world.problem()).toBe('It won’t start for anyone: the list it waits for was deleted.');
  });

  it('an opt-out, or an erasure; a balance that does not last for four hours', async () => {
    const world = await setUp();
    const { services } = harness();
    const [first = 0, second = 0] = world.people;
    await sql`update contacts set opted_out = true where account_id = ${world.accountId} and id = ${first}`.execute(
      services.db,
    );
    await sql`insert into suppressions (account_id, phone, source, at)
      select account_id, phone, 'test', ${clock.now()} from contacts where account_id = ${world.accountId} and id = ${first}`.execute(
      services.db,
    );
    await sql`update contacts set erased_at = ${clock.now()} where account_id = ${world.accountId} and id = ${second}`.execute(
      services.db,
    );
    await sql`update balances set balance = 0, granted = spent + reserved where account_id = ${world.accountId}`.execute(
      services.db,
    );
    expect((await world.anHourLater()).sort()).toEqual(['erased', 'opted-out', 'waiting']);
    const at = async (moment: string) => {
      clock.set(moment);
      await world.begin();
      return (await world.history(world.automaton)).map(({ state, reason }) => reason || state).sort();
    };
    expect(await at('2026-03-02T19:59:00Z')).toEqual(['erased', 'opted-out', 'waiting']);
    expect(await at('2026-03-02T20:05:00Z')).toEqual(['balance', 'erased', 'opted-out']);
    expect(await world.texts()).toEqual([]);
    expect(await world.conversations()).toEqual([]);
  });

  it('those for whom the balance does not last are started when there are credits again', async () => {
    const world = await setUp();
    const credits = (balance: number) =>
      sql`update balances set balance = ${balance}, granted = spent + reserved + ${balance} where account_id = ${world.accountId}`.execute(
        harness().services.db,
      );
    await credits(1);
    expect((await world.anHourLater()).sort()).toEqual(['started', 'waiting', 'waiting']);
    await credits(100);
    clock.set('2026-03-02T16:05:00Z');
    await world.begin();
    expect((await world.history(world.automaton)).map(({ state }) => state)).toEqual(three('started'));
    expect(await world.texts()).toHaveLength(3);
  });

  it('the account’s limit of how often one person is written to', async () => {
    const world = await setUp();
    await world.add(HOUR);
    await world.happen(world.joined());
    await sql`update accounts set frequency_cap = 1, frequency_cap_days = 7 where id = ${world.accountId}`.execute(
      harness().services.db,
    );
    expect(await world.anHourLater()).toContain('started');
    const found = await rows(
      harness().services.db,
      sql<{ reason: string; count: number }>`
        select reason, count(*) from automaton_starts
        where account_id = ${world.accountId} and state <> 'waiting' group by reason order by reason`,
    );
    expect(found).toContainEqual({ reason: 'frequency', count: 1 });
  });

  it('that limit counts an opening of two texts once', async () => {
    const world = await setUp();
    const { db } = harness().services;
    const BatchId_bi = 79_000;
    await storeSketch(db, world.accountId, BatchId_bi, [
      { type: 'message', id: 790_001, text: 'Welcome!' },
      { type: 'open-question', id: 790_002, text: 'Which day suits you?' },
    ] as never);
    await world.save(world.automaton, { BatchId_bi });
    await sql`update accounts set frequency_cap = 2, frequency_cap_days = 7 where id = ${world.accountId}`.execute(
      db,
    );
    expect(await world.anHourLater()).toEqual(three('started'));
    clock.advance(60_000);
    const again = await world.add({}, { BatchId_bi });
    await world.happen(...world.people.map((id) => world.joined(id)));
    expect((await world.history(again)).map(({ state }) => state)).toEqual(three('started'));
    expect((await world.texts()).map(({ body }) => body)).toHaveLength(12);
    clock.advance(60_000);
    const third = await world.add({}, { BatchId_bi });
    await world.happen(...world.people.map((id) => world.joined(id)));
    expect((await world.history(third)).map(({ reason }) => reason)).toEqual(three('frequency'));
  });

  it('a backup that was put back: what was due then may have been started', async () => {
    const world = await setUp();
    clock.set('2026-03-02T16:00:00Z');
    await transact(harness().services.db, (trx) => skipDueRuns(trx, clock.now()));
    expect(await world.anHourLater()).toEqual(three('restored'));
  });
});

describe('a save', () => {
  it('refuses what is no trigger, stores nothing, and needs no list', async () => {
    const world = await setUp();
    const bad = async (trigger: unknown) => {
      const answer = await world.save(world.automaton, { Hour_ti: 5, Trigger_vch: JSON.stringify(trigger) });
      return [answer.status, answer.DETAIL];
    };
    expect(await bad({ event: 'contact.opted_out' })).toEqual([400, 'AutomataData.Trigger_vch./event']);
    expect(await bad({ event: 'list.joined', wait: { for: 'clock', days: 1, at: '25:00' } })).toEqual([
      400,
      'AutomataData.Trigger_vch./wait/at',
    ]);
    expect(await bad({ event: 'list.joined', where: [{ property: 'step', is: 'in', value: [1] }] })).toEqual([
      400,
      'AutomataData.Trigger_vch./where/0/property',
    ]);
    const other = await eventWorld(harness());
    const naming = (list: number) => ({
      event: 'list.joined',
      where: [{ property: 'list', is: 'in', value: [list] }],
    });
    expect(await bad(naming(other.list))).toEqual(await bad(naming(987_654_321)));
    const { data } = (await world.user.ask(automata.load, { automaton: world.automaton })).values;
    expect([data.hour, data.trigger.where, data.list]).toEqual([9, [], 0]);
    const fresh = (await world.user.ask(automata.add, { name: 'Empty' })).values.id;
    // A program that sends all fields back means no type 7 by a trigger that nobody chose.
    const unchosen = JSON.stringify(NEW_TRIGGER);
    for (const fields of [{ Type_int: 7 }, { Type_int: 7, Trigger_vch: unchosen }])
      expect(await world.save(fresh, fields)).toMatchObject({ RESULT: 0, DETAIL: 'AutomataData.Type_int' });
  });

  it('of two automata at once leaves the account listening to both', async () => {
    clock.set(START);
    const world = await eventWorld(harness());
    await Promise.all([
      world.add({}),
      world.add({ event: 'contact.replied', exits: [{ event: 'list.left', where: [] }] }),
    ]);
    const kinds = await rows(
      harness().services.db,
      sql<{
        kind: string;
      }>`select kind from event_listeners where account_id = ${world.accountId} order by kind`,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'contact.opted_out',
      'contact.replied',
      'list.joined',
      'list.left',
    ]);
  });
});
