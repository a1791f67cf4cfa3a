import type { Feature } from '../platform/feature.ts';
import { channelTextRoutes } from './channel-opt-out-texts.ts';
import { connectionRoutes } from './connection-routes.ts';
import { paceRoutes } from './rate-limit-routes.ts';
import { routes } from './routes.ts';
import { rulesRoutes } from './sending-rules.ts';

export const feature: Feature = {
  routes: [...routes, ...connectionRoutes, ...paceRoutes, ...rulesRoutes, ...channelTextRoutes],
};
