export { storeDoubtful } from './doubtful.ts';
export { fingerprintOf, fingerprintsOf, returnErased } from './erased.ts';
export { optedOutNow, optingOut } from './hooks.ts';
export { optOutNumbers } from './numbers.ts';
export { countedOptIns } from './opted-in.ts';
export {
  type Asked,
  liftOptOuts,
  type NewConsent,
  type NewOptOut,
  noteAsked,
  optedOut,
  recordConsents,
  recordOptOuts,
} from './store.ts';
