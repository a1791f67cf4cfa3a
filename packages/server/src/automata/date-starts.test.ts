/** Automata that the date in a tag starts: when, how often, and what is changed meanwhile. */
import { calls } from '@parley/contract';
import type { TriggerDate } from '@parley/rules/event-trigger.ts';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { sql } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';
import { storeTag } from '../testing/people.ts';
import { skipDueRuns } from './reschedule.ts';
import { takeDates } from './take-dates.ts';
import { eventWorld } from './testing/event-automata.ts';

const START = '2026-03-03T11:00:00Z';
const clock = manualClock(START);
const harness = useHarness({ clock });
const { automata } = calls;

/** People in New York with these values of a tag, and an automata that waits for it. */
async function setUp(values: readonly string[], date: Partial<TriggerDate> = {}, more = {}) {
  clock.set(START);
  const world = await eventWorld(harness(), values.length);
  const { db } = harness().services;
  const tag = Number(await storeTag(db, world.accountId, 'Day'));
  const put = (who: number, value: string) =>
    sql`update contacts set tags = jsonb_build_object(${String(tag)}::text, ${value}::text)
      where account_id = ${world.accountId} and id = ${world.people[who]}`.execute(db);
  for (const [who, value] of values.entries()) await put(who, value);
  const trigger = (changed: Partial<TriggerDate> = {}) => ({
    event: 'date.reached' as const,
    date: { tag, days: 0, at: '09:00', every: 'year' as const, ...date, ...changed },
    ...more,
  });
  const automaton = await world.add(trigger());
  const look = async (at: string) => {
    clock.set(at);
    await takeDates(harness().services);
    await world.begin();
  };
  const told = async () =>
    (await world.history(automaton)).map(({ who, state, reason }) => [who, reason || state]);
  return { ...world, tag, put, trigger, automaton, look, told };
}

describe('the date in a tag', () => {
  it('starts whoever has it that day, whatever form it has, at the time of their clock, once and each year', async () => {
    const world = await setUp(['1990-03-03', '3/3/1985', '03-03', '1990-03-04', 'soon', '2027-03-03']);
    await world.look('2026-03-03T13:59:00Z');
    expect(await world.told()).toEqual([0, 1, 2].map((who) => [who, 'waiting']));
    await world.look('2026-03-03T14:00:30Z');
    await world.look('2026-03-03T17:00:00Z');
    expect(await world.told()).toEqual([0, 1, 2].map((who) => [who, 'started']));
    expect(await world.texts()).toHaveLength(3);
    await world.look('2027-03-03T14:00:30Z');
    const again = (await world.told()).slice(3);
    expect(again.filter(([, what]) => what === 'started').map(([who]) => who)).toEqual([0, 1, 2, 5]);
  });

  it('starts days before and after it, and on one date alone where that is asked', async () => {
    const before = await setUp(['2026-03-10', '3/10/2025', '2026-03-11'], { days: -7, every: 'date' });
    await before.look('2026-03-03T14:01:00Z');
    expect(await before.told()).toContainEqual([0, 'started']);
    expect(await before.told()).not.toContainEqual([1, 'started']);
    const after = await setUp(['2026-03-01', '2026-03-02'], { days: 2, every: 'date' });
    await after.look('2026-03-03T14:01:00Z');
    expect((await after.told())[0]).toEqual([0, 'started']);
  });

  it('moves with its tag: the old date does not come, the new one does', async () => {
    const world = await setUp(['2026-03-03', '2026-03-03'], { every: 'date' });
    await world.look('2026-03-03T12:00:00Z');
    await world.put(0, '2026-03-05');
    await world.look('2026-03-03T14:01:00Z');
    expect(await world.told()).toEqual([
      [0, 'date-changed'],
      [1, 'started'],
    ]);
    await world.look('2026-03-05T14:01:00Z');
    expect((await world.told()).at(-1)).toEqual([0, 'started']);
  });

  it('that is entered on its day starts at once, up to 12 hours late', async () => {
    const world = await setUp(['', '', '']);
    await world.look('2026-03-03T14:01:00Z');
    await world.put(0, '3/3/1990');
    await world.look('2026-03-04T01:59:00Z');
    await world.put(1, '3/3/1990');
    await world.look('2026-03-04T02:05:00Z');
    expect(await world.told()).toEqual([
      [0, 'started'],
      [1, 'late'],
    ]);
    expect(await world.texts()).toHaveLength(1);
  });
});

