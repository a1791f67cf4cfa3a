/** A blast whose texts have become longer since it was paid for, on a balance that does not last. */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { first, rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList, storeTag } from '../testing/people.ts';
import { startBlastPump } from './blast-pump.ts';

const harness = useHarness();

test('the balance is used to its last credit, and the ledger says for which blast', async () => {
  const { services } = harness();
  const { db } = services;
  const user = await harness().newUser();
  const { accountId } = user;
  const name = await storeTag(db, accountId, 'Name');
  const people = phones(4, 500).map((phone) => ({ phone, tags: { [name]: 'Bo' } }));
  const list = await storeList(db, accountId, 'All', people);
  await storeSketch(db, accountId, 87_101, [
    { type: 'final-message', id: 871_001, text: 'Hello {%Name%}' },
  ] as never);
  const form = { campaign: 87_101, lists: [list], schedule: '2020-01-01 00:00:00' };
  const blast = (await user.ask(calls.blast.send, form)).values?.blast ?? 0;
  await sql`update balances set balance = 3, granted = 7 where account_id = ${accountId}`.execute(db);
  // Each of the four now costs two credits: four are reserved, three are left.
  await sql`
    update contacts set tags = jsonb_build_object(${name}::text, ${'Bo'.repeat(100)}::text)
    where account_id = ${accountId}`.execute(db);
  const pump = startBlastPump(services);
  const progress = async () => (await user.ask(calls.blast.progress, { blast })).values;
  await eventually(progress, (seen) => seen?.state === 'done');
  await pump.stop();
  expect(await progress()).toMatchObject({ skipped: 1, credits: 6 });
  const { values } = await user.ask(calls.delivery.ledger, {});
  expect(values).toMatchObject({ balance: 1, reserved: 0, spent: 6 });
  const spent = values.entries.filter(({ kind }) => kind.startsWith('spend'));
  expect(spent.map(({ kind, credits, blast }) => [kind, credits, blast])).toEqual([
    ['spend-reserved', 4, blast],
    ['spend', 2, blast],
  ]);
});

test('the last people are skipped, and everybody else gets all of their texts', async () => {
  const { services } = harness();
  const { db } = services;
  const user = await harness().newUser();
  const { accountId } = user;
  const name = await storeTag(db, accountId, 'Name');
  const people = phones(4).map((phone) => ({ phone, tags: { [name]: 'Bo' } }));
  const list = await storeList(db, accountId, 'All', people);
  await storeSketch(db, accountId, 87_001, [
    { type: 'message', id: 870_001, text: 'Hello {%Name%}' },
    { type: 'final-message', id: 870_002, text: 'Bye' },
  ]);
  const form = { campaign: 87_001, lists: [list], schedule: '2020-01-01 00:00:00' };
  const blast = (await user.ask(calls.blast.send, form)).values?.blast ?? 0;
  const credits = () =>
    first(db, sql`select balance, reserved, spent from balances where account_id = ${accountId}`);
  expect(await credits()).toEqual({ balance: 992, reserved: 8, spent: 0 });
  await sql`update balances set balance = 1, granted = 9 where account_id = ${accountId}`.execute(db);
  // The second and the last now cost one credit more each.
  const longer = [people[1], people[3]].map((person) => person?.phone ?? '');
  await sql`
    update contacts set tags = jsonb_build_object(${name}::text, ${'Bo'.repeat(100)}::text)
    where account_id = ${accountId} and phone = any(${longer}::text[])`.execute(db);
  const pump = startBlastPump(services);
  const progress = async () => (await user.ask(calls.blast.progress, { blast })).values;
  await eventually(progress, (seen) => seen?.state === 'done');
  await pump.stop();
  const texts = await rows(
    db,
    sql<{ phone: string; texts: number }>`
      select phone, count(*)::int as texts from simulator_messages
      where account_id = ${accountId} group by phone order by phone`,
  );
  expect(texts).toEqual(people.slice(0, 3).map(({ phone }) => ({ phone, texts: 2 })));
  expect(await progress()).toMatchObject({ skipped: 1, queued: 0, credits: 7 });
  expect(await credits()).toEqual({ balance: 2, reserved: 0, spent: 7 });
  const skipped = await rows(
    db,
    sql`select reason, credits from messages where account_id = ${accountId} and status = 'skipped'`,
  );
  expect(skipped).toEqual([{ reason: 'balance', credits: 0 }]);
});
