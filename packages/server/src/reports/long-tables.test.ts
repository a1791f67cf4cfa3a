/**
 * Tables of people that are too long to be put in order as a whole: what they show first is right for the
 * whole of them all the same.
 */
import { calls } from '@parley/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { recordEvents } from '../events/record.ts';
import { recordClickers } from '../links/unique-clickers.ts';
import { rows, sql, transact } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, useHarness } from '../testing/harness.ts';

const harness = useHarness();
const CAMPAIGN = 8_100;
const LINK = 8_200;
/** Too many to be put in order as a whole: an index is walked. */
const SIZES = [1_300, 10_200];
const SPAN = { from: '2026-04-01', to: '2026-04-30', limit: 3, page: 0 };
/** Person n opted in and clicked at second n; every third of them once more at second 20,000 + n. */
const at = (second: number) => new Date(Date.parse('2026-04-10T12:00:00Z') + second * 1000);
const phoneOf = (n: number, size: number) => `+1212${2_000_000 + ((n * 7_919) % size)}`;

async function accountWith(size: number): Promise<Client & { accountId: number }> {
  const { db } = harness().services;
  const ann = await harness().newUser();
  await storeSketch(db, ann.accountId, CAMPAIGN, [{ type: 'message', id: 8_101, text: 'x' }]);
  const phones = Array.from({ length: size }, (_, n) => phoneOf(n, size));
  const people = await rows(
    db,
    sql<{ id: number; phone: string }>`
      insert into contacts (account_id, phone, created_at)
      select ${ann.accountId}, phone, now() from unnest(${phones}::text[]) phone returning id, phone`,
  );
  const ids = new Map(people.map(({ id, phone }) => [phone, id]));
  const seen = phones.flatMap((phone, n) => {
    const once = { contactId: ids.get(phone) ?? 0, phone, at: at(n) };
    return n % 3 === 0 ? [once, { ...once, at: at(20_000 + n) }] : [once];
  });
  await recordEvents(
    db,
    ann.accountId,
    'UTC',
    seen.map(({ contactId, at }) => ({
      contactId,
      at,
      campaignId: CAMPAIGN,
      kind: 'optin' as const,
      raw: '',
    })),
  );
  await sql`
    insert into short_links (account_id, id, name, url, campaign_id, created_at)
    values (${ann.accountId}, ${LINK}, 'x', 'https://shop.example', ${CAMPAIGN}, now())`.execute(db);
  await sql`
    insert into link_clicks (account_id, link_id, contact_id, phone, campaign_id, at, kind)
    select ${ann.accountId}, ${LINK}, c.id, c.phone, ${CAMPAIGN}, c.at, 'person'
    from unnest(${seen.map(({ contactId }) => contactId)}::bigint[], ${seen.map(({ phone }) => phone)}::text[],
      ${seen.map((one) => one.at)}::timestamptz[]) c (id, phone, at)`.execute(db);
  await recordClickers(
    db,
    ann.accountId,
    'UTC',
    seen.map(({ contactId, at }) => ({ contactId, at, subjectId: LINK })),
  );
  return ann;
}

type Ask = { orderBy: string; order: 'asc' | 'desc'; page?: number };

describe.each(SIZES)('of %d people', (size) => {
  const phones = (...people: number[]) => people.map((n) => phoneOf(n, size));
  let ann: Client;
  beforeAll(async () => {
    ann = await accountWith(size);
  });
  const TABLES = [
    [
      'subscribers',
      'at',
      (form: Ask) => ann.ask(calls.tiles.subscribers, { ...SPAN, datapoint: CAMPAIGN, ...form }),
    ],
    ['clickers', 'last', (form: Ask) => ann.ask(calls.tiles.clickers, { ...SPAN, datapoint: LINK, ...form })],
  ] as const;

  test.each(TABLES)('%s: the oldest come first when that is asked', async (_name, time, ask) => {
    const { data } = (await ask({ orderBy: time, order: 'asc' })).values;
    expect(data.count).toBe(size);
    // Persons 0 and 3 came again later.
    expect(data.records.map(({ phone }) => phone)).toEqual(phones(1, 2, 4));
    const next = (await ask({ orderBy: time, order: 'asc', page: 1 })).values.data;
    expect(next.records.map(({ phone }) => phone)).toEqual(phones(5, 7, 8));
    const newest = (await ask({ orderBy: time, order: 'desc' })).values.data;
    const last = size - 1 - ((size - 1) % 3);
    expect(newest.records.map(({ phone }) => phone)).toEqual(phones(last, last - 3, last - 6));
  });

  test('a sort that takes long is told, and what it found is there later', async () => {
    const { db } = harness().services;
    const ask = async (form: object = {}) =>
      (await ann.ask(calls.tiles.subscribers, { ...SPAN, datapoint: CAMPAIGN, orderBy: 'status', ...form }))
        .values.data;
    const meanwhile = await transact(db, async (trx) => {
      await sql`lock table lists in access exclusive mode`.execute(trx);
      return Promise.all([ask(), ask({ page: 1 })]);
    });
    expect(meanwhile.map(({ sorting, records }) => [sorting, records])).toEqual([
      [0, []],
      [0, []],
    ]);
    await expect.poll(async () => (await ask()).records.length).toBe(3);
    expect((await ask({ page: 1 })).records).toHaveLength(3);
  });

  test.each(TABLES)('%s: by phone the order is that of all of them', async (_name, _time, ask) => {
    const first = (await ask({ orderBy: 'phone', order: 'asc', page: 1 })).values.data;
    expect(first.records.map(({ phone }) => phone)).toEqual([3, 4, 5].map((n) => `+1212${2_000_000 + n}`));
    const last = (await ask({ orderBy: 'phone', order: 'desc' })).values.data;
    expect(last.records.map(({ phone }) => phone)).toEqual(
      [1, 2, 3].map((n) => `+1212${2_000_000 + size - n}`),
    );
  });
});
