/** Months are made while people read and write the table. */
import { expect, inject, test } from 'vitest';
import { inDatabase } from '../../testing/databases.ts';
import { openDatabase, rows, script, sql, transact } from './database.ts';
import { migrate } from './migrate.ts';
import { makeMissingMonths, makeMonths } from './month-partitions.ts';

const NAME = `test_month_partitions_${process.pid}`;
const NOW = new Date('2026-03-02T15:00:00Z');

async function inOwnDatabase(work: (db: ReturnType<typeof openDatabase>['db']) => Promise<void>) {
  const admin = openDatabase(inject('postgresUrl'), 1);
  await script(admin.db, `create database ${NAME}`);
  const own = openDatabase(inDatabase(inject('postgresUrl'), NAME), 4);
  try {
    await migrate(own.db);
    await script(
      own.db,
      "insert into accounts (id, name, time_zone, created_at) values (1, 'One', 'UTC', now())",
    );
    await work(own.db);
  } finally {
    await own.close();
    await script(admin.db, `drop database ${NAME} with (force)`);
    await admin.close();
  }
}

const insert = (id: string) => sql`
  insert into custom_events (account_id, contact_id, name, at, source, event_id, data)
  values (1, 1, 'order', ${NOW.toISOString()}, 'shop', ${id}, '{}')`;

test('an insert that meets the making of its month waits for it, and stands in the month', async () => {
  await inOwnDatabase(async (db) => {
    await insert('before').execute(db);
    let made: Promise<void> | undefined;
    let written: Promise<unknown> | undefined;
    await transact(db, async (reader) => {
      await sql`select from custom_events_default`.execute(reader);
      made = makeMonths(db, 'custom_events', NOW, { last: 0 });
      await untilWaiting(1);
      written = insert('meanwhile').execute(db);
      await untilWaiting(2);
    });
    await Promise.all([made, written]);
    expect(await rows(db, sql`select event_id as id from custom_events_2026_03 order by 1`)).toEqual([
      { id: 'before' },
      { id: 'meanwhile' },
    ]);

    async function untilWaiting(sessions: number): Promise<void> {
      await expect
        .poll(
          async () =>
            rows(
              db,
              sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            ),
          { interval: 20, timeout: 1900 },
        )
        .toHaveLength(sessions);
    }
  });
});

test('a month whose table somebody holds is left for later, and nobody waits for long', async () => {
  await inOwnDatabase(async (db) => {
    await insert('before').execute(db);
    await transact(db, async (reader) => {
      await sql`select from custom_events`.execute(reader);
      await makeMissingMonths(db, 'custom_events', NOW);
      await insert('meanwhile').execute(reader);
    });
    expect(await rows(db, sql`select event_id as id from custom_events_default order by 1`)).toEqual([
      { id: 'before' },
      { id: 'meanwhile' },
    ]);
    await makeMissingMonths(db, 'custom_events', NOW);
    expect(await rows(db, sql`select event_id as id from custom_events_2026_03 order by 1`)).toHaveLength(2);
  });
});
