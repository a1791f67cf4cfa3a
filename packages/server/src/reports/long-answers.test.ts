/** Long tables of answers: what can be paged to, and what they can be put in order by. */
import { calls } from '@parley/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { recordEvents } from '../events/record.ts';
import { recountLists } from '../lists/member-counts.ts';
import { rows, sql, transact } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { phones } from '../testing/people.ts';

const harness = useHarness();
const ZONE = 'America/New_York';
let ann: Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>;
let contacts: number[] = [];

beforeAll(async () => {
  const { db } = harness().services;
  ann = await harness().newUser();
  await sql`update accounts set time_zone = ${ZONE} where id = ${ann.accountId}`.execute(db);
  const people = await rows(
    db,
    sql<{ id: number }>`
      insert into contacts (account_id, phone, created_at)
      select ${ann.accountId}, phone, now() from unnest(${phones(5)}::text[]) phone returning id`,
  );
  contacts = people.map(({ id }) => id);
});

describe('a table beyond its reach', () => {
  const early = 9_301;
  const span = { from: '2026-04-01', to: '2026-04-30', datapoint: early, limit: 100 };
  const day = (n: number) => new Date(Date.parse('2026-04-02T12:00:00Z') + n * 1000);

  beforeAll(async () => {
    const { db } = harness().services;
    await storeSketch(db, ann.accountId, early, [{ type: 'message', id: 9302, text: 'x' }]);
    const events = Array.from({ length: 1_200 }, (_, n) => ({
      campaignId: early,
      kind: n % 6 === 0 ? ('optin' as const) : ('response' as const),
      at: day(n),
      contactId: contacts[n % 5] ?? 0,
      raw: String(n % 6 === 0 ? '' : 10_000 + ((n * 7_919) % 1_201)),
    }));
    await recordEvents(db, ann.accountId, ZONE, [
      ...events,
      ...events.map((e) => ({ ...e, at: day(5_000) })),
    ]);
  });

  const ask = async (form: object) =>
    (await ann.ask(calls.tiles.responses, { ...span, ...form })).values.data;

  test('counts all rows, and shows the first of them in any order', async () => {
    const first = await ask({});
    expect([first.count, first.reach]).toEqual([2_000, 200]);
    expect(new Set(first.records.map(({ at }) => at))).toEqual(new Set(['2026-04-02 09:23:20']));
    const oldest = await ask({ order: 'asc', orderBy: 'at', limit: 2 });
    expect(oldest.records.map(({ at }) => at)).toEqual(['2026-04-02 08:00:01', '2026-04-02 08:00:02']);
    expect((await ask({ page: 1 })).records).toHaveLength(100);
    for (const orderBy of ['at', 'answer']) expect((await ask({ page: 2, orderBy })).records).toEqual([]);
    const pages = await Promise.all([0, 1].map((page) => ask({ page, orderBy: 'answer', order: 'asc' })));
    const answers = pages.flatMap(({ records }) => records.map(({ answer }) => String(answer)));
    const all = Array.from({ length: 1_200 }, (_, n) => n).filter((n) => n % 6 > 0);
    const told = all.flatMap((n) => Array(2).fill(String(10_000 + ((n * 7_919) % 1_201))));
    expect(answers).toEqual(told.toSorted().slice(0, 200));
    expect((await ask({ page: 28, limit: 7, orderBy: 'phone' })).records).toHaveLength(4);
  });
});

test('a table of more people than are sorted comes by time, and its headers say so', async () => {
  const { db } = harness().services;
  const long = 9_401;
  await storeSketch(db, ann.accountId, long, [{ type: 'message', id: 9402, text: 'x' }]);
  const lists = await Promise.all(
    ['b', 'a', 'c'].map(async (name) => (await ann.ask(calls.lists.add, { name })).values.id),
  );
  await recordEvents(
    db,
    ann.accountId,
    ZONE,
    lists.map((listId, n) => ({
      campaignId: long,
      kind: 'optin' as const,
      at: new Date(Date.parse('2026-04-02T12:00:00Z') + n * 1000),
      contactId: contacts[2 - n] ?? 0,
      listId,
    })),
  );
  await sql`
    insert into list_members (account_id, list_id, contact_id, added_at)
    select ${ann.accountId}, list, contact, now()
    from unnest(${lists}::bigint[], ${lists.map((_, n) => contacts[2 - n] ?? 0)}::bigint[]) given (list, contact)`.execute(
    db,
  );
  await transact(db, (trx) => recountLists(trx, ann.accountId));
  const ask = async (orderBy: string) => {
    const form = { from: '2026-04-01', to: '2026-04-30', datapoint: long, order: 'asc', orderBy } as const;
    const { headers, records } = (await ann.ask(calls.tiles.subscribers, form)).values.data;
    return {
      unsortable: headers.filter(({ sortable }) => sortable === false).map(({ id }) => id),
      lists: records.map(({ list }) => list).join(''),
    };
  };
  expect(await ask('list')).toEqual({ unsortable: [], lists: 'abc' });
  // As if there were more of them.
  await sql`
    update daily_campaign_counts set count = 1000001
    where account_id = ${ann.accountId} and kind = 'optin' and campaign_id = ${long}`.execute(db);
  expect(await ask('list')).toEqual({ unsortable: ['list', 'status'], lists: 'bac' });
  expect(await ask('phone')).toEqual({ unsortable: ['list', 'status'], lists: 'cab' });
});
