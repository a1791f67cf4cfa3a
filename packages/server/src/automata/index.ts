export { changeAutomaton } from './change.ts';
export { skipDueRuns } from './reschedule.ts';
export { type ShownAutomaton, shownAutomata, shownOne } from './shown-automata.ts';
export {
  type Automaton,
  findAutomaton,
  insertAutomaton,
  listAutomata,
  lockAutomata,
  storeAutomaton,
} from './store.ts';
export { updateAutomaton } from './update.ts';
