/**
 * Bytes a message, and how long its life takes, as `messages` grows: a blast to 900,000 people and 100,000
 * single messages for each million, made by PostgreSQL itself in slices, in a database that is deleted
 * afterwards. The first `--lived` messages of each blast are written, handed over, answered and settled as
 * the product does it; the others are written as they end. Ends early when the time or the disk runs short.
 *
 *   nice node dev/bench/growth.ts [--millions 50] [--lived 20000] [--minutes 60] [--before 1]
 *
 * `--before 1`: with the fill factor and the index that were there before migration 0030. `--folder`: where
 * the database lies meanwhile.
 */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Db,
  first,
  openDatabase,
  rows,
  script,
  sql,
} from '../../packages/server/src/platform/db/database.ts';
import { startEmbedded } from '../../packages/server/src/platform/db/embedded.ts';
import { readOptions } from '../faults/options.ts';
import { createDatabase, say } from './ground.ts';

const PEOPLE = 1_000_000;
/** Of a million rows: replies and the like, the rest are a blast's. */
const SINGLES = 100_000;
const BLAST = PEOPLE - SINGLES;
/** What the fan-out writes, the pump hands over, and receipts are gathered to, at a time. */
const SLICES = { fanOut: 20_000, pump: 1_000, receipts: 500 };
/** Of a hundred messages so many are delivered; of the others nothing is heard. */
const DELIVERED = 92;
/** Without a common factor with what is gone through: receipts come in no order. */
const STRIDE = 48_271;
const LEFT_FREE = 20e9;
/** An index is made, or a table looked through, without a limit of time. */
const PATIENCE = 1_000;

const { millions, lived, minutes, before, folder } = readOptions({
  millions: 50,
  lived: 20_000,
  minutes: 600,
  before: 0,
  folder: tmpdir(),
});

