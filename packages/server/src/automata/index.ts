import type { Feature } from '../feature.ts';
import { startAutomata } from './jobs.ts';
import { routes } from './routes.ts';

export const feature: Feature = { routes, start: startAutomata };
