import type { Feature } from '../feature.ts';
import { startJobs } from './jobs.ts';

export { receive } from './receive.ts';
export { type Start, startConversation } from './start.ts';
export type { Turn, TurnResult } from './turn.ts';

export const feature: Feature = { start: startJobs };
