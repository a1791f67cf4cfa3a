/** Custom events by month: one event once across all months, kept as long as its account says. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@parley/contract';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { openDatabase, rows, script, sql, transact } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { dropMonths } from '../platform/db/month-partitions.ts';
import { apiClient, apiKeyOf } from '../testing/api-world.ts';
import { inDatabase } from '../testing/databases.ts';
import { useHarness } from '../testing/harness.ts';
import { forgetAndMakeMonths } from './jobs.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
const db = () => harness().services.db;
const { customEvents } = calls;
const PHONE = '+12125550142';

async function shop() {
  const user = await harness().newUser();
  return { user, live: apiClient(harness(), await apiKeyOf(user)), accountId: user.accountId };
}
type Shop = Awaited<ReturnType<typeof shop>>;

const tell = async ({ live }: Shop, id: string, at: string) =>
  live('POST', '/events', { body: { name: 'order placed', phone: PHONE, source: 'shop', id, at } });

const months = async () =>
  (
    await rows(
      db(),
      sql<{ name: string }>`
        select inhrelid::regclass::text as name from pg_inherits
        where inhparent = 'custom_events'::regclass order by 1`,
    )
  ).map(({ name }) => name.replace('custom_events_', ''));

const idsOf = async ({ accountId }: Shop, table = 'custom_events') =>
  (
    await rows(
      db(),
      sql<{ id: string }>`
        select event_id as id from ${sql.table(table)} where account_id = ${accountId} order by at, event_id`,
    )
  ).map(({ id }) => id);

async function sweep(): Promise<void> {
  while (await forgetAndMakeMonths(db(), clock.now())) {
    // slice after slice
  }
}

beforeEach(async () => {
  clock.set('2026-03-02T15:00:00Z');
  await sql`delete from custom_events`.execute(db());
  await sql`delete from custom_event_keys`.execute(db());
  await sql`update accounts set custom_event_months = 24`.execute(db());
});

test('an event stands in its month, also when it came before the month was made', async () => {
  const one = await shop();
  await tell(one, 'old', '2025-11-20T10:00:00Z');
  await tell(one, 'edge', '2025-11-30T23:59:59Z');
  await tell(one, 'next', '2025-12-01T00:00:00Z');
  await tell(one, 'new', '2026-03-02T10:00:00Z');
  await Promise.all([sweep(), sweep(), sweep()]);
  expect(await months()).toEqual(['2025_11', '2025_12', '2026_03', '2026_04', '2026_05', 'default']);
  expect(await idsOf(one, 'custom_events_2025_11')).toEqual(['old', 'edge']);
  expect(await idsOf(one, 'custom_events_2025_12')).toEqual(['next']);
  expect(await idsOf(one, 'custom_events_default')).toEqual([]);
  expect(await idsOf(one)).toEqual(['old', 'edge', 'next', 'new']);
});

test('the id of a source is one event, in whatever month it is said to be, and for many who tell it at once', async () => {
  const [one, other] = [await shop(), await shop()];
  await sweep();
  const answers = await Promise.all(
    ['2026-03-01T10:00:00Z', '2026-02-01T10:00:00Z', '2025-06-01T10:00:00Z', '2026-03-02T10:00:00Z'].map(
      (at) => tell(one, 'A1', at),
    ),
  );
  const recorded = answers.map(({ body }) => body.recorded as number);
  expect(recorded.toSorted()).toEqual([0, 0, 0, 1]);
  expect(await idsOf(one)).toEqual(['A1']);
  expect((await tell(other, 'A1', '2026-03-01T10:00:00Z')).body.recorded).toBe(1);
});

test('an owner sees what would go, and then it goes: of that account alone, with the ids of its sources', async () => {
  const [one, other] = [await shop(), await shop()];
  for (const each of [one, other]) {
    await tell(each, 'may', '2025-05-10T10:00:00Z');
    await tell(each, 'june', '2025-06-10T10:00:00Z');
    await tell(each, 'march', '2026-03-01T10:00:00Z');
  }
  const seen = async () => (await one.user.ask(customEvents.kept, {})).values;
  expect(await seen()).toEqual({ months: 24, count: 3, oldest: '2025-05-10T10:00:00.000Z' });
  const preview = (await one.user.ask(customEvents.preview, { months: 6 })).values;
  expect(preview).toEqual({
    count: 2,
    months: [
      { month: '2025-05', count: 1 },
      { month: '2025-06', count: 1 },
    ],
  });
  expect((await one.user.ask(customEvents.save, { months: 6 })).RESULT).toBe(1);
  await sweep();
  expect(await idsOf(one)).toEqual(['march']);
  expect(await idsOf(one, 'custom_event_keys')).toEqual(['march']);
  expect(await idsOf(other)).toEqual(['may', 'june', 'march']);
  expect(await seen()).toMatchObject({ months: 6, count: 1 });
  const late = await tell(one, 'may', '2025-05-10T10:00:00Z');
  expect([late.status, late.body.errors[0].detail]).toEqual([422, 'Events are kept for 6 months.']);
  for (const bad of [0, 61, -1])
    expect((await one.user.ask(customEvents.save, { months: bad })).status).toBe(400);
});

test('a month that no account keeps is dropped as a whole; one that somebody holds is left for later', async () => {
  const one = await shop();
  await tell(one, 'may', '2025-05-10T10:00:00Z');
  await tell(one, 'june', '2025-06-10T10:00:00Z');
  await sweep();
  expect(await months()).toContain('2025_05');
  clock.set('2027-06-02T15:00:00Z');
  await transact(db(), async (trx) => {
    await sql`select from custom_events_2025_05`.execute(trx);
    expect(await dropMonths(db(), 'custom_events', new Date('2025-06-02T15:00:00Z'))).toEqual([]);
  });
  await sweep();
  expect(await months()).not.toContain('2025_05');
  expect(await months()).toContain('2025_06');
  expect(await idsOf(one)).toEqual(['june']);
  expect(await idsOf(one, 'custom_event_keys')).toEqual(['june']);
});

const NAME = `test_months_${process.pid}`;
const folder = mkdtempSync(join(tmpdir(), 'parley-months-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a database with events keeps them all, each once, when its months are made', async () => {
  const all = join(import.meta.dirname, '../../migrations');
  for (const file of readdirSync(all))
    if (/^00(0\d|1[0-8])-/.test(file)) writeFileSync(join(folder, file), readFileSync(join(all, file)));
  const admin = openDatabase(inject('postgresUrl'), 1);
  await script(admin.db, `create database ${NAME}`);
  const old = openDatabase(inDatabase(inject('postgresUrl'), NAME), 1);
  try {
    await migrate(old.db, folder);
    await script(
      old.db,
      `insert into accounts (id, name, time_zone, created_at) values (1, 'One', 'UTC', now());
       insert into custom_events (account_id, contact_id, name, at, source, event_id, data)
       select 1, n, 'order', timestamptz '2024-06-01' + n * interval '1 hour', 'shop', n::text, '{}'
       from generate_series(1, 10000) n`,
    );
    await migrate(old.db);
    await forgetAndMakeMonths(old.db, new Date('2025-08-01T00:00:00Z'));
    const [kept] = await rows(
      old.db,
      sql<{ events: number; keys: number; left: number; last: number }>`
        select (select count(*) from custom_events) as events, (select count(*) from custom_event_keys) as keys,
          (select count(*) from custom_events_default) as left, (select max(id) from custom_events) as last`,
    );
    expect(kept).toEqual({ events: 10_000, keys: 10_000, left: 0, last: 10_000 });
    await script(
      old.db,
      `insert into custom_events (account_id, contact_id, name, at, source, event_id, data)
       values (1, 1, 'order', '2025-08-01', 'shop', 'next', '{}')`,
    );
    expect(await rows(old.db, sql`select id from custom_events where event_id = 'next'`)).toEqual([
      { id: 10_001 },
    ]);
  } finally {
    await old.close();
    await script(admin.db, `drop database ${NAME} with (force)`);
    await admin.close();
  }
});
