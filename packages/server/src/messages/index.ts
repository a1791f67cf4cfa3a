export { COUNT_MOVES, publishBlast } from './blast-counts.ts';
export { numberColumn, textColumn, timeColumn } from './columns.ts';
export { type CountedBlast, countedColumns } from './counted.ts';
export { blastCounted } from './hooks.ts';
export {
  type ClaimedMessage,
  claimOutbox,
  dropOutboxClaim,
  giveBackToOutbox,
  LEASE_MS,
  leaseEnd,
  noteOutboxSubmission,
  OUTBOX_ROUND,
  type Outgoing,
  removeFromOutbox,
  removeOurs,
  removeSkipped,
  renewOutboxLeases,
  type StoredMessage,
} from './outbox.ts';
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
export { refundMessages } from './refunds.ts';
export { NO_ANSWER, OVER_DAY, outcomeOf, type Result, storeResults } from './results.ts';
export {
  addRollups,
  BLOCK_BITS,
  countedPeople,
  invalidateRollup,
  invalidateRollupOf,
  messagesOf,
  reasonColumns,
} from './status-rollup.ts';
export { markWaitingUnconfirmed, requireBlast } from './unconfirmed.ts';
export { IS_UNPAID } from './unpaid-figures.ts';