/** In ms of performance.now(). */
const end = minutes * 60_000;
const dataDir = mkdtempSync(join(folder, 'parley-growth-'));
const postgres = await startEmbedded(dataDir, { settings: ['fsync=off', 'full_page_writes=off'] });
try {
  const { db, close } = openDatabase(await createDatabase(postgres, 'growth'), 1, PATIENCE);
  await grow(db).finally(close);
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function grow(db: Db): Promise<void> {
  if (before === 1) await asBefore(db);
  await makeSlices(db);
  let made = 0;
  for (let million = 0; million < millions && mayGoOn(); million += 1) {
    const from = 1 + million * PEOPLE;
    const begun = await sizes(db);
    await lifeOf(db, { million, from, count: lived, origin: 'blast', isLived: true });
    await lifeOf(db, { million, from: from + lived, count: BLAST - lived, origin: 'blast', isLived: false });
    await lifeOf(db, { million, from: from + BLAST, count: SINGLES, origin: 'reply', isLived: false });
    sayGrowth(`million ${million + 1}`, PEOPLE, await sizes(db), begun);
    made = million + 1;
  }
  await script(db, 'vacuum analyze messages');
  const { hot, ...all } = await sizes(db);
  sayGrowth(`all ${made} millions, after a vacuum`, made * PEOPLE, all);
  say(`${hot} % of updates touched no index`);
  await sayIndexes(db);
}

function mayGoOn(): boolean {
  if (performance.now() > end) return false;
  const { bavail, bsize } = statfsSync(dataDir);
  const isEnough = bavail * bsize > LEFT_FREE;
  if (!isEnough) say('Stopped: the disk has too little room for more.');
  return isEnough;
}

async function asBefore(db: Db): Promise<void> {
  await script(
    db,
    `alter table messages set (fillfactor = 25);
     drop index messages_without_balance;
     create index messages_without_balance on messages (account_id, created_at)
       where reason = 'balance' and status in ('held', 'skipped') and origin <> 'blast'`,
  );
}

/**
 * The columns that the product writes at each stage, and no others (messages/blast-messages.ts,
 * submit-results.ts, receipts.ts).
 */
async function makeSlices(db: Db): Promise<void> {
  await script(
    db,
    `create function body_of(n bigint) returns text language sql immutable as $$
       select left(repeat('Hello Ann, our autumn sale begins on Friday. Show this text for a tenth off. ', 4), (60 + n * 7919 % 147)::int) $$;
     create procedure write_slice(first bigint, rows bigint, million bigint, kind text, is_lived boolean) language sql as $$
       insert into messages (account_id, id, channel_id, contact_id, campaign_id, blast_id, step_id, origin, status, body, credits,
         segments, carrier_id, created_at, sent_at, settled_at)
       select 1, n, 1, 1 + (n - 1) % ${PEOPLE}, 1000, case when kind = 'blast' then million + 1 end,
         case when kind <> 'blast' or not is_lived then 7 end, kind,
         case when is_lived then 'queued' when n % 100 < ${DELIVERED} then 'delivered' else 'sent' end::message_status,
         case when kind <> 'blast' or not is_lived then body_of(n) end, 1, 1, case when not is_lived then 'SM' || md5(n::text) end,
         at, case when not is_lived then at end, case when not is_lived and n % 100 < ${DELIVERED} then at end
       from generate_series(first, first + rows - 1) n, (values (timestamptz '2026-01-01' + million * interval '1 day')) as each (at) $$;
     create procedure begin_slice(first bigint, rows bigint) language sql as $$
       update messages set status = 'sending', body = coalesce(body, body_of(id)), step_id = 7,
         sent_at = created_at + interval '1 minute'
       where account_id = 1 and id between first and first + rows - 1 $$;
     create procedure answer_slice(first bigint, rows bigint) language sql as $$
       update messages set status = 'sent', carrier_id = 'SM' || md5(id::text)
       where account_id = 1 and id between first and first + rows - 1 and status = 'sending' $$;
     create procedure settle_slice(first bigint, place bigint, rows bigint, of bigint) language sql as $$
       with given as materialized (
         select first + n * ${STRIDE} % of as id from generate_series(place, place + rows - 1) n
         where n % 100 < ${DELIVERED} order by 1
       )
       update messages m set status = 'delivered', settled_at = m.sent_at + interval '5 seconds'
       from given where m.account_id = 1 and m.id = given.id and m.status = 'sent' $$`,
  );
}

type Part = {
  million: number;
  from: number;
  count: number;
  origin: 'blast' | 'reply';
  isLived: boolean;
};

/** Written, handed over, answered, settled: each slice is a transaction. */
async function lifeOf(db: Db, { million, from, count, origin, isLived }: Part): Promise<void> {
  const begun = performance.now();
  const marks: number[] = [];
  const inSlices = async (size: number, work: (at: number) => ReturnType<typeof sql>) => {
    for (let at = 0; at < count; at += size) await work(at).execute(db);
    marks.push(performance.now());
  };
  await inSlices(
    SLICES.fanOut,
    (at) => sql`call write_slice(${from + at}, ${SLICES.fanOut}, ${million}, ${origin}, ${isLived})`,
  );
  if (!isLived) return sayTimes();
  await inSlices(SLICES.pump, (at) => sql`call begin_slice(${from + at}, ${SLICES.pump})`);
  await inSlices(SLICES.pump, (at) => sql`call answer_slice(${from + at}, ${SLICES.pump})`);
  await inSlices(
    SLICES.receipts,
    (at) => sql`call settle_slice(${from}, ${at}, ${SLICES.receipts}, ${count})`,
  );
  sayTimes();

  function sayTimes(): void {
    const seconds = marks.map((mark, n) => ((mark - (marks[n - 1] ?? begun)) / 1_000).toFixed(1));
    const stages = ['written', 'begun', 'answered', 'settled'].map((stage, n) => `${stage} ${seconds[n]} s`);
    say(`million ${million + 1}, ${count} of ${origin}: ${stages.slice(0, seconds.length).join(', ')}`);
  }
}

type Sizes = { table: number; indexes: number };

/** In bytes; `hot`: the percentage of updates that touched no index. */
async function sizes(db: Db): Promise<Sizes & { hot: number }> {
  const row = await first(
    db,
    sql<Sizes & { hot: number }>`
      select pg_table_size('messages') as table, pg_indexes_size('messages') as indexes,
        round(100.0 * n_tup_hot_upd / greatest(n_tup_upd, 1))::int as hot
      from pg_stat_user_tables where relname = 'messages'`,
  );
  if (!row) throw new Error('There is no table of messages.');
  return row;
}

function sayGrowth(what: string, messages: number, now: Sizes, before = { table: 0, indexes: 0 }): void {
  const [table, indexes] = [now.table - before.table, now.indexes - before.indexes];
  const [inTable, inIndexes, together] = [table, indexes, table + indexes].map((bytes) =>
    (bytes / messages).toFixed(0),
  );
  say(`${what}: ${inTable} bytes a message in the table, ${inIndexes} in indexes, ${together} together`);
}

async function sayIndexes(db: Db): Promise<void> {
  const found = await rows(
    db,
    sql<{ name: string; bytes: number }>`
      select indexrelname as name, pg_relation_size(indexrelid) as bytes from pg_stat_user_indexes
      where relname = 'messages' order by 2 desc`,
  );
  for (const { name, bytes } of found) say(`${name}: ${(bytes / 1e6).toFixed(0)} MB`);
}
