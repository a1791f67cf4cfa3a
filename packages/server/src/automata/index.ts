export { changeAutomaton } from './change.ts';
export { skipDueRuns } from './reschedule.ts';
export {
  type Automaton,
  findAutomaton,
  insertAutomaton,
  listAutomata,
  lockAutomata,
  storeAutomaton,
  type Totals,
  totalsOf,
} from './store.ts';
export { updateAutomaton } from './update.ts';
