import type { Feature } from '../feature.ts';
import { routes } from './routes.ts';

export { countWaiting } from './threads.ts';
export const feature: Feature = { routes };
