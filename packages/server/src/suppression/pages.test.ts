import { COUNTED, calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { sql } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness();
const COUNT = 13_000;
/** So many of them, the oldest ones, have a note. */
const MOVED = 10_500;

test('pages far down the list, and of what is found in it, leave nobody out, whether scrolled to or jumped to', async () => {
  const owner = await harness().newUser();
  await sql`
    insert into suppressions (account_id, phone, source, words, note, at)
    select ${owner.accountId}, '+1212' || (5000000 + n * 7), 'keyword',
      case when n % 2 = 0 then 'Please stop' else '' end || case when n % 500 = 3 then ' this very moment' else '' end,
      case when n = 9 then 'Wrote a letter' when n <= ${sql.lit(MOVED)} then 'Moved away' else '' end, timestamptz '2026-01-01Z' + interval '1 s' * (n / 10)
    from generate_series(1, ${sql.lit(COUNT)}) n`.execute(harness().services.db);
  const all = Array.from({ length: COUNT }, (_, n) => n + 1)
    .map((n) => ({ n, phone: `+1212${5_000_000 + n * 7}`, at: Math.floor(n / 10) }))
    .sort((one, other) => other.at - one.at || (one.phone < other.phone ? -1 : 1));
  const read = async (search: string, start: number) => {
    const { optOuts, total } = (await owner.ask(calls.optouts.list, { search, start, length: 15 })).values;
    return { phones: optOuts.map(({ phone }) => phone), total };
  };
  const wanted: [string, (one: { n: number; phone: string }) => boolean][] = [
    ['', () => true],
    ['please', ({ n }) => n % 2 === 0],
    ['VERY MOMENT', ({ n }) => n % 500 === 3],
    ['letter', ({ n }) => n === 9],
    ['moved', ({ n }) => n <= MOVED && n !== 9],
    ['(212)', () => true],
    ['(212) 500', ({ phone }) => phone.includes('212500')],
    ['0077', ({ phone }) => phone.includes('0077')],
    ['nothing', () => false],
    ['%', () => false],
  ];
  for (const [search, fits] of wanted) {
    const phones = all.filter(fits).map(({ phone }) => phone);
    for (const start of [0, 15, 30, 990, 4_980, 4_995, 5_010, 5_025, 12_995])
      expect([search, start, await read(search, start)]).toEqual([
        search,
        start,
        { phones: phones.slice(start, start + 15), total: Math.min(phones.length, COUNTED + 1) },
      ]);
  }
});
