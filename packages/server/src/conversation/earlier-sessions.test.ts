/** Conversations that an earlier release stored play on, and are stored in the form of today. */
import { calls } from '@parley/contract';
import type { Session } from '@parley/engine';
import { beforeEach, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { first, sql } from '../platform/db/database.ts';
import { pipelined } from '../platform/db/pipeline.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { textsTo } from '../testing/sent.ts';
import { wakeDue } from './jobs.ts';

const START = '2026-03-02T15:00:00Z';
const clock = manualClock(START);
const harness = useHarness({ clock });
beforeEach(() => clock.set(START));
let last = 81_000;

/** Somebody whose conversation stands at its first step, as the first release would have stored it. */
async function stored(step: object) {
  const { db } = harness().services;
  const user = await harness().newUser();
  const { accountId } = user;
  last += 10;
  const phone = `+1212557${String(last).slice(-4)}`;
  const steps = [
    { id: last, ...step },
    { id: last + 1, type: 'final-message', text: 'Bye {%answer:1|you%}' },
  ];
  await storeSketch(db, accountId, last, steps as never, 'HELLO');
  const says = async (text: string) => {
    expect(await user.ask(calls.simulator.phoneSend, { phone, channel: '', text })).toMatchObject({
      RESULT: 1,
    });
  };
  await says('hello');
  await sql`
    update conversations set session = (session - 'reached') || '{"v": 1}' where account_id = ${accountId}`.execute(
    db,
  );
  const session = async () =>
    (
      await first(
        db,
        sql<{ session: Session }>`select session from conversations where account_id = ${accountId}`,
      )
    )?.session;
  return { says, session, heard: () => textsTo(db, accountId, phone), id: last };
}

test('one that waits for a text', async () => {
  const { says, session, heard, id } = await stored({ type: 'open-question', text: 'Name?' });
  expect((await session())?.v).toBe(1);
  await says('Ada');
  expect((await heard()).at(-1)).toMatch(/^Bye/);
  expect(await session()).toMatchObject({ v: 2, status: 'ended', reached: [id, id + 1] });
});

test('one that waits for a time', async () => {
  const wait = { unit: 'minutes', amount: 10 };
  const { session, heard, id } = await stored({ type: 'wait', wait });
  clock.advance(11 * 60_000);
  const { services } = harness();
  await wakeDue(services, pipelined(services.pool), 'worker');
  expect((await heard()).at(-1)).toMatch(/^Bye/);
  expect(await session()).toMatchObject({ v: 2, status: 'ended', reached: [id, id + 1] });
});
