export { receive } from './receive.ts';
export { type Start, startConversation } from './start.ts';
export type { Turn, TurnResult } from './turn.ts';
