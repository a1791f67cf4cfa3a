import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { rows, sql } from '../platform/db/database.ts';
import { isKnownDead, processName, workerName } from '../platform/this-process.ts';
import { useHarness } from '../testing/harness.ts';
import { endLeasesOfDead } from './dead-workers.ts';

const harness = useHarness();
const MODULE = new URL('../platform/this-process.ts', import.meta.url).href;

/** Another process, which tells its name and then waits until it is killed. */
async function startProcess() {
  const code = `import(${JSON.stringify(MODULE)}).then((m) => { console.log(m.processName); setInterval(() => {}, 1000); })`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    name: line.toString().trim(),
    async kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

test('a process is known to be dead when it is, and not before', async () => {
  const other = await startProcess();
  expect(other.name).toMatch(/^[\w-]{22}\.\d+\.\d+$/);
  expect(isKnownDead(other.name)).toBe(false);
  expect(isKnownDead(processName ?? '')).toBe(false);
  await other.kill();
  expect(isKnownDead(other.name)).toBe(true);
});

/** Process ids of its own, and the `/proc` of the machine. */
const apart = (words: string[]) =>
  spawnSync('unshare', ['--user', '--map-root-user', '--pid', '--fork', ...words], { encoding: 'utf8' });

test.runIf(apart(['true']).status === 0)(
  'where /proc numbers processes in another way, nobody is known to be dead, and nobody is named',
  () => {
    const code = `import(${JSON.stringify(MODULE)}).then((m) => console.log(m.processName, m.isKnownDead(m.workerName().split('/')[0])))`;
    const { stdout } = apart([process.execPath, '--input-type=module', '-e', code]);
    expect(stdout).toBe('null false\n');
  },
);

test('of another machine, another container or an unknown name nobody is known to be dead', () => {
  const [, pid, start] = (processName ?? '').split('.');
  expect(isKnownDead(`${'x'.repeat(22)}.999999.1`)).toBe(false);
  expect(isKnownDead(`${'x'.repeat(22)}.${pid}.${start}`)).toBe(false);
  for (const name of ['', 'worker', `${workerName().split('/')[1]}`]) expect(isKnownDead(name)).toBe(false);
});

test('a process id that was given again is not taken for the one before', () => {
  const [place, pid, start] = (processName ?? '').split('.');
  expect(isKnownDead(`${place}.${pid}.${Number(start) - 1}`)).toBe(true);
});

test('the leases of a dead process end at once; those of the living and of other machines stay', async () => {
  const { db } = harness().services;
  const other = await startProcess();
  const elsewhere = `${'x'.repeat(22)}.1.1`;
  const now = new Date('2026-03-02T12:00:00Z');
  const until = new Date(now.getTime() + 15_000);
  const holders = [other.name, processName ?? '', elsewhere];
  for (const [n, name] of holders.entries()) {
    await sql`insert into worker_processes (name, at) values (${name}, ${now}) on conflict do nothing`.execute(
      db,
    );
    await sql`
      insert into connection_leases (account_id, channel_id, place, worker, leased_until)
      values (1, ${n}, 1, ${`${name}/a`}, ${until})`.execute(db);
    await sql`
      insert into outbox (account_id, message_id, channel_id, due_at, worker, leased_until)
      values (1, ${n}, 1, ${now}, ${`${name}/b`}, ${until})`.execute(db);
  }
  const free = async (table: string) =>
    (
      await rows(
        db,
        sql<{ worker: string }>`select worker from ${sql.table(table)} where leased_until <= ${now}`,
      )
    ).map(({ worker }) => worker);
  const at = (moment: Date) => ({ ...harness().services, clock: { now: () => moment } });
  expect(await endLeasesOfDead(at(now))).toBe(0);
  expect(await free('connection_leases')).toEqual([]);
  await other.kill();
  expect(await endLeasesOfDead(at(now))).toBe(1);
  expect(await free('connection_leases')).toEqual([`${other.name}/a`]);
  expect(await free('outbox')).toEqual([`${other.name}/b`]);
  const known = await rows(db, sql<{ name: string }>`select name from worker_processes order by name`);
  expect(known.map(({ name }) => name)).toEqual([processName ?? '', elsewhere].sort());
});

test('a process of another machine that falls silent is told of and counted once, by one of those that live', async () => {
  const { db, runtime, log } = harness().services;
  const lastWord = new Date('2026-03-02T12:00:00Z');
  const later = (seconds: number) => new Date(lastWord.getTime() + seconds * 1_000);
  await sql`delete from worker_processes`.execute(db);
  await sql`
    insert into worker_processes (name, at, role, host)
    values (${`${'y'.repeat(22)}.417.9`}, ${lastWord}, 'worker', 'far-away')`.execute(db);
  const told: unknown[] = [];
  const heard = Object.assign(Object.create(log), { warn: (...words: unknown[]) => told.push(words) });
  const at = (now: Date) =>
    endLeasesOfDead({ ...harness().services, runtime, log: heard, clock: { now: () => now } });
  await at(later(19));
  expect(told).toEqual([]);
  await Promise.all([at(later(23)), at(later(23))]);
  await at(later(60));
  expect(told).toEqual([
    [
      { process: 'role worker, process 417 on far-away', silentSeconds: 23 },
      'a process is not heard of any more; others go on with its work as its leases end',
    ],
  ]);
  const { body } = await harness().app.inject('/metrics');
  expect(body).toContain('parley_processes_lost_total{is="silent"} 1');
});
