/** Automata that what happens starts: who, when, how often, until what, and once, through kills. */
import { calls } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { rows, sql, transact } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { takeEvents } from './take-events.ts';
import { eventWorld } from './testing/event-automata.ts';

const START = '2026-03-02T15:00:00Z';
const clock = manualClock(START);
const harness = useHarness({ clock });
const { automata, segments } = calls;

async function setUp(count = 3) {
  clock.set(START);
  return eventWorld(harness(), count);
}

const STARTED = { state: 'started', reason: '' };
const skipped = (reason: string) => ({ state: 'skipped', reason });

describe('what happens', () => {
  it('starts a conversation with whom it happens to, through the door of all others, and is shown', async () => {
    const world = await setUp();
    const automaton = await world.add({});
    await world.happen(world.joined());
    expect(await world.history(automaton)).toEqual([{ who: 0, ...STARTED }]);
    expect(await world.texts()).toMatchObject([
      {
        who: world.people[0],
        body: expect.stringContaining('Welcome! Which day suits you?'),
        status: 'queued',
      },
    ]);
    expect(await world.conversations()).toMatchObject([{ who: world.people[0], active: true }]);
    const { data } = (await world.user.ask(automata.load, { automaton })).values;
    expect(data).toMatchObject({ type: 7, started: 1, waiting: 0, problem: '', nextRun: '' });
    expect((await world.user.ask(automata.list, {})).values.automata[0]?.data).toMatchObject({ started: 1 });
  });

  it('starts nothing unless its kind and its properties are asked for', async () => {
    const world = await setUp();
    const other = (await world.user.ask(calls.lists.add, { name: 'Other' })).values.id;
    const automaton = await world.add({ where: [{ property: 'list', is: 'in', value: [other] }] });
    await world.happen(world.joined(), world.left());
    expect(await world.history(automaton)).toEqual([]);
    await world.happen(world.joined(world.people[1], 'a fact', other));
    expect(await world.history(automaton)).toEqual([{ who: 1, ...STARTED }]);
  });

  it('reaches only the people of its segment, as they are when it starts', async () => {
    const world = await setUp();
    const tag = (await world.user.ask(calls.tags.add, { name: 'City' })).values.id;
    const tree = { match: 'all', of: [{ on: 'tag', tag, as: 'text', is: 'is', value: 'Rome' }] } as const;
    const segment = (await world.user.ask(segments.add, { name: 'Romans', tree })).values.id;
    const automaton = await world.add({ wait: { for: 'time', minutes: 60 } }, { SegmentId_bi: segment });
    await world.happen(world.joined(world.people[0]), world.joined(world.people[1]));
    await sql`update contacts set tags = jsonb_build_object(${String(tag)}::text, 'rome')
      where account_id = ${world.accountId} and id = ${world.people[1]}`.execute(harness().services.db);
    clock.set('2026-03-02T16:00:00Z');
    await world.begin();
    expect(await world.history(automaton)).toEqual([
      { who: 0, ...skipped('not-in-segment') },
      { who: 1, ...STARTED },
    ]);
  });

  it('starts after its wait, or at a time of the contact’s own day', async () => {
    const world = await setUp();
    const { db } = harness().services;
    // Of the three one lives by its number in New York, one by a tag in Los Angeles.
    await world.user.ask(calls.tags.add, { name: 'Time zone' });
    const [tag] = await rows(
      db,
      sql<{ id: number }>`select id from tags where account_id = ${world.accountId} and name = 'Time zone'`,
    );
    for (const [n, zone] of ['America/New_York', 'America/Los_Angeles'].entries())
      await sql`update contacts set tags = jsonb_build_object(${String(tag?.id)}::text, ${zone}::text)
        where account_id = ${world.accountId} and id = ${world.people[n]}`.execute(db);
    await world.add({ wait: { for: 'time', minutes: 90 } });
    await world.add({ wait: { for: 'clock', days: 1, at: '09:00' } });
    await world.happen(world.joined(world.people[0]), world.joined(world.people[1]));
    const due = await rows(
      db,
      sql<{ at: Date }>`select due_at as at from automaton_starts where account_id = ${world.accountId}
        order by automaton_id, contact_id`,
    );
    expect(due.map(({ at }) => at.toISOString())).toEqual([
      '2026-03-02T16:30:00.000Z',
      '2026-03-02T16:30:00.000Z',
      '2026-03-03T14:00:00.000Z',
      '2026-03-03T17:00:00.000Z',
    ]);
    expect(await world.texts()).toEqual([]);
    clock.set('2026-03-03T14:00:00Z');
    await world.begin();
    expect(await world.texts()).toHaveLength(3);
  });
});

