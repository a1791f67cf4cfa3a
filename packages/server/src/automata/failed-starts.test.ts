/** Starts that came to nothing: tried less and less often, then given up, and forgotten in time. */
import { EVENT_TRIGGER_LIMITS } from '@parley/rules/limits.ts';
import { expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { sql } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';
import { forgetOldStarts } from './starts-store.ts';
import { eventWorld } from './testing/event-automata.ts';

const START = '2026-03-02T15:00:00Z';
const MINUTE = 60_000;
const clock = manualClock(START);
const harness = useHarness({ clock, env: { LOG_LEVEL: 'silent' } });
const db = () => harness().services.db;

test('one that fails is tried five times, and keeps nobody else waiting', async () => {
  clock.set(START);
  const world = await eventWorld(harness(), 2);
  const automaton = await world.add({});
  const [unlucky = 0, other = 0] = world.people;
  const isOther = sql`check (contact_id <> ${sql.lit(unlucky)})`;
  await sql`alter table conversations add constraint others_alone ${isOther} not valid`.execute(db());
  await world.happen(world.joined(unlucky), world.joined(other));
  const stateOf = async (who: number) =>
    (await world.history(automaton)).find((each) => each.who === who)?.state;
  expect([await stateOf(0), await stateOf(1)]).toEqual(['waiting', 'started']);
  for (const minutes of [1, 2, 4, 8]) {
    clock.advance(minutes * MINUTE - 1);
    await world.begin();
    expect(await stateOf(0)).toBe('waiting');
    clock.advance(1);
    await world.begin();
  }
  expect((await world.history(automaton))[0]).toEqual({ who: 0, state: 'skipped', reason: 'fault' });
});

test('who was not started is forgotten after so many days; who was, never: once is once', async () => {
  clock.set(START);
  const world = await eventWorld(harness(), 1);
  const once = await world.add({ repeat: { as: 'once' } });
  const exits = [{ event: 'list.left' as const, where: [] }];
  const waits = await world.add({ repeat: { as: 'each' }, wait: { for: 'time', minutes: 60 }, exits });
  await world.happen(world.joined(), world.left());
  await world.happen(world.joined(), world.left());
  const states = async (automaton: number) =>
    (await world.history(automaton)).map(({ state, reason }) => reason || state);
  const all = async () => [await states(once), await states(waits)];
  clock.advance(EVENT_TRIGGER_LIMITS.keptDays * 24 * 60 * MINUTE);
  expect(await forgetOldStarts(db(), clock.now())).toBe(false);
  expect(await all()).toEqual([
    ['started', 'already'],
    ['exit', 'exit'],
  ]);
  clock.advance(1);
  await forgetOldStarts(db(), clock.now());
  expect(await all()).toEqual([['started'], []]);
});
