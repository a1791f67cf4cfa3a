import type { Feature } from '../platform/feature.ts';
import { startConfirmations } from './ask.ts';

export const feature: Feature = { start: (services) => [startConfirmations(services)] };
