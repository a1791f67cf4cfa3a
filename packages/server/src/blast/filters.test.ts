import { FILTER_OPERATORS, matchesFilters } from '@parley/rules/filter.ts';
import { expect, it } from 'vitest';
import { rows, sql } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';
import { phones, storeList, storeTag } from '../testing/people.ts';
import { meetsAll, resolveFilters } from './filters.ts';

const harness = useHarness();

/** Values that differ in every way the rules name. */
const VALUES = [
  '',
  ' ',
  'gold',
  'Gold',
  ' gold ',
  'GOLD\n',
  'golden',
  'marigold',
  '%',
  '_',
  'a%b',
  'a_b',
  'axb',
  "it's",
  'back\\slash',
  '0',
  '-0',
  '7',
  '07',
  '7.0',
  '7.',
  '.7',
  '+7',
  '-7',
  '1e3',
  '1000',
  '999',
  '12345678901234567890',
  '12345678901234567891',
  '2026-01-31',
  '2026-01-31 00:00',
  '2026-01-31T10:00:00',
  '2026-01-31 10:00',
  '2026-02-01',
  '2026-1-31',
  'ä',
  'Ä',
  'é',
  'z',
  'Z',
  'ß',
  '日本',
  '🙂',
  '\uffee',
  'tab\tin',
  'two words',
];

it('means the same in SQL as in rules/filter.ts, for every pair of values and every operator', async () => {
  const { db } = harness().services;
  const { accountId } = await harness().newUser();
  const tagId = await storeTag(db, accountId, 'Thing');
  const people = phones(VALUES.length + 1);
  await storeList(
    db,
    accountId,
    'All',
    people.map((phone, n) => ({ phone, tags: n < VALUES.length ? { [tagId]: VALUES[n] ?? '' } : {} })),
  );
  const differences: string[] = [];
  for (const operator of FILTER_OPERATORS)
    for (const value of VALUES) {
      const filters = [{ tag: 'THING', operator, value }];
      const conditions = await resolveFilters(db, accountId, filters);
      const found = await rows(
        db,
        sql<{ phone: string }>`
          select c.phone from contacts c where c.account_id = ${accountId} and ${meetsAll(conditions)}`,
      );
      const met = new Set(found.map((row) => row.phone));
      people.forEach((phone, n) => {
        const held = VALUES[n] ?? '';
        const expected = matchesFilters([{ tag: 'Thing', operator, value }], { Thing: held });
        if (expected !== met.has(phone))
          differences.push(`${JSON.stringify(held)} ${operator} ${JSON.stringify(value)}: ${expected}`);
      });
    }
  expect(differences).toEqual([]);
});

it('finds a day of every year in dates as people and files write them', async () => {
  const { db } = harness().services;
  const { accountId } = await harness().newUser();
  const tagId = await storeTag(db, accountId, 'Birthday');
  const born = ['1990-02-28', '2/28', '02.28.1990', '2000-02-29', '02/29', '03/01', '2/8', 'February 28', ''];
  const people = phones(born.length);
  await storeList(
    db,
    accountId,
    'All',
    people.map((phone, n) => ({ phone, tags: { [tagId]: born[n] ?? '' } })),
  );
  const found = async (operator: '=' | '!=' | '<' | 'LIKE', day: string) => {
    const value = `{%${day} every year%}`;
    const conditions = await resolveFilters(db, accountId, [{ tag: 'birthday', operator, value }]);
    const met = await rows(
      db,
      sql<{ phone: string }>`
        select c.phone from contacts c where c.account_id = ${accountId} and ${meetsAll(conditions)}`,
    );
    return met.map(({ phone }) => born[people.indexOf(phone)]).sort();
  };
  const everyone = born.slice(0, 3).toSorted();
  expect(await found('=', '2028-02-28')).toEqual(everyone);
  expect(await found('=', '2028-02-29')).toEqual(['02/29', '2000-02-29']);
  expect(await found('LIKE', '2026-02-28')).toEqual([...born.slice(0, 5)].sort());
  expect(await found('!=', '2026-02-28')).toEqual(['', '03/01', '2/8', 'February 28']);
  expect(await found('<', '2026-02-28')).toEqual([]);
});

it('takes everybody’s value of an unknown tag as missing', async () => {
  const { db } = harness().services;
  const { accountId } = await harness().newUser();
  await storeList(db, accountId, 'One', [{ phone: '+12125550199' }]);
  const count = async (operator: '=' | '!=', value: string) => {
    const conditions = await resolveFilters(db, accountId, [{ tag: 'Nothing', operator, value }]);
    const found = await rows(
      db,
      sql`select 1 from contacts c where c.account_id = ${accountId} and ${meetsAll(conditions)}`,
    );
    return found.length;
  };
  expect([await count('=', 'x'), await count('!=', 'x'), await count('=', '')]).toEqual([0, 1, 1]);
});