describe('a server that was down', () => {
  it('starts what came due within 12 hours, says of three days what is too late, and texts nobody of longer ago', async () => {
    const world = await setUp(['03-03', '03-04', '03-05', '03-06', '03-07']);
    await world.look('2026-03-03T11:30:00Z');
    await world.look('2026-03-07T23:00:00Z');
    expect((await world.told()).sort()).toEqual([
      [0, 'late'],
      [2, 'late'],
      [3, 'late'],
      [4, 'started'],
    ]);
    expect(await world.texts()).toHaveLength(1);
  });

  it('begins nothing late that waited when it went down', async () => {
    const world = await setUp(['03-03']);
    await world.look('2026-03-03T13:30:00Z');
    clock.set('2026-03-04T02:30:00Z');
    await world.begin();
    expect(await world.told()).toEqual([[0, 'late']]);
  });

  it('two of them, and one that dies between, start each once', async () => {
    const world = await setUp(Array.from({ length: 50 }, () => '03-03'));
    clock.set('2026-03-03T14:01:00Z');
    await Promise.all([takeDates(harness().services), takeDates(harness().services)]);
    await Promise.all([world.begin(), world.begin()]);
    await world.begin();
    expect(await world.texts()).toHaveLength(50);
    expect(new Set((await world.texts()).map(({ who }) => who)).size).toBe(50);
  });

  it('starts nothing that was due when a backup is put back', async () => {
    const world = await setUp(['03-03', '03-04']);
    clock.set('2026-03-03T15:00:00Z');
    await skipDueRuns(harness().services.db, clock.now());
    await world.look('2026-03-03T16:00:00Z');
    expect(await world.texts()).toEqual([]);
    await world.look('2026-03-04T14:01:00Z');
    expect(await world.told()).toContainEqual([1, 'started']);
  });
});

