export { textsStored, type Writer } from './hooks.ts';
export { handBack, pauseBot } from './pauses.ts';
export { receive } from './receive.ts';
export { stopReply } from './reserved.ts';
export { type Start, startConversation } from './start.ts';
export { conversationStatements, timerStatement } from './store.ts';
export type { Turn, TurnResult } from './turn.ts';
export { runTurns } from './turns.ts';
