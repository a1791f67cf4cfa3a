import { calls } from '@parley/contract';
import { listDeleted } from '../lists/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { routesOf } from '../platform/http/handler.ts';
import { tagNamesChanged } from '../tags/index.ts';
import { recheckMentions } from './recheck.ts';
import { handlers } from './routes.ts';

export const feature: Feature = {
  hooks: [
    on(listDeleted, (trx, accountId, list) => recheckMentions(trx, accountId, { lists: [list] })),
    on(tagNamesChanged, (trx, accountId, tagNames) => recheckMentions(trx, accountId, { tagNames })),
  ],
  routes: routesOf(calls.flow, handlers),
};
