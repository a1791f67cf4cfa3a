import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { setListenedKinds } from '../feed/index.ts';
import { addMembers, deleteList } from '../lists/index.ts';
import { first, rows, sql, transact } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';
import { untilWaitedFor } from '../testing/waits.ts';
import { importAll, runAll } from './testing/run.ts';
import { newList, uploadFile } from './testing/upload.ts';

const harness = useHarness();
const { imports, lists } = calls;

test('a new contact who joins another list in the moment in which the import is taken back stays there', async () => {
  const { db, clock } = harness().services;
  const user = await harness().newUser();
  const list = await newList(user);
  const other = await newList(user, 'Other');
  const id = await importAll(harness(), user, list, 'Phone\n2125550190\n', [{ index: 0, target: 'phone' }]);
  const contact = () =>
    first(db, sql<{ id: number }>`select id from contacts where account_id = ${user.accountId}`);
  const person = (await contact())?.id ?? 0;
  let over: Promise<void> | undefined;
  await transact(db, async (trx) => {
    await addMembers(trx, user.accountId, other, [person], clock.now());
    expect((await user.ask(imports.undo, { id })).RESULT).toBe(1);
    over = runAll(harness());
    await untilWaitedFor(trx);
  });
  await over;
  expect((await user.ask(imports.progress, { id })).values.state).toBe('undone');
  expect((await contact())?.id).toBe(person);
  expect((await user.ask(lists.info, { list })).values.info.count).toBe(0);
  expect((await user.ask(lists.info, { list: other })).values.info.count).toBe(1);
});

test('a list that is deleted while people are imported into it leaves no members behind, and no fault', async () => {
  const { db } = harness().services;
  const user = await harness().newUser();
  const list = await newList(user);
  await user.ask(calls.members.add, { phone: '2125550180', list });
  const { id } = (await uploadFile(harness(), user, list, 'Phone\n2125550181\n')).values;
  await user.ask(imports.dryRun, { id, mapping: [{ index: 0, target: 'phone' }] });
  await user.ask(imports.start, { id, consent: true });
  let over: Promise<unknown> | undefined;
  await transact(db, async (trx) => {
    await deleteList(trx, user.accountId, list);
    over = runAll(harness());
    await untilWaitedFor(trx);
  });
  await over;
  const jobs = sql`select 1 from import_jobs where account_id = ${user.accountId}`;
  expect(await first(db, jobs)).toBeUndefined();
  const members = sql<{ count: number }>`
    select count(*) as count from list_members where account_id = ${user.accountId} and list_id = ${list}`;
  expect((await first(db, members))?.count).toBe(0);
});

test('webhooks are told what an import gave and what is taken back; automata begin nothing for it', async () => {
  const { db } = harness().services;
  const user = await harness().newUser();
  const { accountId } = user;
  const list = await newList(user);
  const tag = (await user.ask(calls.tags.add, { name: 'City' })).values.id;
  const phone = '2125550171';
  const known = (await user.ask(calls.members.add, { phone, list: await newList(user, 'Other') })).values
    .contact;
  await user.ask(calls.tags.setValue, { contact: known, tag: 'City', value: 'Rome' });
  for (const consumer of ['webhooks', 'automations'] as const)
    await transact(db, (trx) =>
      setListenedKinds(trx, accountId, consumer, ['list.joined', 'list.left', 'tag.changed']),
    );
  const fed = async (consumer: string) => {
    const found = await rows(
      db,
      sql<{ kind: string; properties: object }>`
        select kind, properties from event_feed
        where account_id = ${accountId} and consumer = ${consumer} and contact_id = ${known} order by id`,
    );
    return found.map(({ kind, properties }) => [kind, properties]);
  };
  const id = await importAll(harness(), user, list, `Phone,City\n${phone},Berlin\n`, [
    { index: 0, target: 'phone' },
    { index: 1, target: 'newtag:city' },
  ]);
  const given = await fed('webhooks');
  expect(given.map(([kind]) => kind).toSorted()).toEqual(['list.joined', 'tag.changed']);
  expect(await fed('automations')).toEqual(given);
  expect((await user.ask(imports.undo, { id })).RESULT).toBe(1);
  await runAll(harness());
  expect((await fed('webhooks')).slice(2)).toEqual([
    ['list.left', { list }],
    ['tag.changed', { tag, before: 'Berlin', after: 'Rome' }],
  ]);
  expect(await fed('automations')).toEqual(given);
});
