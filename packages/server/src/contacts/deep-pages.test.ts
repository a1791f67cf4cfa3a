import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { addMembers, removeMembers } from '../lists/membership.ts';
import { rows, sql, transact } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { wrongBlocks } from '../testing/rollups.ts';

const harness = useHarness();

test('pages far down a list are the same rows, whether scrolled to or jumped to', async () => {
  const { db } = harness().services;
  const user = await harness().newUser();
  const list = await storeList(
    db,
    user.accountId,
    'Everybody',
    phones(12_007).map((phone) => ({ phone })),
  );
  const half = await storeList(
    db,
    user.accountId,
    'Half',
    phones(12_007)
      .filter((_, n) => n % 2 === 0)
      .map((phone) => ({ phone })),
  );
  for (const of of [list, half]) {
    const all = await rows(
      db,
      sql<{ id: number }>`
        select contact_id as id from list_members
        where account_id = ${user.accountId} and list_id = ${of} order by contact_id`,
    );
    const read = async (start: number) =>
      (await user.ask(calls.members.list, { list: of, start, search: '', length: 15 })).values.members.map(
        ({ contact }) => contact,
      );
    const wanted = (start: number) => all.slice(start, start + 15).map(({ id }) => id);
    // Jumps, then what follows them by scrolling.
    for (const start of [0, 4_990, 5_005, 5_020, 7_000, 7_015, 11_980, 11_995, 12_010, 20_000])
      expect([start, await read(start)]).toEqual([start, wanted(start)]);
  }
});

test('the counts of blocks stay exact while people are added, moved and taken off at once, and go with the list', async () => {
  const { db } = harness().services;
  const user = await harness().newUser();
  const numbers = phones(20_000, 500_000);
  const lists = [
    await storeList(
      db,
      user.accountId,
      'One',
      numbers.map((phone) => ({ phone })),
    ),
    await storeList(db, user.accountId, 'Two', []),
  ] as const;
  const everybody = await rows(
    db,
    sql<{ id: number }>`select id from contacts where account_id = ${user.accountId} order by id`,
  );
  const some = (from: number) => everybody.slice(from, from + 3_000).map(({ id }) => id);
  const now = new Date();
  const [one, two] = lists;
  await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      transact(db, async (trx) => {
        const people = some((n * 1_701) % 17_000);
        if (n % 3 > 0) await removeMembers(trx, user.accountId, one, people, now);
        if (n % 4 === 3) await addMembers(trx, user.accountId, one, people.slice(0, 1_000), now);
        if (n % 3 < 2) await addMembers(trx, user.accountId, two, people, now);
      }),
    ),
  );
  expect(await wrongBlocks(db)).toEqual([]);
  await Promise.all([
    user.ask(calls.lists.remove, { list: two }),
    // Whoever comes too late for the list is refused by it, or went with it.
    transact(db, (trx) => addMembers(trx, user.accountId, two, some(0), now)).catch(() => undefined),
  ]);
  expect((await user.ask(calls.lists.info, { list: two })).status).toBe(404);
  expect(await wrongBlocks(db)).toEqual([]);
  expect(
    await rows(
      db,
      sql`select from list_member_rollups where account_id = ${user.accountId} and list_id = ${two}`,
    ),
  ).toEqual([]);
});
