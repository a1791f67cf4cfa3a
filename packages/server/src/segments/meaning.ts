/**
 * What a tree means in its account at a moment: everything that it names is there, and no segment is in
 * itself.
 */
import { SEGMENT_TREE_LIMITS } from '@parley/rules/limits.ts';
import { namedBy, type SegmentGroup, type SegmentProblem } from '@parley/rules/segment.ts';
import { planSegment, type SegmentPlan, SegmentRing } from '@parley/rules/segment-plan.ts';
import type { RawBuilder } from 'kysely';
import { zoneOf } from '../accounts/index.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { sha256 } from '../platform/secrets.ts';
import { findSegment, NO_SEGMENT, treesOf } from './store.ts';

type Named = ReturnType<typeof namedBy>[number];
type What = Named['what'];

/** Which of these ids there are. A campaign that was deleted can still be asked for: its history stays. */
const PRESENT: Record<What, (accountId: number, ids: readonly number[]) => RawBuilder<unknown>> = {
  tag: (account, ids) =>
    sql`select id from tags where account_id = ${account} and id = any(${ids}::bigint[])`,
  segment: (account, ids) =>
    sql`select id from segments where account_id = ${account} and id = any(${ids}::bigint[])`,
  list: (account, ids) =>
    sql`select id from lists where account_id = ${account} and id = any(${ids}::bigint[])`,
  campaign: (account, ids) =>
    sql`select id from campaigns where account_id = ${account} and id = any(${ids}::bigint[]) and not is_template`,
  // A step that was deleted has answers all the same.
  step: (account, ids) => sql`
    select id from steps where account_id = ${account} and id = any(${ids}::bigint[])
    union all
    select d.id from deleted_ids d where d.account_id = ${account} and d.kind = 'step' and d.id = any(${ids}::bigint[])`,
  channel: (account, ids) =>
    sql`select id from channels where account_id = ${account} and id = any(${ids}::bigint[])`,
  link: (account, ids) =>
    sql`select id from short_links where account_id = ${account} and id = any(${ids}::bigint[])`,
  blast: (account, ids) =>
    sql`select id from blasts where account_id = ${account} and id = any(${ids}::bigint[])`,
};

/** What a tree names that is not there. */
export async function missingOf(db: Db, accountId: number, tree: SegmentGroup): Promise<SegmentProblem[]> {
  const named = namedBy(tree);
  const isPresent = await presentOf(db, accountId, named);
  return named
    .filter((each) => !isPresent(each))
    .map(({ what, pointer }) => ({ pointer, detail: `This ${what} was deleted. Choose another one.` }));
}

async function presentOf(
  db: Db,
  accountId: number,
  named: readonly Named[],
): Promise<(one: Named) => boolean> {
  const kinds = [...new Set(named.map(({ what }) => what))];
  const present = new Set<string>();
  for (const what of kinds) {
    const ids = [...new Set(named.filter((each) => each.what === what).map(({ id }) => id))];
    const found = await rows(db, sql<{ id: number }>`${PRESENT[what](accountId, ids)}`);
    for (const { id } of found) present.add(`${what} ${id}`);
  }
  return ({ what, id }) => present.has(`${what} ${id}`);
}

/** Which of these segments (0: none) name something that is gone, or have one in them that does. */
export async function brokenSegments(
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  const asked = [...new Set(ids)].filter((id) => id > 0);
  const trees = await treesOf(db, accountId, asked, SEGMENT_TREE_LIMITS.nestedLevels + 1);
  const isPresent = await presentOf(db, accountId, [...trees.values()].flatMap(namedBy));
  const isWhole = (id: number): boolean =>
    namedBy(trees.get(id) ?? NOTHING).every(
      (each) => isPresent(each) && (each.what !== 'segment' || isWhole(each.id)),
    );
  return new Set(asked.filter((id) => trees.has(id) && !isWhole(id)));
}

const NOTHING: SegmentGroup = { match: 'all', of: [] };

/**
 * The plan of a tree now. `own`: the segment that it is, or will be.
 * @throws Refusal that names the condition, for one that names something gone, and for a ring.
 */
export async function planTree(
  db: Db,
  accountId: number,
  tree: SegmentGroup,
  now: Date,
  own = 0,
): Promise<SegmentPlan> {
  const zone = await zoneOf(db, accountId);
  const ids = namedBy(tree)
    .filter(({ what }) => what === 'segment')
    .map(({ id }) => id);
  const [missing] = await missingOf(db, accountId, tree);
  if (missing) throw refusal(missing);
  const segments = await treesOf(db, accountId, ids, SEGMENT_TREE_LIMITS.nestedLevels + 1);
  for (const [id, nested] of segments) await requireWhole(db, accountId, tree, id, nested);
  try {
    return planSegment(tree, { now: now.toISOString(), zone, segments }, own);
  } catch (error) {
    if (error instanceof SegmentRing) throw refusal(error.problem);
    throw error;
  }
}

/** A segment within names something gone: said at the condition of the outermost one that leads there. */
async function requireWhole(
  db: Db,
  accountId: number,
  tree: SegmentGroup,
  id: number,
  nested: SegmentGroup,
): Promise<void> {
  const [missing] = await missingOf(db, accountId, nested);
  if (!missing) return;
  const segment = await findSegment(db, accountId, id);
  const named = namedBy(tree).filter(({ what }) => what === 'segment');
  const place = named.find((each) => each.id === id) ?? named[0];
  const detail = `The segment “${segment?.name ?? ''}” names something that was deleted. Open it and mend it.`;
  throw refusal({ pointer: place?.pointer ?? '', detail });
}

const refusal = ({ pointer, detail }: SegmentProblem): Refusal => new Refusal(detail, `inpTree.${pointer}`);

/**
 * What a segment asks, and the segments in it, as a text to compare by: another one after any of them was
 * changed, the same after one was renamed. Undefined: the account has no such segment.
 */
export async function segmentMeaning(db: Db, accountId: number, id: number): Promise<string | undefined> {
  const trees = await treesOf(db, accountId, [id], SEGMENT_TREE_LIMITS.nestedLevels + 1);
  if (!trees.has(id)) return undefined;
  return sha256(JSON.stringify([...trees])).toString('base64url');
}

/** The plan of a stored segment now. @throws NotFound, Refusal as `planTree`. */
export async function planOf(db: Db, accountId: number, segmentId: number, now: Date): Promise<SegmentPlan> {
  const found = await findSegment(db, accountId, segmentId);
  if (!found) throw new NotFound(NO_SEGMENT);
  return planTree(db, accountId, found.tree, now, segmentId);
}
