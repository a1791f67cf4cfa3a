import { calls } from '@parley/contract';
import { SEGMENT_TREE_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { type FilterOfTag, segmentOfFilters } from '@parley/rules/segment-from-filters.ts';
import { recordAuditEvent } from '../audit/index.ts';
import { contactsFile, FILE_CHUNK } from '../contacts/index.ts';
import { type Db, isUniqueViolation, sql, transact } from '../platform/db/database.ts';
import { deleteOnce } from '../platform/deletion.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { resolveFilters } from '../tags/index.ts';
import { segmentPeople } from './compile.ts';
import { missingOf, planOf, planTree } from './meaning.ts';
import { countPlan, estimatePlan } from './segment-count.ts';
import { snapshotSlice } from './snapshot.ts';
import * as store from './store.ts';
import { usesOf } from './uses.ts';

export const routes = routesOf(calls.segments, {
  async list({ db, accountId }, page) {
    return store.listSegments(db, accountId, page);
  },

  async info({ db, accountId }, { segment }) {
    const { tree, ...info } = await mustFind(db, accountId, segment);
    return { info, tree, problems: await missingOf(db, accountId, tree) };
  },

  async add(context, { name, tree }) {
    const { db, accountId, clock } = context;
    const id = await refuseTaken(name, () =>
      change(db, accountId, async (trx) => {
        await requireRoom(trx, accountId);
        await planTree(trx, accountId, tree, clock.now());
        return store.insertSegment(trx, accountId, name, tree, clock.now());
      }),
    );
    return { id, version: 1 };
  },

  async update({ db, accountId, clock }, { segment, name, tree, version }) {
    const saved = await refuseTaken(name, () =>
      change(db, accountId, async (trx) => {
        await planTree(trx, accountId, tree, clock.now(), segment);
        return store.updateSegment(trx, accountId, { id: segment, name, tree, version }, clock.now());
      }),
    );
    if (saved !== undefined) return { version: saved };
    const stored = await mustFind(db, accountId, segment);
    throw new Refusal(
      `Somebody else saved “${stored.name}” meanwhile. Reload it, and make your changes again.`,
      'VERSION',
    );
  },

  async rename({ db, accountId, clock }, { segment, name }) {
    const done = await refuseTaken(name, () =>
      transact(db, (trx) => store.renameSegment(trx, accountId, segment, name, clock.now())),
    );
    if (!done) throw new NotFound();
    return {};
  },

  async copy({ db, accountId, clock }, { segment }) {
    return change(db, accountId, async (trx) => {
      await requireRoom(trx, accountId);
      const found = await mustFind(trx, accountId, segment);
      const name = await store.freeName(trx, accountId, found.name, TEXT_LIMITS.name);
      return { id: await store.insertSegment(trx, accountId, name, found.tree, clock.now()), name };
    });
  },

  async remove(context, { segment }) {
    const { db, accountId } = context;
    await deleteOnce(db, accountId, { kind: 'segment', id: segment }, async (trx) => {
      await store.lockSegments(trx, accountId);
      const { name } = await mustFind(trx, accountId, segment);
      const [use] = await usesOf(trx, accountId, segment);
      if (use && use.kind !== 'blast')
        throw new Refusal(
          `The ${use.kind} “${use.name}” uses “${name}”. Change that one before you delete it.`,
        );
      if (use)
        throw new Refusal('A blast is about to go to this segment. Cancel it before you delete the segment.');
      await recordAuditEvent(trx, context, { act: 'deleted', kind: 'segment', id: segment });
      await store.deleteSegment(trx, accountId, segment);
    });
    return {};
  },

  async uses({ db, accountId }, { segment }) {
    await mustFind(db, accountId, segment);
    return { uses: await usesOf(db, accountId, segment) };
  },

  async count({ db, accountId, caller, clock, whenAbandoned }, { tree, ticket, own }) {
    const plan = await planTree(db, accountId, tree, clock.now(), own);
    const known = ticket === '' ? '' : `${accountId} ${caller.userId} ${ticket}`;
    const counted = await countPlan(db, accountId, plan, { ticket: known, whenAbandoned });
    return counted === null
      ? { count: 0, optedOut: 0, examples: [], superseded: 1 }
      : { ...counted, superseded: 0 };
  },

  async estimate({ db, accountId, clock }, { tree, own }) {
    const plan = await planTree(db, accountId, tree, clock.now(), own);
    return { estimate: (await estimatePlan(db, accountId, plan)) ?? -1 };
  },

  async ofFilters({ db, accountId }, { filters }) {
    const conditions = await resolveFilters(db, accountId, filters);
    const known = filters.flatMap((filter, n): FilterOfTag[] => {
      if (filter.tag === '') return [];
      const tagId = conditions[n]?.tagId ?? null;
      if (tagId === null)
        throw new Refusal(
          `There is no tag named “${filter.tag}” any more. Choose another one.`,
          'inpTagfilter',
        );
      return [{ ...filter, tagId }];
    });
    return { tree: segmentOfFilters(known) };
  },

  async snapshot(context, form) {
    return snapshotSlice(context, form);
  },

  async export({ db, accountId, clock }, { segment }) {
    const { name } = await mustFind(db, accountId, segment);
    const plan = await planOf(db, accountId, segment, clock.now());
    const next = (after: number) => sql`
      select found.id, c.created_at as since
      from (${segmentPeople(accountId, plan)}) found
      join contacts c on c.account_id = ${accountId} and c.id = found.id
      where found.id > ${after} order by found.id limit ${FILE_CHUNK}`;
    return contactsFile(db, accountId, name, { heading: 'Added', next });
  },
});

async function mustFind(db: Db, accountId: number, id: number): Promise<store.SavedSegment> {
  const found = await store.findSegment(db, accountId, id);
  if (!found) throw new NotFound();
  return found;
}

/** A change that names other segments, or is named by them. */
function change<T>(db: Db, accountId: number, work: (trx: Db) => Promise<T>): Promise<T> {
  return transact(db, async (trx) => {
    await store.lockSegments(trx, accountId);
    return work(trx);
  });
}

async function requireRoom(trx: Db, accountId: number): Promise<void> {
  if ((await store.countSegments(trx, accountId)) >= SEGMENT_TREE_LIMITS.perAccount)
    throw new Refusal(
      `An account has at most ${SEGMENT_TREE_LIMITS.perAccount.toLocaleString('en-US')} segments.`,
    );
}

async function refuseTaken<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'segments_account_id_name_key_key'))
      throw new Refusal(`You already have a segment named “${name}”.`, 'SegmentName');
    throw error;
  }
}
