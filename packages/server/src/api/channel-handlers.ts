import { type Operations, writeId } from '@parley/contract/api/index.ts';
import { listChannels } from '../channels/index.ts';
import type { Db } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import type { ApiHandlers } from './context.ts';
import { behindOf, pageFromStart } from './cursor.ts';

export const channelHandlers: ApiHandlers<Extract<keyof Operations, 'listChannels'>> = {
  async listChannels({ db, accountId }, { query }) {
    const channels = await listChannels(db, accountId, '');
    return pageFromStart(channels.slice(behindOf(query)), query, ({ id, name, number }) => ({
      id: writeId('channel', id),
      name,
      number,
    }));
  },
};

/** @throws NotFound */
export async function mustBeChannel(db: Db, accountId: number, channel: number): Promise<void> {
  if (!(await listChannels(db, accountId, '')).some(({ id }) => id === channel))
    throw new NotFound('That channel was not found.');
}
