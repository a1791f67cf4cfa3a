import type { Feature } from '../platform/feature.ts';
import { hearNotices } from './notices.ts';

export const feature: Feature = { startEverywhere: (services) => [hearNotices(services)] };
