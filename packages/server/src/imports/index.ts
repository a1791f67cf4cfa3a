import type { Feature } from '../feature.ts';
import { startImports } from './jobs.ts';
import { routes } from './routes.ts';

export const feature: Feature = { routes, start: startImports };
