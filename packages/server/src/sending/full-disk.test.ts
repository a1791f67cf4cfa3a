/** A blast whose database has no room for its answers tries once a second, and goes on when there is. */
import { calls } from '@parley/contract';
import { expect, onTestFinished, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { first, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { fillDisk, makeRoom } from '../testing/full-disk.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { startBlastPump } from './blast-pump.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });

test('what a full disk refused rests for a second, not longer and not for no time, and is sent once there is room', async () => {
  const { services } = harness();
  const { db } = services;
  const user = await harness().newUser();
  const { accountId } = user;
  const people = 20;
  const members = phones(people).map((phone) => ({ phone }));
  const list = await storeList(db, accountId, 'Everybody', members);
  await storeSketch(db, accountId, 5_001, [{ type: 'final-message', id: 50_001, text: 'Hello' }] as never);
  await fillDisk(db, 'messages', `status = 'queued'`);
  await user.ask(calls.blast.send, { campaign: 5_001, lists: [list], schedule: '2020-01-01 09:00:00' });
  const begun = clock.now().getTime();
  const pump = startBlastPump(services);
  onTestFinished(() => pump.stop());
  const given = () =>
    first(
      db,
      sql<{ due: Date }>`
        select due_at as due from send_chunks where account_id = ${accountId} and released_at is not null`,
    );
  expect((await eventually(given))?.due.getTime()).toBe(begun + 1_000);

  // It is tried each second, and told once.
  clock.advance(1_000);
  services.signals.wake('chunks');
  await eventually(given, (seen) => seen?.due.getTime() === begun + 2_000);
  expect(
    harness()
      .logged()
      .filter((line) => line.includes('a chunk waits for the database')),
  ).toHaveLength(1);

  await makeRoom(db, 'messages');
  clock.advance(1_000);
  services.signals.wake('chunks');
  const sent = () =>
    first(
      db,
      sql<{
        sent: number;
        unknown: number;
      }>`select sent, unknown from blasts where account_id = ${accountId}`,
    );
  await eventually(sent, (seen) => seen?.sent === people);
  expect(await sent()).toEqual({ sent: people, unknown: 0 });
});
