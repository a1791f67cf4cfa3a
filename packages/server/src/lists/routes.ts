import { calls } from '@parley/contract';
import { recordAuditEvent } from '../audit/index.ts';
import { type Db, isUniqueViolation, transact } from '../platform/db/database.ts';
import { deleteOnce } from '../platform/deletion.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { tell } from '../platform/hook.ts';
import { routesOf } from '../platform/http/handler.ts';
import { newOrder } from '../platform/ordering.ts';
import { listDeleted } from './hooks.ts';
import * as store from './store.ts';

export const routes = routesOf(calls.lists, {
  async list({ db, accountId }, { filter, search }) {
    const found = await store.listLists(db, accountId, filter, search);
    return { lists: found.map((list, index) => ({ ...list, index })) };
  },

  async reorder({ db, accountId }, { lists }) {
    await transact(db, async (trx) => {
      const present = (await store.listLists(trx, accountId, '', '')).map((list) => list.id);
      await store.storeListOrder(trx, accountId, newOrder(lists, present, 'ListArray'));
    });
    return {};
  },

  async info({ db, accountId }, { list }) {
    const found = await store.findList(db, accountId, list);
    if (!found) throw new NotFound();
    return { info: { ...found, index: 0 } };
  },

  async add({ db, accountId, clock }, { name }) {
    return { id: await nameRefused(name, () => store.insertList(db, accountId, name, clock.now())) };
  },

  async rename({ db, accountId }, { list, name }) {
    await ownList(db, accountId, list, 'renamed');
    // Beside a new order of the lists, which may wait for the same names: a deadlock's victim is run again.
    await nameRefused(name, () => transact(db, (trx) => store.renameList(trx, accountId, list, name)));
    return {};
  },

  async remove(context, { list }) {
    const { db, accountId } = context;
    await deleteOnce(db, accountId, { kind: 'list', id: list }, async (trx) => {
      await recordAuditEvent(trx, context, { act: 'deleted', kind: 'list', id: list });
      await ownList(trx, accountId, list, 'deleted');
      if ((await store.blastsWaitingFor(trx, accountId, list)) > 0)
        throw new Refusal('A blast is about to go to this list. Cancel it before you delete the list.');
      await store.deleteList(trx, accountId, list);
      await tell(listDeleted, trx, accountId, list);
    });
    return {};
  },
});

async function ownList(db: Db, accountId: number, id: number, done: string): Promise<void> {
  const found = await store.findList(db, accountId, id);
  if (!found) throw new NotFound();
  if (found.kind === 'audience')
    throw new Refusal(
      `These are the people of the channel “${found.name}”: the list is ${done} with the channel.`,
    );
}

async function nameRefused<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'lists_account_id_kind_name_key_key'))
      throw new Refusal(`You already have a list named “${name}”.`, 'ListName');
    throw error;
  }
}
