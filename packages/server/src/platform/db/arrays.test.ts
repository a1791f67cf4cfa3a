import { expect, test } from 'vitest';
import { useHarness } from '../../testing/harness.ts';
import { booleanArray, numberArray, textArray } from './arrays.ts';
import { first, sql } from './database.ts';

const harness = useHarness();

test('texts come back from a list as they were given', async () => {
  const texts = [
    'plain',
    '',
    'a "quoted" one',
    'back\\slash',
    'comma, {brace}',
    'NULL',
    'two\nlines',
    'ü 🎉',
    null,
  ];
  const row = await first(
    harness().services.db,
    sql<{ texts: unknown }>`select ${textArray(texts)}::text[] as texts`,
  );
  expect(row?.texts).toEqual(texts);
});

test('numbers come back from a list as they were given', async () => {
  const numbers = [1, 0, -5, 9_007_199_254_740_991];
  const row = await first(
    harness().services.db,
    sql<{ numbers: unknown }>`select ${numberArray(numbers)}::bigint[] as numbers`,
  );
  expect(row?.numbers).toEqual(numbers);
});

test('a list keeps its missing numbers, and may be empty', async () => {
  const row = await first(
    harness().services.db,
    sql<{ missing: number; none: unknown }>`
      select cardinality(array_positions(${numberArray([7, null, null])}::bigint[], null)) as missing,
        ${textArray([])}::text[] as none`,
  );
  expect(row).toEqual({ missing: 2, none: [] });
});

test('yes and no come back from a list as they were given', async () => {
  const row = await first(
    harness().services.db,
    sql<{ flags: unknown }>`select ${booleanArray([true, false, true])}::boolean[] as flags`,
  );
  expect(row?.flags).toEqual([true, false, true]);
});
