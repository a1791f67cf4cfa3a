import { calls } from '@parley/contract';
import { transact } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { tellThing } from '../platform/live/thing-news.ts';
import { newOrder } from '../platform/ordering.ts';
import * as store from './store.ts';
import { addTag, removeTag, renameOwnTag } from './tag-changes.ts';

export const noTag = (name: string) => new Refusal(`There is no tag named “${name.trim()}”.`, 'Tag');

const { ofContact: _, setValue: __, ...own } = calls.tags;

export const routes = routesOf(own, {
  async list({ db, accountId }, { filter }) {
    return { tags: await store.listTags(db, accountId, filter) };
  },

  async reorder({ db, accountId }, { tags }) {
    await transact(db, async (trx) => {
      const present = (await store.listTags(trx, accountId, '')).map((tag) => tag.id);
      await store.storeTagOrder(trx, accountId, newOrder(tags, present, 'TagArray'));
    });
    return {};
  },

  async values({ db, accountId }, { tag }) {
    const values = await store.frequentValues(db, accountId, tag);
    if (!values) throw noTag(tag);
    return { values: values.map((value) => ({ value })) };
  },

  async add(context, { name }) {
    return { id: await addTag(context, name) };
  },

  async rename(context, { tag, name }) {
    await renameOwnTag(context, tag, name);
    tellThing(context, 'tag', tag);
    return {};
  },

  async remove(context, { tag }) {
    await removeTag(context, tag);
    tellThing(context, 'tag', tag);
    return {};
  },
});
