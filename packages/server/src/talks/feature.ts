import { calls } from '@parley/contract';
import type { Feature } from '../platform/feature.ts';
import { routesOf } from '../platform/http/handler.ts';
import { handlers } from './routes.ts';

export const feature: Feature = { routes: routesOf(calls.talks, handlers) };
