import type { Feature } from '../feature.ts';
import { startAutomata } from './jobs.ts';
import { routes } from './routes.ts';

export { rescheduleAutomata } from './reschedule.ts';

export const feature: Feature = { routes, start: startAutomata };
