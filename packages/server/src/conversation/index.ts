export { endBegunBy } from './begun-by-event.ts';
export { handBack, pauseBot } from './bot-pauses.ts';
export { textsStored, type Writer } from './hooks.ts';
export { limitRing } from './limit-rings.ts';
export { receiveInbound } from './receive-inbound.ts';
export { runTurns } from './run-turns.ts';
export {
  NotStarted,
  type NotStartedReason,
  type Start,
  startConversation,
  startWithin,
  TooLow,
} from './start-conversation.ts';
export { conversationStatements, timerStatement } from './store.ts';
export type { Turn, TurnResult } from './turn.ts';
export { oldestUnplayed, unplayedFigures } from './unplayed-figures.ts';
