/**
 * Counting a segment of three things people did, in an account of 10,000 contacts and in one of a million
 * (BENCH_CONTACTS: another number), against bare counts of the same tables' rows in the same turns.
 */
import { parseSegment, type SegmentGroup } from '@parley/rules/segment.ts';
import { type Db, openDatabase, script, sql } from '../../packages/server/src/platform/db/database.ts';
import type { Addresses } from '../../packages/server/src/platform/db/embedded.ts';
import { planTree } from '../../packages/server/src/segments/meaning.ts';
import { countPlan } from '../../packages/server/src/segments/segment-count.ts';
import { createAccount, createDatabase, type Result, say, timed } from './ground.ts';

const FEW = 10_000;
const MANY = Number(process.env.BENCH_CONTACTS ?? 1_000_000);
const ROUNDS = 5;
const GOALS = { [FEW]: 50, [MANY]: 1_000 } as Readonly<Record<number, number>>;

/** Clicked in the last 30 days, replied, and was sent no blast in the last 7 days. */
const TREE = {
  match: 'all',
  of: [
    { on: 'event', event: 'link.clicked', when: { in: 'last', days: 30 } },
    { on: 'event', event: 'contact.replied', where: [{ property: 'campaign', is: 'in', value: [1_000] }] },
    { on: 'event', event: 'blast.received', did: false, when: { in: 'last', days: 7 } },
  ],
};

export async function benchSegments(server: Addresses): Promise<Result[]> {
  const results: Result[] = [];
  for (const contacts of [FEW, MANY]) {
    const database = openDatabase(await createDatabase(server, `segments_${contacts}`), 4, 20);
    try {
      const { accountId } = await createAccount(database.db, 'http://127.0.0.1:1');
      await fill(database.db, accountId, contacts);
      results.push(await compare(database.db, accountId, contacts));
    } finally {
      await database.close();
    }
  }
  return results;
}

/** A click of every third within 60 days, an answer of every fourth, a blast to everybody within 28 days. */
async function fill(db: Db, accountId: number, contacts: number): Promise<void> {
  await script(
    db,
    `set statement_timeout = 0;
    insert into contacts (account_id, phone, tags, opted_out, created_at)
      select ${accountId}, '+1' || (2120000000 + n), jsonb_build_object('1', 'Person ' || n), n % 40 = 1, now()
      from generate_series(0, ${contacts - 1}) n;
    insert into short_links (account_id, id, name, url, created_at) values (${accountId}, 1, 'a', 'https://example.com/', now());
    insert into link_clicks (account_id, link_id, contact_id, at, campaign_id, kind)
      select ${accountId}, 1, id, now() - (id % 60) * interval '1 day', 1000, 'person' from contacts where id % 3 = 0;
    insert into events (account_id, campaign_id, at, kind, contact_id, step_id, raw, phone)
      select ${accountId}, 1000, now() - (id % 90) * interval '1 day', 'response', id, 10000, 'yes', phone
      from contacts where id % 4 = 0;
    insert into messages (account_id, id, channel_id, contact_id, campaign_id, blast_id, origin, status, created_at, sent_at)
      select ${accountId}, id * 100, 1, id, 1000, 1 + id % 28, 'blast', 'delivered', now(), now() - (id % 28) * interval '1 day'
      from contacts;`,
  );
  for (const table of ['contacts', 'link_clicks', 'events', 'messages'])
    await script(db, `vacuum analyze ${table}`);
}

async function compare(db: Db, accountId: number, contacts: number): Promise<Result> {
  const { tree, problems } = parseSegment(TREE);
  if (!tree) throw new Error(JSON.stringify(problems));
  const times: { floor: number; ours: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const floor = 1_000 * (await timed(() => bareCounts(db, accountId)));
    const ours = 1_000 * (await timed(() => count(db, accountId, tree)));
    // The first one fills the memory.
    if (round > 0) times.push({ floor, ours });
  }
  const middle = (which: 'floor' | 'ours') =>
    times.map((time) => time[which]).sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0;
  const [floor, ours] = [middle('floor'), middle('ours')];
  const goal = GOALS[contacts] ?? 0;
  say(
    `  ${contacts.toLocaleString('en-US')} contacts: ${times.map((time) => Math.round(time.ours)).join(', ')} ms`,
  );
  return {
    path: `segment of three events over ${contacts.toLocaleString('en-US')} contacts`,
    floor: `${Math.round(floor)} ms, bare counts`,
    ours: `${Math.round(ours)} ms`,
    ratio: (ours / floor).toFixed(2),
    required: `≤ ${goal} ms`,
    met: ours <= goal,
  };
}

async function count(db: Db, accountId: number, tree: SegmentGroup): Promise<void> {
  const plan = await planTree(db, accountId, tree, new Date());
  const counted = await countPlan({ db, reports: { db } }, accountId, plan, { ticket: 'bench' });
  if (!counted || counted.count === 0) throw new Error('Nobody was counted.');
}

/** The rows that the segment is made of, each table counted with its condition and nothing else. */
async function bareCounts(db: Db, accountId: number): Promise<void> {
  for (const table of ['contacts', 'link_clicks', 'events', 'messages'])
    await sql`select count(*) from ${sql.table(table)} where account_id = ${accountId}`.execute(db);
}
