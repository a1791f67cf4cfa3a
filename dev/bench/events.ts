/**
 * Twenty million events of an account: 200 campaigns over 92 days, with the people who answered, joined and
 * clicked.
 */
import { flowOf } from '@parley/engine';
import { recountDays } from '../../packages/server/src/events/record.ts';
import { recountClicks } from '../../packages/server/src/links/click-store.ts';
import { recountClickers } from '../../packages/server/src/links/unique-clickers.ts';
import { type Db, openDatabase, rows, script, sql } from '../../packages/server/src/platform/db/database.ts';
import { makeMonths } from '../../packages/server/src/platform/db/month-partitions.ts';
import { markRepeats } from '../../packages/server/src/reports/repeat-index.ts';
import { storeFlow } from '../../packages/server/src/testing/flows.ts';
import { say, timed } from './ground.ts';

/** BENCH_SCALE=0.01 tries a change on a hundredth of it. */
const SCALE = Number(process.env.BENCH_SCALE ?? 1);

export const EVENTS = {
  count: 20_000_000 * SCALE,
  clicks: 2_000_000 * SCALE,
  campaigns: 200,
  people: 1_000_000,
  days: 92,
  /** The first day; the last one is `days` later. */
  from: '2026-03-01',
  zone: 'UTC',
} as const;

const FIRST_CAMPAIGN = 2_000;
export const BUSIEST = { campaign: FIRST_CAMPAIGN, link: 1 };

/** A number from 0 to 1, the same for the same row and use. */
const chance = (row: string, use: number) =>
  `((hashint8extended(${row}, ${use}) & 1073741823)::float8 / 1073741824)`;
/** The first campaigns have most of the events: the busiest one 2.9 in 100. */
const nth = (row: string) => `floor(${EVENTS.campaigns} * power(${chance(row, 1)}, 1.5))::int`;
const person = (row: string, use: number) => `(1 + floor(${EVENTS.people} * ${chance(row, use)})::int)`;
const phoneOf = (contact: string) => `'+1' || (2120000000 + ${contact})`;
const moment = (row: string, of: number) =>
  `timestamptz '${EVENTS.from} 00:00Z' + interval '${EVENTS.days} days' * (${row}::float8 / ${of})`;

/** Said again before each long piece of work: a pool closes connections that were idle for a while. */
const FAST = `set statement_timeout = 0; set lock_timeout = 0; set synchronous_commit = off; set work_mem = '256MB';
  set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 2`;

/**
 * Fills an account. Rows are written in the order of time, as they are in life; indexes are made afterwards,
 * which is quicker.
 */
export async function makeEvents(url: string, accountId: number): Promise<void> {
  const { db, close } = openDatabase(url, 1);
  await script(db, FAST);
  await makeMonths(db, 'events', new Date(`${EVENTS.from}T00:00:00Z`), {
    last: Math.ceil(EVENTS.days / 30),
  });
  const flow = (n: number) =>
    flowOf(FIRST_CAMPAIGN + n, [{ type: 'open-question', id: 10_000 + n, text: 'How was it?' }]);
  for (let n = 0; n < EVENTS.campaigns; n += 1) await storeFlow(db, accountId, flow(n));
  await script(
    db,
    `insert into contacts (account_id, id, phone, opted_out, created_at)
       select ${accountId}, n, ${phoneOf('n')}, n % 40 = 0, now() from generate_series(1, ${EVENTS.people}) n;
     insert into lists (account_id, id, kind, name, name_key, position, created_at)
       values (${accountId}, 501, 'list', 'Readers', 'readers', 0, now());
     insert into short_links (account_id, id, name, url, campaign_id, created_at)
       select ${accountId}, n, 'shop.example/' || n, 'https://shop.example/' || n, ${FIRST_CAMPAIGN} + n - 1, now()
       from generate_series(1, ${EVENTS.campaigns}) n`,
  );
  const written = await timed(() => withoutIndexes(db, 'events', () => fillEvents(url, accountId)));
  say(`${EVENTS.count.toLocaleString('en-US')} events in ${written.toFixed(0)} s, indexes included`);
  await withoutIndexes(db, 'link_clicks', () => script(db, insertClicks(accountId)));
  await script(db, FAST);
  await recountDays(db, accountId, EVENTS.zone);
  await recountClickers(db, accountId, EVENTS.zone);
  await recountClicks(db, accountId, EVENTS.zone);
  const marked = await timed(async () => {
    while (await markRepeats(db, new Date()));
  });
  say(`repeated opt-ins and clicks marked in ${marked.toFixed(0)} s`);
  const tables = [
    'contacts',
    'events',
    'link_clicks',
    'daily_campaign_counts',
    'daily_link_clicks',
    'daily_unique_contacts',
    'contact_last_seen',
    'repeat_index',
  ];
  for (const table of tables) await script(db, `vacuum analyze ${table}`);
  await close();
}

