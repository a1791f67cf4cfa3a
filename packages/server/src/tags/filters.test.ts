import { FILTER_OPERATORS, type FilterOperator, matchesFilters } from '@parley/rules/filter.ts';
import fc from 'fast-check';
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
  'YES',
  '18 years',
  '１８',
  '1/31/2026',
  '01/31/2026',
  '1-31-2026 10:00',
  '1.31.2026 10:00:00',
  '31/1/2026',
  '02/01/2026T00:00',
  'e\u0301',
  'MONTRÉAL',
  'Montreal',
  'ΟΔΟΣ',
  'οδός',
  'İstanbul',
  'istanbul',
  'Йод',
  'иод',
  'ﬁne',
  'FINE',
  'か',
  'が',
  'हिन्दी',
  '\u00a0x',
  '\u00a8',
];

/** People in a fresh account, each with one value of the tag Thing; the last of them with none. */
async function havingThings(values: readonly string[]) {
  const { db } = harness().services;
  const { accountId } = await harness().newUser();
  const tagId = await storeTag(db, accountId, 'Thing');
  const people = phones(values.length + 1);
  await storeList(
    db,
    accountId,
    'All',
    people.map((phone, n) => ({ phone, tags: n < values.length ? { [tagId]: values[n] ?? '' } : {} })),
  );
  return async (operator: FilterOperator, value: string) => {
    const conditions = await resolveFilters(db, accountId, [{ tag: 'THING', operator, value }]);
    const found = await rows(
      db,
      sql<{ phone: string }>`
        select c.phone from contacts c where c.account_id = ${accountId} and ${meetsAll(conditions)}`,
    );
    const met = new Set(found.map((row) => row.phone));
    return people.flatMap((phone, n) => {
      const held = values[n] ?? '';
      const expected = matchesFilters([{ tag: 'Thing', operator, value }], { Thing: held });
      return expected === met.has(phone)
        ? []
        : [`${JSON.stringify(held)} ${operator} ${JSON.stringify(value)}: ${expected}`];
    });
  };
}

it('means the same in SQL as in rules/filter.ts, for every pair of values and every operator', async () => {
  const differencesOf = await havingThings(VALUES);
  const differences: string[] = [];
  for (const operator of FILTER_OPERATORS)
    for (const value of VALUES) differences.push(...(await differencesOf(operator, value)));
  expect(differences).toEqual([]);
});

it('means the same in SQL as in rules/filter.ts, whatever the values', async () => {
  const letters = fc.constantFrom(
    ...'aÅéßςΣ%_ 0189-+./:tTİı\u0301\u00a0ｶ𝒳'.split(''),
    '2026',
    '1/2/',
    '-03-',
    '\n',
  );
  const value = fc.array(letters, { maxLength: 8 }).map((parts) => parts.join(''));
  const held = fc.sample(value, { numRuns: 400, seed: 5 }).map((each) => each.toWellFormed());
  const differencesOf = await havingThings(held);
  const differences: string[] = [];
  for (const operator of FILTER_OPERATORS)
    for (const wanted of held.slice(0, 60)) differences.push(...(await differencesOf(operator, wanted)));
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
