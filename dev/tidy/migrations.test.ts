/** Migrations are applied in the order of their numbers, on every installation the same. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sources } from './sources.ts';

const SERVER = new URL('../../packages/server/', import.meta.url);
const FOLDER = new URL('migrations/', SERVER);

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

it('a constraint that code tells apart by its name is there', () => {
  const schema = readFileSync(new URL('schema.sql', SERVER), 'utf8');
  const named = sources('packages/server/src').flatMap(({ code }) =>
    [...code.matchAll(/isUniqueViolation\([^()]*, '(\w+)'\)/g)].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(schema))).toEqual([]);
});
