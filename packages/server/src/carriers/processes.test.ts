/**
 * Two processes on one database, each with its own loops and connections, and a channel that only one of them
 * may bind.
 */

import { calls } from '@parley/contract';
import { afterEach, expect, test } from 'vitest';
import { startBackground } from '../app.ts';
import { rows, sql } from '../platform/db/database.ts';
import { createLiveHub } from '../platform/live/hub.ts';
import { Runtime } from '../platform/runtime.ts';
import { createSignals } from '../platform/signals.ts';
import { storeSketch } from '../testing/flows.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { startSmsc } from './testing/smsc.ts';

const harness = useHarness({ config: { privateCarriers: true } });
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** What a process of its own has: loops, signals, connections. Answers how to end it. */
function startProcess(): () => Promise<void> {
  const { services } = harness();
  const background = startBackground({
    ...services,
    signals: createSignals(),
    live: createLiveHub(),
    runtime: new Runtime(),
  });
  const stop = async () => void (await Promise.all(background.splice(0).map((part) => part.stop())));
  closers.push(stop);
  return stop;
}

test('one holds the bind and sends, the other takes over when it ends, and nobody gets a text twice', async () => {
  const smsc = await startSmsc();
  closers.push(smsc.stop);
  const { db } = harness().services;
  const user = await harness().newUser();
  const { accountId } = user;
  const channel = (await user.ask(calls.channels.list, {})).values.channels[0]?.id ?? 0;
  const saved = await user.ask(calls.connections.save, {
    channel,
    number: '+12125550100',
    kind: 'smpp',
    values: smsc.settings,
  });
  expect(saved.RESULT).toBe(1);
  await sql`update channels set usual_quiet_hours = false where account_id = ${accountId}`.execute(db);
  const blast = async (id: number, to: string[]) => {
    const list = await storeList(
      db,
      accountId,
      `List ${id}`,
      to.map((phone) => ({ phone })),
    );
    await storeSketch(db, accountId, id, [{ type: 'final-message', id: id * 10, text: 'Hello' }] as never);
    const form = { campaign: id, lists: [list], schedule: '2020-01-01 00:00:00' };
    expect((await user.ask(calls.blast.send, form)).RESULT).toBe(1);
  };

  const stopFirst = startProcess();
  await eventually(() => smsc.binds.length === 1);
  startProcess();
  const [one, two] = [phones(150), phones(150, 60_000)];
  await blast(8_001, one);
  await eventually(() => smsc.taken.length === 150);
  expect(smsc.binds).toHaveLength(1);

  await stopFirst();
  expect(smsc.unbinds()).toBe(1);
  await eventually(() => smsc.binds.length === 2);
  await blast(8_002, two);
  await eventually(() => smsc.taken.length === 300);
  expect(new Set(smsc.taken.map((each) => each.to))).toEqual(new Set([...one, ...two]));
  await eventually(async () => {
    const states = await rows(
      db,
      sql<{ status: string }>`select status from messages where account_id = ${accountId}`,
    );
    return states.length === 300 && states.every(({ status }) => status === 'sent');
  });
});
