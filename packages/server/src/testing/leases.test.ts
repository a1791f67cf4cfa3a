/**
 * Work that is due is leased: of two workers one gets it, and the other only when the lease is over. Every
 * table that work is claimed from.
 */

import { beforeEach, describe, expect, test } from 'vitest';
import { claimRun } from '../automata/store.ts';
import { claimFanOut } from '../blasts/jobs.ts';
import { claimChunk } from '../blasts/send-chunks.ts';
import { claimApiCalls, claimTimers } from '../conversation/claim-due-work.ts';
import { claimImport } from '../imports/store.ts';
import { claimOutbox } from '../messages/outbox.ts';
import { sql } from '../platform/db/database.ts';
import { claimDue } from '../platform/db/leases.ts';
import { processName, workerName } from '../platform/this-process.ts';
import { endLeasesOfDead } from '../sending/dead-workers.ts';
import { useHarness } from './harness.ts';

const harness = useHarness();
const db = () => harness().services.db;

const NOW = new Date('2026-03-02T15:00:00Z');
const LEASE_MS = 60_000;
const later = (ms: number) => new Date(NOW.getTime() + ms);
const ACCOUNT = 77;

type Work = {
  /** Columns of a piece of work that is due at `NOW`, but for the account and `due_at`. */
  row: Record<string, number | string>;
  /** How many pieces a worker gets. */
  claim: (worker: string, now: Date) => Promise<number>;
};

const until = (now: Date) => new Date(now.getTime() + LEASE_MS);
const oneOf = (claimed: unknown) => (claimed === undefined ? 0 : 1);
const dueWork = (table: `${string}_jobs`, id: `${string}_id`): Work => ({
  row: { [id]: 1 },
  claim: async (worker, now) => oneOf(await claimDue(db(), { table, id }, worker, now, LEASE_MS)),
});

const WORK: Record<string, Work> = {
  erasure_jobs: dueWork('erasure_jobs', 'contact_id'),
  confirmation_jobs: dueWork('confirmation_jobs', 'list_id'),
  webhook_jobs: dueWork('webhook_jobs', 'endpoint_id'),
  automaton_jobs: {
    row: { automaton_id: 1 },
    claim: async (_, now) => oneOf(await claimRun(db(), now, until(now))),
  },
  blast_jobs: {
    row: { blast_id: 1 },
    claim: async (_, now) => oneOf(await claimFanOut(db(), now, until(now))),
  },
  import_jobs: {
    row: { import_id: 1 },
    claim: async (worker, now) => oneOf(await claimImport(db(), worker, now, until(now))),
  },
  timers: {
    row: { channel_id: 1, contact_id: 1, turn: 1 },
    claim: async (worker, now) => (await claimTimers(db(), worker, now, 10)).length,
  },
  api_calls: {
    row: { channel_id: 1, contact_id: 1, turn: 1, request: '{"url":"https://hook.example/"}' },
    claim: async (worker, now) =>
      (await claimApiCalls(db(), worker, now, { room: 8, each: 8, busy: [] })).length,
  },
  send_chunks: {
    row: { blast_id: 1, channel_id: 1, first_message_id: 1, last_message_id: 1 },
    claim: async (worker, now) =>
      oneOf(await claimChunk(db(), { worker, mine: [], busyChannels: [], lastBlastId: 0 }, now)),
  },
  outbox: {
    row: { channel_id: 1, message_id: 1 },
    claim: async (worker, now) => (await claimOutbox(db(), worker, [], [], now)).length,
  },
};

describe.each(Object.entries(WORK))('%s', (table, { row, claim }) => {
  beforeEach(async () => {
    await sql`
      insert into accounts (id, name, created_at) values (${ACCOUNT}, 'Acme', ${NOW}) on conflict do nothing`.execute(
      db(),
    );
    const columns = { account_id: ACCOUNT, due_at: NOW.toISOString(), ...row };
    await sql`delete from ${sql.table(table)}`.execute(db());
    await sql`
      insert into ${sql.table(table)} (${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(columns))})`.execute(db());
  });

  test('is taken once by workers that come at the same moment', async () => {
    const workers = ['one', 'two', 'three', 'four'];
    const taken = await Promise.all(workers.map((worker) => claim(worker, NOW)));
    expect(taken.toSorted()).toEqual([0, 0, 0, 1]);
    expect(await claim('five', NOW)).toBe(0);
  });

  test('is not taken before it is due, and at that moment it is', async () => {
    // An import is due from the moment it is there.
    if (table !== 'import_jobs') expect(await claim('one', later(-1))).toBe(0);
    expect(await claim('one', NOW)).toBe(1);
  });

  test('is taken over when the lease is over, not a millisecond earlier', async () => {
    expect(await claim('one', NOW)).toBe(1);
    const {
      rows: [leased],
    } = await harness().services.pool.query(`select leased_until as end from ${table}`);
    const end = leased.end.getTime() - NOW.getTime();
    expect(end).toBeGreaterThan(0);
    expect(await claim('two', later(end - 1))).toBe(0);
    expect(await claim('two', later(end + 1))).toBe(1);
    expect(await claim('three', later(end + 2))).toBe(0);
  });

  test('is taken over at once when the process that holds it is known to be dead', async () => {
    expect(await claim(workerName(), NOW)).toBe(1);
    const { pool } = harness().services;
    const { rows } = await pool.query(`select split_part(worker, '/', 1) as process from ${table}`);
    expect(rows).toEqual([{ process: processName }]);
    // Of the same machine and number, and begun before: this process has its number now.
    const dead = String(processName).replace(/\.(\d+)$/, (_, start) => `.${Number(start) - 1}`);
    await pool.query(`update ${table} set worker = $1`, [dead]);
    await pool.query('insert into worker_processes (name, at) values ($1, $2)', [dead, NOW]);
    await endLeasesOfDead({ ...harness().services, clock: { now: () => later(1) } });
    expect(await claim('two', later(2))).toBe(1);
  });
});

test('every table of work that is leased is looked at here', async () => {
  const { rows } = await harness().services.pool.query(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'leased_until' order by 1`,
  );
  // The binds of connections are taken all together (carriers/smpp/smpp.test.ts).
  expect(rows.map(({ name }) => name)).toEqual([...Object.keys(WORK), 'connection_leases'].sort());
});
