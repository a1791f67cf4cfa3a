import type { Feature } from '../feature.ts';
import { connectionRoutes } from './connection-routes.ts';
import { routes } from './routes.ts';

export { type Channel, firstChannel, resolveChannel } from './store.ts';

export const feature: Feature = { routes: [...routes, ...connectionRoutes] };
