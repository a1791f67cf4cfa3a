/** Data from a backup does not know what was sent since: nothing of it goes out by itself. */
import { calls } from '@parley/contract';
import { expect, it } from 'vitest';
import { first, rows, sql } from '../platform/db/database.ts';
import { takeLostProcesses } from '../platform/processes.ts';
import { processName } from '../platform/this-process.ts';
import { storeSketch } from '../testing/flows.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { holdAfterRestore } from './restored.ts';

const harness = useHarness();

it('what would go out by itself after a restore waits for a person', async () => {
  const { db, clock } = harness().services;
  const user = await harness().newUser();
  const { accountId } = user;
  const list = await storeList(
    db,
    accountId,
    'Everybody',
    phones(5).map((phone) => ({ phone })),
  );
  await storeSketch(
    db,
    accountId,
    5_001,
    [{ type: 'final-message', id: 50_001, text: 'Hello' }] as never,
    'HELLO',
  );
  const launched = await user.ask(calls.blast.send, {
    campaign: 5_001,
    lists: [list],
    schedule: '2020-01-01 09:00:00',
  });
  const others = await storeList(
    db,
    accountId,
    'Others',
    phones(2, 20_000).map((phone) => ({ phone })),
  );
  const later = await user.ask(calls.blast.send, {
    campaign: 5_001,
    lists: [others],
    schedule: '2090-01-01 09:00:00',
  });
  expect([launched.RESULT, later.RESULT]).toEqual([1, 1]);
  await user.ask(calls.simulator.phoneSend, { phone: '3125550177', text: 'hello' });
  const automaton = (await user.ask(calls.automata.add, { name: 'Daily' })).values.id;
  await user.post('automata/updateAutomataData', {
    AutomataId: String(automaton),
    AutomataData: JSON.stringify({
      Type_int: 3,
      WeekEnds_ti: 1,
      BatchId_bi: 5_001,
      ListId_int: list,
      Status_int: 1,
    }),
    Enabled: '1',
  });
  await sql`update automaton_jobs set due_at = ${new Date(clock.now().getTime() - 60_000)}`.execute(db);
  const ids = () => first(db, sql<{ next: number }>`select next_id as next from id_blocks`);
  const before = (await ids())?.next ?? 0;

  const held = await holdAfterRestore(db, clock.now());
  expect(held).toEqual({ blasts: 1, messages: 1, runs: 1 });
  expect((await ids())?.next).toBeGreaterThan(before + 100_000_000);
  harness().startBackground();
  const sent = (account = accountId) =>
    first(
      db,
      sql<{ n: number }>`
        select count(*) as n from messages
        where account_id = ${account} and status in ('sending', 'sent', 'delivered')`,
    );
  // What others send after it, one by one and as a blast, goes out.
  const other = await harness().newUser();
  const people = phones(1, 30_000).map((phone) => ({ phone }));
  await storeSketch(
    db,
    other.accountId,
    5_002,
    [{ type: 'final-message', id: 50_002, text: 'Hi' }] as never,
    'HI',
  );
  const fresh = await storeList(db, other.accountId, 'All', people);
  await other.ask(calls.blast.send, { campaign: 5_002, lists: [fresh], schedule: '2020-01-01 09:00:00' });
  await other.ask(calls.simulator.phoneSend, { phone: '3125550188', text: 'hi' });
  await eventually(
    () => sent(other.accountId),
    (seen) => seen?.n === 2,
  );
  expect((await sent())?.n).toBe(0);
  const states = await rows(
    db,
    sql`select state, pause_reason <> '' as why from blasts where account_id = ${accountId} order by id`,
  );
  expect(states).toEqual([
    { state: 'paused', why: true },
    { state: 'scheduled', why: false },
  ]);
  const runs = await rows(db, sql<{ due: Date }>`select due_at as due from automaton_jobs`);
  expect(runs.map(({ due }) => due > clock.now())).toEqual([true]);
  const doubtful = (await user.ask(calls.delivery.inDoubt, {})).values;
  expect(doubtful).toMatchObject({ total: 1 });
  expect(doubtful.messages[0]?.text).toContain('Hello');

  await user.ask(calls.blast.setState, { blast: launched.values.blast, state: 'running' });
  await eventually(
    () => sent(),
    (seen) => seen?.n === 5,
  );
});

it('the processes that were running when the backup was made are not lost, and their leases end', async () => {
  const { db } = harness().services;
  const now = new Date();
  const [place, pid, start] = (processName ?? '').split('.');
  const dead = `${place}.${pid}.${Number(start) - 1}`;
  const elsewhere = `${'x'.repeat(22)}.1.1`;
  const until = new Date(now.getTime() + 15_000);
  for (const [n, name] of [dead, elsewhere].entries()) {
    await sql`insert into worker_processes (name, at) values (${name}, ${now})`.execute(db);
    await sql`
      insert into connection_leases (account_id, channel_id, place, worker, leased_until)
      values (1, ${n}, 1, ${`${name}/a`}, ${until})`.execute(db);
  }
  await holdAfterRestore(db, now);
  expect(await takeLostProcesses(db, new Date(now.getTime() + 60_000))).toEqual([]);
  const ended = await rows(
    db,
    sql<{ worker: string }>`select worker from connection_leases where leased_until <= ${now}`,
  );
  expect(ended).toEqual([{ worker: `${dead}/a` }]);
});
