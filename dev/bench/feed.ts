/**
 * Facts that may be heard: contacts come into a list, with nobody who listens and with one who does, against
 * the bare insert of the same rows.
 */
import { setListenedKinds } from '../../packages/server/src/feed/index.ts';
import { addMembers } from '../../packages/server/src/lists/index.ts';
import { insertList } from '../../packages/server/src/lists/store.ts';
import { type Db, first, rows, sql, transact } from '../../packages/server/src/platform/db/database.ts';
import type { Addresses } from '../../packages/server/src/platform/db/embedded.ts';
import { createAccount, createDatabase, openServices, type Result, say, timed } from './ground.ts';

const GROUP = 500;
const PEOPLE = 50_000;
const ROUNDS = 3;

export async function benchFeed(server: Addresses): Promise<Result[]> {
  const { services, close } = openServices(await createDatabase(server, 'bench_feed'));
  const { db } = services;
  const { accountId } = await createAccount(db, 'http://127.0.0.1:9');
  const made = await rows(
    db,
    sql<{ id: number }>`
      insert into contacts (account_id, phone, created_at)
      select ${accountId}, '+1' || (2120000000 + n), now() from generate_series(1, ${PEOPLE}) n returning id`,
  );
  const people = made.map(({ id }) => id);
  const speeds = { bare: [] as number[], unheard: [] as number[], heard: [] as number[] };
  for (let round = 1; round <= ROUNDS; round += 1) {
    speeds.bare.push(await speedOf(db, accountId, people, insertBare));
    await listenTo(db, accountId, []);
    speeds.unheard.push(await speedOf(db, accountId, people, join));
    await listenTo(db, accountId, ['list.joined']);
    speeds.heard.push(await speedOf(db, accountId, people, join));
    const [bare, unheard, heard] = Object.values(speeds).map((all) => all.at(-1)?.toFixed(0));
    say(`feed, round ${round}: bare ${bare}/s, nobody listens ${unheard}/s, one listens ${heard}/s`);
  }
  const fed = await first(db, sql<{ n: number }>`select count(*) as n from event_feed`);
  if (Number(fed?.n) !== PEOPLE * ROUNDS) throw new Error(`${fed?.n} events were fed.`);
  await close();
  const [bare = 0, unheard = 0, heard = 0] = Object.values(speeds).map((all) => Math.max(...all));
  const told = (path: string, ours: number): Result => ({
    path,
    floor: `${bare.toFixed(0)}/s, bare insert`,
    ours: `${ours.toFixed(0)}/s`,
    ratio: (ours / bare).toFixed(2),
    required: '',
    met: true,
  });
  return [
    told(`${GROUP} people join a list, nobody listens`, unheard),
    told(`${GROUP} people join a list, one listens`, heard),
  ];
}

type Joining = (trx: Db, accountId: number, list: number, people: readonly number[]) => Promise<unknown>;

const join: Joining = (trx, accountId, list, people) => addMembers(trx, accountId, list, people, new Date());

const insertBare: Joining = (trx, accountId, list, people) =>
  sql`
    insert into list_members (account_id, list_id, contact_id, added_at)
    select ${accountId}, ${list}, id, now() from unnest(${people}::bigint[]) id`.execute(trx);

/** People a second, into a list of their own. */
async function speedOf(db: Db, accountId: number, people: readonly number[], how: Joining): Promise<number> {
  const list = await insertList(db, accountId, `List ${performance.now()}`, new Date());
  const seconds = await timed(async () => {
    for (let from = 0; from < people.length; from += GROUP)
      await transact(db, (trx) => how(trx, accountId, list, people.slice(from, from + GROUP)));
  });
  return people.length / seconds;
}

const listenTo = (db: Db, accountId: number, kinds: readonly 'list.joined'[]) =>
  transact(db, (trx) => setListenedKinds(trx, accountId, 'webhooks', kinds));
