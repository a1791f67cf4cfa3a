import { calls } from '@parley/contract';
import type { Feature } from '../feature.ts';
import { routesOf } from '../platform/http/handler.ts';
import { startMonths } from './jobs.ts';
import { startRepeats } from './repeats.ts';
import { reportHandlers } from './routes.ts';
import { tileHandlers } from './tiles.ts';

export const feature: Feature = {
  routes: [...routesOf(calls.tiles, tileHandlers), ...routesOf(calls.reports, reportHandlers)],
  start: (services) => [startMonths(services), startRepeats(services)],
};
