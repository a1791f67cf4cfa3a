/** Migrations are applied in the order of their numbers, on every installation the same. */
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDER = new URL('../../packages/server/migrations/', import.meta.url);

it('migrations are numbered from 0001 on, one number a file', () => {
  const files = readdirSync(FOLDER)
    .filter((name) => name !== 'former')
    .sort();
  const expected = files.map((name, n) => `${String(n + 1).padStart(4, '0')}-${name.slice(5)}`);
  expect(
    files,
    'Give the file the next number; two with one number, or a gap, are a merge gone wrong.',
  ).toEqual(expected);
});
