export { publishBlast } from './blast-counts.ts';
export {
  deleteQueued,
  type FurtherMessage,
  type PreparedMessage,
  queueBlast,
  storeFurther,
  storePrepared,
} from './blast-messages.ts';
export { COUNTED, type CountedBlast, countedColumns } from './counted-columns.ts';
export { type DirectMessage, type DirectSend, directSends } from './direct-send.ts';
export { type BlastCounters, blastCounted, blastCounters } from './hooks.ts';
export { findMessage, type MessageRecord, messagesBehind } from './message-pages.ts';
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
export type { Purpose } from './purposes.ts';
export {
  countMessage,
  isOverdrawn,
  lastsFor,
  type NewMessage,
  type QueuedMessage,
  queueMessages,
  queueStatements,
  recordSkipped,
  runQueue,
} from './queue.ts';
export { recordLateAnswers } from './receipts.ts';
export { refundMessages } from './refunds.ts';
export {
  addRollups,
  BLOCK_BITS,
  countedPeople,
  deleteRollups,
  invalidateRollup,
  messagesOf,
  reasonColumns,
} from './status-rollup.ts';
export { NO_ANSWER, OVER_DAY, outcomeOf, type SubmitResult, storeSubmitResults } from './submit-results.ts';
export { markWaitingUnconfirmed, requireBlast } from './unconfirmed.ts';
export { IS_UNPAID } from './unpaid-figures.ts';
export {
  accountsWithUnpaid,
  cancelUnpaid,
  dropUnpaidNotices,
  dropUnpaidTexts,
  forgetAllUnpaid,
  payUnpaid,
  stillUnpaid,
  type Unpaid,
  unpaidSince,
} from './unpaid-replies.ts';
export { endWaiting, type Hold, holdWaiting, idsWaiting, judgeRangesAnew, markSending } from './waiting.ts';
