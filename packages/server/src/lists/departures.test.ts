import { SEGMENT_TREE_LIMITS } from '@parley/rules/limits.ts';
import { expect, it } from 'vitest';
import { rows, sql, transact } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { addMembers, removeMembers } from './membership.ts';

const harness = useHarness();

it('of a list that is filled anew each night the latest departures of each member are kept', async () => {
  const { db } = harness().services;
  const { accountId } = await harness().newUser();
  const list = await storeList(
    db,
    accountId,
    'Filled anew',
    phones(2).map((phone) => ({ phone })),
  );
  const people = await rows(
    db,
    sql<{ id: number }>`select id from contacts where account_id = ${accountId} order by id`,
  );
  const ids = people.map(({ id }) => id);
  const [often = 0, once = 0] = ids;
  const left = async (contact: number) => {
    const found = await rows(
      db,
      sql<{ day: number }>`
        select extract(day from left_at at time zone 'UTC')::int as day from list_departures
        where account_id = ${accountId} and contact_id = ${contact} order by left_at`,
    );
    return found.map(({ day }) => day);
  };
  const night = (day: number) => new Date(Date.UTC(2026, 0, day));
  await transact(db, (trx) => removeMembers(trx, accountId, list, [once], night(1)));
  for (let day = 1; day <= SEGMENT_TREE_LIMITS.departures + 3; day += 1)
    await transact(db, async (trx) => {
      expect(await removeMembers(trx, accountId, list, [often], night(day))).toBe(1);
      await addMembers(trx, accountId, list, [often], night(day));
    });
  const days = await left(often);
  expect(days).toEqual(Array.from({ length: SEGMENT_TREE_LIMITS.departures }, (_, n) => n + 4));
  expect(await left(once)).toEqual([1]);
});
