import { type Operations, writeId } from '@parley/contract/api/index.ts';
import type { Db } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import { tellThing } from '../platform/live/thing-news.ts';
import { addTag, findTag, listTags, removeTag, renameOwnTag, type Tag } from '../tags/index.ts';
import { type ApiContext, type ApiHandlers, whenCurrent } from './context.ts';
import { pageOfAll } from './cursor.ts';

type TagIds = Extract<keyof Operations, `${string}Tag` | 'listTags'>;

const showTag = ({ id, name }: Tag) => ({ id: writeId('tag', id), name });

/** @throws NotFound */
async function shownTag(db: Db, accountId: number, id: number) {
  const found = await findTag(db, accountId, id);
  if (!found) throw new NotFound();
  return showTag(found);
}

function whenTagIs<T>(context: ApiContext, id: number, change: (acting: ApiContext) => Promise<T>) {
  const { accountId } = context;
  const lock = (trx: Db) => findTag(trx, accountId, id, true);
  return whenCurrent(context, { lock, show: (trx) => shownTag(trx, accountId, id) }, change);
}

export const tagHandlers: ApiHandlers<TagIds> = {
  async listTags({ db, accountId }, { query }) {
    return pageOfAll(await listTags(db, accountId, ''), query, showTag);
  },

  async createTag(context, { body }) {
    return shownTag(context.db, context.accountId, await addTag(context, body.name));
  },

  getTag: ({ db, accountId }, { ids }) => shownTag(db, accountId, ids.tag),

  async updateTag(context, { ids, body }) {
    const renamed = await whenTagIs(context, ids.tag, async (acting) => {
      await renameOwnTag(acting, ids.tag, body.name);
      return shownTag(acting.db, acting.accountId, ids.tag);
    });
    tellThing(context, 'tag', ids.tag);
    return renamed;
  },

  async deleteTag(context, { ids }) {
    await whenTagIs(context, ids.tag, (acting) => removeTag(acting, ids.tag));
    tellThing(context, 'tag', ids.tag);
    return undefined;
  },
};
