import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { sql } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness();
const COUNT = 5_000;

test('any page of many links, and of what is found among them, is that of all of them', async () => {
  const owner = await harness().newUser();
  const { db } = harness().services;
  await sql`
    insert into campaigns (account_id, id, name, created_at)
    select ${owner.accountId}, 50000 + n, case when n % 10 = 0 then 'Spring ' else 'Autumn ' end || n, now()
    from generate_series(0, 99) n`.execute(db);
  await sql`
    insert into short_links (account_id, id, name, url, campaign_id, created_at)
    select ${owner.accountId}, n, 'Shop ' || n, 'https://shop.example/' || n || case when n % 700 = 1 then '/sale' else '' end,
      50000 + n % 100, timestamptz '2026-01-01Z' + interval '1 s' * (n / 3)
    from generate_series(1, ${sql.lit(COUNT)}) n`.execute(db);
  const all = Array.from({ length: COUNT }, (_, n) => COUNT - n);
  const read = async (search: string, start: number) =>
    (await owner.ask(calls.links.list, { search, start, length: 15 })).values.links.map(({ id }) => id);
  const wanted: [string, (n: number) => boolean][] = [
    ['', () => true],
    ['SHOP', () => true],
    ['/sale', (n) => n % 700 === 1],
    ['spring', (n) => n % 10 === 0],
    ['autumn 9', (n) => n % 100 === 9 || (n % 100 > 90 && n % 10 > 0)],
    ['shop 77', (n) => String(n).startsWith('77')],
    ['nothing', () => false],
    ['%', () => false],
  ];
  for (const [search, fits] of wanted) {
    const ids = all.filter(fits);
    for (const start of [0, 15, 195, 4_995])
      expect([search, start, await read(search, start)]).toEqual([
        search,
        start,
        ids.slice(start, start + 15),
      ]);
  }
});
