export { changeAutomaton } from './change.ts';
export { skipDueRuns } from './reschedule.ts';
export { findAutomaton, insertAutomaton, storeAutomaton } from './store.ts';
