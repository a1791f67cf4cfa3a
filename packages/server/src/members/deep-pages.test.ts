import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { rows, sql } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';

const harness = useHarness();

test('pages far down a list are the same rows, whether scrolled to or jumped to, from whichever end they are found', async () => {
  const { db } = harness().services;
  const user = await harness().newUser();
  const list = await storeList(
    db,
    user.accountId,
    'Everybody',
    phones(12_007).map((phone) => ({ phone })),
  );
  const all = await rows(
    db,
    sql<{
      id: number;
    }>`select contact_id as id from list_members where account_id = ${user.accountId} order by contact_id`,
  );
  const read = async (start: number) =>
    (await user.ask(calls.members.list, { list, start, search: '', length: 15 })).values.members.map(
      ({ contact }) => contact,
    );
  const wanted = (start: number) => all.slice(start, start + 15).map(({ id }) => id);
  // Jumps, then what follows them by scrolling.
  for (const start of [0, 4_990, 5_005, 5_020, 7_000, 7_015, 11_980, 11_995, 12_010, 20_000])
    expect([start, await read(start)]).toEqual([start, wanted(start)]);
});
