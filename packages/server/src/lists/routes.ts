import { calls } from '@parley/contract';
import { transact } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { tellThing } from '../platform/live/thing-news.ts';
import { newOrder, withPlaces } from '../platform/ordering.ts';
import { addList, removeList, renameOwnList } from './list-changes.ts';
import * as store from './store.ts';

export const routes = routesOf(calls.lists, {
  async list({ db, accountId }, { filter, search }) {
    const found = await store.listLists(db, accountId, filter, search);
    if (filter === '' && search === '') return { lists: withPlaces(found) };
    return { lists: withPlaces(found, await store.listsInOrder(db, accountId)) };
  },

  async reorder({ db, accountId }, { lists }) {
    await transact(db, async (trx) => {
      const present = await store.listsInOrder(trx, accountId);
      await store.storeListOrder(trx, accountId, newOrder(lists, present, 'ListArray'));
    });
    return {};
  },

  async info({ db, accountId }, { list }) {
    const found = await store.findList(db, accountId, list);
    if (!found) throw new NotFound();
    const place = (await store.listsInOrder(db, accountId)).indexOf(list);
    // Audiences stand in the order of their channels.
    return { info: { ...found, index: Math.max(0, place) } };
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
