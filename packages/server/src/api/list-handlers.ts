import { type Operations, writeId } from '@parley/contract/api/index.ts';
import { knownContacts, pageOfContacts } from '../contacts/index.ts';
import {
  addList,
  addMembers,
  findList,
  type List,
  listLists,
  lockList,
  removeList,
  removeMembers,
  renameOwnList,
} from '../lists/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import { tellThing } from '../platform/live/thing-news.ts';
import { showContactsBy } from './contact-handlers.ts';
import { type ApiContext, type ApiHandlers, whenCurrent } from './context.ts';
import { behindOf, pageFrom, pageOfAll } from './cursor.ts';

type ListIds = Extract<keyof Operations, `${string}List` | 'listLists' | 'listMembers' | 'changeMembers'>;

const showList = ({ id, kind, name, count, optOuts }: List) => ({
  id: writeId('list', id),
  name,
  kind,
  members: count,
  opted_out_members: optOuts,
});

/** @throws NotFound */
async function shownList(db: Db, accountId: number, id: number) {
  const found = await findList(db, accountId, id);
  if (!found) throw new NotFound();
  return showList(found);
}

function whenListIs<T>(context: ApiContext, id: number, change: (acting: ApiContext) => Promise<T>) {
  const { accountId } = context;
  const lock = (trx: Db) => lockList(trx, accountId, id);
  return whenCurrent(context, { lock, show: (trx) => shownList(trx, accountId, id) }, change);
}

export const listHandlers: ApiHandlers<ListIds> = {
  async listLists({ db, accountId }, { query }) {
    return pageOfAll(await listLists(db, accountId, '', ''), query, showList);
  },

  async createList(context, { body }) {
    return shownList(context.db, context.accountId, await addList(context, body.name));
  },

  getList: ({ db, accountId }, { ids }) => shownList(db, accountId, ids.list),

  async updateList(context, { ids, body }) {
    const renamed = await whenListIs(context, ids.list, async (acting) => {
      await renameOwnList(acting, ids.list, body.name);
      return shownList(acting.db, acting.accountId, ids.list);
    });
    tellThing(context, 'list', ids.list);
    return renamed;
  },

  async deleteList(context, { ids }) {
    await whenListIs(context, ids.list, (acting) => removeList(acting, ids.list));
    tellThing(context, 'list', ids.list);
    return undefined;
  },

  async listMembers({ db, accountId }, { ids, query }) {
    await shownList(db, accountId, ids.list);
    const page = { behind: behindOf(query), limit: query.limit + 1 };
    const found = await pageOfContacts(db, accountId, { listId: ids.list }, page);
    return pageFrom(found, query, await showContactsBy(db, accountId));
  },

  changeMembers({ db, accountId, clock }, { ids, body }) {
    const { add = [], remove = [] } = body;
    return transact(db, async (trx) => {
      await shownList(trx, accountId, ids.list);
      const known = await knownContacts(trx, accountId, [...add, ...remove]);
      if ([...add, ...remove].some((id) => !known.has(id))) throw new NotFound();
      return {
        removed: await removeMembers(trx, accountId, ids.list, remove, clock.now()),
        added: await addMembers(trx, accountId, ids.list, add, clock.now()),
      };
    });
  },
};
