/** The System screen: for those who run the installation, and for nobody else there is such a thing. */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { findUser } from '../access/index.ts';
import { storeDisabled, storeOperator } from '../accounts/index.ts';
import { sql } from '../platform/db/database.ts';
import { metricsOf } from '../platform/metrics.ts';
import { tellOfProcess } from '../platform/processes.ts';
import { createHarness, useHarness } from '../testing/harness.ts';
import { tellCounts } from '../watch/hourly-counts.ts';
import { USER_COMMANDS } from './user-commands.ts';

const harness = useHarness();

/** What a command does, without the program around it. */
function manage(name: string, email: string) {
  const { config, db, clock } = harness().services;
  return USER_COMMANDS[name]?.run({ config, db, url: '', ownerUrl: '', now: clock.now() }, [email]);
}

test('who is the first on their own machine sees it; the owner of another account gets what an unknown call gets', async () => {
  const first = await harness().newUser({ email: 'first@example.com' });
  const second = await harness().newUser({ email: 'second@example.com' });
  expect((await first.ask(calls.system.load, {})).RESULT).toBe(1);
  expect((await first.ask(calls.account.load, {})).values.runsServer).toBe(true);
  expect((await second.ask(calls.account.load, {})).values).toMatchObject({
    role: 'owner',
    runsServer: false,
  });
  const [asked, unknown] = await Promise.all([
    second.post('system/loadSystem', {}),
    second.post('system/noSuchCall', {}),
  ]);
  expect(asked.status).toBe(404);
  expect(asked.body).toEqual(unknown.body);
  await manage('add-operator', 'second@example.com');
  expect((await second.ask(calls.system.load, {})).RESULT).toBe(1);
  await manage('remove-operator', 'second@example.com');
  expect((await second.ask(calls.system.load, {})).status).toBe(404);
});

test('where others reach it, nobody runs it by being the first, and a disabled person does not', async () => {
  const parley = await createHarness({ config: { publicUrl: 'https://sms.example.com' } });
  const { db, clock } = parley.services;
  const user = await parley.newUser({ email: 'early@example.com' });
  const id = (await findUser(db, 'early@example.com'))?.id ?? 0;
  expect((await user.ask(calls.account.load, {})).values.runsServer).toBe(false);
  await storeOperator(db, id, clock.now());
  expect((await user.ask(calls.system.load, {})).RESULT).toBe(1);
  await storeDisabled(db, id, clock.now());
  expect((await user.ask(calls.system.load, {})).RESULT).toBe(-1);
  await parley.stop();
});

test('it tells of processes, sizes, queues, and what happened in the last day, and of no account', async () => {
  const { services } = harness();
  const { db, log, clock } = services;
  const user = await harness().newUser({ email: 'figures@example.com' });
  await manage('add-operator', 'figures@example.com');
  await tellOfProcess(services);
  log.error({ err: new Error('of +12125550188') }, 'something broke');
  log.error(new Error('of +12125550188'));
  metricsOf(services).handedOver.inc({ carrier: 'simulator', answer: 'accepted' }, 3);
  metricsOf(services).receipts.inc({ status: 'delivered' }, 2);
  await tellCounts(services);
  log.error('something broke');
  await tellCounts(services);
  await tellCounts(services);
  await sql`
    insert into hourly_counts (hour, kind, name, count, last_at)
    values (${new Date(clock.now().getTime() - 26 * 3_600_000)}, 'error', 'long ago', 1, ${clock.now()})`.execute(
    db,
  );
  const { values, body } = await user.ask(calls.system.load, {});
  const countOf = (kind: string, name: string) =>
    values.counts.find((each) => each.kind === kind && each.name === name)?.count;
  expect(countOf('error', 'something broke')).toBe(2);
  expect(countOf('error', 'anything else')).toBe(1);
  expect(countOf('error', 'long ago')).toBe(undefined);
  expect(countOf('answer', 'simulator accepted')).toBe(3);
  expect(countOf('receipt', 'delivered')).toBe(2);
  expect(values.processes).toMatchObject([{ role: 'all', number: process.pid, version: values.version }]);
  expect(Date.parse(values.processes[0]?.since ?? '')).toBeLessThanOrEqual(Date.now());
  expect(values.tables).toHaveLength(8);
  expect(values.databaseBytes).toBeGreaterThan(1_000_000);
  expect(values.queues.map(({ queue }) => queue)).toContain('messages');
  expect(values.queues.find(({ queue }) => queue === 'texts')).toEqual({
    queue: 'texts',
    due: 0,
    seconds: 0,
  });
  expect(values.findings.find(({ check }) => check === 'Processes')).toMatchObject({ is: 'ok' });
  expect(values.backup).toBe('');
  expect(JSON.stringify(body)).not.toMatch(/5550188|example\.com/);
});

test('of a table that PostgreSQL has not looked at yet it says no number of rows', async () => {
  const { db } = harness().services;
  const user = await harness().newUser({ email: 'tables@example.com' });
  await manage('add-operator', 'tables@example.com');
  const rowsOf = async () =>
    (await user.ask(calls.system.load, {})).values.tables.find(({ name }) => name === 'installation_acts')
      ?.rows;
  await sql`
    insert into installation_acts (act, at) select repeat('x', 2000) || n, now() from generate_series(1, 2000) n`.execute(
    db,
  );
  expect(await rowsOf()).toBe(-1);
  await sql`analyze installation_acts`.execute(db);
  expect(await rowsOf()).toBe(2000);
});
