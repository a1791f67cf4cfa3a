import { calls } from '@parley/contract';
import { channelDeleted } from '../channels/index.ts';
import { flowEdited, flowPublished, usabilityChanged } from '../flow/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { routesOf } from '../platform/http/handler.ts';
import { flipFinished, raiseVersion, setLiveVersion } from './flow-state.ts';
import { handlers as keywordHandlers } from './keyword-routes.ts';
import { clearChannel } from './keyword-store.ts';
import { startNotingErrors } from './note-errors.ts';
import { handlers } from './routes.ts';
import { handlers as templateHandlers } from './template-routes.ts';

export const feature: Feature = {
  hooks: [
    on(channelDeleted, clearChannel),
    on(flowEdited, raiseVersion),
    on(flowPublished, setLiveVersion),
    on(usabilityChanged, flipFinished),
  ],
  start: (services) => [startNotingErrors(services)],
  routes: [
    ...routesOf(calls.campaigns, handlers),
    ...routesOf(calls.templates, templateHandlers),
    ...routesOf(calls.keyword, keywordHandlers),
  ],
};
