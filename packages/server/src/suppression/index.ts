export { countedOptIns } from './counted-opt-ins.ts';
export { fingerprintOf, fingerprintsOf, returnErased } from './erased-numbers.ts';
export { optedBackIn, optedOutNow, optingOut } from './hooks.ts';
export { optOutNumbers, recordByHand } from './opt-out-numbers.ts';
export { storeForReview } from './opt-out-review.ts';
export {
  type Asked,
  consentStatement,
  liftOptOuts,
  type NewConsent,
  type NewOptOut,
  noteAsked,
  optedOut,
  optedOutStatement,
  recordConsents,
  recordOptOuts,
} from './store.ts';
export { type OptOutRow, optOutsBehind } from './suppression-lists.ts';
