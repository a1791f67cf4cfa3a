import type { Feature } from '../platform/feature.ts';
import { apiKeyRoutes } from './api-key-routes.ts';
import { routes } from './routes.ts';

export const feature: Feature = { routes: [...routes, ...apiKeyRoutes] };
