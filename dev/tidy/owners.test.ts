/** One owner a table: a room of the server writes its own tables and no others. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TABLES_OF } from './owners.ts';
import { isTest, type Source, sources } from './sources.ts';

const ROOT = 'packages/server/src/';
/** The demo's history is made of rows of the past, which no call can write. */
const IS_STORY = /^packages\/server\/src\/demo\//;
const server = sources('packages/server/src').filter((file) => !isTest(file) && !IS_STORY.test(file.path));

const ownerOf = new Map(
  Object.entries(TABLES_OF).flatMap(([room, tables]) => tables.map((table) => [table, room] as const)),
);

/** The tables that the migrations leave. */
function tablesOfSchema(): string[] {
  const text = readFileSync(`${import.meta.dirname}/../../packages/server/schema.sql`, 'utf8');
  return [...text.matchAll(/^create table (\w+)/gm)].map(([, table = '']) => table);
}

type Write = { room: string; table: string; place: string };

/** What the statements in a file write: a table's name behind `insert into`, `update` or `delete from`. */
function writesOf({ path, code }: Source): Write[] {
  const room = path.slice(ROOT.length).split('/')[0] ?? '';
  return [...code.matchAll(/\b(?:insert into|update|delete from)\s+(\w+)/g)].flatMap((match) => {
    const [, table = ''] = match;
    if (!ownerOf.has(table)) return [];
    return [{ room, table, place: `${path}:${code.slice(0, match.index).split('\n').length}: ${table}` }];
  });
}

it('every table has one owner', () => {
  const owned = Object.values(TABLES_OF).flat();
  expect(owned.filter((table, place) => owned.indexOf(table) !== place)).toEqual([]);
  expect(tablesOfSchema().filter((table) => !ownerOf.has(table))).toEqual([]);
});

it('a room writes its own tables alone', () => {
  const foreign = server.flatMap(writesOf).filter(({ room, table }) => ownerOf.get(table) !== room);
  const found = foreign.map(({ place }) => place);
  expect(
    found,
    `Ask the owner of the table (server/testing/table-owners.ts) to write:\n${found.join('\n')}`,
  ).toEqual([]);
});