describe('an automata by a date that is changed', () => {
  it('starts nobody whose moment was before it was switched on', async () => {
    const world = await setUp(['03-03', '03-04']);
    await world.save(world.automaton, { Status_int: 0 });
    clock.set('2026-03-03T15:00:00Z');
    expect(await world.save(world.automaton, { Status_int: 1 })).toMatchObject({ RESULT: 1 });
    await world.look('2026-03-03T15:01:00Z');
    await world.look('2026-03-04T14:01:00Z');
    expect(await world.told()).toEqual([[1, 'started']]);
  });

  it('forgets what waits for another time, and starts nobody twice for one date', async () => {
    const world = await setUp(['03-03', '03-04']);
    await world.look('2026-03-03T14:01:00Z');
    const Trigger_vch = JSON.stringify(world.trigger({ at: '15:00' }));
    expect(await world.save(world.automaton, { Trigger_vch })).toMatchObject({ RESULT: 1 });
    await world.look('2026-03-03T20:01:00Z');
    await world.look('2026-03-04T14:01:00Z');
    expect(await world.texts()).toHaveLength(1);
    await world.look('2026-03-04T20:01:00Z');
    expect(await world.texts()).toHaveLength(2);
  });

  it('obeys segment, opt-out and erasure, as all others do', async () => {
    const world = await setUp(['03-03', '03-03', '03-03', '3/3/1990']);
    const { db } = harness().services;
    const tree = {
      match: 'all' as const,
      of: [{ on: 'tag' as const, tag: world.tag, as: 'text' as const, is: 'is', value: '03-03' }],
    };
    const segment = (await world.user.ask(calls.segments.add, { name: 'Short', tree })).values.id;
    expect(await world.save(world.automaton, { SegmentId_bi: segment })).toMatchObject({ RESULT: 1 });
    await world.look('2026-03-03T13:30:00Z');
    await sql`insert into suppressions (account_id, phone, source, at)
      select account_id, phone, 'test', ${clock.now()} from contacts
      where account_id = ${world.accountId} and id = ${world.people[1]}`.execute(db);
    await sql`update contacts set opted_out = true
      where account_id = ${world.accountId} and id = ${world.people[1]}`.execute(db);
    await sql`update contacts set erased_at = ${clock.now()}
      where account_id = ${world.accountId} and id = ${world.people[2]}`.execute(db);
    await world.look('2026-03-03T14:01:00Z');
    expect(await world.told()).toEqual([
      [0, 'started'],
      [1, 'opted-out'],
      [2, 'erased'],
      [3, 'not-in-segment'],
    ]);
  });

  it('is ended by its exits once it has begun, and not before', async () => {
    const world = await setUp(['03-03'], {}, { exits: [{ event: 'list.left', where: [] }] });
    await world.look('2026-03-03T13:30:00Z');
    await world.happen(world.left());
    expect(await world.told()).toEqual([[0, 'waiting']]);
    await world.look('2026-03-03T14:01:00Z');
    await world.happen(world.left());
    expect(await world.conversations()).toMatchObject([{ active: false, reason: 'exited' }]);
  });

  it('says that its tag was deleted, which names it before', async () => {
    const world = await setUp(['03-03']);
    const { uses } = (await world.user.ask(calls.uses.ofTag, { tag: world.tag })).values;
    expect(uses).toMatchObject([{ kind: 'automata', id: world.automaton }]);
    await world.user.ask(calls.tags.remove, { tag: world.tag });
    const { data } = (await world.user.ask(automata.load, { automaton: world.automaton })).values;
    expect(data.problem).toBe('It won’t start for anyone: the tag it waits for was deleted.');
    await world.look('2026-03-03T14:01:00Z');
    expect(await world.texts()).toEqual([]);
  });
});

describe('the preview', () => {
  it('counts who would start in the next 30 days, day by day, without those who opted out', async () => {
    const world = await setUp(['03-05', '3/5/1990', '1990-03-08', '1990-05-01', '03-05'], { days: -1 });
    await sql`update contacts set opted_out = true
      where account_id = ${world.accountId} and id = ${world.people[4]}`.execute(harness().services.db);
    const ask = (trigger: object) =>
      world.user.ask(automata.previewDates, { trigger: trigger as never, segment: 0 });
    expect((await ask(world.trigger())).values).toMatchObject({
      total: 3,
      days: [
        { day: '2026-03-04', count: 2 },
        { day: '2026-03-07', count: 1 },
      ],
    });
    expect((await ask(world.trigger({ tag: 987_654 }))).status).toBe(404);
    const other = await eventWorld(harness());
    const foreign = Number(await storeTag(harness().services.db, other.accountId, 'Day'));
    expect((await ask(world.trigger({ tag: foreign }))).status).toBe(404);
    expect((await ask({ event: 'list.joined' })).status).toBe(400);
  });

  it('leaves out whose moment is past, on the clock of each', async () => {
    const world = await setUp(['03-03', '03-03', '03-04'], { at: '09:00' });
    await sql`update contacts set phone = '+13105550142'
      where account_id = ${world.accountId} and id = ${world.people[1]}`.execute(harness().services.db);
    const counted = async (at: string) => {
      clock.set(at);
      const asked = { trigger: world.trigger() as never, segment: 0 };
      return (await world.user.ask(automata.previewDates, asked)).values.days;
    };
    const tomorrow = { day: '2026-03-04', count: 1 };
    expect(await counted('2026-03-03T13:59:00Z')).toEqual([{ day: '2026-03-03', count: 2 }, tomorrow]);
    expect(await counted('2026-03-03T14:00:00Z')).toEqual([{ day: '2026-03-03', count: 1 }, tomorrow]);
    expect(await counted('2026-03-03T17:00:00Z')).toEqual([tomorrow]);
  });
});
