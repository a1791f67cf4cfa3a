import { calls } from '@parley/contract';
import { transact } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { tellThing } from '../platform/live/thing-news.ts';
import { newOrder } from '../platform/ordering.ts';
import { addList, removeList, renameOwnList } from './list-changes.ts';
import * as store from './store.ts';

export const routes = routesOf(calls.lists, {
  async list({ db, accountId }, { filter, search }) {
    return { lists: await store.listLists(db, accountId, filter, search) };
  },

  async reorder({ db, accountId }, { lists }) {
    await transact(db, async (trx) => {
      const present = (await store.listLists(trx, accountId, '', '')).map((list) => list.id);
      await store.storeListOrder(trx, accountId, newOrder(lists, present, 'ListArray'));
    });
    return {};
  },

  async info({ db, accountId }, { list }) {
    const info = await store.findPlacedList(db, accountId, list);
    if (!info) throw new NotFound();
    return { info };
  },

  async add(context, { name }) {
    return { id: await addList(context, name) };
  },

  async rename(context, { list, name }) {
    await renameOwnList(context, list, name);
    tellThing(context, 'list', list);
    return {};
  },

  async remove(context, { list }) {
    await removeList(context, list);
    tellThing(context, 'list', list);
    return {};
  },
});
