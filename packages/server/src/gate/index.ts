import type { Feature } from '../feature.ts';
import { startConfirmations } from './confirm.ts';
import { routes } from './routes.ts';

export { type Hold, holdOf, type LocalTime, type Person } from './hold.ts';
export { type GateRules, gateRules } from './rules.ts';

export const feature: Feature = { routes, start: (services) => [startConfirmations(services)] };
