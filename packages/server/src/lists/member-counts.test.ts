import { expect, test } from 'vitest';
import { rows, script, sql } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { enterList } from './membership.ts';

const harness = useHarness();
const MANY = 3_000;

test('thousands of a new account join a list without each being compared with each', async () => {
  const { db, clock } = harness().services;
  const people = (from: number) => phones(MANY, from).map((phone) => ({ phone }));
  const known = await harness().newUser();
  await storeList(db, known.accountId, 'Known', people(0));
  // Of the account that comes now the planner has not heard, as in the transaction that adds its contacts.
  await script(db, 'analyze contacts, list_members');
  const { accountId } = await harness().newUser();
  await storeList(db, accountId, 'First', people(0));
  const list = await storeList(db, accountId, 'Second', []);
  const read = await rows(
    db,
    sql<{ 'QUERY PLAN': unknown }>`
      explain (analyze, format json)
      with door as (select double_opt_in as asks from lists where account_id = ${accountId} and id = ${list}),
      people as (
        select id, opted_out from contacts where account_id = ${accountId} order by id for share
      ), ${enterList(db, accountId, list, clock.now())}
      select count(*) from joined`,
  );
  const compared = [...JSON.stringify(read).matchAll(/"Rows Removed by Join Filter":(\d+)/g)];
  expect(compared.filter(([, count]) => Number(count) > MANY)).toEqual([]);
  const stored = await rows(
    db,
    sql`select member_count as members, optout_count as "optOuts" from lists where account_id = ${accountId} and id = ${list}`,
  );
  expect(stored).toEqual([{ members: MANY, optOuts: 0 }]);
});
