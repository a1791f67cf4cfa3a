import type { Feature } from '../feature.ts';
import { routes } from './routes.ts';

export { findList, type List } from './store.ts';

export const feature: Feature = { routes };
