import type { Feature } from '../feature.ts';

export { balanceOf, creditsText, grantCredits } from './credits.ts';
export { type NewMessage, type QueuedMessage, queueMessages } from './queue.ts';

export const feature: Feature = {};
