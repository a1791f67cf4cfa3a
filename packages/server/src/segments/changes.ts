/** Adding, saving and deleting segments: for their screen and for programs. */
import { SEGMENT_TREE_LIMITS } from '@parley/rules/limits.ts';
import type { SegmentGroup } from '@parley/rules/segment.ts';
import { type Actor, recordAuditEvent } from '../audit/index.ts';
import { type Db, isUniqueViolation, transact } from '../platform/db/database.ts';
import { deleteOnce } from '../platform/deletion.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { planTree } from './meaning.ts';
import * as store from './store.ts';
import { holdersOf, SegmentInUse, usesOf } from './uses.ts';

type By = Actor & { db: Db };

/** Answers its id. @throws Refusal for a name that is taken and a tree that names something gone. */
export function addSegment(by: By, name: string, tree: SegmentGroup): Promise<number> {
  const { db, accountId, clock } = by;
  return refuseTaken(name, () =>
    changeSegments(db, accountId, async (trx) => {
      await requireRoom(trx, accountId);
      await planTree(trx, accountId, tree, clock.now());
      return store.insertSegment(trx, accountId, name, tree, clock.now());
    }),
  );
}

/** Answers the new version. @throws NotFound; Refusal also for another version than the stored one. */
export async function saveSegment(
  { db, accountId, clock }: By,
  segment: Pick<store.SavedSegment, 'id' | 'name' | 'tree' | 'version'>,
): Promise<number> {
  const { id, name, tree } = segment;
  const saved = await refuseTaken(name, () =>
    changeSegments(db, accountId, async (trx) => {
      await planTree(trx, accountId, tree, clock.now(), id);
      return store.updateSegment(trx, accountId, segment, clock.now());
    }),
  );
  if (saved !== undefined) return saved;
  const stored = await mustFind(db, accountId, id);
  throw new Refusal(
    `Somebody else saved “${stored.name}” meanwhile. Reload it, and make your changes again.`,
    'VERSION',
  );
}

/** @throws NotFound; SegmentInUse for one that something sends to or is made of. */
export async function removeSegment(by: By, id: number): Promise<void> {
  const { db, accountId } = by;
  await deleteOnce(db, accountId, { kind: 'segment', id }, async (trx) => {
    await store.lockSegments(trx, accountId);
    const { name } = await mustFind(trx, accountId, id);
    const holders = holdersOf(await usesOf(trx, accountId, id));
    if (holders.length > 0) throw new SegmentInUse(name, holders);
    await recordAuditEvent(trx, by, { act: 'deleted', kind: 'segment', id });
    await store.deleteSegment(trx, accountId, id);
  });
}

export async function mustFind(db: Db, accountId: number, id: number): Promise<store.SavedSegment> {
  const found = await store.findSegment(db, accountId, id);
  if (!found) throw new NotFound();
  return found;
}

/** A change that names other segments, or is named by them. */
export function changeSegments<T>(db: Db, accountId: number, work: (trx: Db) => Promise<T>): Promise<T> {
  return transact(db, async (trx) => {
    await store.lockSegments(trx, accountId);
    return work(trx);
  });
}

export async function requireRoom(trx: Db, accountId: number): Promise<void> {
  if ((await store.countSegments(trx, accountId)) >= SEGMENT_TREE_LIMITS.perAccount)
    throw new Refusal(
      `An account has at most ${SEGMENT_TREE_LIMITS.perAccount.toLocaleString('en-US')} segments.`,
    );
}

export async function refuseTaken<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'segments_account_id_name_key_key'))
      throw new Refusal(`You already have a segment named “${name}”.`, 'SegmentName');
    throw error;
  }
}
