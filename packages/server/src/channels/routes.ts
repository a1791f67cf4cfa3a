import { calls } from '@parley/contract';
import { recordAuditEvent } from '../audit/index.ts';
import { keepBinds } from '../carriers/index.ts';
import { type Db, isUniqueViolation, transact } from '../platform/db/database.ts';
import { deleteOnce } from '../platform/deletion.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { tell } from '../platform/hook.ts';
import { routesOf } from '../platform/http/handler.ts';
import { tellThing } from '../platform/live/thing-news.ts';
import { newOrder } from '../platform/ordering.ts';
import { channelDeleted } from './hooks.ts';
import * as store from './store.ts';

export const routes = routesOf(calls.channels, {
  async list({ db, accountId }, { search }) {
    const found = await store.listChannels(db, accountId, search);
    return {
      channels: found.map(({ audience, name, index, id, number, connectionKind }) => ({
        audience,
        name,
        index,
        id,
        number,
        connection: connectionKind,
      })),
    };
  },

  async reorder({ db, accountId }, { channels }) {
    await transact(db, async (trx) => {
      const present = await store.audiencesInOrder(trx, accountId);
      await store.storeChannelOrder(trx, accountId, newOrder(channels, present, 'ChannelArray'));
    });
    return {};
  },

  async add(context, { name }) {
    const { db, accountId, clock } = context;
    const add = async (trx: Db) => {
      const { id } = await store.insertSimulator(trx, accountId, name, clock.now());
      await recordAuditEvent(trx, context, { act: 'created', kind: 'channel', id });
      return id;
    };
    return { id: await nameRefused(name, () => transact(db, add)) };
  },

  async rename(context, { channel, name }) {
    const { db, accountId } = context;
    const rename = (trx: Db) => store.renameChannel(trx, accountId, channel, name);
    const found = await nameRefused(name, () => transact(db, rename));
    if (!found) throw new NotFound();
    tellThing(context, 'channel', channel);
    return {};
  },

  async remove(context, { channel }) {
    const { db, accountId, clock } = context;
    await deleteOnce(db, accountId, { kind: 'channel', id: channel }, async (trx) => {
      await recordAuditEvent(trx, context, { act: 'deleted', kind: 'channel', id: channel });
      const use = await store.channelInUse(trx, accountId, channel);
      if (!use) throw new NotFound();
      if (use.only) throw new Refusal('This is your only channel. Add another one before you delete it.');
      if (use.blasts > 0)
        throw new Refusal(
          'A blast is still using this channel. Wait until it’s done or cancel it, then delete the channel.',
        );
      if (use.toAudience > 0)
        throw new Refusal(
          'A blast is about to go to this channel’s audience. Cancel it before you delete the channel.',
        );
      await tell(channelDeleted, trx, accountId, channel);
      await keepBinds(trx, accountId, channel, []);
      await store.deleteChannel(trx, accountId, channel, clock.now());
    });
    tellThing(context, 'channel', channel);
    return {};
  },
});

/** Of the channel itself and of its audience. */
const NAME_CONSTRAINTS = ['channels_name', 'lists_account_id_kind_name_key_key'];

async function nameRefused<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (NAME_CONSTRAINTS.some((constraint) => isUniqueViolation(error, constraint)))
      throw new Refusal(`You already have a channel named “${name}”.`);
    throw error;
  }
}
