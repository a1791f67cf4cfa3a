import type { Feature } from '../feature.ts';
import { startCreditAlerts } from './credit-alert.ts';
import { routes } from './routes.ts';
import { teamRoutes } from './team-routes.ts';

export const feature: Feature = {
  routes: [...routes, ...teamRoutes],
  start: (services) => [startCreditAlerts(services)],
};
