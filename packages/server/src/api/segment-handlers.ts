import { type Operations, writeId, writeTree } from '@parley/contract/api/index.ts';
import type { SegmentGroup } from '@parley/rules/segment.ts';
import { pageOfContacts } from '../contacts/index.ts';
import { type Db, sql } from '../platform/db/database.ts';
import { invariant, NotFound } from '../platform/errors.ts';
import { tellThing } from '../platform/live/thing-news.ts';
import {
  addSegment,
  countPlan,
  findSegment,
  lockSegments,
  missingOf,
  planOf,
  removeSegment,
  type SavedSegment,
  saveSegment,
  segmentPeople,
  segmentsBehind,
} from '../segments/index.ts';
import { showContactsBy } from './contact-handlers.ts';
import { type ApiContext, type ApiHandlers, whenCurrent } from './context.ts';
import { behindOf, pageFrom } from './cursor.ts';

type SegmentIds = Extract<keyof Operations, `${string}Segment` | 'listSegments' | 'listSegmentMembers'>;

const showSegment = ({ id, name, tree, updatedAt }: SavedSegment) => ({
  id: writeId('segment', id),
  name,
  conditions: writeTree(tree),
  updated_at: updatedAt,
});

/** @throws NotFound */
async function mustFind(db: Db, accountId: number, id: number): Promise<SavedSegment> {
  const found = await findSegment(db, accountId, id);
  if (!found) throw new NotFound();
  return found;
}

const shownSegment = async (db: Db, accountId: number, id: number) =>
  showSegment(await mustFind(db, accountId, id));

/** @throws NotFound for conditions that name what is not there. */
async function mustBeThere(db: Db, accountId: number, tree: SegmentGroup): Promise<void> {
  if ((await missingOf(db, accountId, tree)).length > 0) throw new NotFound();
}

function whenSegmentIs<T>(context: ApiContext, id: number, change: (acting: ApiContext) => Promise<T>) {
  const { accountId } = context;
  const lock = (trx: Db) => lockSegments(trx, accountId);
  return whenCurrent(context, { lock, show: (trx) => shownSegment(trx, accountId, id) }, change);
}

export const segmentHandlers: ApiHandlers<SegmentIds> = {
  async listSegments({ db, accountId }, { query }) {
    const page = { behind: behindOf(query), limit: query.limit + 1 };
    return pageFrom(await segmentsBehind(db, accountId, page), query, showSegment);
  },

  async createSegment(context, { body }) {
    const { db, accountId } = context;
    await mustBeThere(db, accountId, body.conditions);
    return shownSegment(db, accountId, await addSegment(context, body.name, body.conditions));
  },

  getSegment: ({ db, accountId }, { ids }) => shownSegment(db, accountId, ids.segment),

  async updateSegment(context, { ids: { segment: id }, body }) {
    const saved = await whenSegmentIs(context, id, async (acting) => {
      const { db, accountId } = acting;
      await lockSegments(db, accountId);
      const { name, tree, version } = await mustFind(db, accountId, id);
      if (body.conditions) await mustBeThere(db, accountId, body.conditions);
      await saveSegment(acting, { id, name: body.name ?? name, tree: body.conditions ?? tree, version });
      return shownSegment(db, accountId, id);
    });
    tellThing(context, 'segment', id);
    return saved;
  },

  async deleteSegment(context, { ids }) {
    await whenSegmentIs(context, ids.segment, (acting) => removeSegment(acting, ids.segment));
    tellThing(context, 'segment', ids.segment);
    return undefined;
  },

  async countSegment(context, { ids }) {
    const { db, accountId, clock } = context;
    const plan = await planOf(db, accountId, ids.segment, clock.now());
    const counted = await countPlan(context, accountId, plan, { ticket: '' });
    invariant(counted, 'a count without a ticket is not ended by another');
    return { contacts: counted.count, opted_out: counted.optedOut };
  },

  async listSegmentMembers({ db, accountId, clock }, { ids, query }) {
    const plan = await planOf(db, accountId, ids.segment, clock.now());
    const among = sql`select found.id from (${segmentPeople(accountId, plan)}) found`;
    const page = { behind: behindOf(query), limit: query.limit + 1 };
    const found = await pageOfContacts(db, accountId, { among }, page);
    return pageFrom(found, query, await showContactsBy(db, accountId));
  },
};
