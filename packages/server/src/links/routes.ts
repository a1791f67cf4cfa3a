import type { calls } from '@parley/contract';
import type { Handlers } from '../platform/http/handler.ts';
import { listLinks } from './store.ts';

export const linkHandlers: Handlers<typeof calls.links> = {
  async list({ db, accountId }, { start, search, length }) {
    return { links: await listLinks(db, accountId, { start, length, search }), start };
  },
};
