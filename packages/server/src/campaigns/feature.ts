import { calls } from '@parley/contract';
import type { Feature } from '../platform/feature.ts';
import { routesOf } from '../platform/http/handler.ts';
import { handlers } from './routes.ts';
import { handlers as templateHandlers } from './template-routes.ts';

export const feature: Feature = {
  routes: [...routesOf(calls.campaigns, handlers), ...routesOf(calls.templates, templateHandlers)],
};