describe('how often', () => {
  it('once, again after some days, or each time', async () => {
    const world = await setUp();
    const once = await world.add({});
    const weekly = await world.add({ repeat: { as: 'days', days: 7 } });
    const each = await world.add({ repeat: { as: 'each' } });
    await world.happen(world.joined());
    clock.set('2026-03-08T15:00:00Z');
    await world.happen(world.joined());
    clock.set('2026-03-09T15:00:00Z');
    await world.happen(world.joined());
    const states = async (automaton: number) =>
      (await world.history(automaton)).map(({ state, reason }) => reason || state);
    expect(await states(once)).toEqual(['started', 'already', 'already']);
    expect(await states(weekly)).toEqual(['started', 'already', 'started']);
    expect(await states(each)).toEqual(['started', 'started', 'started']);
  });

  it('ten times a day at most: what starts itself comes to an end', async () => {
    const world = await setUp();
    const automaton = await world.add({ repeat: { as: 'each' } });
    for (let n = 0; n < 12; n += 1) await world.happen(world.joined());
    const reasons = (await world.history(automaton)).map(({ reason }) => reason);
    expect(reasons.slice(0, 10)).toEqual(Array(10).fill(''));
    expect(reasons.slice(10)).toEqual(['too-often', 'too-often']);
  });

  it('once for an event, also when it is told twice, by two processes at once', async () => {
    const world = await setUp();
    const automaton = await world.add({ repeat: { as: 'each' } });
    await world.feed(world.joined(world.people[0], 'same'), world.joined(world.people[0], 'same'));
    await world.take();
    await Promise.all([world.begin(), world.begin(), world.begin()]);
    expect(await world.history(automaton)).toEqual([{ who: 0, ...STARTED }]);
    expect(await world.texts()).toHaveLength(1);
  });
});

/** Who joins gets one text and is done; leaving is an exit. */
async function overAtOnce() {
  const world = await setUp();
  const campaign = world.campaign + 100_000;
  const last = { type: 'final-message', id: campaign * 10, text: 'Welcome!' } as const;
  await storeSketch(harness().services.db, world.accountId, campaign, [last]);
  const exits = [{ event: 'list.left' as const, where: [] }];
  return { world, automaton: await world.add({ exits }, { BatchId_bi: campaign }) };
}

