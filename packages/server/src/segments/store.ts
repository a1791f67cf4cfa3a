/** All SQL that writes segments. */
import { conditionCount, type SegmentGroup } from '@parley/rules/segment.ts';
import type { RawBuilder } from 'kysely';
import { type Db, first, likeAnywhere, rows, sql } from '../platform/db/database.ts';
import { cutName, nameKey } from '../platform/names.ts';

export type SavedSegment = {
  id: number;
  name: string;
  version: number;
  conditions: number;
  updatedAt: string;
  tree: SegmentGroup;
};
type Row = Omit<SavedSegment, 'conditions' | 'updatedAt'> & { updatedAt: Date };

const columns = sql`s.id, s.name, s.version, s.tree, s.updated_at as "updatedAt"`;
const saved = (row: Row): SavedSegment => ({
  ...row,
  conditions: conditionCount(row.tree),
  updatedAt: row.updatedAt.toISOString(),
});

/** A page of the segments by name, and how many the search finds. */
export async function listSegments(
  db: Db,
  accountId: number,
  { start, length, search }: { start: number; length: number; search: string },
): Promise<{ segments: SavedSegment[]; total: number }> {
  const found = sql`from segments s
    where s.account_id = ${accountId} and s.name ilike ${likeAnywhere(search.trim())}`;
  const total = await first(db, sql<{ count: number }>`select count(*) as count ${found}`);
  const page = await rows(
    db,
    sql<Row>`select ${columns} ${found} order by s.name_key, s.id offset ${start} limit ${length}`,
  );
  return { segments: page.map(saved), total: total?.count ?? 0 };
}

/** The next segments behind one, in the order in which they were added. */
export async function segmentsBehind(
  db: Db,
  accountId: number,
  { behind, limit }: { behind: number; limit: number },
): Promise<SavedSegment[]> {
  const found = await rows(
    db,
    sql<Row>`
      select ${columns} from segments s where s.account_id = ${accountId} and s.id > ${behind}
      order by s.id limit ${limit}`,
  );
  return found.map(saved);
}

/** To whoever named one that there is not. */
export const NO_SEGMENT = 'That segment was not found.';

export async function findSegment(db: Db, accountId: number, id: number): Promise<SavedSegment | undefined> {
  const row = await first(
    db,
    sql<Row>`select ${columns} from segments s where s.account_id = ${accountId} and s.id = ${id}`,
  );
  return row && saved(row);
}

/** Segments by id: these and, over as many levels, those that they name. */
export async function treesOf(
  db: Db,
  accountId: number,
  ids: readonly number[],
  levels: number,
): Promise<Map<number, SegmentGroup>> {
  if (ids.length === 0) return new Map();
  const found = await rows(
    db,
    sql<{ id: number; tree: SegmentGroup }>`
      with recursive needed as (
        select s.id, s.tree, 1 as level from segments s
        where s.account_id = ${accountId} and s.id = any(${ids}::bigint[])
        union
        select s.id, s.tree, n.level + 1 from needed n
        cross join lateral jsonb_path_query(n.tree, ${NAMED_SEGMENTS}) as named
        join segments s on s.account_id = ${accountId} and s.id = named::bigint
        where n.level < ${levels}
      )
      select distinct on (id) id, tree from needed order by id`,
  );
  return new Map(found.map(({ id, tree }) => [id, tree]));
}

/** The ids of segments that a tree names. */
const NAMED_SEGMENTS = sql`'$.** ? (@.on == "segment").value[*]'::jsonpath`;

/** Whether a segment `s` names one. */
export const namesSegment = (id: number): RawBuilder<unknown> => sql`
  ${id}::bigint in (select named::bigint from jsonb_path_query(s.tree, ${NAMED_SEGMENTS}) as named)`;

/** One change of an account's segments at a time: what they name stays there, and no ring comes to be. */
export async function lockSegments(trx: Db, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('segments', ${accountId}))`.execute(trx);
}

export async function countSegments(db: Db, accountId: number): Promise<number> {
  const row = await first(
    db,
    sql<{ count: number }>`select count(*) as count from segments where account_id = ${accountId}`,
  );
  return row?.count ?? 0;
}

/** A name that is taken breaks the unique constraint. */
export async function insertSegment(
  trx: Db,
  accountId: number,
  name: string,
  tree: SegmentGroup,
  now: Date,
): Promise<number> {
  const row = await first(
    trx,
    sql<{ id: number }>`
      insert into segments (account_id, name, name_key, tree, created_at, updated_at)
      values (${accountId}, ${name}, ${nameKey(name)}, ${JSON.stringify(tree)}::jsonb, ${now}, ${now})
      returning id`,
  );
  if (!row) throw new Error('The segment was not inserted.');
  return row.id;
}

/** The new version; undefined: the account has no such segment, or not in this version. */
export async function updateSegment(
  trx: Db,
  accountId: number,
  { id, name, tree, version }: Pick<SavedSegment, 'id' | 'name' | 'tree' | 'version'>,
  now: Date,
): Promise<number | undefined> {
  const row = await first(
    trx,
    sql<{ version: number }>`
      update segments set name = ${name}, name_key = ${nameKey(name)}, tree = ${JSON.stringify(tree)}::jsonb,
        version = version + 1, updated_at = ${now}
      where account_id = ${accountId} and id = ${id} and version = ${version}
      returning version`,
  );
  return row?.version;
}

/** False: the account has no such segment. */
export async function renameSegment(
  trx: Db,
  accountId: number,
  id: number,
  name: string,
  now: Date,
): Promise<boolean> {
  const row = await first(
    trx,
    sql`
      update segments set name = ${name}, name_key = ${nameKey(name)}, version = version + 1, updated_at = ${now}
      where account_id = ${accountId} and id = ${id} returning id`,
  );
  return row !== undefined;
}

export async function deleteSegment(trx: Db, accountId: number, id: number): Promise<void> {
  await sql`delete from segments where account_id = ${accountId} and id = ${id}`.execute(trx);
}

/** The first of "name", "name (2)" … that no segment of the account has. */
export async function freeName(trx: Db, accountId: number, name: string, most: number): Promise<string> {
  const taken = new Set(
    (
      await rows(
        trx,
        sql<{ key: string }>`select name_key as key from segments where account_id = ${accountId}`,
      )
    ).map(({ key }) => key),
  );
  for (let n = 2; ; n += 1) {
    const end = ` (${n})`;
    const free = `${cutName(name, most - end.length)}${end}`;
    if (!taken.has(nameKey(free))) return free;
  }
}
