export { flowsOf } from './flow-cache.ts';
export { questionsChange } from './hooks.ts';
export {
  insertSteps,
  isUsable,
  loadFlow,
  namesOfTags,
  readFlow,
  recheckMentions,
  reserveStepIds,
  toFlow,
  worldOf,
} from './store.ts';
