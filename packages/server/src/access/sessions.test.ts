import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { fillDisk, makeRoom } from '../testing/full-disk.ts';
import { useHarness } from '../testing/harness.ts';

const clock = manualClock('2026-03-10T12:00:00Z');
const harness = useHarness({ clock });
const { access, sessions, tags } = calls;
const PASSWORD = 'correct horse battery staple';

test('lists where she is signed in, the place used last first, and ends one or all others', async () => {
  const email = 'everywhere@example.com';
  const here = await harness().newUser({ email });
  const signedIn = async () => {
    clock.advance(1_000);
    const client = harness().stranger();
    await client.ask(access.signIn, { email, password: PASSWORD });
    return client;
  };
  const [phone, tablet, library] = [await signedIn(), await signedIn(), await signedIn()];
  const list = async () => (await here.ask(sessions.list, {})).values.sessions;
  const before = await list();
  expect(before.map(({ isCurrent }) => isCurrent)).toEqual([false, false, false, true]);
  expect(before[3]).toMatchObject({ address: '127.0.0.1', started: '2026-03-10T12:00:00.000Z' });

  expect((await here.ask(sessions.end, { id: before[0]?.id ?? 0 })).RESULT).toBe(1);
  expect((await library.ask(tags.list, {})).RESULT).toBe(-1);
  expect((await phone.ask(tags.list, {})).RESULT).toBe(1);
  expect((await here.ask(sessions.end, { id: before[0]?.id ?? 0 })).status).toBe(404);

  expect((await here.ask(sessions.endOthers, {})).RESULT).toBe(1);
  expect((await tablet.ask(tags.list, {})).RESULT).toBe(-1);
  expect((await list()).map(({ isCurrent }) => isCurrent)).toEqual([true]);
});

test('the sessions of another user are unknown', async () => {
  const [one, other] = [await harness().newUser(), await harness().newUser()];
  const [theirs] = (await other.ask(sessions.list, {})).values.sessions;
  expect((await one.ask(sessions.end, { id: theirs?.id ?? 0 })).status).toBe(404);
  expect((await other.ask(tags.list, {})).RESULT).toBe(1);
});

test('where the disk is full people read on, however long it is since their visit was noted', async () => {
  const user = await harness().newUser();
  const { db } = harness().services;
  await fillDisk(db, 'sessions');
  clock.advance(120_000);
  expect((await user.ask(tags.list, {})).RESULT).toBe(1);
  await makeRoom(db, 'sessions');
});
