import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { fillDisk, makeRoom } from '../testing/full-disk.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { deleteOldSessions } from './ended-sessions.ts';

const clock = manualClock('2026-03-10T12:00:00Z');
const harness = useHarness({ clock });
const { access, account, sessions, tags } = calls;
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

test('tells why a session ended that was ended from elsewhere, for as long as a browser keeps it', async () => {
  const email = 'why@example.com';
  const next = 'another correct horse battery';
  const here = await harness().newUser({ email });
  const signedIn = async (password = PASSWORD) => {
    const client = harness().stranger();
    expect((await client.ask(access.signIn, { email, password })).RESULT).toBe(1);
    return client;
  };
  const why = async (client: Client) => (await client.ask(access.whyEnded, {})).values.why;
  const ended = await signedIn();
  await here.ask(sessions.endOthers, {});
  const before = await signedIn();
  expect((await here.ask(account.changePassword, { current: PASSWORD, next })).RESULT).toBe(1);
  expect([await why(ended), await why(before), await why(here)]).toEqual([
    'signed-out-elsewhere',
    'password-changed',
    'unknown',
  ]);
  await before.ask(access.signIn, { email, password: next });
  expect(await why(before)).toBe('unknown');
  const { db } = harness().services;
  const days = (count: number) => new Date(clock.now().getTime() + count * 86_400_000);
  await deleteOldSessions(db, days(29));
  expect(await why(ended)).toBe('signed-out-elsewhere');
  await deleteOldSessions(db, days(31));
  expect(await why(ended)).toBe('unknown');
});

test('two browsers that sign out all others at once end those, and one another', async () => {
  const email = 'both@example.com';
  const signedIn = async () => {
    const client = harness().stranger();
    await client.ask(access.signIn, { email, password: PASSWORD });
    return client;
  };
  await harness().newUser({ email });
  for (let round = 0; round < 8; round++) {
    const [one, other, third] = [await signedIn(), await signedIn(), await signedIn()];
    const answers = await Promise.all([one, other].map((client) => client.ask(sessions.endOthers, {})));
    expect(answers.map(({ status }) => status)).not.toContain(500);
    expect((await third.ask(access.whyEnded, {})).values.why).toBe('signed-out-elsewhere');
  }
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
