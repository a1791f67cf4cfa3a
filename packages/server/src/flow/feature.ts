import { calls } from '@parley/contract';
import { listDeleted } from '../lists/hooks.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { routesOf } from '../platform/http/handler.ts';
import { tagNamesChanged } from '../tags/hooks.ts';
import { handlers } from './routes.ts';
import { recheckMentions } from './store.ts';

export const feature: Feature = {
  hooks: [
    on(listDeleted, (trx, accountId, list) => recheckMentions(trx, accountId, { lists: [list] })),
    on(tagNamesChanged, (trx, accountId, tagNames) => recheckMentions(trx, accountId, { tagNames })),
  ],
  routes: routesOf(calls.flow, handlers),
};
