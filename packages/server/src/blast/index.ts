import type { Feature } from '../feature.ts';
import { startFanOut } from './jobs.ts';
import { routes } from './routes.ts';

export { type BlastRequest, type Launched, launchBlast } from './launch.ts';

export const feature: Feature = { routes, start: (services) => [startFanOut(services)] };
