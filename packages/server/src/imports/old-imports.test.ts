/** A database from before imports knew whose numbers and whose consent they are, with an import that runs and rows that wait. */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { script } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { useHarness } from '../testing/harness.ts';
import { runAll } from './testing/run.ts';
import { newList, uploadFile } from './testing/upload.ts';

const harness = useHarness();

test('an import that ran when the database was brought up to date goes on, and is taken back', async () => {
  const user = await harness().newUser();
  const { db, pool } = harness().services;
  const file = 'phone,Opted out\n2125550100,\n2125550101,yes\n';
  const started = async (list: number) => {
    const { id } = (await uploadFile(harness(), user, list, file)).values;
    const mapping = [{ index: 0, target: 'phone' }];
    await user.ask(calls.imports.dryRun, { id, mapping });
    await user.ask(calls.imports.start, { id, consent: true });
    return id;
  };
  const asking = await newList(user, 'Asks');
  await pool.query('update lists set double_opt_in = true where account_id = $1 and id = $2', [
    user.accountId,
    asking,
  ]);
  const waits = await started(asking);
  const done = await newList(user, 'Done');
  const over = await started(done);
  await runAll(harness());
  const list = await newList(user, 'Running');
  const running = await started(list);
  await script(
    db,
    `drop index import_changes_tags;
     alter table imports drop column started_by, drop column country, drop column new_optout_count, drop column consent_by,
       drop column consent_at, drop column consent_note, drop column undo_kept;
     alter table list_members drop column import_id;
     alter table pending_members drop column import_id;
     delete from migrations where name in ('0044-imports-and-consent.sql', '0064-who-starts-imports.sql')`,
  );
  expect(await migrate(db)).toEqual(['0044-imports-and-consent.sql', '0064-who-starts-imports.sql']);
  await runAll(harness());
  const info = async (id: number) => (await user.ask(calls.imports.progress, { id })).values;
  expect(await info(running)).toMatchObject({ state: 'done', updated: 2, newOptOuts: 0 });
  const waiting = 'select contact_id, import_id from pending_members where account_id = $1';
  expect((await pool.query(waiting, [user.accountId])).rows).toMatchObject([
    { import_id: waits },
    { import_id: waits },
  ]);
  for (const id of [waits, over, running]) await user.ask(calls.imports.undo, { id });
  await runAll(harness());
  for (const id of [waits, over, running])
    expect(await info(id)).toMatchObject({ state: 'undone', undoKept: 0 });
  for (const id of [done, list])
    expect((await user.ask(calls.members.list, { list: id })).values.members).toEqual([]);
  expect((await pool.query(waiting, [user.accountId])).rows).toEqual([]);
});
