import type { Feature } from '../platform/feature.ts';
import { startErasing } from './erasing.ts';
import { routes } from './routes.ts';

export const feature: Feature = { routes, start: (services) => [startErasing(services)] };
