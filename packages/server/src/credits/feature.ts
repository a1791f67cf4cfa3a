import type { Feature } from '../platform/feature.ts';
import { startCreditAlerts } from './credit-alert.ts';
import { routes } from './routes.ts';

export const feature: Feature = { routes, start: (services) => [startCreditAlerts(services)] };
