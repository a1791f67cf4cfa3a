import type { calls } from '@parley/contract';
import type { Handlers } from '../platform/http/handler.ts';
import { countOnVersions, movePeople } from './move-people.ts';

export const handlers: Handlers<typeof calls.conversations> = {
  onVersions: ({ db, accountId }, { campaign }) => countOnVersions(db, accountId, campaign),

  async moveToLive(context, form) {
    return { moved: await movePeople(context.db, context, form) };
  },
};
