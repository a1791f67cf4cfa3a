import { calls } from '@parley/contract';
import { channelDeleted } from '../channels/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { routesOf } from '../platform/http/handler.ts';
import { handlers } from './routes.ts';
import { clearChannel } from './store.ts';

export const feature: Feature = {
  hooks: [on(channelDeleted, clearChannel)],
  routes: routesOf(calls.keyword, handlers),
};
