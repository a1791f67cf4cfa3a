import { calls } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { type FilterOfTag, segmentOfFilters } from '@parley/rules/segment-from-filters.ts';
import { contactsFile, FILE_CHUNK } from '../contacts/index.ts';
import { sql, transact } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { tellThing } from '../platform/live/thing-news.ts';
import { resolveFilters } from '../tags/index.ts';
import {
  addSegment,
  changeSegments,
  mustFind,
  refuseTaken,
  removeSegment,
  requireRoom,
  saveSegment,
} from './changes.ts';
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
    return { id: await addSegment(context, name, tree), version: 1 };
  },

  async update(context, { segment, name, tree, version }) {
    const saved = await saveSegment(context, { id: segment, name, tree, version });
    tellThing(context, 'segment', segment);
    return { version: saved };
  },

  async rename(context, { segment, name }) {
    const { db, accountId, clock } = context;
    const done = await refuseTaken(name, () =>
      transact(db, (trx) => store.renameSegment(trx, accountId, segment, name, clock.now())),
    );
    if (!done) throw new NotFound();
    tellThing(context, 'segment', segment);
    return {};
  },

  async copy({ db, accountId, clock }, { segment }) {
    return changeSegments(db, accountId, async (trx) => {
      await requireRoom(trx, accountId);
      const found = await mustFind(trx, accountId, segment);
      const name = await store.freeName(trx, accountId, found.name, TEXT_LIMITS.name);
      return { id: await store.insertSegment(trx, accountId, name, found.tree, clock.now()), name };
    });
  },

  async remove(context, { segment }) {
    await removeSegment(context, segment);
    tellThing(context, 'segment', segment);
    return {};
  },

  async uses({ db, accountId }, { segment }) {
    await mustFind(db, accountId, segment);
    return { uses: await usesOf(db, accountId, segment) };
  },

  async count(context, { tree, ticket, own }) {
    const { db, accountId, caller, clock, whenAbandoned } = context;
    const plan = await planTree(db, accountId, tree, clock.now(), own);
    const known = ticket === '' ? '' : `${accountId} ${caller.userId} ${ticket}`;
    const counted = await countPlan(context, accountId, plan, { ticket: known, whenAbandoned });
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
