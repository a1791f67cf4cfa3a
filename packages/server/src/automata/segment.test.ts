import { calls } from '@parley/contract';
import type { SegmentGroup } from '@parley/rules/segment.ts';
import { expect, it } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { runNext } from './jobs.ts';

const clock = manualClock('2026-03-02T12:00:00Z');
const harness = useHarness({ clock });
const { automata, segments } = calls;

let numbers = 0;

const living = (tag: number, city: string): SegmentGroup => ({
  match: 'all',
  of: [{ on: 'tag', tag, as: 'text', is: 'is', value: city }],
});

/** An hourly automata, switched on, to a list of three in three cities. */
async function setUp(citySought: string) {
  clock.set('2026-03-02T12:00:00Z');
  const { services } = harness();
  const { db } = services;
  const user = await harness().newUser();
  const tag = (await user.ask(calls.tags.add, { name: 'City' })).values.id;
  const cities = ['Rome', 'Paris', 'Paris'];
  numbers += 1_000;
  const crowd = phones(3, numbers).map((phone, n) => ({ phone, tags: { [tag]: cities[n] ?? '' } }));
  const list = await storeList(db, user.accountId, 'Everybody', crowd);
  const campaign = 8_000 + numbers;
  await storeSketch(db, user.accountId, campaign, [
    { type: 'final-message', id: campaign * 10, text: 'Hello' },
  ] as never);
  const tree = living(tag, citySought);
  const segment = (await user.ask(segments.add, { name: 'Locals', tree })).values.id;
  const automaton = (await user.ask(automata.add, { name: 'Weekly' })).values.id;
  const save = (data: Record<string, unknown>) =>
    user.post('automata/updateAutomataData', {
      AutomataId: String(automaton),
      AutomataData: JSON.stringify(data),
      Enabled: '0',
    });
  const chosen = { Type_int: 2, BatchId_bi: campaign, ListId_int: list, SegmentId_bi: segment, Clone_ti: 1 };
  expect(await save({ ...chosen, Status_int: 1 })).toMatchObject({ RESULT: 1 });
  const runAt = async (moment: string) => {
    clock.set(moment);
    while (await runNext(services)) {
      // one after the other
    }
    const found = await rows(
      db,
      sql<{ total: number }>`select total from blasts where account_id = ${user.accountId} order by id`,
    );
    return found.map(({ total }) => total);
  };
  const problem = async () => (await user.ask(automata.load, { automaton })).values.data.problem;
  return { user, tag, segment, automaton, save, runAt, problem };
}

it('an automata goes to those of its list who are in its segment at each run', async () => {
  const { user, tag, segment, automaton, save, runAt } = await setUp('Rome');
  expect((await user.ask(automata.load, { automaton })).values.data.segment).toBe(segment);
  expect(await runAt('2026-03-02T13:00:00Z')).toEqual([1]);
  await user.ask(segments.update, { segment, name: 'Locals', tree: living(tag, 'Paris'), version: 1 });
  expect(await runAt('2026-03-02T14:00:00Z')).toEqual([1, 2]);
  await save({ SegmentId_bi: 0 });
  expect(await runAt('2026-03-02T15:00:00Z')).toEqual([1, 2, 3]);
});

it('a segment that an automata uses says so, and is not deleted', async () => {
  const { user, segment, automaton, save } = await setUp('Rome');
  expect((await user.ask(segments.uses, { segment })).values.uses).toEqual([
    { kind: 'automata', id: automaton, name: 'Weekly' },
  ]);
  expect(await user.ask(segments.remove, { segment })).toMatchObject({
    RESULT: 0,
    MESSAGE: 'You can’t delete “Locals” yet: the automata “Weekly” uses it. Change or cancel it first.',
  });
  await save({ SegmentId_bi: 0 });
  expect(await user.ask(segments.remove, { segment })).toMatchObject({ RESULT: 1 });
});

it('an automata whose segment names something gone sends nothing and says so, and runs again once it is mended', async () => {
  const { user, tag, segment, automaton, runAt, problem } = await setUp('Rome');
  const around: SegmentGroup = { match: 'all', of: [{ on: 'segment', is: 'in', value: [segment] }] };
  const outer = (await user.ask(segments.add, { name: 'Around', tree: around })).values.id;
  await user.post('automata/updateAutomataData', {
    AutomataId: String(automaton),
    AutomataData: JSON.stringify({ SegmentId_bi: outer }),
    Enabled: '0',
  });
  expect(await problem()).toBe('');
  await user.ask(calls.tags.remove, { tag });
  const why = 'its segment names something that was deleted. Open the segment and mend it.';
  expect(await problem()).toBe(`The next run won’t send anything: ${why}`);
  expect((await user.ask(automata.list, {})).values.automata[0]?.data.problem).toContain(why);
  expect(await runAt('2026-03-02T13:00:00Z')).toEqual([]);
  const everybody: SegmentGroup = { match: 'none', of: [{ on: 'consent', is: 'opted-out' }] };
  await user.ask(segments.update, { segment: outer, name: 'Around', tree: everybody, version: 1 });
  expect(await problem()).toBe(
    'The last run didn’t send anything: Its segment names something that was deleted. Open the segment and mend it.',
  );
  expect(await runAt('2026-03-02T14:00:00Z')).toEqual([3]);
  expect(await problem()).toBe('');
});

it('a segment of another account looks like an unknown one, and nothing is stored', async () => {
  const { user, segment, automaton, save } = await setUp('Rome');
  const other = await setUp('Rome');
  const foreign = await save({ SegmentId_bi: other.segment, Hour_ti: 5 });
  expect([foreign.status, foreign.body]).toEqual([404, (await save({ SegmentId_bi: 987_654_321 })).body]);
  const { data } = (await user.ask(automata.load, { automaton })).values;
  expect([data.segment, data.hour]).toEqual([segment, 9]);
});
