import { calls } from '@parley/contract';
import { recordAuditEvent } from '../audit/index.ts';
import { type Db, isUniqueViolation, transact } from '../platform/db/database.ts';
import { deleteOnce } from '../platform/deletion.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { newOrder } from '../platform/ordering.ts';
import * as store from './store.ts';

export const noTag = (name: string) => new Refusal(`There is no tag named “${name.trim()}”.`, 'Tag');

const { ofContact: _, setValue: __, ...own } = calls.tags;

export const routes = routesOf(own, {
  async list({ db, accountId }, { filter }) {
    const found = await store.listTags(db, accountId, filter);
    return { tags: found.map(({ id, name }, index) => ({ id, name, index })) };
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

  async add({ db, accountId, clock }, { name }) {
    const insert = (trx: Db) => store.insertTag(trx, accountId, name, clock.now());
    return { id: await nameRefused(name, () => transact(db, insert)) };
  },

  async rename({ db, accountId }, { tag, name }) {
    const rename = (trx: Db) => store.renameTag(trx, accountId, tag, name);
    if (!(await nameRefused(name, () => transact(db, rename)))) throw new NotFound();
    return {};
  },

  async remove(context, { tag }) {
    const { db, accountId } = context;
    await deleteOnce(db, accountId, { kind: 'tag', id: tag }, async (trx) => {
      await recordAuditEvent(trx, context, { act: 'deleted', kind: 'tag', id: tag });
      if (!(await store.deleteTag(trx, accountId, tag))) throw new NotFound();
    });
    return {};
  },
});

async function nameRefused<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'tags_account_id_name_key_key'))
      throw new Refusal(`You already have a tag named “${name}”.`, 'TagName');
    throw error;
  }
}
