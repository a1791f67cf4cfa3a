import type { Feature } from '../feature.ts';
import { routes } from './routes.ts';

export { timeZoneOfAccount } from './store.ts';

export const feature: Feature = { routes };
