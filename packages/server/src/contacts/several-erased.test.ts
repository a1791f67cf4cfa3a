/** Several people of one account are erased: each is the one that is meant, and ends by itself. */

import { calls } from '@parley/contract';
import { beforeEach, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { addMembers, enterList } from '../lists/membership.ts';
import { manualClock } from '../platform/clock.ts';
import { rows, sql, transact } from '../platform/db/database.ts';
import { type Client, eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { eraseNext, startErasing } from './erasure-jobs.ts';
import { ensureContacts } from './store.ts';

const START = '2026-03-02T15:00:00Z';
const MINUTE = 60_000;
const clock = manualClock(START);
const harness = useHarness({ clock });
const { lists, members } = calls;
const db = () => harness().services.db;
let user: Client & { accountId: number };
let people: { id: number; phone: string }[] = [];
let everybody = 0;
let firstOnly = 0;

/** Four people on a list, the third one opted out, and another list with the first of them alone. */
beforeEach(async () => {
  // What the test before has begun is over.
  clock.advance(60 * MINUTE);
  while (await eraseNext(harness().services, 'test')) clock.advance(MINUTE);
  clock.set(START);
  user = await harness().newUser();
  const numbers = phones(4);
  everybody = await storeList(
    db(),
    user.accountId,
    'Everybody',
    numbers.map((phone, n) => ({ phone, optedOut: n === 2 })),
  );
  firstOnly = await storeList(db(), user.accountId, 'First', [{ phone: numbers[0] ?? '' }]);
  people = await contacts();
});

const contacts = () =>
  rows(
    db(),
    sql<{ id: number; phone: string }>`
      select id, phone from contacts where account_id = ${user.accountId} order by id`,
  );
const erase = async (n: number, block = false) => {
  const { id: contact = 0, phone = '' } = people[n] ?? {};
  expect((await user.ask(members.erase, { contact, phone, block })).RESULT).toBe(1);
};
const countsOf = async (list: number) => {
  const { count, optOuts } = (await user.ask(lists.info, { list })).values.info;
  return [count, optOuts];
};
/** The people whose number is still known to the erasures, by their place. */
async function unfinished(): Promise<number[]> {
  const found = await rows(
    db(),
    sql<{ id: number; phone: string }>`
      select contact_id as id, phone from erasures
      where account_id = ${user.accountId} and phone is not null order by contact_id`,
  );
  return found.map(({ id, phone }) => people.findIndex((each) => each.id === id && each.phone === phone));
}

test('the one who is meant is erased, and taken off the lists that they were on, and no other', async () => {
  await erase(2);
  const left = await contacts();
  expect(left.map(({ phone }) => phone)).toEqual([
    people[0]?.phone,
    people[1]?.phone,
    expect.stringMatching(/^erased /),
    people[3]?.phone,
  ]);
  expect(await countsOf(everybody)).toEqual([3, 0]);
  expect(await countsOf(firstOnly)).toEqual([1, 0]);
  await erase(1);
  expect(await countsOf(everybody)).toEqual([2, 0]);
  expect(await countsOf(firstOnly)).toEqual([1, 0]);
  await erase(0);
  expect(await countsOf(everybody)).toEqual([1, 0]);
  expect(await countsOf(firstOnly)).toEqual([0, 0]);
  expect((await user.ask(members.list, { list: everybody })).values.members).toMatchObject([
    { contact: people[3]?.id },
  ]);
});

test('each ends two minutes after it began, with its own number, and not a moment earlier', async () => {
  await erase(3);
  clock.advance(MINUTE);
  await erase(1);
  expect(await unfinished()).toEqual([1, 3]);
  clock.advance(MINUTE - 1);
  expect(await eraseNext(harness().services, 'test')).toBe(false);
  clock.advance(1);
  expect(await eraseNext(harness().services, 'test')).toBe(true);
  expect(await unfinished()).toEqual([1]);
  expect(await eraseNext(harness().services, 'test')).toBe(false);
  clock.advance(MINUTE);
  expect(await eraseNext(harness().services, 'test')).toBe(true);
  expect(await unfinished()).toEqual([]);
  expect(await eraseNext(harness().services, 'test')).toBe(false);
});

test('one whose text is in a carrier’s hands is looked at again each minute, and holds up nobody else', async () => {
  const { pool, messageIds } = harness().services;
  const { accountId } = user;
  const channelId = (await firstChannel(db(), accountId))?.id ?? 0;
  const id = (await messageIds.reserve(1)) as number;
  await pool.query(
    `insert into messages (account_id, id, channel_id, contact_id, origin, status, body, created_at, sent_at)
     values ($1, $2, $3, $4, 'test', 'sending', 'On its way', $5, $5)`,
    [accountId, id, channelId, people[1]?.id, clock.now()],
  );
  await erase(1);
  await erase(3);
  clock.advance(2 * MINUTE);
  expect(await eraseNext(harness().services, 'test')).toBe(true);
  expect(await eraseNext(harness().services, 'test')).toBe(true);
  expect(await unfinished()).toEqual([1]);
  expect(await eraseNext(harness().services, 'test')).toBe(false);
  clock.advance(MINUTE - 1);
  expect(await eraseNext(harness().services, 'test')).toBe(false);
  clock.advance(1);
  expect(await eraseNext(harness().services, 'test')).toBe(true);
  expect(await unfinished()).toEqual([1]);
  await pool.query(`update messages set status = 'sent' where account_id = $1 and id = $2`, [accountId, id]);
  clock.advance(MINUTE);
  expect(await eraseNext(harness().services, 'test')).toBe(true);
  expect(await unfinished()).toEqual([]);
  expect((await rows(db(), sql`select 1 from erasure_jobs where account_id = ${accountId}`)).length).toBe(0);
});

test('whoever is put on a list while the erasing goes on is not on it, and taken off it at its end where they came', async () => {
  await erase(1);
  const { accountId } = user;
  const again = [people[1]?.id ?? 0];
  expect(await transact(db(), (trx) => addMembers(trx, accountId, everybody, again, clock.now()))).toBe(0);
  expect(await countsOf(everybody)).toEqual([3, 1]);
  // By a statement that had read them before.
  await transact(db(), (trx) =>
    sql`
      with door as (select false as asks), people as (
        select id, opted_out from contacts where account_id = ${accountId} and id = any(${again}::bigint[])
      ), ${enterList(trx, accountId, everybody, clock.now())}
      select count(*) from joined`.execute(trx),
  );
  expect(await countsOf(everybody)).toEqual([4, 1]);
  clock.advance(2 * MINUTE);
  while (await eraseNext(harness().services, 'test'));
  expect(await countsOf(everybody)).toEqual([3, 1]);
  expect(await countsOf(firstOnly)).toEqual([1, 0]);
});

test('the server forgets their numbers by itself, once what came in meanwhile had its time', async () => {
  await erase(0);
  await erase(1);
  clock.advance(3 * MINUTE);
  const erasing = startErasing(harness().services);
  try {
    await eventually(unfinished, (left) => left.length === 0);
  } finally {
    await erasing.stop();
  }
});

test('whoever was erased and stopped comes back so, and who comes beside them for the first time does not', async () => {
  await erase(0, true);
  clock.advance(3 * MINUTE);
  while (await eraseNext(harness().services, 'test')) clock.advance(MINUTE);
  const [gone = '', stranger = ''] = [people[0]?.phone, ...phones(1, 900_000)];
  const { secrets } = harness().services;
  await transact(db(), (trx) => ensureContacts(trx, secrets, user.accountId, [stranger, gone], clock.now()));
  const marks = await rows(
    db(),
    sql<{ phone: string; optedOut: boolean }>`
      select phone, opted_out as "optedOut" from contacts
      where account_id = ${user.accountId} and phone in (${gone}, ${stranger})`,
  );
  expect(new Map(marks.map(({ phone, optedOut }) => [phone, optedOut]))).toEqual(
    new Map([
      [gone, true],
      [stranger, false],
    ]),
  );
});