describe('leaving', () => {
  it('cancels a start that waits, which then counts as none', async () => {
    const world = await setUp();
    const automaton = await world.add({
      wait: { for: 'time', minutes: 60 },
      exits: [{ event: 'list.left', where: [] }],
    });
    // Joined and left within one group of events, and in two.
    await world.happen(
      world.joined(world.people[0]),
      world.left(world.people[0]),
      world.joined(world.people[1]),
    );
    await world.happen(world.left(world.people[1]), world.joined(world.people[0]));
    clock.set('2026-03-02T16:00:00Z');
    await world.begin();
    expect(await world.history(automaton)).toEqual([
      { who: 0, state: 'left', reason: 'exit' },
      { who: 1, state: 'left', reason: 'exit' },
      { who: 0, ...STARTED },
    ]);
  });

  it('ends the conversation that it began with what of it waits to be sent, and no other', async () => {
    const world = await setUp();
    const exits = [{ event: 'list.left' as const, where: [] }];
    const automaton = await world.add({ exits });
    await world.happen(world.joined(world.people[0]), world.joined(world.people[1]));
    // The second has gone on to another conversation since.
    await sql`update conversations set automaton_start_id = null
      where account_id = ${world.accountId} and contact_id = ${world.people[1]}`.execute(
      harness().services.db,
    );
    await world.happen(world.left(world.people[0]), world.left(world.people[1]));
    expect(await world.conversations()).toMatchObject([
      { who: world.people[0], active: false, reason: 'exited' },
      { who: world.people[1], active: true, reason: '' },
    ]);
    expect((await world.texts()).map(({ status }) => status)).toEqual(['skipped', 'queued']);
    const { starts } = (await world.user.ask(automata.starts, { automaton })).values;
    expect(starts.map(({ exit }) => exit)).toEqual(['', 'list.left']);
    const [balance] = await rows(
      harness().services.db,
      sql<{
        whole: boolean;
      }>`select balance + reserved + spent = granted as whole from balances where account_id = ${world.accountId}`,
    );
    expect(balance?.whole).toBe(true);
  });

  it('takes back what still waits to be sent of a conversation that was over at once', async () => {
    const { world, automaton } = await overAtOnce();
    await world.happen(world.joined());
    expect(await world.conversations()).toMatchObject([{ active: false, reason: 'done' }]);
    await world.happen(world.left());
    expect((await world.texts()).map(({ status }) => status)).toEqual(['skipped']);
    const { starts } = (await world.user.ask(automata.starts, { automaton })).values;
    expect(starts.map(({ exit }) => exit)).toEqual(['list.left']);
  });

  it('leaves what is over, with all of it on its way, as it was', async () => {
    const { world, automaton } = await overAtOnce();
    await world.happen(world.joined());
    await sql`update messages set status = 'sent' where account_id = ${world.accountId}`.execute(
      harness().services.db,
    );
    await world.happen(world.left());
    const { starts } = (await world.user.ask(automata.starts, { automaton })).values;
    expect(starts.map(({ exit }) => exit)).toEqual(['']);
  });

  it('does not forget who was started when they leave and join again in one group of events', async () => {
    const world = await setUp();
    const automaton = await world.add({ exits: [{ event: 'list.left', where: [] }] });
    await world.happen(world.joined());
    await world.happen(world.left(), world.joined());
    expect(await world.history(automaton)).toEqual([
      { who: 0, ...STARTED },
      { who: 0, ...skipped('already') },
    ]);
  });

  it('comes with every opt-out', async () => {
    const world = await setUp();
    const automaton = await world.add({ wait: { for: 'time', minutes: 60 } });
    await world.happen(world.joined());
    await world.happen({
      kind: 'contact.opted_out',
      contactId: world.people[0] ?? 0,
      at: clock.now(),
      fact: 'stop',
      properties: { campaign: null, channel: null },
    });
    expect(await world.history(automaton)).toEqual([{ who: 0, state: 'left', reason: 'exit' }]);
  });
});

describe('a worker that is killed', () => {
  it('between the feed and the start, before its commit or after, starts each once', async () => {
    const world = await setUp();
    const { db } = harness().services;
    const automaton = await world.add({});
    await world.feed(...world.people.map((id) => world.joined(id)));
    // Taken, but not committed: the group comes again.
    const events = await rows(
      db,
      sql<never>`select id, kind, contact_id as "contactId", at, fact, properties from event_feed
        where account_id = ${world.accountId} order by id`,
    );
    const killed = transact(db, async (trx) => {
      await takeEvents(trx, world.accountId, events, clock.now());
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await world.history(automaton)).toEqual([]);
    // Killed again right after the commit: what is to be started is stored.
    await world.take();
    expect((await world.history(automaton)).map(({ state }) => state)).toEqual([
      'waiting',
      'waiting',
      'waiting',
    ]);
    // A worker dies with its group locked; the next one finds all of it.
    await world.begin();
    await world.begin();
    expect(await world.history(automaton)).toEqual([0, 1, 2].map((who) => ({ who, ...STARTED })));
    expect(await world.texts()).toHaveLength(3);
  });

  it('starts ten thousand of a burst once each', async () => {
    const world = await setUp(10_000);
    const automaton = await world.add({});
    await sql`update balances set balance = 50000, granted = 50000
      where account_id = ${world.accountId}`.execute(harness().services.db);
    await world.feed(...world.people.map((id) => world.joined(id)));
    await Promise.all([world.take(), world.take()]);
    await Promise.all([world.begin(), world.begin()]);
    await world.begin();
    const [figures] = await rows(
      harness().services.db,
      sql`select count(*) as messages, count(distinct contact_id) as people from messages
        where account_id = ${world.accountId} and origin = 'automata'`,
    );
    const { total } = (await world.user.ask(automata.starts, { automaton, state: 'started' })).values;
    const { started } = (await world.user.ask(automata.load, { automaton })).values.data;
    expect([figures, total, started]).toEqual([{ messages: 10_000, people: 10_000 }, 10_000, 10_000]);
  }, 180_000);
});
