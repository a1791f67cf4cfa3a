import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ACCOUNT_TABLES, LOCAL_TABLES, REFERENCE_TABLES } from './placement.ts';

const schema = readFileSync(new URL('../../../schema.sql', import.meta.url), 'utf8');
const tables = [...schema.matchAll(/^create table (\w+) \(\n([\s\S]*?)\n\)/gm)].map(
  ([, name = '', body = '']) => ({
    name,
    body,
    refersTo: [...body.matchAll(/REFERENCES (\w+)\(/g)].map(([, other = '']) => other),
  }),
);
const partOf = (list: readonly string[]) => tables.filter(({ name }) => list.includes(name));

it('every table of the schema has one place', () => {
  expect([...REFERENCE_TABLES, ...LOCAL_TABLES, ...ACCOUNT_TABLES].sort()).toEqual(
    tables.map(({ name }) => name).sort(),
  );
});

it('what lies by account has the account first in its key and in each unique index', () => {
  const keys = partOf(ACCOUNT_TABLES).flatMap(({ name, body }) =>
    [...body.matchAll(/(?:PRIMARY KEY|UNIQUE) \(([^)]*)/g)].map(([, columns = '']) => `${name}: ${columns}`),
  );
  const indexes = [
    ...schema.matchAll(/^CREATE UNIQUE INDEX .* ON (?:ONLY )?public\.(\w+) USING btree \((.*)/gm),
  ]
    .filter(([, name = '']) => (ACCOUNT_TABLES as readonly string[]).includes(name))
    .map(([, name, columns]) => `${name}: ${columns}`);
  expect(keys.length).toBeGreaterThan(90);
  expect([...keys, ...indexes].filter((key) => !/: account_id\b/.test(key))).toEqual(['accounts: id']);
});

it('a table refers to what lies beside it or everywhere, and is placed behind it', () => {
  const wrong = tables
    .flatMap(({ name, refersTo }) => refersTo.map((other) => ({ name, other })))
    .filter(({ name, other }) => {
      const [from, to] = [name, other].map((each) => (ACCOUNT_TABLES as readonly string[]).indexOf(each));
      const isLocal = (each: string) => (LOCAL_TABLES as readonly string[]).includes(each);
      if (isLocal(name)) return !isLocal(other);
      if (from === -1) return true;
      return to === -1 ? isLocal(other) : (to as number) >= (from as number);
    });
  expect(wrong).toEqual([]);
});

it('no table has a trigger, and no reference sets anything to null', () => {
  expect(schema).not.toMatch(/CREATE TRIGGER/i);
  expect(schema).not.toMatch(/ON DELETE SET NULL/i);
});
