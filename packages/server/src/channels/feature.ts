import { timeZoneChanged } from '../accounts/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { judgeByZone } from './account-zone.ts';
import { channelTextRoutes } from './channel-opt-out-texts.ts';
import { connectionRoutes } from './connection-routes.ts';
import { paceRoutes } from './rate-limit-routes.ts';
import { routes } from './routes.ts';
import { rulesRoutes } from './sending-rules.ts';

export const feature: Feature = {
  hooks: [on(timeZoneChanged, judgeByZone)],
  routes: [...routes, ...connectionRoutes, ...paceRoutes, ...rulesRoutes, ...channelTextRoutes],
};
