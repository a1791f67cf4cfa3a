export {
  addBlocks,
  BLOCK_BITS,
  countedPeople,
  messagesOf,
  reasonColumns,
  touchBlocks,
  touchMessages,
} from './blast-blocks.ts';
export { COUNT_MOVES, tellBlast } from './blast-counts.ts';
export { numberColumn, textColumn, timeColumn } from './columns.ts';
export { type CountedBlast, countedColumns } from './counted.ts';
export { blastCounted } from './hooks.ts';
export {
  countMessage,
  isOverdrawn,
  lastsFor,
  type NewMessage,
  type QueuedMessage,
  queueMessages,
  queueStatements,
  runQueue,
} from './queue.ts';
export { recordLateAnswers } from './receipts.ts';
export { NO_ANSWER, OVER_DAY, outcomeOf, type Result, storeResults } from './results.ts';
export { doubtAllWaiting, requireBlast } from './unconfirmed.ts';
export { IS_UNPAID } from './unpaid-figures.ts';
