import type { Feature } from '../platform/feature.ts';
import { connectionRoutes } from './connection-routes.ts';
import { routes } from './routes.ts';

export const feature: Feature = { routes: [...routes, ...connectionRoutes] };
