import { expect, it } from 'vitest';
import { rows, sql } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';
import { fewByNumber } from './by-number.ts';

const harness = useHarness();

it('finds the contacts whose numbers have some digits, unless most have them or no index knows', async () => {
  const { accountId } = await harness().newUser();
  const { db } = harness().services;
  await sql`
    insert into contacts (account_id, phone, created_at)
    select ${accountId}, '+1212' || (5000000 + n * 7), now() from generate_series(1, 9000) n`.execute(db);
  const all = await rows<{ id: number; phone: string }>(
    db,
    sql`select id, phone from contacts where account_id = ${accountId} order by id`,
  );
  for (const search of ['5042', '(212) 5000', '999', 'nobody'])
    expect([
      search,
      (await fewByNumber(db, accountId, search))?.toSorted((one, other) => one - other),
    ]).toEqual([
      search,
      all.filter(({ phone }) => phone.includes(search.replace(/\D/g, '') || search)).map(({ id }) => id),
    ]);
  expect(await fewByNumber(db, accountId, '(212)')).toBeNull();
  expect(await fewByNumber(db, accountId, '50')).toBeNull();
});

it('knows more than it looks up one by one also where the first, the middle and the last numbers have it not', async () => {
  const { accountId } = await harness().newUser();
  const { db } = harness().services;
  await sql`
    insert into contacts (account_id, phone, created_at)
    select ${accountId}, case when n % 4600 <= 500 then '+1213' else '+1212' end || (5000000 + n), now()
    from generate_series(1, 9700) n`.execute(db);
  expect((await fewByNumber(db, accountId, '(212)'))?.length).toBeUndefined();
});