const insertEvents = (accountId: number, from: number, to: number) => `
  insert into events (account_id, campaign_id, at, id, kind, contact_id, phone, step_id, list_id, raw, intent, score)
  select ${accountId}, ${FIRST_CAMPAIGN} + nth, ${moment('n', EVENTS.count)}, n,
    case when k < 0.8 then 'response' when k < 0.92 then 'optin' when k < 0.97 then 'optout' else 'fault' end,
    person, ${phoneOf('person')}, 10000 + nth, case when k between 0.8 and 0.92 then 501 end,
    case when k < 0.8 then 'answer number ' || (n % 99991) else '' end, case when k < 0.5 then 'Yes' else '' end,
    case when k < 0.5 then (n % 5)::text else '' end
  from (
    select n, ${chance('n', 3)} as k, ${nth('n')} as nth, ${person('n', 2)} as person
    from generate_series(${from}, ${to - 1}) n offset 0
  ) given`;

const insertClicks = (accountId: number) => `
  insert into link_clicks (account_id, link_id, contact_id, phone, campaign_id, at, kind)
  select ${accountId}, 1 + nth, person, ${phoneOf('person')}, ${FIRST_CAMPAIGN} + nth,
    ${moment('n', EVENTS.clicks)}, case when k < 0.9 then 'person' when k < 0.96 then 'preview' else 'scanner' end
  from (
    select n, ${chance('n', 5)} as k, ${nth('n')} as nth, ${person('n', 4)} as person
    from generate_series(0, ${EVENTS.clicks - 1}) n offset 0
  ) given`;

/** Two connections at a time, each a half of the time. */
async function fillEvents(url: string, accountId: number): Promise<void> {
  const half = EVENTS.count / 2;
  const fill = async (from: number) => {
    const { db, close } = openDatabase(url, 1);
    await script(db, `${FAST}; ${insertEvents(accountId, from, from + half)}`);
    await close();
  };
  await Promise.all([fill(0), fill(half)]);
}

/** Takes a table's indexes away while it is filled, and makes the same ones again. */
async function withoutIndexes(db: Db, table: string, fill: () => Promise<unknown>): Promise<void> {
  const indexes = await rows(
    db,
    sql<{ name: string; make: string; isKey: boolean }>`
      select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as make, i.indisprimary as "isKey"
      from pg_index i where i.indrelid = ${table}::regclass`,
  );
  for (const { name, isKey } of indexes)
    await script(db, isKey ? `alter table ${table} drop constraint ${name}` : `drop index ${name}`);
  await fill();
  await script(db, FAST);
  for (const { name, make, isKey } of indexes) {
    const key = /\((.*)\)/.exec(make)?.[1] ?? '';
    await script(
      db,
      isKey
        ? `alter table ${table} add constraint ${name} primary key (${key})`
        : make.replace(' ON ONLY ', ' ON '),
    );
  }
}
